"""Section 2, line 525 [x:sec2-spl-stronger]: (SPL) is a stronger version of (PL), with another infimum, as noted.

Read as (SPL) implies (PL): false, since (PL) has the infimum over H. Read with the infimum over M in both, or where
the two infima agree, it is true.
H = R², M the first axis with T_t = M, and L(x, y) = x²/2 + (y² - 1)²: (SPL) holds with λ = 1 as an equality.
"""

import sympy as sp

x, y = sp.symbols("x y", real=True)
L = x**2 / 2 + (y**2 - 1) ** 2
on_class, lowest_on_class = L.subs(y, 0), 1  # x²/2 + 1
assert sp.expand(sp.diff(L, x).subs(y, 0) ** 2 - 2 * (on_class - lowest_on_class)) == 0  # (SPL) with λ = 1
lowest = L.subs({x: 0, y: 1})  # L is a sum of squares and vanishes here
gradient = [sp.diff(L, each).subs({x: 0, y: 0}) for each in (x, y)]
left, gap = sum(each**2 for each in gradient), L.subs({x: 0, y: 0}) - lowest
print(f"printed: the squared gradient at 0 is at least 2 λ {gap} for some λ > 0")
print("true: the squared gradient at 0 is", left)
assert left == lowest == 0 < gap
