import { DocumentSource, FormatType } from '@orrery/contract'
import type { AccountService } from './account.service.ts'
import type { CloudBase, CloudBases, CloudPiece, CloudService as Found } from './cloud-bases.ts'
import type { DatasetService } from './dataset.service.ts'
import type { DocumentRepo } from './document.repo.ts'
import type { DocumentService } from './document.service.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { ReviewService } from './review.service.ts'
import type { Sources } from './source.service.ts'
import type { Place } from './web-dav.ts'

export interface CloudDeps {
  accounts: Pick<AccountService, 'clouds' | 'require'>
  cloud: CloudBases
  datasets: Pick<DatasetService, 'create'>
  documents: Pick<DocumentService, 'adopt'>
  repo: Pick<DocumentRepo, 'origins'>
  sources: Pick<Sources, 'keep'>
  reviews: Pick<ReviewService, 'keep'>
}
interface Owned extends CloudBase {
  place: Place
}
const MAX_ASKED = 20

/** Knowledge bases hosted in a cloud: listed through connected accounts, and imported slice by slice. */
export function createCloudService({ accounts, cloud, datasets, documents, repo, sources, reviews }: CloudDeps) {
  async function listBases(userId: string, project?: string): Promise<Owned[]> {
    const all: Owned[] = []
    for (const { id, place } of await accounts.clouds(userId))
      for (const base of await cloud.list(place, project)) all.push({ ...base, id: `${id}:${base.id}`, place })
    return all
  }
  const remoteId = (id: string) => id.slice(id.indexOf(':') + 1)
  async function bring(base: Owned, userId: string, spaceId: string, projectId?: string): Promise<string> {
    const pieces = await cloud.pieces(base.place, remoteId(base.id))
    const knowledgeId = await datasets.create({
      spaceId,
      userId,
      name: base.name.slice(0, 100),
      description: base.description.slice(0, 2000),
      iconUri: '',
      format: FormatType.text,
      ...(projectId && { projectId }),
    })
    for (const [id, texts] of byDocument(pieces)) {
      const name = (texts.name || id || base.name).slice(0, 200)
      const bytes = Buffer.from(texts.all.join('\n\n'))
      const source = {
        blobKey: await sources.keep(bytes, 'txt', 'text/plain'),
        extension: 'txt',
        size: bytes.byteLength,
        webUrl: '',
        sourceType: DocumentSource.thirdParty,
      }
      const review = await reviews.keep(knowledgeId, userId, { name, ...source }, texts.all)
      const settings = { origin: base.id }
      const format = FormatType.text
      await documents.adopt({ knowledgeId, userId, name, format, source, settings, reviewId: review.id })
    }
    return knowledgeId
  }
  return {
    projects: async (userId: string): Promise<string[]> => [
      ...new Set((await listBases(userId)).map((base) => base.project)),
    ],
    list: listBases,
    /** Services of the cloud base from which the given base was imported, or of all cloud bases. */
    async services(userId: string, knowledgeId?: string): Promise<{ services: Found[]; fields: CloudBase['fields'] }> {
      const origins = knowledgeId ? new Set(await repo.origins(knowledgeId, '')) : undefined
      const bases = (await listBases(userId)).filter((base) => !origins || origins.has(base.id)).slice(0, MAX_ASKED)
      const services: Found[] = []
      for (const base of bases) services.push(...(await cloud.services(base.place, remoteId(base.id))))
      return { services, fields: bases.flatMap((base) => base.fields) }
    },
    async bring(ids: string[], userId: string, spaceId: string, projectId?: string): Promise<string[]> {
      if (!(await accounts.clouds(userId)).length) throw knowledgeErrors.noCloud()
      const known = new Map((await listBases(userId)).map((base) => [base.id, base]))
      const wanted = ids.map((id) => {
        const base = known.get(id)
        if (!base) throw knowledgeErrors.cloudGone({ id })
        return base
      })
      const made: string[] = []
      for (const base of wanted) made.push(await bring(base, userId, spaceId, projectId))
      return made
    },
  }
}
export type CloudService = ReturnType<typeof createCloudService>

/** Groups slices by document; empty slices are skipped. */
function byDocument(pieces: CloudPiece[]): Map<string, { name: string; all: string[] }> {
  const groups = new Map<string, { name: string; all: string[] }>()
  for (const { documentId, documentName, text } of pieces) {
    if (!text.trim()) continue
    const group = groups.get(documentId) ?? { name: documentName, all: [] }
    group.all.push(text)
    groups.set(documentId, group)
  }
  return groups
}
