import path from 'node:path'
import { createAccountService } from '#domains/resources/knowledge/account.service.ts'
import { createAppendService } from '#domains/resources/knowledge/append.service.ts'
import { createCaptionService } from '#domains/resources/knowledge/caption.service.ts'
import { createVolcanoBases } from '#domains/resources/knowledge/cloud-bases.ts'
import { createContentService } from '#domains/resources/knowledge/content.service.ts'
import type { DatasetRepo } from '#domains/resources/knowledge/dataset.repo.ts'
import { createDatasetService } from '#domains/resources/knowledge/dataset.service.ts'
import type { DocumentRepo } from '#domains/resources/knowledge/document.repo.ts'
import { createDocumentService } from '#domains/resources/knowledge/document.service.ts'
import type { Embeddings } from '#domains/resources/knowledge/embedding.ts'
import { createIngest, type Ingest } from '#domains/resources/knowledge/ingest.service.ts'
import { createReviewService, type ReviewService } from '#domains/resources/knowledge/review.service.ts'
import type { SliceRepo } from '#domains/resources/knowledge/slice.repo.ts'
import { createSources, type Sources } from '#domains/resources/knowledge/source.service.ts'
import { createWebService } from '#domains/resources/knowledge/web.service.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { createOcr } from '#kit/documents/ocr.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'

interface Services {
  ground: Ground
  chat: Chat
  parser: Documents
  embeddings: Embeddings
  datasetRepo: DatasetRepo
  documentRepo: DocumentRepo
  sliceRepo: SliceRepo
  /** Releases what the search holds of a removed knowledge base. */
  forget(knowledgeId: string, engine: string | null): Promise<void>
  requireEngine(id: string, userId: string): Promise<unknown>
}

/** Wires the import of files, web pages and external accounts into knowledge bases. */
export function wireKnowledgeImport(
  infra: Infra,
  { ground, chat, parser, embeddings, datasetRepo, documentRepo, sliceRepo, forget, requireEngine }: Services,
) {
  const { blobs, clock, config, egress, jobs, log, newId, secrets } = infra
  const { db } = infra.database
  const { resources, uploads } = ground
  const wake = () => ingest.wake()
  const cloud = createVolcanoBases(egress, clock)
  const accounts = createAccountService({ db, egress, secrets, cloud, newId, clock })
  const webs = createWebService({ db, sources: () => sources, egress, newId, clock, wake })
  const sources: Sources = createSources({
    uploads,
    blobs,
    egress,
    documents: parser,
    newId,
    findWeb: webs.find,
    readFile: accounts.read,
  })
  const datasets = createDatasetService({
    repo: datasetRepo,
    documents: documentRepo,
    resources,
    embeddings,
    clock,
    requireFile: uploads.require,
    dropFiles: (rows) => sources.drop(rows),
    forget,
    requireEngine,
    wake,
  })
  const ocr = createOcr({ cacheDir: path.join(config.dataDir, 'cache') })
  const captions = createCaptionService({ models: chat.models, sources, ocr })
  const reviews: ReviewService = createReviewService({
    db,
    documents: parser,
    sources,
    newId,
    clock,
    pagesOf: (...input) => content.pagesOf(...input),
  })
  const content = createContentService({
    documents: parser,
    sources,
    slices: sliceRepo,
    captions,
    ocr,
    findReview: reviews.find,
  })
  const ingest: Ingest = createIngest({
    repo: documentRepo,
    datasets: datasetRepo,
    slices: sliceRepo,
    content,
    documents: parser,
    embeddings,
    jobs,
    newId,
    clock,
    log,
    rules: ground.content,
    dropFile: (key) => sources.drop([{ blobKey: key, settings: {} }]),
    fetchWebs: webs.fetchWaiting,
    appendFiles: () => appends.due(),
  })
  const documents = createDocumentService({
    repo: documentRepo,
    datasets,
    sources,
    documents: parser,
    newId,
    clock,
    dropFiles: sources.drop,
    wake,
    factorOf: ground.userLevels.factorOf,
    requireContent: ground.content.require,
  })
  const appends = createAppendService({
    datasets: datasetRepo,
    repo: documentRepo,
    documents,
    sources,
    accounts,
    clock,
    log,
  })
  return { wake, cloud, accounts, webs, sources, datasets, captions, reviews, content, ingest, documents, appends }
}
