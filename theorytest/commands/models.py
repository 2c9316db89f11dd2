"""The model classes that `descend` and `deep` know by name, and which options belong to which of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from theorytest.commands.curved_problem import add_curved_options, refuse_curved_options
from theorytest.commands.shallow import add_shallow_options, refuse_shallow_options

MODELS = ("linear", "shallow", "low-rank", "curve")


def add_model_options(parser: argparse.ArgumentParser, whole: Callable[[str], int]) -> None:
    """The class and its options; `whole` reads integers of at least 1."""
    parser.add_argument("--model", choices=MODELS, default="linear", help="the model class M (default: linear)")
    add_shallow_options(parser, whole)
    add_curved_options(parser, whole)


def refuse_other_models(options: argparse.Namespace) -> None:
    """Options that belong to another class than the chosen one."""
    if options.model == "linear" and options.dim is None:
        raise ValueError("the following arguments are required: --dim (or --model shallow)")
    if options.model != "shallow":
        refuse_shallow_options(options)
    refuse_curved_options(options)
