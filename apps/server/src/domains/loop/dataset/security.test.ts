import { contract, type Op } from '@orrery/contract'
import { JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { beforeAll, expect, test } from 'vitest'
import { sampleOf } from '#testing/sample-input.ts'
import { zipOf } from './io/testing/zip-of.ts'
import { type DatasetLab, openDatasetLab } from './testing/dataset-lab.ts'

let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
beforeAll(async () => {
  lab = await openDatasetLab()
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
})
const MISSING = '999999999999'
async function imported(datasetID: string, name: string, bytes: Uint8Array | string) {
  const file = { provider: STORED_HERE, path: await lab.upload(name, bytes) } as const
  const { jobID } = await api.datasetIo.import({ datasetID, file })
  return lab.ended(jobID)
}

/** One of each thing that has an id: of the space of the lab. */
async function things() {
  const { datasetID, versionID, ids } = await lab.dataset(['one', 'two'])
  const tagKeyID = await lab.tag('Swapped', ['a'])
  const io = await imported(datasetID, 'rows.csv', 'text\nthree\n')
  const { jobID: dedup } = await api.datasetDedup.start({ datasetID, fieldKey: 'text', threshold: 80 })
  const content = {
    annotationType: 2 as const,
    ruleAnnotator: { content: 'def process(item):\n    return 1', outputMappings: [{ targetValue: 'text' }] },
  }
  const { jobID: column } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Column', content })
  const other = await lab.dataset(['x'])
  const { jobID: crowd } = await api.datasetCrowd.create({
    spaceID,
    name: 'Crowd',
    platform: 2,
    inputConfig: { inputDatasetID: other.datasetID, inputDatasetVersionID: other.versionID },
    outputConfig: { outputMappings: [{ targetValue: 'label', isNewColumn: true }] },
  })
  const jobs: Record<string, string> = {
    datasetIo: io.id,
    datasetOpen: column,
    datasetDedup: dedup,
    datasetColumn: column,
    datasetQuality: column,
    datasetCrowd: crowd,
  }
  return { spaceID, datasetID, versionID, itemID: ids[0]!, tagKeyID, jobs }
}
type Things = Awaited<ReturnType<typeof things>>
const idOf = (field: string, domain: string, own: Things): string | undefined => {
  if (/^space/i.test(field)) return own.spaceID
  if (/dataset_?id/i.test(field)) return own.datasetID
  if (/version_?id/i.test(field)) return own.versionID
  if (/item_?ids?$|^id$|row/i.test(field)) return own.itemID
  if (/tag|template/i.test(field)) return own.tagKeyID
  if (/job|task|run|instance|label/i.test(field)) return own.jobs[domain] ?? own.jobs.datasetColumn
  return undefined
}

test('ids of another space are answered as ids that do not exist, in every call', async () => {
  const own = await things()
  const domains = Object.keys(contract).filter((name) => /^(dataset|annotationQueue|label)/.test(name))
  const differing: string[] = []
  let asked = 0
  for (const domain of domains)
    for (const [name, op] of Object.entries(contract[domain as 'dataset'] as unknown as Record<string, Op>)) {
      if (typeof op.access !== 'object' || op.access.optional || op.body !== 'json') continue
      const say = async (hint: (field: string) => string | undefined) => {
        const input = sampleOf(op.input, hint) as Record<string, unknown>
        return answer(op, input)
      }
      const real = await say((field) => idOf(field, domain, own))
      const none = await say((field) => idOf(field, domain, own) && MISSING)
      asked += 1
      const isSame = real.text.replaceAll(/\d{6,}/g, '#') === none.text.replaceAll(/\d{6,}/g, '#')
      if (!isSame || real.isFine) differing.push(`${domain}.${name}: ${real.text.slice(0, 200)}`)
    }
  expect(differing).toEqual([])
  expect(asked).toBeGreaterThan(80)
})
/** What a stranger hears. */
async function answer({ routes: [route] }: Op, input: Record<string, unknown>) {
  const { method, path } = route!
  const rest = { ...input }
  const target = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(rest[key] ?? MISSING)
    delete rest[key]
    return encodeURIComponent(value)
  })
  const isRead = method === 'GET' || method === 'DELETE'
  const query = isRead
    ? `?${new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]))}`
    : ''
  const response = await lab.t.app.request(`${target}${query}`, {
    method,
    headers: {
      cookie: lab.stranger.cookie(),
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    },
    ...(!isRead && { body: JSON.stringify(rest) }),
  })
  const text = await response.text()
  return { text, isFine: response.ok && /"code":0[,}]/.test(text) }
}

test('fields that nobody may set are ignored or refused, and nothing of another is overwritten', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const extra = { id: datasetID, creator_id: '1', createdBy: '1', itemCount: '9', status: 2, created_at: '1' }
  const made = await api.dataset.create({ spaceID, name: 'Extra', fields: [], ...extra })
  expect(made.datasetID).not.toBe(datasetID)
  const { dataset } = await api.dataset.get({ datasetID: made.datasetID })
  expect([dataset.createdBy, dataset.itemCount, dataset.status]).toEqual([lab.owner.id, '0', 1])
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
})

