import { FormatType, ModelType } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { makePicture } from '#kit/models/image-model.ts'
import { sharp } from '#kit/sharp.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { DatasetService } from '#domains/resources/knowledge/dataset.service.ts'
import type { DocumentService } from '#domains/resources/knowledge/document.service.ts'
import type { RetrieveService } from '#domains/resources/knowledge/retrieve.service.ts'
import { deskErrors } from './desk.errors.ts'

export interface DeskImageDeps {
  datasets: Pick<DatasetService, 'list'>
  documents: Pick<DocumentService, 'byIds'>
  retrieval: Pick<RetrieveService, 'retrieve'>
  models: Pick<ModelService, 'list'>
  uploads: Pick<UploadService, 'store'>
  egress: Egress
  links: FileLinks
}
const MAX_BYTES = 10 * 1024 * 1024
const MAX_PIXELS = 4096 * 4096
const MAX_SIDE = 2048
const MAX_IMAGES = 4
const MIN_SCORE = 0.3

/** Images for a text: from the image bases of the space or, if none fits, drawn by its image model. */
export function createDeskImages(deps: DeskImageDeps) {
  async function fromBases(spaceId: string, words: string, signal: AbortSignal): Promise<string[]> {
    const query = { spaceId, name: '', ids: [], format: FormatType.image, byCreation: true, ascending: true }
    const { rows } = await deps.datasets.list({ ...query, page: 1, size: 50 })
    if (!rows.length) return []
    const { hits } = await deps.retrieval.retrieve({
      spaceId,
      knowledgeIds: rows.map(({ resource }) => resource.id),
      query: words,
      strategy: 'hybrid',
      topK: MAX_IMAGES,
      minScore: MIN_SCORE,
      useRerank: false,
      useRewrite: false,
      useNl2sql: false,
      signal,
    })
    const found = await deps.documents.byIds([...new Set(hits.map(({ documentId }) => documentId))])
    return found.map(({ blobKey }) => deps.links.make(blobKey)).filter(Boolean)
  }
  async function drawImage(spaceId: string, userId: string, words: string, signal: AbortSignal): Promise<string[]> {
    const model = (await deps.models.list(spaceId)).find(({ type, enabled }) => type === ModelType.image && enabled)
    if (!model) return []
    const picture = await makePicture(model.config, deps.egress, { prompt: words, signal })
    if ('url' in picture) return [await keep(userId, picture.url, signal)]
    return [await store(userId, Buffer.from(picture.base64, 'base64'))]
  }
  /** Stores the image re-encoded, which removes metadata and refuses everything that is not an image. */
  async function store(userId: string, given: Uint8Array): Promise<string> {
    const bytes = await sharp(given, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
      .catch(() => {
        throw deskErrors.notAnImage()
      })
    const { key } = await deps.uploads.store({ userId, scene: 'image', name: 'image.png', bytes })
    return deps.links.make(key)
  }
  async function keep(userId: string, url: string, signal: AbortSignal): Promise<string> {
    const answer = await deps.egress.fetch(url, { maxBytes: MAX_BYTES, timeoutMs: 30_000, signal })
    if (!answer.ok) throw deskErrors.notAnImage()
    return store(userId, await answer.bytes())
  }
  return {
    keep,
    async find(spaceId: string, userId: string, words: string, signal: AbortSignal): Promise<string[]> {
      if (!words.trim()) return []
      const own = await fromBases(spaceId, words, signal)
      return own.length ? own : drawImage(spaceId, userId, words, signal)
    },
  }
}
export type DeskImages = ReturnType<typeof createDeskImages>
