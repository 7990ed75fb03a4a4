import { chmodSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { fillSlices, questionOf } from './knowledge-slices.ts'
import { processTree, memoryMb, root, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const LOOP_PORT = 8948
const words =
  'harbour ledger copper meadow signal orchard turbine glacier parcel lantern contract voltage sparrow granite ferry invoice compass saffron velvet anchor'.split(
    ' ',
  )
const wordAt = (n: number) => `${words[n % words.length]}${Math.floor(n / words.length) % 400}`
const hanWords =
  '港口 账本 铜线 草地 信号 果园 涡轮 冰川 包裹 灯笼 合同 电压 麻雀 花岗岩 渡轮 发票 罗盘 藏红花 天鹅绒 船锚 维修 押金 退款 体检 年假'.split(
    ' ',
  )
const hanAt = (n: number) => `${hanWords[n % hanWords.length]}第${Math.floor(n / hanWords.length) % 400}号，`
const languages = {
  English: (n: number) => `${wordAt(n)} `,
  Chinese: hanAt,
}
/** About 5 kB of unique Markdown. */
const fileOf = (n: number, word: (n: number) => string) =>
  Array.from(
    { length: 6 },
    (_, part) =>
      `## Part ${part} of file ${n}\n\n${Array.from({ length: 100 }, (_, at) => word(n * 7919 + part * 131 + at * 17)).join('')}`,
  ).join('\n\n')

/** Imports Markdown files with the offline embedding. */
async function benchImport(language: keyof typeof languages, files: number) {
  const word = languages[language]
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-knowledge-'))
  chmodSync(dataDir, 0o755)
  const server = await startProcess([path.join(process.env.SERVER_ROOT ?? root, 'apps/server/src/main.ts')], 8946, {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  })
  const studio = await signUp(server.url)
  const { bot_space_list } = await studio.call<{ bot_space_list: { id: string }[] }>(
    '/api/playground_api/space/list',
    {},
  )
  const spaceId = bot_space_list[0]!.id
  const { dataset_id } = await post<{ dataset_id: string }>('/v1/datasets', {
    name: 'Bench',
    space_id: spaceId,
    format_type: 0,
  })
  async function post<T>(target: string, body?: object): Promise<T> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return ((await (await fetch(server.url + target, init)).json()) as { data: T }).data
  }
  const begun = performance.now()
  let bytes = 0
  for (let at = 0; at < files; at += 50) {
    const document_bases = Array.from({ length: Math.min(50, files - at) }, (_, n) => {
      const text = fileOf(at + n, word)
      bytes += Buffer.byteLength(text)
      const file_base64 = Buffer.from(text).toString('base64')
      return { name: `file ${at + n}.md`, source_info: { file_base64, file_type: 'md' } }
    })
    await post('/open_api/knowledge/document/create', { dataset_id, document_bases })
  }
  interface Listed {
    dataset_list: { processing_file_list: string[]; failed_file_list: string[]; slice_count: number }[]
  }
  const state = async () => (await post<Listed>(`/v1/datasets?space_id=${spaceId}`)).dataset_list[0]!
  while ((await state()).processing_file_list.length) await sleep(500)
  const seconds = (performance.now() - begun) / 1000
  const { slice_count: slices, failed_file_list: failed } = await state()
  const what = `import ${files} ${language} files, ${(bytes / 1e6).toFixed(1)} MB, ${slices} slices`
  // `SERVER_ROOT` measures another version of the server with the same files.
  report(what, `${seconds.toFixed(1)} s`, `${failed.length} failed`, undefined, language === 'English' ? '< 90 s' : '')

  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Hybrid search in bases of two sizes, with and without a filter that keeps half of the documents. */
async function benchSearch() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-knowledge-'))
  chmodSync(dataDir, 0o755)
  const watch = path.join(root, 'bench/lib/loop-watch.ts')
  const args = ['--import', watch, path.join(root, 'apps/server/src/main.ts')]
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', LOOP_PORT: String(LOOP_PORT) }
  let server = await startProcess(args, 8946, env)
  const studio = await signUp(server.url)
  const { bot_space_list } = await studio.call<{ bot_space_list: { id: string }[] }>(
    '/api/playground_api/space/list',
    {},
  )
  const { dataset_id } = await studio.flat<{ dataset_id: string }>('/api/knowledge/create', {
    name: 'Large',
    space_id: bot_space_list[0]!.id,
    format_type: 0,
  })
  const { url } = await startEmbedded(dataDir)
  const memory = () => memoryMb(processTree(server.child.pid!))
  const ask = (n: number, metadata: object[]) =>
    studio.flat('/api/knowledge/recall', {
      dataset_id,
      query: questionOf(n),
      top_k: 5,
      search_strategy: 1,
      metadata,
    })
  const kept = () => globSync(path.join(dataDir, 'cache/knowledge/*.rows')).map((file) => statSync(file).mtimeMs)[0]
  const before = memory()
  let filled = 0
  for (const [count, goal] of [
    [20_000, 30],
    [100_000, 120],
  ] as const) {
    await fillSlices(url, dataset_id, filled, count)
    filled = count
    await readLoop()
    const fresh = await timed(() => ask(1, []))
    const loopWhileRead = await readLoop()
    const since = kept()
    while (kept() === since) await sleep(200)
    await server.stop()
    server = await startProcess(args, 8946, env)
    const first = await timed(() => ask(1, []))
    for (let n = 0; n < 10; n += 1) await ask(n, [])
    const floors: number[] = []
    for (let n = 0; n < 40; n += 1)
      floors.push(await timed(() => fetch(`${server.url}/healthz`).then((item) => item.text())))
    await readLoop()
    await sleep(1000)
    const idle = await readLoop()
    for (const [what, metadata] of [
      ['half of the documents', [{ key: 'shelf', is: 'equal', value: 'left' }]],
      ['no filter', []],
    ] as const) {
      const times: number[] = []
      for (let n = 0; n < 40; n += 1) times.push(await timed(() => ask(20 + n * 5, [...metadata])))
      const loop = await readLoop()
      const [search, floor] = [median(times), median(floors)]
      report(
        `search in ${count} slices, ${what}`,
        `${search.toFixed(1)} ms`,
        `${floor.toFixed(1)} ms`,
        search / floor,
        `< ${goal} ms`,
      )
      report(
        '  the event loop was late by at most',
        `${loop.late.toFixed(1)} ms`,
        `${idle.late.toFixed(1)} ms`,
        undefined,
        `< 20 ms; of it at work ${loop.work.toFixed(1)} ms`,
      )
    }
    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
    report('  the first question of all, nothing read yet', seconds(fresh), '', undefined, '< 1 s')
    report(
      '  the event loop meanwhile',
      `${loopWhileRead.late.toFixed(1)} ms`,
      `${idle.late.toFixed(1)} ms`,
      undefined,
      `of it at work ${loopWhileRead.work.toFixed(1)} ms`,
    )
    report('  the first question after a start', seconds(first), '', undefined, '< 1 s')
    report('  memory of the server', `${Math.round(memory())} MB`, `${Math.round(before)} MB`, undefined, '')
  }
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

export async function benchKnowledge() {
  report('load of the machine', os.loadavg()[0]!.toFixed(1), `${os.cpus().length} cores`, undefined, '')
  await benchSearch()
  await benchImport('English', 1000)
  await benchImport('Chinese', 500)
  report('load of the machine', os.loadavg()[0]!.toFixed(1), `${os.cpus().length} cores`, undefined, '')
}

/** The longest delay of the server's event loop since the last call, and its longest time at work. */
const readLoop = async () =>
  (await (await fetch(`http://127.0.0.1:${LOOP_PORT}`)).json()) as { late: number; work: number }

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
