r"""The proof of Theorem 4.2, atom by atom on trees of all paths: Y_t = X_t / A_t with A_{t+1} = a_1 ⋯ a_t."""

from __future__ import annotations

from fractions import Fraction

from checks.instances.trees import accumulated, factor, instances, leaves, levels, mean, product, smallest_xi, trees
from checks.section_4_1.theorem_4_2 import adaptive, as_printed
from theorytest import at_most, claim, equal

F = Fraction
T = 4


def looks_ahead(rule, t, state, k):  # noqa: ARG001
    """A step that depends on the draw that it is used with."""
    return rule(t) / (1 + k)


def inner(root):
    """(t, node) for all nodes with children."""
    return [(t, node) for t, level in enumerate(levels(root), start=1) for node in level if node.children]


@claim(
    "x:display-thm4.2-proof-recursion",
    kind="inequality",
    says="At every state the expected next gap is at most a_t times the gap plus xi_t, with equality where the "
    "retraction and the variance are saturated.",
    formula=r"\mathbb{E}[X_{t+1}\mid\mathcal{F}_t] \le a_tX_t+\xi_t",
    expected="computed",
    tight="attained on lines with saturated retraction and variance",
    premises=["eq:C-retraction/corrected", "eq:mu-PL_strong/corrected", "eq:bbv"],
    mutants={
        "c_var1 = 1": {"contraction": lambda i, s: 1 - 2 * i.lam * (i.c_bias1 * s - s**2 * (i.L + i.C_R) / 2)},
        "two per cent less": {"contraction": lambda i, s: F(49, 50) * factor(i, s)},
        "no perturbation": {"share": 0},
    },
)
def one_step_contracts(*, contraction=factor, share=1):
    for name, instance in instances().items():
        nodes = [(x, node) for root in trees(instance, T) for x, node in zip_xi(instance, root)]
        means = [sum(p * instance.gap(child.state) for p, child in node.children) for _, node in nodes]
        upper = [
            contraction(instance, node.children[0][1].steps[-1]) * instance.gap(node.state) + share * x
            for x, node in nodes
        ]
        rule = equal if instance.attained else at_most
        yield rule(means, upper, name=name, digits=instance.digits, symbol="E[X_{t+1} | F_t]")


def zip_xi(instance, root):
    """(ξ_t, node)."""
    xi = smallest_xi(instance, root)
    return [(xi[t - 1], node) for t, node in inner(root)]


@claim(
    "x:thm4.2-proof-measurable",
    kind="remark",
    says="With steps known at the start the products A_t, and even A_{t+1}, are known at time t.",
    formula=r"s_t\ \mathcal{F}_1\text{-measurable} \implies A_t^{-1},\ A_{t+1}^{-1}\ \mathcal{F}_t\text{-measurable}",
    mutants={"steps that see their own draw": {"look": looks_ahead}},
)
def products_are_known(*, look=as_printed):
    """On every atom of F_t the products take one value each. A_{t+1} is what the proof takes out of E[· | F_t]."""
    for name, instance in instances().items():
        counts = [
            len({product(leaf.factors[:end]) for leaf in leaves(node)})
            for root in trees(instance, T, look)
            for t, node in inner(root)
            for end in (t - 1, t)
        ]
        yield equal(counts, 1, name=name, symbol="the number of values on an atom")


def increments(instance, node, t):
    """E[A_{t+1}⁻¹ X_{t+1} - A_t⁻¹ X_t | F_t]."""
    X = instance.gap(node.state)
    return sum(
        p * (instance.gap(child.state) / product(child.factors) - X / product(child.factors[: t - 1]))
        for p, child in node.children
    )


@claim(
    "x:display-thm4.2-proof-scaled",
    kind="identity",
    says="Divided by the products, the recursion bounds the increments of Y_t by xi_t over A_{t+1}.",
    formula=r"A_{t+1}^{-1}(\mathbb{E}[X_{t+1}\mid\mathcal{F}_t]-a_tX_t) = "
    r"\mathbb{E}[A_{t+1}^{-1}X_{t+1}-A_t^{-1}X_t\mid\mathcal{F}_t] \le A_{t+1}^{-1}\xi_t",
    expected="computed",
    premises=["x:display-thm4.2-proof-recursion", "x:thm4.2-proof-measurable"],
    mutants={
        "divided by A_t": {"scale": lambda a: product(a[:-1])},
        "A_{t+1} with one factor more": {"scale": lambda a: product(a) * a[-1]},
    },
)
def scaled_increments_are_bounded(*, scale=product):
    for name, instance in instances().items():
        left, middle, right = [], [], []
        for root in trees(instance, T):
            xi = smallest_xi(instance, root)
            for t, node in inner(root):
                a = node.children[0][1].factors
                following = sum(p * instance.gap(child.state) for p, child in node.children)
                left.append((following - a[-1] * instance.gap(node.state)) / scale(a))
                middle.append(increments(instance, node, t))
                right.append(xi[t - 1] / scale(a))
        digits = instance.digits and 11
        yield equal(left, middle, name=f"{name}: equality", digits=digits, scale=1.0)
        yield at_most(middle, right, name=f"{name}: bound", digits=digits)


