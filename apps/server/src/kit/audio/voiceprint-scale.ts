/**
 * How much each value of a voiceprint varies within one voice. Measured with 13 voices of two synthesisers, five
 * sentences each: clean, with noise at 20 dB, and through a dull and a sharp microphone.
 */
const means = [
  7.45, 2.74, 3.59, 1.69, 1.17, 1.25, 1.05, 0.973, 1.09, 0.964, 0.91, 0.702, 0.567, 0.544, 0.534, 0.437, 0.421, 0.492,
  0.382,
]
const spreads = [
  2.92, 1.78, 1.89, 1.56, 1.07, 1.2, 0.784, 0.776, 0.777, 0.493, 0.529, 0.457, 0.439, 0.415, 0.313, 0.283, 0.271, 0.327,
  0.249,
]
const height = 0.022

export const within: readonly number[] = [...means, ...spreads, height]
