"""How numbers read in a verdict's sentence."""

from __future__ import annotations

import math


def count(n: int, noun: str = "") -> str:
    """20000 as 20,000; with a noun as 20,000 claims, and 1 as 1 claim."""
    return f"{n:,}" + (f" {noun}" + "s" * (n != 1) if noun else "")


def number(value: float) -> str:
    """Four significant digits."""
    return f"{value:.4g}"


def percent(share: float) -> str:
    """0.05 as 5 %."""
    return f"{100 * share:.3g} %"


def measured(symbol: str, estimate: float, low: float, high: float) -> str:
    """`E X = 0.0316 ± 0.0002`; the two ends where they differ in distance; otherwise the end that is known."""
    below, above = estimate - low, high - estimate
    half = max(below, above)
    if half == 0:
        return f"{symbol} = {number(estimate)}"
    if not math.isfinite(half):
        ends = [f"at least {number(low)}"] * math.isfinite(low) + [f"at most {number(high)}"] * math.isfinite(high)
        return f"{symbol} = {number(estimate)}" + (f" ({ends[0]})" if ends else " (no interval)")
    decimals = 1 - math.floor(math.log10(half))
    style = f".{max(decimals, 0)}f" if decimals < 15 and abs(estimate) < 1e9 else ".4g"
    if min(below, above) > 0.97 * half:
        return f"{symbol} = {estimate:{style}} ± {half:{style if 'f' in style else '.2g'}}"
    return f"{symbol} = {estimate:{style}} in [{low:{style}}, {high:{style}}]"


def budget(draws: int, alpha: float, unit: str = "draws") -> str:
    """`20,000 draws, error rate 1e-06`."""
    return f"{count(draws)} {unit}, error rate {alpha:.2g}"


def sharpness_words(sharpness: float | str | None) -> str:
    """How sharp the comparisons of a claim are, or nothing."""
    if sharpness is None or isinstance(sharpness, str):
        return ""
    return f"a bound that is smaller by more than {percent(sharpness)} would be refuted"
