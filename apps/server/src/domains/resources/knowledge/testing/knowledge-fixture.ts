import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** A person with a space, and helpers to import documents and to search. */
export async function openKnowledge(options: Parameters<typeof openTestApp>[0] = {}) {
  const t = await openTestApp(options)
  const owner = await t.register()
  const spaceId = await personalSpace(owner)
  const { api } = owner
  const make = async (format: 0 | 1 | 2 = 0, name = 'Base') =>
    (await api.knowledge.create({ name, space_id: spaceId, format_type: format })).dataset_id
  const drain = () => t.services.knowledgeIngest.drain()
  return {
    t,
    owner,
    api,
    spaceId,
    make,
    drain,
    /** Imports one file and waits until it is processed. */
    async add(datasetId: string, name: string, content: string | Uint8Array, more: object = {}, strategy: object = {}) {
      const file_base64 = Buffer.from(content).toString('base64')
      const { document_infos } = await api.knowledge.createDocument({
        dataset_id: datasetId,
        document_bases: [{ name, source_info: { file_base64, file_type: name.split('.').at(-1)! }, ...more }],
        ...strategy,
      })
      await drain()
      return one(api, datasetId, document_infos[0]!.document_id)
    },
    get: (datasetId: string, documentId: string) => one(api, datasetId, documentId),
    async slices(documentId: string) {
      return (await api.knowledge.listSlices({ document_id: documentId, page_size: 200 })).slices
    },
    async ask(datasetId: string, query: string, more: object = {}) {
      return (await api.knowledge.recall({ dataset_id: datasetId, query, ...more })).hits
    },
  }
}
async function one(api: Person['api'], datasetId: string, documentId: string) {
  return (await api.knowledge.listDocuments({ dataset_id: datasetId, document_ids: [documentId] })).document_infos[0]!
}
async function personalSpace(person: Person): Promise<string> {
  return (await person.api.space.list({})).bot_space_list[0]!.id
}
export type Knowledge = Awaited<ReturnType<typeof openKnowledge>>
export type { TestApp }
