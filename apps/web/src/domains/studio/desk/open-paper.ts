import { api } from '#lib/api.ts'
import { refreshDesk } from './desk.queries.ts'

/** Uploads a paper, starts its processing and translation, and opens a document for it. */
export async function openPaper(spaceId: string, file: File): Promise<string> {
  const name = file.name.replace(/\.[^.]+$/, '').slice(0, 100) || file.name
  const { uri } = await api.deskPaper.upload({ data: file })
  const { paper_id, dataset_id, document_id } = await api.deskPaper.analyse({ space_id: spaceId, uri, name })
  const { instance_id } = await api.desk.create({
    space_id: spaceId,
    agent_id: 'reader',
    name,
    init_param: { paper_id, dataset_id, document_id },
    // Submitting twice creates one document.
    idem_key: uri.slice(-60),
  })
  await api.deskPaper.translate({ agent_id: 'reader', instance_id })
  await refreshDesk()
  return instance_id
}
