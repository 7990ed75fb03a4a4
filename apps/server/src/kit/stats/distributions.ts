/** Lanczos approximation of the logarithm of the gamma function. */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const at = x - 1
  const t = at + 7.5
  const sum = lanczos.reduce((all, factor, index) => all + factor / (at + index + 1), 0.99999999999980993)
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(t) - t + Math.log(sum)
}
/** Continued fraction of the incomplete beta function (Lentz). */
function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 - ((a + b) * x) / (a + 1)
  d = 1 / (Math.abs(d) < tiny ? tiny : d)
  let result = d
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    for (const step of [even, odd]) {
      d = 1 + step * d
      d = 1 / (Math.abs(d) < tiny ? tiny : d)
      c = 1 + step / c
      if (Math.abs(c) < tiny) c = tiny
      result *= d * c
    }
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return result
}
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b
}
/** Share of a t distribution below `t`. */
function tBelow(t: number, degrees: number): number {
  const tail = incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2
  return t > 0 ? 1 - tail : tail
}
/** The value below which a share of a t distribution lies. */
export function tQuantile(share: number, degrees: number): number {
  let [low, high] = [-1e3, 1e3]
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2
    if (tBelow(middle, degrees) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
/** The probability of at most `k` heads in `n` tosses of a fair coin. */
export function fairCoinAtMost(k: number, n: number): number {
  let sum = 0
  for (let i = 0; i <= k; i += 1)
    sum += Math.exp(logGamma(n + 1) - logGamma(i + 1) - logGamma(n - i + 1) - n * Math.LN2)
  return Math.min(1, sum)
}
/** Share of a standard normal distribution above `z`: Abramowitz and Stegun 7.1.26, asymptotic in the tail. */
export function normalAbove(z: number): number {
  if (z < 0) return 1 - normalAbove(-z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z > 5) return (density / z) * (1 - 1 / (z * z))
  const t = 1 / (1 + 0.2316419 * z)
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return density * sum
}
