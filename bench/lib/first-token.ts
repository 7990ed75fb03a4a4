import type { Streamed } from './chat-stream.ts'
import { median, report } from './report.ts'

const TIMES = 200

/** Alternates single requests to both, so that both run under the same conditions. */
export async function measureFirstToken(
  what: string,
  direct: () => Promise<Streamed>,
  chat: (n: number) => Promise<Streamed>,
) {
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let n = 0; n < TIMES; n += 1) {
    floor.push((await direct()).firstMs)
    ours.push((await chat(0)).firstMs)
  }
  // Discards the first quarter as warm-up.
  const [here, there] = [median(ours.slice(TIMES / 4)), median(floor.slice(TIMES / 4))]
  const added = `adds ${(here - there).toFixed(1)} ms; goal: at most 5 ms`
  report(`${what} (median)`, `${here.toFixed(1)} ms`, `${there.toFixed(1)} ms`, here / there, added)
}
