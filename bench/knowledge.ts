import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { family, memoryMb, root, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const words =
  'harbour ledger copper meadow signal orchard turbine glacier parcel lantern contract voltage sparrow granite ferry invoice compass saffron velvet anchor'.split(
    ' ',
  )
const wordAt = (n: number) => `${words[n % words.length]}${Math.floor(n / words.length) % 400}`
/** About 5 kB of Markdown that no other file has. */
const fileOf = (n: number) =>
  Array.from(
    { length: 6 },
    (_, part) =>
      `## Part ${part} of file ${n}\n\n${Array.from({ length: 100 }, (_, at) => wordAt(n * 7919 + part * 131 + at * 17)).join(' ')}`,
  ).join('\n\n')

/** Import of 1,000 Markdown files with the offline embedding, then questions over what became of them. */
export async function benchKnowledge(files = 1000) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-knowledge-'))
  chmodSync(dataDir, 0o755)
  const server = await startProcess([path.join(root, 'apps/server/src/main.ts')], 8946, {
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
      const text = fileOf(at + n)
      bytes += text.length
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
  const what = `import ${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${slices} slices`
  report(what, `${seconds.toFixed(1)} s`, `${failed.length} failed`, undefined, '< 90 s')

  const ask = (n: number) =>
    studio.call('/api/knowledge/recall', {
      dataset_id,
      query: `${wordAt(n)} ${wordAt(n + 31)} ${wordAt(n + 77)}`,
      top_k: 5,
    })
  await ask(1)
  const [times, floors, waits]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < 100; n += 1) {
    floors.push(await timed(() => fetch(`${server.url}/healthz`).then((answer) => answer.text())))
    // Whoever calls in the middle of a search waits only for what blocks the event loop.
    const between = timed(() => fetch(`${server.url}/healthz`).then((answer) => answer.text()))
    times.push(await timed(() => ask(n * 13)))
    waits.push(await between)
  }
  const [search, floor] = [median(times), median(floors)]
  report(
    `hybrid search over ${slices} slices`,
    `${search.toFixed(1)} ms`,
    `${floor.toFixed(1)} ms`,
    search / floor,
    '< 30 ms at 20,000',
  )
  report(
    'another call during a search, worst',
    `${Math.max(...waits).toFixed(1)} ms`,
    `${floor.toFixed(1)} ms`,
    undefined,
    '< 20 ms over floor',
  )
  report('memory of the server', `${Math.round(memoryMb(family(server.child.pid!)))} MB`, '', undefined, '')
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