def conditional_sum(root, f):
    """Σ_t E[f(t, node at time t) | F_1]."""

    def below(node, t):
        return f(t, node) + sum(p * below(child, t + 1) for p, child in node.children) if node.children else 0

    return below(root, 1)


@claim(
    "x:display-thm4.2-proof-sum",
    kind="inequality",
    says="By the tower property the increments sum to the change of Y, at most the sum of xi_t / A_{t+1}.",
    formula=r"\mathbb{E}[Y_{T+1}-Y_1\mid\mathcal{F}_1] = \sum_{t=1}^T\mathbb{E}\bigl[\mathbb{E}[Y_{t+1}-Y_t\mid"
    r"\mathcal{F}_t]\mid\mathcal{F}_1\bigr] \le \sum_{t=1}^T\mathbb{E}[A_{t+1}^{-1}\xi_t\mid\mathcal{F}_1] = "
    r"\sum_{t=1}^TA_{t+1}^{-1}\xi_t",
    expected="computed",
    tight="attained on lines with saturated retraction and variance",
    premises=["x:display-thm4.2-proof-scaled"],
    mutants={
        "share x 0.98": {"share": 0.98},
        "steps that know the state": {"look": adaptive},
        "a term less": {"terms": T - 1},
    },
)
def increments_sum_to_the_change(*, look=as_printed, terms=T, share=1):
    """The last equality is where the products must be known at the start: it is tried on every path."""
    for name, instance in instances().items():
        digits = instance.digits and 11
        for number, root in enumerate(trees(instance, T, look)):
            xi, first = smallest_xi(instance, root), instance.gap(root.state)
            change = mean(root, lambda leaf, i=instance: i.gap(leaf.state) / product(leaf.factors)) - first
            tower = conditional_sum(root, lambda t, node, i=instance: increments(i, node, t))
            sums = [share * sum(xi[t] / product(leaf.factors[: t + 1]) for t in range(terms)) for leaf in leaves(root)]
            where = f"{name}, start {number}"
            yield equal(change, tower, name=f"{where}: tower", digits=digits, scale=1.0)
            yield at_most(change, sums, name=where, digits=digits, symbol="E[Y_{T+1} - Y_1 | F_1]")


@claim(
    "x:display-thm4.2-proof-final",
    kind="identity",
    says="Multiplied by the full product, the sum is the accumulated perturbation of the recursion.",
    formula=r"\sum_{t=1}^TA_{T+1}A_{t+1}^{-1}\xi_t = \sum_{t=1}^T\Bigl(\prod_{k=t+1}^Ta_k\Bigr)\xi_t = \bar\xi_T",
    expected="computed",
    premises=["x:display-thm4.2-proof-sum"],
    mutants={
        "A_t for A_{t+1}": {"shift": 0},
        "the recursion without a_{t+1}": {"collect": lambda a, xi: accumulated([1] * len(a), xi)},
        "the recursion with a_t": {"collect": lambda a, xi: accumulated([1, *a[:-1]], xi)},
    },
)
def sum_is_the_accumulated_perturbation(*, shift=1, collect=accumulated):
    """Unequal factors and perturbations, T = 1 to 6, in fractions; then E[X_{T+1} | F_1] itself on all paths."""
    a, xi = [F(k, k + 1) for k in range(1, 7)], [F(1, k**2) for k in range(1, 7)]
    for n in range(1, 7):
        A = [product(a[:t]) for t in range(n + 1)]  # A_1, ..., A_{n+1}
        total = sum(A[n] / A[t - 1 + shift] * xi[t - 1] for t in range(1, n + 1))
        yield equal(total, collect(a[:n], xi[:n]), name=f"T = {n}", symbol="the sum")
    for name, instance in instances().items():
        for number, root in enumerate(trees(instance, T)):
            final = mean(root, lambda leaf, i=instance: i.gap(leaf.state))
            factors = leaves(root)[0].factors
            upper = product(factors) * instance.gap(root.state) + collect(factors, smallest_xi(instance, root))
            yield at_most(final, upper, name=f"{name}, start {number}", digits=instance.digits)
