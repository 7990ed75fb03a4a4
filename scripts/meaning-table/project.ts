/** The share of the mean to subtract. Subtracting all of it would hide that a question matches nothing in the base. */
const MEAN_SHARE = 0.9
const [ROUNDS, SAMPLE] = [12, 6000]

/** Reduces the dimensions of vectors: subtracts the mean, then projects on the directions of greatest variance. */
export function project(rows: Float32Array, from: number, to: number, weigh: (row: number) => number): Float32Array {
  const count = rows.length / from
  const mean = new Float64Array(from)
  let total = 0
  for (let row = 0; row < count; row += 1) {
    const weight = weigh(row)
    total += weight
    for (let at = 0; at < from; at += 1) mean[at]! += weight * rows[row * from + at]!
  }
  const centred = rows.map((value, at) => value - (MEAN_SHARE * mean[at % from]!) / total)
  const directions = mainDirections(covariance(centred, from), from, to)
  const made = new Float32Array(count * to)
  for (let row = 0; row < count; row += 1)
    for (let at = 0; at < to; at += 1) {
      let sum = 0
      for (let n = 0; n < from; n += 1) sum += directions[at]![n]! * centred[row * from + n]!
      made[row * to + at] = sum
    }
  return made
}

/** The covariance matrix, from a sample of the rows. */
function covariance(rows: Float32Array, size: number): Float64Array {
  const made = new Float64Array(size * size)
  const count = rows.length / size
  for (let row = 0; row < count; row += Math.max(1, Math.floor(count / SAMPLE)))
    for (let a = 0; a < size; a += 1) {
      const value = rows[row * size + a]!
      for (let b = 0; b < size; b += 1) made[a * size + b]! += value * rows[row * size + b]!
    }
  return made
}

/** The first eigenvectors, by orthogonal iteration from a fixed start, so that the table is reproducible. */
function mainDirections(matrix: Float64Array, size: number, count: number): Float64Array[] {
  let state = 1
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
  let found = Array.from({ length: count }, () => Float64Array.from({ length: size }, next))
  for (let round = 0; round < ROUNDS; round += 1) {
    found = found.map((vector) =>
      Float64Array.from({ length: size }, (_, row) => {
        let sum = 0
        for (let at = 0; at < size; at += 1) sum += matrix[row * size + at]! * vector[at]!
        return sum
      }),
    )
    orthogonalise(found)
  }
  return found
}

function orthogonalise(vectors: Float64Array[]) {
  vectors.forEach((vector, at) => {
    for (const before of vectors.slice(0, at)) {
      const shared = vector.reduce((sum, value, n) => sum + value * before[n]!, 0)
      vector.forEach((value, n) => (vector[n] = value - shared * before[n]!))
    }
    const length = Math.hypot(...vector)
    vector.forEach((value, n) => (vector[n] = value / length))
  })
}
