import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { FileFormat, FOREIGN_STORES, JobStatus } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import S3rver from 's3rver'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { type DatasetLab, openDatasetLab } from '../testing/dataset-lab.ts'

let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
let s3: string
let hdfs: string
/** Files in the HDFS cluster, by path. */
const files = new Map<string, Buffer>()

/** Fakes WebHDFS: a name node that redirects to a data node, and the data node itself. */
async function openHdfs() {
  const data = await openFarEnd(({ method, path: at, body }) => {
    if (method !== 'PUT') return files.has(at) ? { body: new Uint8Array(files.get(at)!) } : { status: 404 }
    files.set(at, body)
    return { status: 201 }
  })
  const name = await openFarEnd(({ path: at, query }) => {
    if (query.get('user.name') !== 'anna') return { status: 401 }
    const file = at.replace('/webhdfs/v1', '')
    if (query.get('op') === 'GETFILESTATUS') return { body: { FileStatus: { type: 'DIRECTORY' } } }
    if (query.get('op') === 'OPEN' && !files.has(file)) return { status: 404 }
    return { status: 307, headers: { location: data.url + file } }
  })
  afterFile(() => data.close())
  afterFile(() => name.close())
  return { url: name.url, hosts: [data.host, name.host] }
}
beforeAll(async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'orrery-store-'))
  const configureBuckets = [{ name: 'rows', configs: [] }]
  const server = new S3rver({ directory, port: 0, address: '127.0.0.1', silent: true, configureBuckets })
  const { port } = (await server.run()) as AddressInfo
  afterFile(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  s3 = `http://127.0.0.1:${port}`
  const far = await openHdfs()
  hdfs = far.url
  lab = await openDatasetLab({ config: { egressAllow: [`127.0.0.1:${port}`, ...far.hosts] } })
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
})
const key = { bucket: 'rows', accessKeyID: 'S3RVER', secretAccessKey: 'S3RVER' }
const connectS3 = (more: object = {}) =>
  api.datasetStorage.connect({ spaceID, kind: 's3', url: s3, folder: 'team', ...key, ...more })
const written = async (datasetID: string, provider: 1 | 2 | 3, at: string) => {
  const file = { provider, path: at, format: FileFormat.jsonl }
  return lab.ended((await api.datasetIo.export({ spaceID, datasetID, target: { file } })).jobID)
}
const read = (datasetID: string, provider: 1 | 2 | 3, at: string) =>
  api.datasetIo.import({ datasetID, file: { provider, path: at } })

test('a store is tested before it is stored, its key is sealed, and members cannot change it', async () => {
  const { datasetID } = await lab.dataset(['x'])
  await expect(read(datasetID, FOREIGN_STORES.s3, 'a.csv')).rejects.toMatchObject({
    code: ErrorCode.datasetStorage.notConnected,
  })
  await expect(connectS3({ bucket: 'nowhere' })).rejects.toThrow(/store/)
  await expect(connectS3({ url: 'http://169.254.169.254' })).rejects.toThrow(/private|reserved/)
  await expect(connectS3({ folder: '../other' })).rejects.toThrow(/folder/)
  await connectS3()
  const { rows } = await lab.t.infra.database.pool.query<{ row: string }>(
    'SELECT sealed_key AS row FROM dataset_storage',
  )
  expect(rows[0]!.row).not.toContain('S3RVER')
  expect(await lab.member.api.datasetStorage.list({ spaceID })).toMatchObject({
    storages: [{ kind: 's3', url: s3, folder: 'team', bucket: 'rows' }],
  })
  await expect(lab.member.api.datasetStorage.disconnect({ spaceID, kind: 's3' })).rejects.toMatchObject({
    code: ErrorCode.kit.noAccess,
  })
})

test.each([
  ['S3', FOREIGN_STORES.s3],
  ['HDFS', FOREIGN_STORES.hdfs],
] as const)('rows are exported to %s and read back equal', async (_, provider) => {
  await connectS3()
  await api.datasetStorage.connect({ spaceID, kind: 'hdfs', url: hdfs, folder: 'data', user: 'anna' })
  const from = await lab.dataset(['one', '两'])
  expect((await written(from.datasetID, provider, 'out/rows 1.jsonl')).status).toBe(JobStatus.completed)
  const into = await lab.dataset([])
  const job = await lab.ended((await read(into.datasetID, provider, 'out/rows 1.jsonl')).jobID)
  expect(job.progress.added).toBe('2')
  expect(await lab.column(into.datasetID, 'text')).toEqual(['one', '两'])
  if (provider === FOREIGN_STORES.hdfs) expect([...files.keys()]).toEqual(['/data/out/rows%201.jsonl'])
})

test('a path stays below the folder of the space, and a missing file is reported', async () => {
  await connectS3()
  const { datasetID } = await lab.dataset(['x'])
  for (const at of ['../other/a.csv', 'a/../../b.csv', '.', 'a\\b.csv'])
    await expect(read(datasetID, FOREIGN_STORES.s3, at)).rejects.toMatchObject({
      code: ErrorCode.datasetStorage.badPath,
    })
  await expect(read(datasetID, FOREIGN_STORES.s3, 'gone.csv')).rejects.toMatchObject({
    code: ErrorCode.datasetStorage.noSuchFile,
  })
  const theirs = (await lab.stranger.api.space.create({ name: 'Theirs' })).id
  const made = await lab.stranger.api.dataset.create({ spaceID: theirs, name: 'Theirs', fields: [] })
  await expect(
    lab.stranger.api.datasetIo.import({
      datasetID: made.datasetID,
      file: { provider: FOREIGN_STORES.s3, path: 'out/rows 1.jsonl' },
    }),
  ).rejects.toMatchObject({ code: ErrorCode.datasetStorage.notConnected })
})
