/** Points per natural unit of strength: 400 points are odds of ten to one. */
const SCALE = 400 / Math.LN10
const MAX_STEPS = 50
/** Convergence limit, far below the precision of a board. */
const SMALL = 1e-9

/**
 * Strengths of `n` models from the table of wins (`wins[i * n + j]`: how often i beat j; a tie is half a win for each).
 * Each model additionally wins and loses once against an average one, so that unbeaten models stay finite. Newton steps
 * from `start`.
 */
export function fitStrengths(
  n: number,
  wins: Float64Array,
  { start, steps = MAX_STEPS }: { start?: Float64Array; steps?: number } = {},
): Float64Array {
  const beta = start ? Float64Array.from(start) : new Float64Array(n)
  const slope = new Float64Array(n)
  const curve = new Float64Array(n * n)
  for (let step = 0; step < steps; step += 1) {
    curvature(n, wins, beta, slope, curve)
    solveInPlace(curve, slope, n)
    let largest = 0
    for (let i = 0; i < n; i += 1) {
      // A full step could overshoot for a model with few votes.
      const move = Math.max(-2, Math.min(2, slope[i]!))
      beta[i]! += move
      largest = Math.max(largest, Math.abs(move))
    }
    if (largest < SMALL) break
  }
  return beta
}

/** From this number of votes per model on, resamples can use the curvature of the whole. */
const MANY = 100

/** Fits tables close to one with known strengths: two steps are enough. */
export function strengthsFrom(
  n: number,
  wins: Float64Array,
  beta: Float64Array,
): (table: Float64Array) => Float64Array {
  const votes = wins.reduce((sum, one) => sum + one, 0)
  if (votes < MANY * n) return (table) => fitStrengths(n, table, { start: beta, steps: 2 })
  const root = new Float64Array(n * n)
  curvature(n, wins, beta, new Float64Array(n), root)
  factor(root, n)
  const slope = new Float64Array(n)
  return (table) => {
    const found = Float64Array.from(beta)
    for (let step = 0; step < 2; step += 1) {
      slopeAt(n, table, found, slope)
      substitute(root, slope, n)
      for (let i = 0; i < n; i += 1) found[i]! += slope[i]!
    }
    return found
  }
}
function slopeAt(n: number, wins: Float64Array, beta: Float64Array, slope: Float64Array) {
  const power = beta.map((one) => Math.exp(one))
  for (let i = 0; i < n; i += 1) slope[i] = 1 - (2 * power[i]!) / (1 + power[i]!)
  for (let i = 0; i < n; i += 1)
    for (let j = i + 1; j < n; j += 1) {
      const won = wins[i * n + j]!
      const met = won + wins[j * n + i]!
      const gap = won - (met * power[i]!) / (power[i]! + power[j]!)
      slope[i]! += gap
      slope[j]! -= gap
    }
}

/** First and second derivatives of the log-likelihood; the second is negated. */
function curvature(n: number, wins: Float64Array, beta: Float64Array, slope: Float64Array, curve: Float64Array) {
  curve.fill(0)
  for (let i = 0; i < n; i += 1) {
    const average = 1 / (1 + Math.exp(-beta[i]!))
    slope[i] = 1 - 2 * average
    curve[i * n + i] = 2 * average * (1 - average)
  }
  for (let i = 0; i < n; i += 1)
    for (let j = i + 1; j < n; j += 1) {
      const won = wins[i * n + j]!
      const met = won + wins[j * n + i]!
      if (met === 0) continue
      const p = 1 / (1 + Math.exp(beta[j]! - beta[i]!))
      const gap = won - met * p
      slope[i]! += gap
      slope[j]! -= gap
      const weight = met * p * (1 - p)
      curve[i * n + i]! += weight
      curve[j * n + j]! += weight
      curve[i * n + j]! -= weight
      curve[j * n + i]! -= weight
    }
}

/** Solves a · x = b for a symmetric positive matrix by its Cholesky factor. Overwrites both arguments; b becomes x. */
function solveInPlace(a: Float64Array, b: Float64Array, n: number): void {
  factor(a, n)
  substitute(a, b, n)
}
/** Cholesky factorisation in place; elements above the diagonal stay unchanged. */
export function factor(a: Float64Array, n: number): void {
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = a[i * n + j]!
      for (let k = 0; k < j; k += 1) sum -= a[i * n + k]! * a[j * n + k]!
      a[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / a[j * n + j]!
    }
}
/** Solves by a Cholesky factor; b becomes the solution. */
export function substitute(a: Float64Array, b: Float64Array, n: number): void {
  for (let i = 0; i < n; i += 1) {
    let sum = b[i]!
    for (let k = 0; k < i; k += 1) sum -= a[i * n + k]! * b[k]!
    b[i] = sum / a[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = b[i]!
    for (let k = i + 1; k < n; k += 1) sum -= a[k * n + i]! * b[k]!
    b[i] = sum / a[i * n + i]!
  }
}
/** The covariance of the strengths: the inverse of the curvature. */
export function covariance(n: number, wins: Float64Array, beta: Float64Array): Float64Array {
  const curve = new Float64Array(n * n)
  curvature(n, wins, beta, new Float64Array(n), curve)
  factor(curve, n)
  const inverse = new Float64Array(n * n)
  const column = new Float64Array(n)
  for (let i = 0; i < n; i += 1) {
    column.fill(0)
    column[i] = 1
    substitute(curve, column, n)
    inverse.set(column, i * n)
  }
  return inverse
}

/** Standard errors of the scores, from the curvature. */
export function spreadsOf(n: number, wins: Float64Array, beta: Float64Array): Float64Array {
  const inverse = covariance(n, wins, beta)
  const sums = new Float64Array(n)
  for (let i = 0; i < n; i += 1) for (let j = 0; j < n; j += 1) sums[i]! += inverse[i * n + j]!
  const total = sums.reduce((sum, one) => sum + one, 0)
  return sums.map((sum, i) => SCALE * Math.sqrt(Math.max(0, inverse[i * n + i]! - (2 * sum) / n + total / (n * n))))
}

/** Strengths on the scale of a board, centred around 1000. */
export function scoresOf(beta: Float64Array): Float64Array {
  const middle = beta.reduce((sum, one) => sum + one, 0) / Math.max(1, beta.length)
  return beta.map((one) => 1000 + SCALE * (one - middle))
}
/** The probability that a model of one strength beats another. */
export const chance = (own: number, other: number): number => 1 / (1 + Math.exp(other - own))
