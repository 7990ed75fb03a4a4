import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contract, type Ops } from '@orrery/contract'

/** `npm run coverage [--missing area]`: compares the calls served with docs/calls.tsv (method, path, area). */
const shape = (method: string, route: string) =>
  `${method} ${route.replaceAll(/[{:*][\w-]+\}?/g, '{}').replace(/\/$/, '')}`
const served = new Set(
  Object.values(contract as Record<string, Ops>).flatMap((ops) =>
    Object.values(ops).flatMap((op) => op.routes.map((route) => shape(route.method, route.path))),
  ),
)
const calls = readFileSync(path.join(import.meta.dirname, '../docs/calls.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string, string])

const areas = Map.groupBy(calls, ([, , area]) => area)
const [flag, wanted] = process.argv.slice(2)
if (flag === '--missing') {
  for (const [method, route, area] of calls)
    if ((!wanted || area.includes(wanted)) && !served.has(shape(method, route)))
      process.stdout.write(`${method}\t${route}\t${area}\n`)
  process.exit(0)
}
let total = 0
const isServed = ([method, route]: [string, string, string]) => served.has(shape(method, route))
for (const [area, rows] of [...areas].toSorted(([a], [b]) => a.localeCompare(b))) {
  const done = rows.filter(isServed).length
  total += done
  process.stdout.write(`${String(done).padStart(5)} / ${String(rows.length).padEnd(5)} ${area}\n`)
}
process.stdout.write(`${String(total).padStart(5)} / ${String(calls.length).padEnd(5)} all areas\n`)
