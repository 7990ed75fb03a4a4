import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, startProcess } from './lib/processes.ts'
import { report } from './lib/report.ts'
import { signUp } from './lib/studio.ts'

const ROWS = 8000

/** Imports whose process is killed at random points: each ends, its rows are there once and in order, or none of them. */
export async function benchDatasetKill(imports = 10, kills = 10) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-import-'))
  chmodSync(dataDir, 0o755)
  const begin = () =>
    startProcess([path.join(root, 'apps/server/src/main.ts')], 8951, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  let server = await begin()
  const studio = await signUp(server.url)
  const { bot_space_list } = await studio.call<{ bot_space_list: { id: string }[] }>(
    '/api/playground_api/space/list',
    {},
  )
  const spaceID = bot_space_list[0]!.id
  const headers = { authorization: `Bearer ${studio.token}`, 'flowdevops-agw-openapi-spaceid': spaceID }
  const call = async <T>(method: string, target: string, body?: object): Promise<T> => {
    const init = { method, headers: { ...headers, 'content-type': 'application/json' } }
    const response = await fetch(`${server.url}/open-api/ml_flow/v2/${target}`, {
      ...init,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }
  const csv = `q,n\n${Array.from({ length: ROWS }, (_, n) => `Row ${n},${n}`).join('\n')}\n`
  const form = new FormData()
  form.set('file', new Blob([csv]), 'rows.csv')
  const stored = (await (
    await fetch(`${server.url}/v1/files/upload`, { method: 'POST', headers, body: form })
  ).json()) as { data: { id: string; uri?: string } }
  const fields = [
    { key: 'q', name: 'q' },
    { key: 'n', name: 'n', schemaKey: 2 },
  ]
  const jobs: { datasetID: string; jobID: string }[] = []
  for (let n = 0; n < imports; n += 1) {
    const { datasetID } = await call<{ datasetID: string }>('POST', 'datasets', { name: `Kill ${n}`, fields })
    const file = { provider: 102, path: stored.data.uri ?? stored.data.id }
    const { jobID } = await call<{ jobID: string }>('POST', `datasets/${datasetID}/import`, { file })
    jobs.push({ datasetID, jobID })
  }
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(100 + Math.random() * 900)
    server.child.kill('SIGKILL')
    await new Promise((resolve) => server.child.once('exit', resolve))
    server = await begin()
  }
  const status = async (jobID: string) =>
    (await call<{ job: { status: number } }>('GET', `dataset_io_jobs/${jobID}`)).job.status
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(500))
    if ((await Promise.all(jobs.map(({ jobID }) => status(jobID)))).every((one) => one > 2)) break
  let [wrong, failed] = [0, 0]
  for (const { datasetID, jobID } of jobs) {
    const seen: string[] = []
    for (let cursor = ''; ;) {
      interface Page {
        data: { data: { content: string }[] }[]
        nextCursor: string
      }
      const page = await call<Page>('GET', `datasets/${datasetID}/items?cursor=${encodeURIComponent(cursor)}`)
      seen.push(...page.data.map(({ data }) => data[0]!.content))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    const isWhole = seen.length === ROWS && seen.every((text, n) => text === `Row ${n}`)
    const ending = await status(jobID)
    if (ending === 4 && !seen.length) failed += 1
    else if (ending !== 3 || !isWhole) wrong += 1
  }
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
  report(
    `${imports} imports, ${kills} kill -9`,
    `${imports - failed - wrong} whole`,
    `${failed} failed`,
    undefined,
    `${wrong} wrong (goal 0)`,
  )
}
