import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks in a second, on Linux. */
const TICKS = 100

/** CPU seconds that a process, this one unless another is named, and its descendants used so far. */
export function cpuSeconds(from = process.pid): number {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'latin1')
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        return [{ id: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        // It has just ended.
        return []
      }
    })
  const own = new Set([from])
  for (let size = 0; size !== own.size;) {
    size = own.size
    for (const { id, parent } of rows) if (own.has(parent)) own.add(id)
  }
  return rows.filter(({ id }) => own.has(id)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS
}

/** CPU seconds of work that child processes do, ours included. */
export async function cpuOfChildren(work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds()
  await work()
  return cpuSeconds() - before
}