test('of own and foreign rows in one call only the own ones are shown and deleted', async () => {
  const mine = await lab.dataset(['mine', 'stays'])
  const theirs = (await lab.stranger.api.space.create({ name: 'Theirs' })).id
  const fields = [{ key: 'text', name: 'text' }]
  const { datasetID } = await lab.stranger.api.dataset.create({ spaceID: theirs, name: 'Theirs', fields })
  const rows = [{ data: [{ key: 'text', content: 'theirs' }] }]
  const { addedItems } = await lab.stranger.api.datasetItem.addMany({ datasetID, items: rows })
  const itemIDs = [mine.ids[0]!, addedItems[0]!, MISSING]
  const { items } = await api.datasetItem.getMany({ datasetID: mine.datasetID, itemIDs })
  expect(items.map(({ data }) => data![0]!.content)).toEqual(['mine'])
  await api.datasetItem.removeMany({ datasetID: mine.datasetID, itemIDs })
  expect(await lab.column(mine.datasetID, 'text')).toEqual(['stays'])
  expect(await lab.column(datasetID, 'text', lab.stranger)).toEqual(['theirs'])
})

test('Python of a column reaches neither files nor network, and odd results are refused', async () => {
  const attempts = [
    'return open("/etc/passwd").read()',
    'import os\n    return os.popen("id").read()',
    'import socket\n    socket.create_connection(("127.0.0.1", 5432), 1)\n    return "open"',
    'a = []\n    a.append(a)\n    return a',
    'return lambda: 1',
  ]
  const { datasetID } = await lab.dataset(
    attempts.map((_, at) => String(at)),
    [{ key: 'out', name: 'out' }],
  )
  // A row for each attempt: one that fails leaves the others alone.
  const tries = attempts.map((body, at) => `def try${at}():\n    ${body}\n`).join('')
  const content = `${tries}def process(item):\n    return globals()["try" + item["text"]]()\n`
  const ruleAnnotator = { content, outputMappings: [{ targetValue: 'out' }] }
  const { jobID } = await api.datasetColumn.create({
    spaceID,
    datasetID,
    name: 'Escape',
    content: { annotationType: 2, ruleAnnotator },
  })
  await api.datasetColumn.run({ spaceID, datasetID, jobID })
  const run = async () => (await api.datasetColumn.runs({ spaceID, datasetID })).instances[0]!
  await expect.poll(async () => (await run()).status, { timeout: 60_000 }).toMatch(/success|failed/)
  const values = await lab.column(datasetID, 'out')
  expect(values.filter((value) => /root:|uid=|^open$/.test(value))).toEqual([])
})

test('a file that is too wide or unpacks to too much ends in a failure of its own job', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const wide = `${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')}\n1\n`
  const bomb = zipOf({ 'a.csv': `text\n${'0'.repeat(20_000_000)}` })
  for (const [name, bytes] of [
    ['wide.csv', wide],
    ['bomb.zip', bomb],
  ] as const) {
    const job = await imported(datasetID, name, bytes)
    expect([name, job.status === JobStatus.failed || Number(job.progress.added) <= 1]).toEqual([name, true])
  }
  expect((await lab.column(datasetID, 'text'))[0]).toBe('kept')
})

test('pages out of range are brought into it, and forged cursors are refused', async () => {
  const { datasetID } = await lab.dataset(['a', 'b', 'c'])
  for (const [page, pageSize, count] of [
    [0, 0, 1],
    [-5, -1, 1],
    [1, 1e9, 3],
    [1e12, 10, 0],
  ] as const)
    expect((await api.datasetItem.list({ datasetID, page, pageSize })).items).toHaveLength(count)
  for (const cursor of ['x', '1:2:3', Buffer.from('{"pos":"1;DROP"}').toString('base64')])
    await expect(api.datasetItem.list({ datasetID, cursor })).rejects.toThrow(/cursor/)
})

test('schemas with costly patterns are checked in a bounded time, and schemas elsewhere are not fetched', async () => {
  const { datasetID } = await lab.dataset([])
  const withSchema = (schema: object) =>
    api.dataset.setSchema({
      datasetID,
      fields: [{ key: 'text', name: 'text', defaultFormat: 3, textSchema: JSON.stringify(schema) }],
    })
  await expect(withSchema({ $ref: 'http://169.254.169.254/schema' })).rejects.toThrow(/textSchema/)
  await withSchema({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } })
  const content = JSON.stringify({ a: `${'a'.repeat(5000)}!` })
  const { addedItems, errors } = await api.datasetItem.addMany({
    datasetID,
    items: [{ data: [{ key: 'text', content }] }],
  })
  expect(Object.keys(addedItems).length + errors.length).toBe(1)
})
