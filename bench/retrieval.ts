import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, startProcess } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'
import { retrievalSet } from './retrieval-set/retrieval-set.ts'

const channels = { meaning: 0, 'full text': 20, hybrid: 1 }

/** How often the right document is among the first five, per channel, with the built-in parts and no network. */
export async function benchRetrieval() {
  const { documents, questions } = retrievalSet()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-retrieval-'))
  chmodSync(dataDir, 0o755)
  const server = await startProcess([path.join(root, 'apps/server/src/main.ts')], 8947, {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  })
  const studio = await signUp(server.url)
  const flat = async <T>(target: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${studio.token}` }
    const answer = await fetch(server.url + target, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as T
  }
  const { bot_space_list } = await studio.call<{ bot_space_list: { id: string }[] }>(
    '/api/playground_api/space/list',
    {},
  )
  const made = await flat<{ data: { dataset_id: string } }>('/v1/datasets', {
    name: 'Retrieval',
    space_id: bot_space_list[0]!.id,
    format_type: 0,
  })
  const { dataset_id } = made.data
  for (let at = 0; at < documents.length; at += 100)
    await flat('/open_api/knowledge/document/create', {
      dataset_id,
      document_bases: documents.slice(at, at + 100).map(({ name, text }) => ({
        name,
        source_info: { file_base64: Buffer.from(text).toString('base64'), file_type: 'md' },
      })),
    })
  interface Listed {
    data: { dataset_list: { processing_file_list: string[]; doc_count: number }[] }
  }
  const state = async () => {
    const headers = { authorization: `Bearer ${studio.token}` }
    const answer = await fetch(`${server.url}/v1/datasets?space_id=${bot_space_list[0]!.id}`, { headers })
    return ((await answer.json()) as Listed).data.dataset_list[0]!
  }
  while ((await state()).processing_file_list.length) await sleep(500)
  interface Hits {
    hits: { document_name: string }[]
  }
  const rates: Record<string, number> = {}
  let asked = 0
  for (const [name, search_strategy] of Object.entries(channels)) {
    const found: { language: string; first: boolean; five: boolean; gain: number }[] = []
    for (const { question, grades, language } of questions) {
      // People may ask so often in a minute, and no more.
      if ((asked += 1) % 230 === 0) await sleep(61_000)
      const answer = await studio.flat<Hits>('/api/knowledge/recall', {
        dataset_id,
        query: question,
        search_strategy,
        top_k: 5,
      })
      const ranks = answer.hits.map((hit) => grades[hit.document_name] ?? 0)
      found.push({ language, first: ranks[0] === 2, five: ranks.includes(2), gain: gainOf(ranks) / gainOf([2, 1]) })
    }
    for (const language of ['English', 'Chinese', 'all']) {
      const mine = found.filter((item) => language === 'all' || item.language === language)
      const share = (count: number) => `${((100 * count) / mine.length).toFixed(1)}%`
      const five = mine.filter((item) => item.five).length
      if (language === 'all') rates[name] = five / mine.length
      report(
        `hit@5 by ${name}, ${language} (${mine.length} questions)`,
        share(five),
        `@1 ${share(mine.filter((item) => item.first).length)}`,
        mine.reduce((sum, item) => sum + item.gain, 0) / mine.length,
        name === 'hybrid' ? 'no worse than the better channel' : '',
      )
    }
  }
  const better = Math.max(rates.meaning!, rates['full text']!)
  report(
    'hybrid against the better channel',
    rates.hybrid! >= better ? 'no worse' : 'WORSE',
    '',
    rates.hybrid! / better,
    '>= 1.00x',
  )
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Discounted gain of graded ranks: the ratio column shows it against the best order. */
const gainOf = (grades: number[]) => grades.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0)
