import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, startProcess } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const LINES = 60
const textOf = (n: number) => Array.from({ length: LINES }, (_, line) => `Document ${n} line ${line}`).join('|')

/** Kills an import of 200 documents at random: each ends ready or failed with a reason, no slice missing or doubled. */
export async function benchKnowledgeKill(documents = 200, kills = 6) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-import-'))
  chmodSync(dataDir, 0o755)
  const begin = () =>
    startProcess([path.join(root, 'apps/server/src/main.ts')], 8948, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  let server = await begin()
  const studio = await signUp(server.url)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` }
  const send = async <T>(target: string, body: object): Promise<T> =>
    (await (await fetch(server.url + target, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as T
  const { bot_space_list } = await studio.call<{ bot_space_list: { id: string }[] }>(
    '/api/playground_api/space/list',
    {},
  )
  const made = await send<{ data: { dataset_id: string } }>('/v1/datasets', {
    name: 'Kill',
    space_id: bot_space_list[0]!.id,
    format_type: 0,
  })
  const { dataset_id } = made.data
  for (let at = 0; at < documents; at += 100)
    await send('/open_api/knowledge/document/create', {
      dataset_id,
      chunk_strategy: { chunk_type: 1, separator: '|', max_tokens: 100, overlap: 0 },
      document_bases: Array.from({ length: 100 }, (_, n) => ({
        name: `d${at + n}`,
        source_info: { custom_content: textOf(at + n) },
      })),
    })
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(200 + Math.random() * 800)
    server.child.kill('SIGKILL')
    await new Promise((resolve) => server.child.once('exit', resolve))
    server = await begin()
  }
  interface Doc {
    document_id: string
    name: string
    status: number
    status_descript: string
    slice_count: number
  }
  const list = async () =>
    (await send<{ document_infos: Doc[] }>('/open_api/knowledge/document/list', { dataset_id, page: 1, size: 300 }))
      .document_infos
  for (const deadline = Date.now() + 240_000; Date.now() < deadline; await sleep(1000))
    if ((await list()).every((doc) => doc.status === 1 || doc.status === 9)) break
  let [wrong, failed] = [0, 0]
  for (const doc of await list()) {
    if (doc.status === 9 && doc.status_descript) failed += 1
    else if (doc.status !== 1) wrong += 1
    else {
      const { slices } = await studio.flat<{ slices: { content: string }[] }>('/api/knowledge/slice/list', {
        document_id: doc.document_id,
        page_size: 200,
      })
      const wanted = textOf(Number(doc.name.slice(1))).split('|')
      if (slices.map((slice) => slice.content).join('|') !== wanted.join('|')) wrong += 1
    }
  }
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
  report(
    `${documents} documents, ${kills} kill -9`,
    `${documents - failed - wrong} whole`,
    `${failed} failed`,
    undefined,
    `${wrong} wrong (goal 0)`,
  )
}
