"""Appendix K.2, line 2745 [x:display-appK.2-inner-product]: the inner product of two networks is three sums of products
of neurons with neurons and with the two outer biases.

Read as printed: false, the product b_1 b_1' of the biases is missing. With it, it is true.
Two networks without neurons, A_1 = A_1' = 0, that are 1 everywhere, on a probability space.
"""

outer, bias = (0, 0), (1, 1)  # A_1 and A_1', b_1 and b_1'
neuron = 5  # whatever the integrals with neurons are: all of them are multiplied by A_1 or A_1'
three_sums = outer[0] * outer[1] * neuron + outer[0] * bias[1] * neuron + bias[0] * outer[1] * neuron
true = 1 * 1  # the mean of the product of the two functions
print("printed: the inner product is", three_sums)
print("true: the inner product is", true)
assert three_sums != true
assert three_sums + bias[0] * bias[1] == true
