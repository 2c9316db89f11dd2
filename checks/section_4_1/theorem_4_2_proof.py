r"""The proof of Theorem 4.2, atom by atom on trees of all paths: Y_t = X_t / A_t with A_{t+1} = a_1 ⋯ a_t."""

from fractions import Fraction as F
from math import prod

from checks.hypotheses import contracting, steps_known, strong_pl
from checks.instances.schemes_on_trees import SCHEMES
from checks.instances.trees import accumulated, adaptive, as_printed, factor, leaves, levels, mean, smallest_xi, trees
from checks.theory import symbolic_scheme as scheme
from theorytest import at_most, claim, equal, family, integers, product, vectors
from theorytest.proof import HYPOTHESIS, along, compared, defined, for_all, function, induction, integer, statement, use
from theorytest.proof import mean as expected

T = 4
SCOPE = {"(L, M, P_tⁿ, R_t, s_t)": SCHEMES}
GIVEN = [strong_pl, steps_known, contracting]


def inner(root):
    """(t, node) for all nodes with children."""
    return [(t, node) for t, level in enumerate(levels(root), start=1) for node in level if node.children]


def following(instance, node):
    """E[X_{t+1} | F_t]."""
    return sum(p * instance.gap(child.state) for p, child in node.children)


def recursion_on_symbols(*, contraction=factor, perturbation=lambda xi: xi):
    """The conditions at t, each with its multiplier; the expectation is conditional on F_t."""
    t = integer("t")
    a = contraction(scheme.WORLD, scheme.steps(t))
    bound = a * expected(scheme.gap(t)) + perturbation(scheme.xi(t))
    claimed = at_most(expected(scheme.gap(t + 1)), bound)
    return statement(claimed, given=scheme.conditions(contraction), by=scheme.one_step(t))


def recursion_at(instance):
    for root in trees(instance, T):
        xi = smallest_xi(instance, root)
        for t, node in inner(root):
            child, gaps = node.children[0][1], {t: instance.gap(node.state), t + 1: following(instance, node)}
            yield scheme.numbers(instance, child.factors, child.steps, xi[:t]) | {"t": t, scheme.gap: gaps.__getitem__}


@claim(
    "x:display-thm4.2-proof-recursion",
    says="Under the assumptions of Theorem 4.2, E[X_{t+1} | F_t] ≤ a_tX_t + ξ_t.",
    formula=r"\mathbb{E}[X_{t+1}\mid\mathcal{F}_t] \le a_tX_t+\xi_t",
    forall=SCOPE,
    given=GIVEN,
    tight="attained on lines, where (SPL) and (LS) have the same constant and retraction and variance are used up",
    premises=["eq:C-retraction/corrected", "eq:mu-PL_strong/corrected", "eq:bbv"],
    proof=compared(recursion_on_symbols, recursion_at),
    mutants={
        "two per cent less": {"contraction": lambda i, s: F(49, 50) * factor(i, s)},
        "no perturbation": {"perturbation": lambda _: 0},
    },
)
def one_step_contracts(instance, *, contraction=factor, perturbation=lambda xi: xi):
    means, upper = [], []
    for root in trees(instance, T):
        xi = smallest_xi(instance, root)
        for t, node in inner(root):
            a = contraction(instance, node.children[0][1].steps[-1])
            means.append(following(instance, node))
            upper.append(a * instance.gap(node.state) + perturbation(xi[t - 1]))
    return at_most(means, upper, symbol="E[X_{t+1} | F_t]")


def increments(instance, node, t):
    """E[A_{t+1}⁻¹ X_{t+1} - A_t⁻¹ X_t | F_t]."""
    X = instance.gap(node.state)
    return sum(
        p * (instance.gap(child.state) / prod(child.factors) - X / prod(child.factors[: t - 1]))
        for p, child in node.children
    )


def conditional_sum(root, f):
    """Σ_t E[f(t, node at time t) | F_1]."""

    def below(node, t):
        return f(t, node) + sum(p * below(child, t + 1) for p, child in node.children) if node.children else 0

    return below(root, 1)


