import { FileFormat, JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { canMount, openSmallDisk, type SmallDisk } from '#testing/small-disk.ts'
import { type DatasetLab, openDatasetLab } from './testing/dataset-lab.ts'

describe.skipIf(!canMount)('the disk for files', () => {
  let disk: SmallDisk
  let lab: DatasetLab
  let datasetID: string
  beforeAll(async () => {
    disk = openSmallDisk(8)
    lab = await openDatasetLab({ config: { dataDir: disk.dir } })
    ;({ datasetID } = await lab.dataset(Array.from({ length: 40 }, (_, n) => `${n} `.repeat(2000))))
  })
  const target = { file: { format: FileFormat.csv } }
  const written = async () =>
    lab.ended((await lab.owner.api.datasetIo.export({ spaceID: lab.spaceID, datasetID, target })).jobID)
  const stored = () =>
    readdirSync(disk.dir, { recursive: true, encoding: 'utf8' }).filter((name) => /blobs\/.*\./.test(name)).length

  test('72: when read-only, allows reads and imports, fails writes with the reason, and recovers', async () => {
    const path = await lab.upload('rows.csv', 'text\nfrom before\n')
    const before = stored()
    disk.setReadOnly(true)
    await expect(lab.upload('late.csv', 'text\nlate\n')).rejects.toMatchObject({ code: 'EROFS' })
    const failed = await written()
    expect([failed.status, failed.errors[0]!.summary]).toEqual([JobStatus.failed, expect.stringMatching(/read-only/i)])
    // An import writes to the database and only reads the file.
    const { api } = lab.owner
    const job = await lab.ended(
      (await api.datasetIo.import({ datasetID, file: { provider: STORED_HERE, path } })).jobID,
    )
    expect(job.status).toBe(JobStatus.completed)
    await api.datasetVersion.create({ datasetID, version: '1.1.0' })
    expect((await api.datasetItem.list({ datasetID, pageSize: 200 })).items).toHaveLength(41)
    expect(stored()).toBe(before)
    disk.setReadOnly(false)
    expect((await written()).status).toBe(JobStatus.completed)
  })

  test('72: when full, fails an upload and an export without leaving files, allows edits of rows, and recovers', async () => {
    const before = stored()
    disk.fill()
    await expect(lab.upload('late.csv', 'text\nlate\n'.repeat(1000))).rejects.toMatchObject({ code: 'ENOSPC' })
    const failed = await written()
    expect([failed.status, failed.errors[0]!.summary]).toEqual([JobStatus.failed, expect.stringMatching(/disk/i)])
    const items = [{ data: [{ key: 'text', content: 'edited' }] }]
    expect((await lab.owner.api.datasetItem.addMany({ datasetID, items })).errors).toEqual([])
    disk.free()
    expect(stored()).toBe(before)
    expect((await written()).status).toBe(JobStatus.completed)
  })
})
