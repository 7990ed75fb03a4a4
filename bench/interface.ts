import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTrial } from '../apps/server/src/domains/studio/component-package/try-out.ts'
import { type Builder, createBuilder } from '../apps/server/src/kit/sandbox/builder.ts'
import { createSandbox } from '../apps/server/src/kit/sandbox/sandbox.ts'
import { createLog } from '../apps/server/src/kit/log.ts'
import {
  addNode,
  applyEdits,
  emptyDocument,
  fill,
  interfaceProblems,
  nodesOf,
  set,
} from '../packages/engine/src/interface/interface.ts'
import { cpuOfChildren } from './lib/children-cpu.ts'
import { median, report } from './lib/report.ts'

const REPEATS = 7
const EXPRESSIONS = 30_000
const home = { page: 'home', parent: '' }

function cpuMs(work: () => void): number {
  return median(
    Array.from({ length: REPEATS }, () => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}
function documentOf(count: number) {
  let document = emptyDocument('Home')
  for (let n = 0; n < count; n++)
    document = applyEdits(document, addNode(document, home, { type: 'text', props: { text: `{{1 + ${n}}}` } }).edits)
  return document
}

/**
 * How long the event loop was blocked at most during the work: the CPU time of its thread between two ticks (`held`).
 * The delay of a tick (`late`) also depends on other load on the machine.
 */
async function measureEventLoop(work: () => Promise<unknown>): Promise<{ held: number; late: number }> {
  let [longest, latest] = [0, 0]
  let [cpu, at] = [process.threadCpuUsage(), performance.now()]
  const tick = setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu)
    longest = Math.max(longest, (user + system) / 1000)
    latest = Math.max(latest, performance.now() - at)
    ;[cpu, at] = [process.threadCpuUsage(), performance.now()]
  }, 1)
  await work()
  clearInterval(tick)
  return { held: longest, late: latest }
}

/** Thirty files of TSX that import each other, with realistic components: state, lists and forms. */
function writtenApp(): Record<string, string> {
  const view = (n: number, at: number) => `
export function View${n}_${at}({ title, rows, onAdd }: { title: string; rows: Row[]; onAdd(row: Row): void }) {
  const [typed, setTyped] = useState('')
  const total = useMemo(() => rows.reduce((sum, { price }) => sum + price * ${at + 1}, 0), [rows])
  const shown = rows.filter(({ city }) => city.toLowerCase().includes(typed.toLowerCase()))
  return (
    <section aria-label={title} className="card card-${at}">
      <h2>{title} ({shown.length} of {rows.length}, {total.toFixed(2)})</h2>
      <input value={typed} placeholder="City ${n}" onChange={(event) => setTyped(event.target.value)} />
      <ul>{shown.map(({ id, city, price }) => <li key={id}>{city}: {price > ${n} ? <b>{price}</b> : price}</li>)}</ul>
      <button disabled={!typed} onClick={() => onAdd({ id: String(rows.length), city: typed, price: ${at} })}>Add</button>
    </section>
  )
}`
  const part = (n: number) =>
    [
      `import { useMemo, useState } from 'react'\nexport interface Row { id: string; city: string; price: number }`,
      ...Array.from({ length: 6 }, (_, at) => view(n, at)),
    ].join('\n')
  const parts = Array.from({ length: 29 }, (_, n) => [`part${n}.tsx`, part(n)] as const)
  const names = parts.flatMap((_, n) => Array.from({ length: 6 }, (__, at) => `View${n}_${at}`))
  const imports = parts.map(([name], n) => `import { ${names.slice(n * 6, n * 6 + 6).join(', ')} } from './${name}'`)
  const index = `${imports.join('\n')}\nexport const all = [${names.join(', ')}]`
  return { ...Object.fromEntries(parts), 'index.tsx': index }
}