def increments_on_symbols(*, scale=prod, terms=T):
    """Both sides over A_{t+1} = A_t a_t; then induction over T, conditional on F_1 by the tower property."""
    X, a, A, xi, S = function("X", random=True), *(function(x, ">0") for x in "aA"), function("ξ"), function("S")
    t, k, j, n = integer("t"), integer("k"), integer("j", 0), integer("T", 0)
    name = "E[X_{t+1}|F_t] ≤ a_tX_t + ξ_t"

    def scaled(t):
        return expected(X(t)) / A(t)

    def one(t):
        return [use(name, 1 / A(t + 1), at={"k": t}), use("A", scaled(t) / A(t + 1), at={"k": t})]

    return statement(
        [
            at_most(scaled(t + 1) - scaled(t), xi(t) / A(t + 1)),
            at_most(scaled(n + 1) - scaled(1), S(n + terms - T)),
        ],
        given={
            name: for_all(k, at_most(expected(X(k + 1)), a(k) * expected(X(k)) + xi(k))),
            "A_1": defined(equal(A(1), 1)),
            "A": defined(equal(A(k + 1), scale([A(k), a(k)])), k),
            "S_0": defined(equal(S(0), 0)),
            "S": defined(equal(S(j + 1), S(j) + xi(j + 1) / A(j + 2)), j),
        },
        by=[
            one(t),
            induction(n, base=[use("S_0")], step=[use(HYPOTHESIS), *one(n + 1), use("S", at={"j": n})]),
        ],
    )


def increments_at(instance):
    """The equalities are the tower property, which the statement uses; A_t and ξ_t are known at the start."""
    for root in trees(instance, T):
        xi, leaf = smallest_xi(instance, root), leaves(root)[0]
        A = [prod(leaf.factors[:t]) for t in range(T + 1)]
        known = {"ξ": along(xi), "A": along(A), "a": along(leaf.factors), "T": T}
        known["S"] = along([sum(xi[t] / A[t + 1] for t in range(n)) for n in range(T + 1)], 0)
        nodes = inner(root)
        yield from [None] * len(nodes)
        for t, node in nodes:
            yield known | {
                "t": t,
                "k": t,
                "X": {t: instance.gap(node.state), t + 1: following(instance, node)}.__getitem__,
            }
        yield None
        ends = {1: instance.gap(root.state), T + 1: mean(root, lambda leaf: instance.gap(leaf.state))}
        yield from [known | {"X": ends.__getitem__}] * len(leaves(root))


@claim(
    "x:display-thm4.2-proof-sum",
    also=["x:display-thm4.2-proof-scaled", "x:thm4.2-proof-measurable"],
    says="If E[X_{t+1}|F_t] ≤ a_tX_t + ξ_t, Y_t = A_t⁻¹X_t has E[Y_{t+1}−Y_t|F_t] ≤ A_{t+1}⁻¹ξ_t and "
    "E[Y_{T+1}−Y₁|F₁] ≤ Σ_{t≤T}A_{t+1}⁻¹ξ_t, as a_t and ξ_t are F₁-measurable.",
    formula=r"A_{t+1}^{-1}(\mathbb{E}[X_{t+1}\mid\mathcal{F}_t]-a_tX_t) = "
    r"\mathbb{E}[Y_{t+1}-Y_t\mid\mathcal{F}_t] \le A_{t+1}^{-1}\xi_t, \quad "
    r"\mathbb{E}[Y_{T+1}-Y_1\mid\mathcal{F}_1] = \sum_{t=1}^T\mathbb{E}\bigl[\mathbb{E}[Y_{t+1}-Y_t\mid"
    r"\mathcal{F}_t]\mid\mathcal{F}_1\bigr] \le \sum_{t=1}^TA_{t+1}^{-1}\xi_t",
    forall=SCOPE,
    given=GIVEN,
    reading="A_t and A_{t+1} are known given F_t, as F₁ ⊂ F_t.",
    tight="attained on lines, where (SPL) and (LS) have the same constant and retraction and variance are used up",
    premises=["x:display-thm4.2-proof-recursion"],
    proof=compared(increments_on_symbols, increments_at),
    mutants={
        "A_{t+1} with one factor more": {"scale": lambda a: prod(a) * a[-1]},
        "two per cent more of A_{t+1}": {"scale": lambda a: F(51, 50) * prod(a)},
        "steps that know the state": {"look": adaptive},
        "a term less": {"terms": T - 1},
    },
)
def increments_sum_to_the_change(instance, *, look=as_printed, scale=prod, terms=T):
    """The last sum is where the products must be known at the start: it is tried on every path."""
    for number, root in enumerate(trees(instance, T, look), start=1):
        xi, name = smallest_xi(instance, root), f"start {number}"
        left, middle, right = [], [], []
        for t, node in inner(root):
            a = node.children[0][1].factors
            left.append((following(instance, node) - a[-1] * instance.gap(node.state)) / scale(a))
            middle.append(increments(instance, node, t))
            right.append(xi[t - 1] / scale(a))
        yield equal(left, middle, name=f"{name}: scaled", digits=11, scale=1.0, symbol="the left-hand side over A")
        yield at_most(middle, right, name=f"{name}: a step", digits=11, symbol="E[Y_{t+1} − Y_t | F_t]")
        change = mean(root, lambda leaf: instance.gap(leaf.state) / prod(leaf.factors)) - instance.gap(root.state)
        tower = conditional_sum(root, lambda t, node: increments(instance, node, t))
        sums = [sum(xi[t] / prod(leaf.factors[: t + 1]) for t in range(terms)) for leaf in leaves(root)]
        yield equal(change, tower, name=f"{name}: tower", digits=11, scale=1.0, symbol="E[Y_{T+1} − Y_1 | F_1]")
        yield at_most(change, sums, name=name, digits=11, symbol="E[Y_{T+1} − Y_1 | F_1]")


