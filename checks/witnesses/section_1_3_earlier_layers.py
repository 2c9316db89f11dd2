"""Section 1.3, line 439 [x:sec1.3-earlier-layers]: errors in earlier layers are "amplified by all subsequent layers".

Read for every network: false, a later layer multiplies an error by at most its Lipschitz constant, which may be below
one. Read as "may be amplified", where the product of these constants is above one, it is true.
A hidden neuron with the output z, then the layer max(z, 0)/2: from z = 1 and from z = -2, with an error of 1.
"""

from fractions import Fraction as Q


def later(z):
    return max(z, 0) * Q(1, 2)


errors = [abs(later(z + 1) - later(z)) for z in (1, -2)]
print("printed: an error of 1 in the first layer is, at the output, above 1")
print("true: an error of 1 in the first layer is, at the output,", *errors)
assert max(errors) < 1
