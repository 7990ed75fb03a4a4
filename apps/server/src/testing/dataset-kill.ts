import { CrowdPlatform, CrowdStatus } from '@orrery/contract/shared/crowd-enums'
import { FileFormat, JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { openLabelStudio, STUDIO_TOKEN } from './label-studio-server.ts'
import type { KillField } from './channel-kill.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'

export interface DatasetKills {
  works: number
  /** Work that did not finish, or finished with missing, duplicate or partial rows. */
  wrong: string[]
}
const ROWS = 300
const PATIENCE_MS = 180_000
const texts = Array.from({ length: ROWS }, (_, n) => `Row ${n}`)
type Studio = Awaited<ReturnType<typeof openLabelStudio>>

/**
 * Runs two processes and kills one in each round at a random moment during an import, an export, an AI column, a
 * quality run and a fetch of labels. Afterwards each is complete, without duplicate or missing rows or partial files.
 */
export async function runDatasetKills(field: KillField, rounds: number): Promise<DatasetKills> {
  const studio = await openLabelStudio()
  const kills = await runKillRounds(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    async prepare(api, spaceID, url) {
      await api.datasetCrowd.connect({ spaceID, url: studio.url, token: STUDIO_TOKEN })
      const { token } = await api.token.create({ name: 'Kill' })
      return { token, fileKey: await upload(url, token, new Blob([`text\n${texts.join('\n')}\n`])) }
    },
    begin: (api, { made, spaceId, n, url }) => beginAll(api, { ...made, spaceID: spaceId, studio, n, url }),
  })
  await studio.close()
  return kills
}

