import { JobStatus, STORED_HERE, DATASET_LIMITS, FileFormat } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { sql } from 'drizzle-orm'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { hostileSheets } from '#domains/resources/knowledge/testing/hostile-sheets.ts'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { canMount, openSmallDisk } from '#testing/small-disk.ts'
import { createColumnRepo } from './column/column.repo.ts'
import { createJobRepo } from './io/job.repo.ts'
import { datasetJob } from './io/job.table.ts'
import { zipOf } from './io/testing/zip-of.ts'
import { QUEUE_OF_SPACE } from './open-jobs.ts'
import { type DatasetLab, openDatasetLab } from './testing/dataset-lab.ts'

/** Attacks on the calls of datasets. The numbers are those of the list of cases. */
let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
let far: Awaited<ReturnType<typeof openFarEnd>>
let closed: Awaited<ReturnType<typeof openFarEnd>>
let heard: string[] = []
let answer: Parameters<typeof openFarEnd>[0] = () => ({})
beforeAll(async () => {
  closed = await openFarEnd(({ headers }) => {
    heard.push(headers.authorization ?? 'no key')
    return { body: {} }
  })
  far = await openFarEnd((request) => answer(request))
  afterFile(() => far.close())
  afterFile(() => closed.close())
  lab = await openDatasetLab({ config: { egressAllow: [far.host] } })
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
})
const places = {
  studio: (url: string) => api.datasetCrowd.connect({ spaceID, url, token: 'head.refresh.sign' }),
  s3: (url: string) =>
    api.datasetStorage.connect({ spaceID, kind: 's3', url, bucket: 'rows', accessKeyID: 'a', secretAccessKey: 'b' }),
  hdfs: (url: string) => api.datasetStorage.connect({ spaceID, kind: 'hdfs', url, user: 'anna' }),
}
type Place = keyof typeof places
const everyPlace = Object.keys(places) as Place[]
/** Advances the clock before each attempt, so that refusals do not come from the rate limit. */
async function refusal(place: Place, url: string): Promise<string> {
  lab.t.clock.advance(5000)
  try {
    await places[place](url)
    return 'connected'
  } catch (cause) {
    return (cause as { status: number }).status === 429 ? 'too often' : 'refused'
  }
}

test.each(everyPlace)(
  '39, 40, 41: %s is not reached at internal addresses, however they are written',
  async (place) => {
    const port = closed.host.split(':')[1]!
    for (const host of [
      '127.0.0.1',
      '0.0.0.0',
      'localhost',
      '[::1]',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '[fe80::1]',
      '[fc00::1]',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      '[::ffff:169.254.169.254]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      'localhost.',
      'LOCALHOST',
      'ok@127.0.0.1',
      'metadata.google.internal',
    ])
      expect(await refusal(place, `http://${host}:${port}`), host).toBe('refused')
    expect(heard).toEqual([])
    for (const scheme of ['file:///etc/passwd', 'gopher://127.0.0.1:1', 'ftp://127.0.0.1', 'data:text/plain,x'])
      expect(await refusal(place, scheme), scheme).toBe('refused')
  },
)

test.each(everyPlace)('42, 43: a redirect by %s is refused, and the key is not sent to its target', async (place) => {
  heard = []
  for (const status of [301, 302, 307, 308]) {
    answer = () => ({ status, headers: { location: closed.url } })
    await expect(places[place](far.url)).rejects.toThrow()
    answer = () => ({ status, headers: { location: 'file:///etc/passwd' } })
    await expect(places[place](far.url)).rejects.toThrow()
  }
  expect(heard).toEqual([])
})

test('44: a file of a store that announces too many bytes is refused before it is read', async () => {
  answer = ({ query }) =>
    query.get('op') === 'OPEN'
      ? { headers: { 'content-length': String(10 * 1024 ** 3) }, body: 'text\n' }
      : { body: { FileStatus: { type: 'DIRECTORY' } } }
  lab.t.clock.advance(61_000)
  await places.hdfs(far.url)
  const { datasetID } = await lab.dataset(['kept'])
  await expect(api.datasetIo.import({ datasetID, file: { provider: 3, path: 'rows.csv' } })).rejects.toThrow()
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
})

test('44: an answer of a store or of Label Studio that unpacks to too many bytes is cut off', async () => {
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(256 * 1024 * 1024)))
  const packed = { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: bomb }
  answer = ({ query }) => (query.get('op') === 'OPEN' ? packed : { body: { FileStatus: { type: 'DIRECTORY' } } })
  lab.t.clock.advance(61_000)
  await places.hdfs(far.url)
  const { datasetID } = await lab.dataset(['kept'])
  await expect(api.datasetIo.import({ datasetID, file: { provider: 3, path: 'rows.csv' } })).rejects.toThrow()
  answer = () => packed
  expect(await refusal('studio', far.url)).toBe('refused')
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
})

