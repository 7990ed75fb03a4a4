import { JobStatus } from '@orrery/contract/shared/dataset-enums'
import { expect } from 'vitest'
import type { Config } from '#kit/config.ts'
import { openTestApp, type Person } from '#testing/test-app.ts'

interface Choices {
  config?: Partial<Config>
  /** False if jobs should run only when a test starts them. */
  hasJobs?: boolean
}
/** Opens an app for tests of datasets, with a team of an owner and a member. */
export async function openDatasetLab({ config = {}, hasJobs = true }: Choices = {}) {
  const t = await openTestApp({ config })
  if (hasJobs) await t.startJobs()
  const owner = await t.register('owner')
  const member = await t.register('member')
  const stranger = await t.register('stranger')
  const spaceID = (await owner.api.space.create({ name: 'Datasets' })).id
  await owner.api.space.addMembers({ space_id: spaceID, member_info_list: [{ user_id: member.id }] })
  let made = 0
  const lab = {
    t,
    owner,
    member,
    stranger,
    spaceID,
    /** Creates a dataset with a field `text` and more fields, a row for each text, and a version. */
    async dataset(texts: string[], fields: object[] = []) {
      const all = [{ key: 'text', name: 'text' }, ...fields] as never
      const { datasetID } = await owner.api.dataset.create({ spaceID, name: `Rows ${(made += 1)}`, fields: all })
      const items = texts.map((content) => ({ data: [{ key: 'text', content }] }))
      const { addedItems } = await owner.api.datasetItem.addMany({ datasetID, items })
      const { id: versionID } = await owner.api.datasetVersion.create({ datasetID, version: '1.0.0' })
      return { datasetID, versionID, ids: texts.map((_, at) => addedItems[at]!) }
    },
    /** Uploads a file and returns its key. */
    async upload(name: string, bytes: Uint8Array | string, person: Person = owner): Promise<string> {
      const file = { userId: person.id, scene: 'file' as const, name, bytes: Buffer.from(bytes) }
      return (await t.services.uploads.store(file)).key
    },
    /** Waits for an import or export to end. */
    async ended(jobID: string) {
      const job = async () => (await owner.api.datasetIo.job({ jobID })).job
      await expect.poll(async () => (await job()).status).toBeGreaterThan(JobStatus.running)
      return job()
    },
    /** The values of all rows in order. */
    rows: async (datasetID: string): Promise<string[][]> =>
      (await owner.api.datasetItem.list({ datasetID, pageSize: 200 })).items.map(({ data }) =>
        data!.map(({ content }) => content),
      ),
    /** The values of a column, by the key or the name of its field. */
    async column(datasetID: string, field: string, person: Person = owner): Promise<string[]> {
      const { items } = await person.api.datasetItem.list({ datasetID })
      return items.map(({ data }) => data!.find(({ key, name }) => key === field || name === field)?.content ?? '')
    },
    /** Creates a tag of the space with these values. */
    async tag(name: string, values: string[]): Promise<string> {
      const tagValues = values.map((tagValueName) => ({ tagValueName })) as never
      const given = { spaceID, tagKeyName: name, tagType: 1 as const, version: '1.0.0', tagValues }
      return (await owner.api.label.create(given)).tagKeyID
    },
    /** Waits until `look` returns the wanted value. */
    until: <T>(look: () => Promise<T>, wanted: T) => expect.poll(look).toEqual(wanted),
  }
  return lab
}
export type DatasetLab = Awaited<ReturnType<typeof openDatasetLab>>