async function upload(url: string, token: string, file: Blob): Promise<string> {
  const form = new FormData()
  form.set('file', file, 'rows.csv')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/v1/files/upload`, { method: 'POST', headers, body: form })
  const { data } = (await answer.json()) as { data: { id: string; uri?: string } }
  return data.uri ?? data.id
}

interface Round {
  spaceID: string
  fileKey: string
  studio: Studio
  n: number
  url: string
  token: string
}
const fields = [
  { key: 'text', name: 'text' },
  { key: 'out', name: 'out' },
]
async function rowsOf(api: Api, datasetID: string): Promise<string[][]> {
  const rows: string[][] = []
  for (let page = 1; ; page += 1) {
    const { items } = await api.datasetItem.list({ datasetID, page, pageSize: 100 })
    rows.push(...items.map(({ data }) => data!.map(({ content }) => content)))
    if (items.length < 100) return rows
  }
}
const inOrder = (rows: string[][]) =>
  rows.length === ROWS && rows.every((row, n) => row[0] === texts[n]) ? '' : `${rows.length} rows, or another order`
const allFilled = (rows: string[][]) => inOrder(rows) || (rows.every((row) => row[1]) ? '' : 'a cell is empty')

async function beginAll(api: Api, round: Round): Promise<StartedWork[]> {
  const { spaceID, n } = round
  async function filled(name: string) {
    const { datasetID } = await api.dataset.create({ spaceID, name: `${name} ${n}`, fields })
    const items = texts.map((content) => ({ data: [{ key: 'text', content }] }))
    await api.datasetItem.addMany({ datasetID, items })
    return datasetID
  }
  const [written, columned, scored, labelled] = [
    await filled('Export'),
    await filled('Column'),
    await filled('Quality'),
    await filled('Crowd'),
  ]
  return [
    await beginImport(api, round),
    await beginExport(api, round, written),
    await beginColumn(api, round, columned),
    await beginQuality(api, round, scored),
    await beginCrowd(api, round, labelled),
  ]
}

const jobOver = (jobID: string) => async (api: Api) =>
  (await api.datasetIo.job({ jobID })).job.status > JobStatus.running
async function beginImport(api: Api, { spaceID, fileKey, n }: Round): Promise<StartedWork> {
  const { datasetID } = await api.dataset.create({ spaceID, name: `Import ${n}`, fields })
  const { jobID } = await api.datasetIo.import({ datasetID, file: { provider: STORED_HERE, path: fileKey } })
  return {
    name: `import ${n}`,
    isOver: jobOver(jobID),
    fault: async (later) => {
      const rows = await rowsOf(later, datasetID)
      const { status } = (await later.datasetIo.job({ jobID })).job
      return status === JobStatus.failed && !rows.length ? '' : inOrder(rows)
    },
  }
}
async function beginExport(api: Api, { spaceID, n }: Round, datasetID: string): Promise<StartedWork> {
  const target = { file: { format: FileFormat.jsonl } }
  const { jobID } = await api.datasetIo.export({ spaceID, datasetID, target })
  return {
    name: `export ${n}`,
    isOver: jobOver(jobID),
    fault: async (later) => {
      const lines = (await (await later.datasetIo.file({ jobID })).text()).trim().split('\n')
      return inOrder(lines.map((line) => [(JSON.parse(line) as { text: string }).text]))
    },
  }
}
async function beginColumn(api: Api, { spaceID, n }: Round, datasetID: string): Promise<StartedWork> {
  const outputMappings = [{ targetValue: 'out' }]
  const content = {
    annotationType: 1 as const,
    aiAnnotator: {
      onlineAIAnnotator: { annotator: { manualAnnotator: { promptContent: 'Say {{text}}', outputMappings } } },
    },
  }
  const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Column', content })
  await api.datasetColumn.run({ spaceID, datasetID, jobID })
  const runs = async (later: Api) => (await later.datasetColumn.runs({ spaceID, datasetID })).instances[0]!
  return {
    name: `column ${n}`,
    isOver: async (later) => !['pending', 'running'].includes((await runs(later)).status),
    fault: async (later) => {
      const { successCnt, failedCnt, skippedCnt } = await runs(later)
      const counted = successCnt === ROWS && !failedCnt && !skippedCnt
      return counted ? allFilled(await rowsOf(later, datasetID)) : `counted ${successCnt}, ${failedCnt}, ${skippedCnt}`
    },
  }
}
async function beginQuality(api: Api, { spaceID, n }: Round, datasetID: string): Promise<StartedWork> {
  const reasoner = { manualAnnotator: { promptContent: '{{text}}' } }
  const judge = { manualAnnotator: { promptContent: 'Is {{answer}} right?' } }
  const job = { name: 'score', passKTask: { reasoner, judge, inferenceRound: 1 } }
  const { jobID } = await api.datasetQuality.create({ spaceID, datasetID, job })
  await api.datasetQuality.run({ spaceID, datasetID, jobID })
  const run = async (later: Api) => (await later.datasetQuality.instance({ spaceID, datasetID, jobID })).instance
  return {
    name: `quality ${n}`,
    isOver: async (later) => !['pending', 'running'].includes((await run(later)).status),
    fault: async (later) => {
      const { successCnt, failedCnt, skippedCnt } = await run(later)
      // The built-in model may give no verdict, so only the number of processed rows is checked.
      const isStopped = failedCnt > 0 && successCnt === 0
      const isWhole = successCnt + failedCnt + skippedCnt === ROWS
      return isWhole || isStopped ? inOrder(await rowsOf(later, datasetID)) : `counted ${successCnt + failedCnt}`
    },
  }
}
async function beginCrowd(api: Api, { spaceID, studio, n }: Round, datasetID: string): Promise<StartedWork> {
  const { id: versionID } = await api.datasetVersion.create({ datasetID, version: '1.0.0' })
  const { jobID } = await api.datasetCrowd.create({
    spaceID,
    name: `Crowd ${n}`,
    platform: CrowdPlatform.labelStudio,
    aidpConfig: { taskID: '7' },
    inputConfig: {
      inputDatasetID: datasetID,
      inputDatasetVersionID: versionID,
      inputMappings: [{ sourceValue: 'text', targetValue: 'text' }],
    },
    outputConfig: { outputMappings: [{ sourceValue: 'why', targetValue: 'out' }] },
  })
  const own = () => studio.tasks.filter(({ data }) => data.orrery_job === jobID)
  return {
    name: `crowd ${n}`,
    async isOver(later) {
      for (const task of own())
        if (!task.annotations.length)
          studio.annotate(task, 'Good', '2030-01-01T00:00:00Z', `label of ${String(task.data.text)}`)
      const { job } = await later.datasetCrowd.refresh({ spaceID, jobID })
      return job.status === CrowdStatus.completed
    },
    async fault(later) {
      const sent = own().map(({ data }) => String(data.text))
      if (sent.length !== ROWS || new Set(sent).size !== ROWS) return `${sent.length} rows were sent`
      const rows = await rowsOf(later, datasetID)
      return inOrder(rows) || (rows.every(([text, out]) => out === `label of ${text}`) ? '' : 'a label is wrong')
    },
  }
}
