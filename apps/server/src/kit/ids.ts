/** Ids: 63 bits, ordered by time. 41 bits of milliseconds, 10 of process, 12 of sequence. */
const EPOCH = Date.UTC(2024, 0, 1)
export type NewId = () => string

export function createIds(processNumber: number, now: () => number = Date.now): NewId {
  const process = BigInt(processNumber & 1023) << 12n
  let last = 0
  let sequence = 0
  return () => {
    // The clock may step back; ids may not.
    const time = Math.max(now() - EPOCH, last)
    sequence = time === last ? sequence + 1 : 0
    last = time
    if (sequence > 4095) {
      last += 1
      sequence = 0
    }
    return ((BigInt(last) << 22n) | process | BigInt(sequence)).toString()
  }
}
/** When an id was created. */
export const idTime = (id: string): number => Number(BigInt(id) >> 22n) + EPOCH