def sum_on_symbols(*, shift=1, collect=accumulated):
    """Induction over T with W_T = Σ_{t≤T} ξ_t/A_{t+1}."""
    a, xi, A, W, collected = function("a", ">0"), function("ξ"), function("A", ">0"), function("W"), function("ξ̄")
    k, j, T = integer("k"), integer("j", 0), integer("T", 0)
    return statement(
        equal(A(T + 1) * W(T), collected(T)),
        given={
            "A_1": defined(equal(A(1), 1)),
            "A": defined(equal(A(k + 1), A(k) * a(k)), k),
            "W_0": defined(equal(W(0), 0)),
            "W": defined(equal(W(j + 1), W(j) + xi(j + 1) / A(j + 1 + shift)), j),
            "ξ̄_0": defined(equal(collected(0), 0)),
            "ξ̄": defined(equal(collected(j + 1), collect([1, a(j + 1)], [collected(j), xi(j + 1)])), j),
        },
        by=induction(
            T,
            base=[use("W_0", A(1)), use("ξ̄_0", -1)],
            step=[
                use("W", A(T + 2), at={"j": T}),
                use("A", W(T), at={"k": T + 1}),
                use("ξ̄", -1, at={"j": T}),
                use(HYPOTHESIS, a(T + 1)),
            ],
        ),
    )


def sequences(a, xi):
    """Both as functions of t."""
    return (lambda t: a[t - 1]), (lambda t: xi[t - 1])


def sum_at(n, sequences):
    a, xi = ([each(t) for t in range(1, n + 1)] for each in sequences)
    A = [prod(a[:t]) for t in range(n + 1)]
    return {
        **{"T": n, "k": n, "j": n - 1, "a": along(a), "ξ": along(xi), "A": along(A)},
        "W": along([sum(xi[t] / A[t + 1] for t in range(m)) for m in range(n + 1)], 0),
        "ξ̄": along([accumulated(a[:m], xi[:m]) for m in range(n + 1)], 0),
    }


@claim(
    "x:display-thm4.2-proof-final",
    says="The sum Σ_{t≤T} A_{T+1}A_{t+1}⁻¹ξ_t is the accumulated perturbation ξ̄_T of the recursion.",
    formula=r"\sum_{t=1}^TA_{T+1}A_{t+1}^{-1}\xi_t = \sum_{t=1}^T\Bigl(\prod_{k=t+1}^Ta_k\Bigr)\xi_t = \bar\xi_T",
    forall={
        "T": family(range(1, 7), "positive integers", search=integers(1, 6)),
        "(a_t, ξ_t)": family(
            {
                "a_t = t/(t+1), ξ_t = t^−2": (lambda t: F(t, t + 1), lambda t: F(1, t**2)),
                "a_t = 1/(t+1), ξ_t = t": (lambda t: F(1, t + 1), F),
            },
            "sequences with a_t ∈ (0, 1) and ξ_t ≥ 0",
            search=product(vectors(6, 0, 1, open=True), vectors(6, 0)).map(sequences),
        ),
    },
    premises=["x:display-thm4.2-proof-sum"],
    proof=compared(sum_on_symbols, sum_at),
    mutants={
        "A_t for A_{t+1}": {"shift": 0},
        "the recursion without a_{t+1}": {"collect": lambda a, xi: accumulated([1] * len(a), xi)},
        "the recursion with a_t": {"collect": lambda a, xi: accumulated([1, *a[:-1]], xi)},
    },
)
def sum_is_the_accumulated_perturbation(n, sequences, *, shift=1, collect=accumulated):
    a, xi = ([each(t) for t in range(1, n + 1)] for each in sequences)
    A = [prod(a[:t]) for t in range(n + 1)]  # A_1, ..., A_{n+1}
    total = sum(A[n] / A[t - 1 + shift] * xi[t - 1] for t in range(1, n + 1))
    return equal(total, collect(a, xi), symbol="the sum")