const imported = async (datasetID: string, name: string, bytes: Uint8Array | string) => {
  const file = { provider: STORED_HERE, path: await lab.upload(name, bytes) } as const
  return lab.ended((await api.datasetIo.import({ datasetID, file })).jobID)
}
test('49: a JSON body is not an upload, whatever it contains about files', async () => {
  const headers = {
    cookie: lab.owner.cookie(),
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
  }
  const body = JSON.stringify({
    files: [{ filepath: '/etc/passwd', originalFilename: 'rows.csv' }],
    file: '/etc/passwd',
  })
  const { token } = await lab.owner.api.token.create({ name: 'Uploads' })
  const tries = [headers, { authorization: `Bearer ${token}`, 'content-type': 'application/json' }]
  for (const sent of tries) {
    const response = await lab.t.app.request('/v1/files/upload', { method: 'POST', headers: sent, body })
    expect(response.status).toBeGreaterThanOrEqual(400)
  }
})

test('14, 49: a space given with a dataset must be its own, and a path never names a file of this machine', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const theirs = (await lab.owner.api.space.create({ name: 'Another' })).id
  const code = ErrorCode.dataset.otherSpace
  await expect(api.datasetItem.addMany({ datasetID, spaceID: theirs, items: [] })).rejects.toMatchObject({ code })
  await expect(api.dataset.update({ datasetID, spaceID: theirs, name: 'X' })).rejects.toMatchObject({ code })
  for (const path of ['/etc/passwd', '../../etc/passwd', 'file:///etc/passwd', 'C:\\x.csv'])
    await expect(api.datasetIo.import({ datasetID, file: { provider: STORED_HERE, path } })).rejects.toMatchObject({
      status: 404,
    })
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
})

