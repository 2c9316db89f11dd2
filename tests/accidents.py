"""Accidents of a check, by name: its body, and the sentence of its result; None where the claim is refuted."""

FALSE = "yield same(3, 4, name='four')"
TRUE = "yield same(3, right, name='three')"
SEEN = {
    "raises SystemExit after a comparison": (f"{TRUE}\n    raise SystemExit(0)", "SystemExit: 0"),
    "ends its generator from within": (f"{TRUE}\n    next(iter(()))", "generator raised StopIteration"),
    "closes stdout": (f"import sys; sys.stdout.close(); sys.stderr.close()\n    {FALSE}", None),
    "closes all files": (f"import os; os.closerange(0, 200)\n    {FALSE}", "exit code 1 instead of answering"),
    "deletes its own file": (f"import os; os.remove(__file__)\n    {FALSE}", None),
    "forks, and the parent leaves": (f"import os\n    if os.fork(): os._exit(0)\n    {TRUE}", "with exit code 0"),
    "handles all signals": (
        f"import signal\n    for s in (1, 2, 14, 15): signal.signal(s, signal.SIG_IGN)\n    {FALSE}",
        None,
    ),
    "ends by its own alarm": (
        "import signal, time\n    def leave(*_): raise SystemExit(0)\n    signal.signal(14, leave)\n"
        f"    signal.setitimer(signal.ITIMER_REAL, 0.02)\n    time.sleep(0.3)\n    {TRUE}",
        "SystemExit: 0",
    ),
    "registers an exit": (f"import atexit, os; atexit.register(os._exit, 0)\n    {FALSE}", None),
    "patches the judge": (
        "import theorytest.runs.results as r; from theorytest import Verdict\n"
        "    r.combine = lambda verdicts: (list(verdicts), Verdict.EXACT)[1]; r._deciding = lambda d, _: d[0]\n"
        f"    {FALSE}",
        "replaces combine of theorytest.runs.results, by which it is judged",
    ),
    "patches a method of the judge": (
        "from theorytest import at_most\n    from theorytest.decisions.relations import Relation\n"
        "    right = Relation.decide\n    Relation.decide = lambda self, name=None: right(at_most(3, 4), name)\n"
        "    yield at_most(4, 3)",
        "replaces decide of Relation, by which it is judged",
    ),
    "returns a mock": ("from unittest.mock import MagicMock\n    return MagicMock()", "made no decision"),
    "yields a truth value": ("yield True", "must return or yield relations"),
    "compares a mock": (
        "from unittest.mock import MagicMock\n    from theorytest import at_most\n    yield at_most(MagicMock(), 3)",
        "there is nothing to compare",
    ),
    "compares nothing": ("import numpy as np\n    yield equal(np.array([]), np.array([]))", "nothing to compare"),
    "overflows on both sides": (
        "import numpy as np\n    yield equal(np.exp(np.array([1000.0])), np.exp(np.array([2000.0])))",
        "may be an overflow on both sides",
    ),
    "loses an error in a thread": (
        "import threading\n    def fails(): assert 3 == 4\n    thread = threading.Thread(target=fails)\n"
        f"    thread.start(); thread.join()\n    {TRUE}",
        "a thread of the check ended with AssertionError, which the check has not met",
    ),
    "changes an array after it was compared": (
        "import numpy as np\n    from theorytest import at_most\n    x = np.array([4]); found = at_most(x, 3)\n"
        "    x[0] = 2\n    yield found",
        None,
    ),
    "changes a list after it was compared": (
        "from theorytest import at_most\n    x = [[4, 1]]; found = at_most(x, 3)\n    x[0][0] = 2\n    yield found",
        None,
    ),
    "changes the code of a function of the judge": (
        "import theorytest.runs.results as r\n    def combine(verdicts): return list(verdicts)[-1]\n"
        f"    r.combine.__code__ = combine.__code__\n    {FALSE}",
        "changes combine of theorytest.decisions.decision from within, by which it is judged",
    ),
    "changes a property of a verdict": (
        f"from theorytest import Verdict\n    Verdict.holds = property(lambda v: True)\n    {FALSE}",
        "replaces holds of Verdict, by which it is judged",
    ),
    "puts a builtin into the judge": (
        f"import theorytest.decisions.relations as r\n    r.min = lambda *a, **k: 0\n    {TRUE}",
        "puts a min into theorytest.decisions.relations, by which it is judged",
    ),
    "replaces builtins": (
        f"import builtins\n    builtins.all = lambda x: True; builtins.any = lambda x: False\n    {FALSE}",
        "of builtins, by which it is judged",
    ),
    "replaces a function of numpy that the judge uses": (
        "import numpy as np\n    np.isnan = lambda x: np.zeros(np.shape(x), bool)\n    yield equal(3.0, 4.0)",
        "replaces isnan of numpy, by which it is judged",
    ),
    "replaces how fractions are compared": (
        "from fractions import Fraction as F\n    F.__eq__ = lambda a, b: True\n    yield equal(F(7, 2), F(10, 3))",
        "replaces __eq__ of Fraction, by which it is judged",
    ),
    "replaces a constant of the judge": (
        "import theorytest.decisions.relations as r\n    r._ROUNDING = 10.0\n    yield equal([3.0, 4.0], [4.0, 4.0])",
        "replaces _ROUNDING of theorytest.decisions.relations, by which it is judged",
    ),
    "forgets to yield": ("equal(3, 4)\n    yield equal(3, 3)", "made and neither returned nor yielded (file_"),
    "forgets to yield what samples": (
        "from theorytest import mean_at_most as most\n    sampled(most, lambda rng, n: rng.random(n), bound=0.1)\n"
        "    yield equal(3, 3)",
        "made and neither returned nor yielded (file_",
    ),
    "takes a decision away": (
        f"{FALSE}\n    run._decisions.clear()\n    yield same(3, 3, name='t') if run.claim else None",
        "a decision was taken away after it was made",
    ),
    "compares an array with itself": (
        "import numpy as np\n    x = np.array([1.5, 2.5])\n    yield equal(x, x)",
        "both sides are one array",
    ),
    "silences errors in threads": (
        "import threading\n    threading.excepthook = lambda *a: None\n    def fails(): assert 3 == 4\n"
        f"    thread = threading.Thread(target=fails); thread.start(); thread.join()\n    {TRUE}",
        "the check replaces threading.excepthook",
    ),
    "forgets all modules": (f"import sys\n    sys.modules.clear()\n    {FALSE}", "instead of answering"),
    "puts another module in the place of the judge": (
        f"import sys, types\n    sys.modules['theorytest.runs.results'] = types.ModuleType('x')\n    {FALSE}",
        "instead of answering",
    ),
    "replaces dataclasses.replace": (
        f"import dataclasses\n    dataclasses.replace = lambda x, **k: x\n    {FALSE}",
        None,
    ),
    "returns a coroutine": (
        "async def later(): return equal(3, 3)\n    return later()",
        "must return or yield relations",
    ),
    "raises KeyboardInterrupt": (f"{TRUE}\n    raise KeyboardInterrupt", "with exit code 1 instead of answering"),
    "raises GeneratorExit": (f"{TRUE}\n    raise GeneratorExit", "GeneratorExit"),
    "allows no recursion": (
        f"{TRUE}\n    import sys; sys.setrecursionlimit(60)\n    (lambda f: f(f))(lambda f: f(f))",
        "RecursionError",
    ),
    "compares what is masked": (
        "import numpy as np\n    yield equal(np.ma.array([3.0, 4.0], mask=[True, False]), np.array([5.0, 4.0]))",
        None,
    ),
    "compares nan with nan": ("yield equal(float('nan'), float('nan'))", "the bound is not a number"),
    "compares a nan": ("from theorytest import at_most\n    yield at_most(float('nan'), 3)", "not a number"),
    "compares a whole number that equals all": (
        "class Yes(int):\n        def __eq__(self, other): return True\n        __hash__ = int.__hash__\n"
        "    yield equal(Yes(3), 4)",
        None,
    ),
    "compares an array that equals all": (
        "import numpy as np\n    class A(np.ndarray):\n        def __eq__(s, o): return np.ones(s.shape, bool)\n"
        "        def __sub__(s, o): return np.zeros(s.shape)\n"
        "    yield equal(np.array([3.5, 1.0]).view(A), np.array([4.5, 1.0]))",
        None,
    ),
    "compares an object that equals all": (
        "class Any:\n        def __eq__(self, other): return True\n    yield equal(Any(), 4)",
        "TypeError",
    ),
    "compares a generator": ("from theorytest import at_most\n    yield at_most((x for x in [1, 5]), 3)", "TypeError"),
    "compares an empty range": ("from theorytest import at_most\n    yield at_most(range(0), 3)", "nothing to compare"),
    "yields an empty list": ("return []", "made no decision"),
    "skips": (f"import pytest; pytest.skip('later')\n    {TRUE}", "Skipped: later"),
    "swallows what is thrown at it": (
        "try:\n        yield same(3, 4, name='four')\n    except BaseException:\n        yield same(3, 3, name='t')",
        None,
    ),
}