/** Measures the trial render in the code sandbox that each package or page of code passes before it is saved. */
async function benchTrial(builder: Pick<Builder, 'build' | 'shelf'>) {
  const sandbox = createSandbox({
    log: createLog({ level: 'error' }),
    cacheDir: mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-')),
  })
  const tryOut = createTrial({ builder, sandbox })
  const source = `import { component, useBinding } from '@orrery/component'
export const list = component(() => { const rows = useBinding('rows'); return <ul>{(rows.data ?? [1, 2, 3]).map((n) => <li key={n}>Row {n}</li>)}</ul> })`
  const built = await builder.build({ 'index.tsx': source }, 'index.tsx')
  if (built.fault) throw new Error(built.fault.message)
  const components = [{ name: 'list', title: 'List', description: '', props: [], events: [] }]
  const times: number[] = []
  for (let n = 0; n < REPEATS + 2; n++) {
    const from = performance.now()
    const broken = await tryOut({ spaceId: '1', components }, built.code)
    if (broken) throw new Error(broken.message)
    times.push(performance.now() - from)
  }
  report('dry render, ms', median(times.slice(2)).toFixed(0), '', undefined, 'under 30')
  await sandbox.close()
}

/** Measures edits on large pages, expressions and the build of a package. */
export async function benchInterface() {
  const [small, large] = [documentOf(50), documentOf(500)]
  const edit = (document: typeof small) => {
    const { id } = nodesOf(document)[0]!
    return cpuMs(() => {
      for (let n = 0; n < 200; n++) applyEdits(document, [set(`text ${n}`, 'nodes', id, 'props', 'text')])
    })
  }
  const [few, many] = [edit(small) / 200, edit(large) / 200]
  report('an edit on 500 components, ms', many.toFixed(4), `${few.toFixed(4)} (50)`, many / few, 'at most 1.5x')
  const check = cpuMs(() => void interfaceProblems(large))
  report('problems of 500 components, ms', check.toFixed(1), '', undefined, 'under a frame: 16')

  const scope = { one: { value: 21 }, rows: { data: [{ city: 'Porto', total: 3 }] } }
  const texts = ['{{one.value * 2}}', 'Hello {{upper(rows.data[0].city)}}', '{{one.value > 3 ? "yes" : "no"}}']
  const took = cpuMs(() => {
    for (let n = 0; n < EXPRESSIONS; n++) fill(texts[n % texts.length], scope)
  })
  report('expressions, a second of CPU', ((EXPRESSIONS / took) * 1000).toFixed(0), '', undefined, 'at least 300000')

  const cacheDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  const builder = createBuilder({ cacheDir, log: createLog({ level: 'error' }) })
  const files = writtenApp()
  try {
    const first = await builder.build(files, 'index.tsx')
    if (first.fault) throw new Error(first.fault.message)
    const times: number[] = []
    for (let n = 0; n < REPEATS; n++) {
      const from = performance.now()
      await builder.build(files, 'index.tsx')
      times.push(performance.now() - from)
    }
    const cpu = await cpuOfChildren(async () => {
      for (let n = 0; n < REPEATS; n++) await builder.build(files, 'index.tsx')
    })
    const size = Object.values(files).join('').length / 1000
    const what = `build of ${Object.keys(files).length} files, ${size.toFixed(0)} KB, warm, ms`
    report(what, median(times).toFixed(0), '', undefined, '')
    report('  its CPU, ms', ((cpu / REPEATS) * 1000).toFixed(0), '', undefined, 'under 100')
    // During builds, the event loop of the server should only pass texts on.
    await sleep(200)
    const idle = await measureEventLoop(() => sleep(500))
    const busy = await measureEventLoop(() =>
      Promise.all(Array.from({ length: 20 }, (_, n) => builder.build(files, 'index.tsx', `space ${n}`))),
    )
    report(
      '20 builds at once: event loop held for, ms',
      busy.held.toFixed(1),
      `${idle.held.toFixed(1)} idle`,
      undefined,
      'under 20',
    )
    report(
      '  late by, other processes included, ms',
      busy.late.toFixed(1),
      `${idle.late.toFixed(1)} idle`,
      undefined,
      '',
    )
    await benchTrial(builder)
  } finally {
    await builder.close()
    rmSync(cacheDir, { recursive: true, force: true })
  }
}