test('50, 51, 52, 53, 54, 55: hostile and empty files fail only their own job, or are read as plain rows', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const entities = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;&a;">]>'
  const sheet = zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?>${entities}<Types/>`,
    'xl/workbook.xml': `<?xml version="1.0"?>${entities}<workbook>&b;</workbook>`,
  })
  const failing: [string, Uint8Array | string][] = [
    ['head.csv', 'text\n'],
    ['broken.xlsx', 'not a workbook'],
    ['broken.zip', 'PK\u0003\u0004'],
    ['broken.parquet', 'PAR1 and no more PAR1'],
    ['entities.xlsx', sheet],
    ['open.csv', 'text\n"never closed'],
    ['mixed.csv', Buffer.concat([Buffer.from('text\n中文\n'), Buffer.from([0xff, 0xff, 0x80, 0x0a])])],
    ['words.md', 'text\nx\n'],
    ['picture.zip', zipOf({ 'a.png': 'x' })],
    ...hostileSheets.map(([what, bytes]): [string, Uint8Array] => [`${what}.xlsx`, bytes()]),
    ['nested.zip', zipOf({ 'a.zip': zipOf({ 'b.csv': 'text\nx\n' }) as never })],
  ]
  await expect(lab.upload('empty.csv', '')).rejects.toThrow(/empty/)
  for (const [name, bytes] of failing) {
    const { status, errors } = await imported(datasetID, name, bytes)
    expect([name, status, errors[0]?.summary !== '']).toEqual([name, JobStatus.failed, true])
  }
  const odd = ['../../evil\u202Efdp.csv', `${'a'.repeat(300)}.csv`, '.csv', 'C:\\rows.csv']
  for (const name of odd) expect((await imported(datasetID, name, 'text\nby name\n')).status).toBe(JobStatus.completed)
  await imported(datasetID, 'slip.zip', zipOf({ '../../../tmp/x.csv': 'text\nfrom a path\n' }))
  const rows = await lab.column(datasetID, 'text')
  expect(new Set(rows)).toEqual(new Set(['kept', 'by name', ...(rows.includes('from a path') ? ['from a path'] : [])]))
})

test('57: the link of an export is valid only for its file, its method and its time', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const target = { file: { format: FileFormat.csv } }
  const { jobID } = await api.datasetIo.export({ spaceID, datasetID, target })
  const job = await lab.ended(jobID)
  const link = new URL(job.target.file!.path!, 'http://127.0.0.1')
  const get = async (to: string, init = {}) => (await lab.t.request(to, init)).status
  expect(await get(link.pathname + link.search)).toBe(200)
  const changed = link.pathname + link.search.replace(/sig=./, (one) => (one === 'sig=a' ? 'sig=b' : 'sig=a'))
  expect(await get(changed)).toBeGreaterThanOrEqual(400)
  expect(await get(`${link.pathname}${link.search.replace(/expires=\d/, 'expires=9')}`)).toBeGreaterThanOrEqual(400)
  expect(await get(link.pathname + link.search, { method: 'DELETE' })).toBeGreaterThanOrEqual(400)
  lab.t.clock.advance(49 * 3600_000)
  expect(await get(link.pathname + link.search)).toBeGreaterThanOrEqual(400)
  lab.t.clock.advance(-49 * 3600_000)
})

test(
  '28: Python that exhausts memory or recurses endlessly fails its rows, and the next run succeeds',
  { timeout: 300_000 },
  async () => {
    const bodies = [
      'return "x" * (1 << 40)',
      'return process(item)',
      'import sys; sys.stdout.write("x" * 100_000_000); return "said"',
      'return "x" * 50_000_000',
      'return [0] * 1_000_000_000',
      'return item["text"]',
    ]
    const { datasetID } = await lab.dataset(['1', '2', '3', '4'], [{ key: 'out', name: 'out' }])
    for (const [at, body] of bodies.entries()) {
      const code = `def process(item):\n    ${body}\n`
      const ruleAnnotator = { content: code, outputMappings: [{ targetValue: 'out' }] }
      const content = { annotationType: 2 as const, ruleAnnotator }
      const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: `Hostile ${at}`, content })
      const { annotationJobRun } = await api.datasetColumn.run({ spaceID, datasetID, jobID })
      const run = async () =>
        (await api.datasetColumn.runs({ spaceID, datasetID })).instances.find(
          ({ annotationJobRunID }) => annotationJobRunID === annotationJobRun,
        )!
      await expect.poll(async () => (await run()).status).toMatch(/success|failed/)
      if (!body.includes('stdout')) expect((await run()).failedCnt > 0).toBe(body !== 'return item["text"]')
    }
    expect(await lab.column(datasetID, 'out')).toEqual(['1', '2', '3', '4'])
  },
)

test(
  '28: endless Python does not delay other runs, and stops when its run is terminated',
  { timeout: 300_000 },
  async () => {
    const run = async (code: string) => {
      const { datasetID } = await lab.dataset(['1'], [{ key: 'out', name: 'out' }])
      const content = {
        annotationType: 2 as const,
        ruleAnnotator: { content: code, outputMappings: [{ targetValue: 'out' }] },
      }
      const { jobID } = await api.datasetColumn.create({ spaceID, datasetID, name: 'Endless', content })
      const { annotationJobRun: jobRunID } = await api.datasetColumn.run({ spaceID, datasetID, jobID })
      const status = async () => (await api.datasetColumn.runs({ spaceID, datasetID })).instances[0]!.status
      return { datasetID, jobID, jobRunID, status }
    }
    const endless = [
      'def process(item):\n    while True:\n        pass\n',
      'import re\ndef process(item):\n    return str(re.match("(a+)+$", "a" * 60 + "!"))\n',
    ]
    for (const code of endless) {
      const held = await run(code)
      await expect.poll(held.status).toBe('running')
      const other = await run('def process(item):\n    return item["text"]\n')
      await expect.poll(other.status).toBe('success')
      const { datasetID, jobID, jobRunID } = held
      await api.datasetColumn.terminate({ spaceID, datasetID, jobID, jobRunID })
      await expect.poll(held.status).toBe('terminated')
      expect(await lab.column(datasetID, 'out')).toEqual([''])
    }
  },
)

test('72: imports work although the clock jumps by a day', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  lab.t.clock.advance(-24 * 3600_000)
  expect((await imported(datasetID, 'back.csv', 'text\nback\n')).status).toBe(JobStatus.completed)
  lab.t.clock.advance(48 * 3600_000)
  expect((await imported(datasetID, 'ahead.csv', 'text\nahead\n')).status).toBe(JobStatus.completed)
  lab.t.clock.advance(-24 * 3600_000)
  expect(await lab.column(datasetID, 'text')).toEqual(['kept', 'back', 'ahead'])
})

test('72: a write that waits too long for a lock in the database is refused and changes nothing', async () => {
  const { datasetID } = await lab.dataset(['kept'])
  const { db } = lab.t.infra.database
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM dataset WHERE id = ${datasetID} FOR UPDATE`)
    const items = [{ data: [{ key: 'text', content: 'late' }] }]
    await expect(api.datasetItem.addMany({ datasetID, items })).rejects.toMatchObject({ code: ErrorCode.kit.busy })
  })
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
})

