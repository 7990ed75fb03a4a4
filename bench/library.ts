import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { p95, shownP95 } from './lib/frames.ts'
import { startOrrery } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp, type Studio } from './lib/studio.ts'

const EACH = 10_000
const MAKERS = 8
const CALLS = 60
const things = ['trip', 'order', 'invoice', 'lesson', 'garden', '天气', '旅行', '发票', '课程', '客户']
const uses = ['planner', 'checker', 'writer', 'reader', 'helper', '助手', '总结', '查询', '翻译', '提醒']

/** Measures lists and search with two full spaces. The floor is a call that reads one row. */
export async function benchLibrary() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  chmodSync(dataDir, 0o755)
  const orrery = await startOrrery(dataDir, 8938)
  try {
    const studio = await signUp(orrery.url)
    const spaces = await Promise.all(['First', 'Second'].map((name) => makeSpace(studio, name)))
    const started = performance.now()
    for (const spaceId of spaces) await fill(studio, spaceId)
    report(
      `two spaces, ${EACH} things each, made`,
      `${((performance.now() - started) / 1000).toFixed(0)} s`,
      '',
      undefined,
      '',
    )
    await untilFound(studio, `${nameOf(EACH - 1)}`)
    await measureLists(studio, spaces)
    await measureLag(studio, spaces[0]!)
  } finally {
    await orrery.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function makeSpace(studio: Studio, name: string): Promise<string> {
  const space = { name, description: '', icon_uri: '', space_type: 2, space_mode: 0 }
  return (await studio.call<{ id: string }>('/api/playground_api/space/save', space)).id
}

const nameOf = (n: number) => `${things[n % 10]} ${uses[Math.floor(n / 10) % 10]} ${n}`

/** Creates bots, projects, workflows and prompts through the calls of the studio. */
async function fill(studio: Studio, spaceId: string): Promise<void> {
  const make = (n: number): Promise<unknown> => {
    const [space_id, name] = [spaceId, nameOf(n)]
    const description = `Number ${n} about ${things[(n + 3) % 10]}`
    switch (n % 5) {
      case 0:
        return studio.call('/api/draftbot/create', { space_id, name, description })
      case 1:
        return studio.call('/api/intelligence_api/draft_project/create', { space_id, name, description })
      case 2:
      case 3:
        return studio.call('/api/workflow_api/create', { space_id, name: `w_${n}`, desc: `${name} ${description}` })
      default: {
        const prompt = { space_id, name, description, prompt_text: `You are a ${name}.` }
        return studio.call('/api/playground_api/upsert_prompt_resource', { prompt })
      }
    }
  }
  let next = 0
  const work = async () => {
    while (next < EACH) {
      next += 1
      await make(next - 1)
    }
  }
  await Promise.all(Array.from({ length: MAKERS }, work))
}

async function measureLists(studio: Studio, spaces: string[]): Promise<void> {
  const space = (n: number) => spaces[n % 2]!
  const floor = await times(() => studio.call('/api/passport/account/info/v2/', {}))
  const develop = '/api/intelligence_api/search/get_draft_intelligence_list'
  const library = '/api/plugin_api/library_resource_list'
  const tell = async (what: string, act: (n: number) => Promise<unknown>) => {
    const costs = await times(act)
    report(`${what}, p95`, shownP95(costs), shownP95(floor), p95(costs) / p95(floor), 'goal: under 100 ms')
  }
  await tell('develop page', (n) => studio.call(develop, { space_id: space(n) }))
  await tell('develop page, by name', (n) => studio.call(develop, { space_id: space(n), name: things[n % 10] }))
  const cursors = await walk(studio, develop, spaces[0]!)
  await tell('develop page, further down', (n) =>
    studio.call(develop, { space_id: spaces[0], cursor_id: cursors[n % cursors.length] }),
  )
  await tell('library', (n) => studio.flat(library, { space_id: space(n) }))
  await tell('library, workflows by name', (n) =>
    studio.flat(library, { space_id: space(n), res_type_filter: [2], name: String(n * 7) }),
  )
  await tell('search, everywhere', (n) =>
    studio.call('/api/search/query', { word: `${things[n % 10]} ${uses[n % 7]}` }),
  )
  await tell('search, in a space', (n) =>
    studio.call('/api/search/query', { word: things[n % 10], space_id: space(n), size: 50 }),
  )
  await tell('search, a piece of a word', (n) => studio.call('/api/search/query', { word: `_${n}` }))
}

async function walk(studio: Studio, route: string, space_id: string): Promise<string[]> {
  const cursors: string[] = []
  let cursor_id = ''
  for (let n = 0; n < 20; n += 1) {
    const page = await studio.call<{ next_cursor_id: string }>(route, { space_id, cursor_id, size: 48 })
    cursors.push((cursor_id = page.next_cursor_id))
  }
  return cursors
}

async function times(act: (n: number) => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < 5; n += 1) await act(n)
  const costs: number[] = []
  for (let n = 0; n < CALLS; n += 1) {
    const from = performance.now()
    await act(n)
    costs.push(performance.now() - from)
  }
  return costs
}

/** Measures the time from the answer to a change until the search finds it. */
async function measureLag(studio: Studio, space_id: string): Promise<void> {
  const lags: number[] = []
  for (let n = 0; n < 10; n += 1) {
    const name = `late${n}comer`
    await studio.call('/api/draftbot/create', { space_id, name, description: '' })
    const from = performance.now()
    await untilFound(studio, name)
    lags.push(performance.now() - from)
  }
  report(
    'until a new thing is found, worst',
    `${Math.max(...lags).toFixed(0)} ms`,
    '',
    undefined,
    'goal: under 2,000 ms',
  )
}

async function untilFound(studio: Studio, word: string): Promise<void> {
  for (;;) {
    const { groups } = await studio.call<{ groups: { items: { name: string }[] }[] }>('/api/search/query', { word })
    if (groups.some((group) => group.items.some((item) => item.name === word))) return
    await sleep(100)
  }
}
