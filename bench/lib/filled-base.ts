import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, startProcess } from './processes.ts'
import { signUp } from './studio.ts'

export interface Found {
  document_name: string
  score: number
}
/** Stays below the limit of searches per minute. */
const ASKED_A_MINUTE = 230
/** `SERVER_ROOT` measures another version of the server with the same questions. */
const serverRoot = process.env.SERVER_ROOT ?? root

/** Starts a server with one knowledge base that contains the documents, with built-in models and no network. */
export async function startFilledBase(port: number, documents: { name: string; text: string }[]) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-retrieval-'))
  chmodSync(dataDir, 0o755)
  const server = await startProcess([path.join(serverRoot, 'apps/server/src/main.ts')], port, {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  })
  const studio = await signUp(server.url)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` }
  const send = async <T>(target: string, body?: object): Promise<T> => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return ((await (await fetch(server.url + target, init)).json()) as { data: T }).data
  }
  const { bot_space_list } = await studio.call<{ bot_space_list: { id: string }[] }>(
    '/api/playground_api/space/list',
    {},
  )
  const space_id = bot_space_list[0]!.id
  const { dataset_id } = await send<{ dataset_id: string }>('/v1/datasets', { name: 'Pages', space_id, format_type: 0 })
  const begun = performance.now()
  for (let at = 0; at < documents.length; at += 100)
    await send('/open_api/knowledge/document/create', {
      dataset_id,
      document_bases: documents.slice(at, at + 100).map(({ name, text }) => ({
        name,
        source_info: { file_base64: Buffer.from(text).toString('base64'), file_type: 'md' },
      })),
    })
  const isBusy = async () =>
    (await send<{ dataset_list: { processing_file_list: string[] }[] }>(`/v1/datasets?space_id=${space_id}`))
      .dataset_list[0]!.processing_file_list.length > 0
  while (await isBusy()) await sleep(200)
  const importMs = performance.now() - begun
  let asked = 0
  return {
    importMs,
    async ask(query: string, search_strategy: number, top_k = 10): Promise<Found[]> {
      if ((asked += 1) % ASKED_A_MINUTE === 0) await sleep(61_000)
      return (
        await studio.flat<{ hits: Found[] }>('/api/knowledge/recall', { dataset_id, query, search_strategy, top_k })
      ).hits
    },
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