test.skipIf(!canMount)(
  '56, 72: on a full disk an export fails with that reason, and works again once there is space',
  async () => {
    const disk = openSmallDisk(8)
    const own = await openDatasetLab({ config: { dataDir: disk.dir } })
    const { datasetID } = await own.dataset(Array.from({ length: 40 }, (_, n) => `${n} `.repeat(2000)))
    const target = { file: { format: FileFormat.csv } }
    const written = async () =>
      own.ended((await own.owner.api.datasetIo.export({ spaceID: own.spaceID, datasetID, target })).jobID)
    disk.fill()
    const failed = await written()
    expect([failed.status, failed.errors[0]!.summary]).toEqual([JobStatus.failed, expect.stringMatching(/disk/i)])
    disk.free()
    expect((await written()).status).toBe(JobStatus.completed)
  },
)

test('73: writes of a worker that has lost its lease have no effect', async () => {
  const { datasetID } = await lab.dataset([])
  const { jobID } = await api.datasetIo.import({
    datasetID,
    file: { provider: STORED_HERE, path: await lab.upload('rows.csv', 'text\none\n') },
  })
  await lab.ended(jobID)
  const { db } = lab.t.infra.database
  // Simulates that another worker claimed the job while the first one was paused.
  await db.execute(sql`UPDATE dataset_job SET status = 2, fence = fence + 1 WHERE id = ${jobID}`)
  const jobs = createJobRepo(db, lab.t.clock)
  const job = (await jobs.find(jobID))!
  let done = 0
  const effect = async () => void (done += 1)
  const batch = { processed: 1, skipped: 0, rejected: [], stage: effect }
  expect(await jobs.writeBatch(job, job.fence - 1, batch)).toBe(false)
  expect(await jobs.end(jobID, job.fence - 1, async () => ({ status: JobStatus.failed }))).toBe(false)
  expect(await jobs.noteProgress(jobID, job.fence - 1, 99)).toBe(false)
  expect(await jobs.end(jobID, job.fence, async () => ({ status: JobStatus.completed }))).toBe(true)
  const columns = createColumnRepo(db, lab.t.clock)
  const late = async () => (await effect(), { itemIds: [], cells: [], succeeded: 0, failed: 0, skipped: 0 })
  expect(await columns.write(jobID, 0, late)).toBe(false)
  expect(done).toBe(0)
  expect(await lab.column(datasetID, 'text')).toEqual(['one'])
})

test('75: a space with too many open jobs is refused, and another space does not wait behind its queue', async () => {
  const { db } = lab.t.infra.database
  const target = { file: { format: FileFormat.csv } }
  const other = lab.stranger.api
  const theirs = (await other.space.create({ name: 'Theirs' })).id
  const made = await other.dataset.create({ spaceID: theirs, name: 'Theirs', fields: [{ key: 'text', name: 'text' }] })
  const { datasetID } = await lab.dataset(['x'])
  /** Inserts waiting jobs, as a process that died would leave them. */
  const wait = async (id: string, userId: string, count: number) => {
    const repo = createJobRepo(db, lab.t.clock)
    const spec = { format: FileFormat.csv }
    const row = { datasetId: id, kind: 2, spec, createdBy: userId, createdAt: 1, updatedAt: 1 }
    for (let n = 0; n < count; n += 1) await repo.insert({ ...row, id: lab.t.infra.newId() })
  }
  await wait(datasetID, lab.owner.id, DATASET_LIMITS.openJobs)
  await expect(api.datasetIo.export({ spaceID, datasetID, target })).rejects.toMatchObject({
    status: 429,
    code: ErrorCode.datasetJobs.tooMany,
  })
  const { jobID } = await other.datasetIo.export({ spaceID: theirs, datasetID: made.datasetID, target })
  const status = async () => (await other.datasetIo.job({ jobID })).job.status
  await expect.poll(status).toBe(JobStatus.completed)
  // A process that starts resumes the first job of each space before the second of any space.
  await wait(made.datasetID, lab.stranger.id, 2)
  const line = await createLeaseStore(db, datasetJob, sql`status IN (1, 2)`, QUEUE_OF_SPACE).unfinished()
  expect(line.slice(0, 5).map(({ behind }) => behind)).toEqual([0, 0, 1, 1, 2])
  // The long queue still waits, and its jobs can be cancelled.
  const { jobs: waiting } = await api.datasetIo.jobs({ datasetID, spaceID, statuses: [1] })
  expect(waiting.length).toBeGreaterThan(DATASET_LIMITS.openJobs / 2)
  await api.datasetIo.cancel({ jobID: waiting[0]!.id, spaceID })
})
