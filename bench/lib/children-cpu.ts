import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second on Linux. */
const TICKS = 100

/** CPU seconds used so far by a process (by default this one) and its descendants. */
export function cpuSeconds(from = process.pid): number {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'latin1')
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        return [{ id: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        // The process has just exited.
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

/** CPU seconds used by this process and its children during `work`. */
export async function cpuOfChildren(work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds()
  await work()
  return cpuSeconds() - before
}
