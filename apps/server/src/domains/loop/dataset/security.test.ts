import { contract, type Op } from '@orrery/contract'
import { FileFormat, JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
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

/** Creates one of each kind of object with an id, in the space of the lab. */
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

test('13, 80: in every call, ids of another space get the same answer as missing ids', async () => {
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

test('80: invalid ids are refused or not found in paths, queries and bodies, and large ids are not rounded', async () => {
  const { datasetID, ids } = await lab.dataset(['kept'])
  const near = (BigInt(datasetID) + 1n).toString()
  for (const id of ['9007199254740993', '-1', '0', '1.5', `0${datasetID}`, near, '1'.repeat(40), '1e3', ' ', '%00']) {
    const calls = [
      () => api.dataset.get({ datasetID: id }),
      () => api.datasetItem.get({ datasetID, itemID: id }),
      () => api.datasetVersion.list({ datasetID: id }),
      () => api.datasetIo.job({ jobID: id }),
      () => api.datasetItem.removeMany({ datasetID: id, itemIDs: ids }),
      () => api.datasetDedup.start({ datasetID: id, fieldKey: 'text', threshold: 80 }),
    ]
    for (const call of calls)
      await expect(call(), id).rejects.toSatisfy((cause: { status: number }) => [400, 404].includes(cause.status))
  }
  // A number above the safe integers is not accepted as an id.
  const response = await lab.t.app.request('/api/ml_flow/v2/dedup_jobs', {
    method: 'POST',
    headers: { cookie: lab.owner.cookie(), 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: '{"datasetID": 9007199254740993, "fieldKey": "text", "threshold": 80}',
  })
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
})
/** Calls an operation as the stranger. */
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

test('15: read-only fields are ignored or refused, and do not overwrite another dataset', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const extra = { id: datasetID, creator_id: '1', createdBy: '1', itemCount: '9', status: 2, created_at: '1' }
  const made = await api.dataset.create({ spaceID, name: 'Extra', fields: [], ...extra })
  expect(made.datasetID).not.toBe(datasetID)
  const { dataset } = await api.dataset.get({ datasetID: made.datasetID })
  expect([dataset.createdBy, dataset.itemCount, dataset.status]).toEqual([lab.owner.id, '0', 1])
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
})

test('24: with own and foreign rows in one call, only the own rows are returned and deleted', async () => {
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

test('26, 27, 29, 30, 38: Python of a column cannot reach the host, files or network, and odd results are refused', async () => {
  const attempts = [
    'return open("/etc/passwd").read()',
    'import os\n    return os.popen("id").read()',
    'import socket\n    socket.create_connection(("127.0.0.1", 5432), 1)\n    return "open"',
    'a = []\n    a.append(a)\n    return a',
    'return lambda: 1',
    'return __import__("subprocess").check_output(["id"]).decode()',
    'import importlib\n    return importlib.import_module("os").popen("id").read()',
    'import ctypes\n    return "open" if ctypes.CDLL(None).getuid() >= 0 else ""',
    'return "open" if any("Popen" in c.__name__ for c in ().__class__.__base__.__subclasses__()) else "none"',
    'import sys\n    return sys.modules["os"].popen("id").read()',
    'return "{0.__class__.__init__.__globals__}".format(process) and open("/proc/self/environ").read()',
    'open("/tmp/orrery-escape", "w").write("x")\n    return open("/tmp/orrery-escape").read() and "open"',
    'return float("nan")',
    'return {"__proto__": {"polluted": 1}}',
    'return b"bytes"',
    'import js\n    return "open" if js.process.versions.node else ""',
    'from pyodide.code import run_js\n    return "open" if run_js("process.pid") else ""',
    'from pyodide.code import run_js\n    return "open" if run_js("(() => {}).constructor(`return process`)().pid") else ""',
    'import os\n    return "open" if os.environ.get("DATABASE_URL") or os.environ.get("DATA_DIR") else "none"',
    'import os\n    return "open" if os.listdir("/proc/1") else ""',
    'return 10 ** 5000',
    'class Odd:\n        def __str__(self):\n            raise ValueError("no text")\n    return Odd()',
  ]
  const { datasetID } = await lab.dataset(
    attempts.map((_, at) => String(at)),
    [{ key: 'out', name: 'out' }],
  )
  // Each attempt has its own row, so that failures do not affect each other.
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
  await expect.poll(async () => (await run()).status).toMatch(/success|failed/)
  const values = await lab.column(datasetID, 'out')
  expect(values.filter((value) => /root:|uid=|PATH=|^open$/.test(value))).toEqual([])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('51, 54: a file with too many columns or that unpacks to too much fails only its own job', async () => {
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

test('81: pages out of range are clamped, and forged cursors are refused', async () => {
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

test('33: costly patterns in schemas are checked in bounded time, and remote schemas are not fetched', async () => {
  const { datasetID } = await lab.dataset([])
  const withSchema = (schema: object) =>
    api.dataset.setSchema({
      datasetID,
      fields: [{ key: 'text', name: 'text', defaultFormat: 3, textSchema: JSON.stringify(schema) }],
    })
  await expect(withSchema({ $ref: 'http://169.254.169.254/schema' })).rejects.toThrow(/textSchema/)
  await expect(withSchema({ $ref: '#' })).rejects.toThrow(/textSchema/)
  await expect(withSchema({ properties: { a: { pattern: '(?=a)b' } } })).rejects.toThrow(/textSchema.*properties\.a/)
  await withSchema({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } })
  const given = (a: string) => ({ data: [{ key: 'text', content: JSON.stringify({ a }) }] })
  const items = [given(`${'a'.repeat(5000)}!`), given('aaa')]
  const { addedItems, errors } = await api.datasetItem.addMany({ datasetID, items, skipInvalidItems: true })
  expect(Object.keys(addedItems)).toEqual(['1'])
  expect(errors[0]!.details[0]!.messagesByField).toEqual({ text: 'text.a must match the pattern ^(a+)+$' })
})

test('other people can read and copy a public dataset, but not change it', async () => {
  const { api } = lab.stranger
  const { datasetID, versionID } = await lab.dataset(['shown'])
  const read = [
    () => api.dataset.get({ datasetID }),
    () => api.datasetItem.list({ datasetID }),
    () => api.datasetItem.ofVersion({ datasetID, versionID }),
    () => api.datasetVersion.list({ datasetID }),
  ]
  for (const call of read) await expect(call()).rejects.toMatchObject({ status: 404 })
  // Its creator and the managers of the space may publish it; other members may not.
  await expect(lab.member.api.dataset.update({ datasetID, visibility: 1 })).rejects.toMatchObject({ status: 403 })
  await lab.owner.api.dataset.update({ datasetID, visibility: 1 })
  for (const call of read) await call()
  expect((await api.dataset.listPublic({})).datasets.map(({ id }) => id)).toEqual([datasetID])
  const theirs = (await api.space.create({ name: 'Elsewhere' })).id
  const copy = {
    spaceID: theirs,
    sourceType: 2 as const,
    source: { dataset: { datasetID } },
    targetDatasetName: 'Copy',
  }
  const made = await api.datasetIo.createWithImport(copy)
  await expect.poll(async () => (await api.datasetItem.list({ datasetID: made.datasetID })).items.length).toBe(1)
  const wrong = [
    () => api.datasetItem.addMany({ datasetID, items: [] }),
    () => api.datasetIo.jobs({ datasetID }),
    () => api.datasetColumn.associated({ spaceID: lab.spaceID, datasetID }),
    () => api.datasetItem.history({ datasetID, id: datasetID }),
    () => api.dataset.update({ datasetID, visibility: 2 }),
    () => api.datasetIo.export({ spaceID: lab.spaceID, datasetID, target: { file: { format: 1 } } }),
  ]
  for (const call of wrong) await expect(call()).rejects.toMatchObject({ status: 404 })
  await lab.owner.api.dataset.update({ datasetID, visibility: 2 })
  await expect(api.dataset.get({ datasetID })).rejects.toMatchObject({ status: 404 })
  await expect(api.datasetIo.createWithImport({ ...copy, targetDatasetName: 'Again' })).rejects.toMatchObject({
    status: 404,
  })
})

async function recordedExports(datasetID: string) {
  const { events } = await api.instance.spaceAudit({ space_id: spaceID, size: 50 })
  return events.filter(({ action, target }) => action === 'dataset.export' && target === datasetID).length
}
test('only few people can export rows of a strictly protected dataset, and each export is recorded', async () => {
  const { datasetID } = await lab.dataset(['secret'])
  await lab.owner.api.dataset.update({ datasetID, securityLevel: 4 })
  await expect(lab.owner.api.dataset.update({ datasetID, visibility: 1 })).rejects.toMatchObject({
    code: ErrorCode.datasetReach.strictIsNotPublic,
  })
  const target = { file: { format: FileFormat.jsonl } }
  const code = ErrorCode.datasetReach.strictStays
  const { spaceID } = lab
  await expect(lab.member.api.datasetIo.export({ spaceID, datasetID, target })).rejects.toMatchObject({ code })
  const source = { dataset: { datasetID } }
  const copy = { spaceID, sourceType: 2 as const, source, targetDatasetName: 'Copy of it' }
  await expect(lab.member.api.datasetIo.createWithImport(copy)).rejects.toMatchObject({ code })
  const { jobID } = await lab.owner.api.datasetIo.export({ spaceID, datasetID, target })
  await lab.ended(jobID)
  expect(await recordedExports(datasetID)).toBe(1)
  expect((await lab.member.api.datasetIo.file({ jobID })).status).toBe(403)
  expect(await recordedExports(datasetID)).toBe(1)
  expect((await lab.owner.api.datasetIo.file({ jobID })).status).toBe(200)
  expect(await recordedExports(datasetID)).toBe(2)
  // Others see the job without a link to its file.
  expect(JSON.stringify(await lab.member.api.datasetIo.job({ jobID }))).not.toContain('/api/file/')
  await lab.ended((await lab.owner.api.datasetIo.createWithImport(copy)).jobID)
  expect(await recordedExports(datasetID)).toBe(3)
})
test('a refused export of a strictly protected dataset is not recorded as one', async () => {
  const { spaceID, owner } = lab
  const { datasetID } = await lab.dataset(['secret'])
  await owner.api.dataset.update({ datasetID, securityLevel: 4 })
  const noFile = { file: { format: FileFormat.jsonl } }
  const itself = { dataset: { datasetID } }
  const refused = [
    () => owner.api.datasetIo.export({ spaceID, datasetID, target: noFile, versionID: '1' }),
    () => owner.api.datasetIo.export({ spaceID, datasetID, targetType: 2, target: itself }),
    () => owner.api.datasetIo.export({ spaceID, datasetID, targetType: 2, target: noFile }),
  ]
  for (const call of refused) await expect(call()).rejects.toMatchObject({ status: expect.any(Number) })
  expect(await recordedExports(datasetID)).toBe(0)
})
