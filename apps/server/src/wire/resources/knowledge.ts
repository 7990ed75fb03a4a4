import path from 'node:path'
import type { SkillPorts } from '#domains/chat/agent/skill-ports.ts'
import { createAccountService } from '#domains/resources/knowledge/account.service.ts'
import { createAppendService } from '#domains/resources/knowledge/append.service.ts'
import { createCaptionService } from '#domains/resources/knowledge/caption.service.ts'
import { createVolcanoBases } from '#domains/resources/knowledge/cloud-bases.ts'
import { createCloudService } from '#domains/resources/knowledge/cloud.service.ts'
import { createContentService } from '#domains/resources/knowledge/content.service.ts'
import { createCopyService } from '#domains/resources/knowledge/copy.service.ts'
import { createDatasetRepo } from '#domains/resources/knowledge/dataset.repo.ts'
import { datasetRoutes } from '#domains/resources/knowledge/dataset.routes.ts'
import { createDatasetService } from '#domains/resources/knowledge/dataset.service.ts'
import { createDocumentRepo } from '#domains/resources/knowledge/document.repo.ts'
import { documentRoutes } from '#domains/resources/knowledge/document.routes.ts'
import { createDocumentService } from '#domains/resources/knowledge/document.service.ts'
import { createEmbeddings } from '#domains/resources/knowledge/embedding.ts'
import { createFulltextRepo } from '#domains/resources/knowledge/fulltext.repo.ts'
import { createIngest, type Ingest } from '#domains/resources/knowledge/ingest.service.ts'
import { metered } from '#domains/reach/open/metered.ts'
import type { KnowledgeParts } from '#domains/resources/knowledge/knowledge.parts.ts'
import { createAgentKnowledge, createNodeKnowledge } from '#domains/resources/knowledge/knowledge.ports.ts'
import { createKnowledgeView } from '#domains/resources/knowledge/knowledge.view.ts'
import { legacyKnowledgeRoutes } from '#domains/resources/knowledge/legacy.routes.ts'
import { createModelSteps } from '#domains/resources/knowledge/model-steps.ts'
import { openKnowledgeRoutes } from '#domains/resources/knowledge/open.routes.ts'
import { createOutsideService } from '#domains/resources/knowledge/outside.service.ts'
import { outsideRoutes, recallRoutes } from '#domains/resources/knowledge/recall.routes.ts'
import { createRecallService } from '#domains/resources/knowledge/recall.service.ts'
import { createRetrieveService } from '#domains/resources/knowledge/retrieve.service.ts'
import { createReviewService, type ReviewService } from '#domains/resources/knowledge/review.service.ts'
import { setupRoutes } from '#domains/resources/knowledge/setup.routes.ts'
import { createSetupService } from '#domains/resources/knowledge/setup.service.ts'
import { createSliceRepo } from '#domains/resources/knowledge/slice.repo.ts'
import { sliceRoutes } from '#domains/resources/knowledge/slice.routes.ts'
import { createSliceService } from '#domains/resources/knowledge/slice.service.ts'
import { createSources, type Sources } from '#domains/resources/knowledge/source.service.ts'
import { createTableService } from '#domains/resources/knowledge/table.service.ts'
import { createWebService } from '#domains/resources/knowledge/web.service.ts'
import { createDocuments } from '#kit/documents/documents.ts'
import { createOcr } from '#kit/documents/ocr.ts'
import type { Infra } from '#kit/infra.ts'
import { chooseSearch } from '#kit/vectors/choose-search.ts'
import { createExactSearch } from '#kit/vectors/vectors.ts'
import type { Uploads } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Meter } from '../reach/meter.ts'
import type { Models } from '../chat/model.ts'

const rowSource = {
  documentTable: 'knowledge_document',
  documentsSql:
    "SELECT id::text AS id, embedding AS model, live_generation || '/' || edition || '/' || updated_at AS edition, slice_count AS rows FROM knowledge_document WHERE knowledge_id = $1 AND status IN (1, 4, 5) AND live_generation > 0",
  rowsSql: `SELECT s.id::text AS id, s.document_id::text AS document_id, s.sequence, s.word_count AS length, s.words::text AS words, s.vector
    FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id AND d.live_generation = s.generation
    WHERE s.document_id = ANY($1::bigint[]) AND (s.document_id, s.sequence) > ($2::bigint, $3::int) AND s.status = 1
    ORDER BY s.document_id, s.sequence LIMIT $4`,
  vectorsSql: `SELECT s.id::text AS id, s.vector FROM knowledge_slice s JOIN knowledge_document d ON d.id = s.document_id
    WHERE s.id = ANY($1::bigint[]) AND d.embedding = $2 AND s.vector IS NOT NULL`,
  collectionsSql: 'SELECT id::text AS id FROM knowledge WHERE id = ANY($1::bigint[])',
}

/** Knowledge bases: import, slices, retrieval. */
export function wireKnowledge(
  infra: Infra,
  ground: Ground,
  { models, modelProviders }: Models,
  { uploads, builtins }: Uploads,
  skillPorts: SkillPorts,
  { openGate }: Meter,
) {
  const { blobs, bus, clock, config, egress, jobs, log, newId, secrets } = infra
  const { db, pool } = infra.database
  const { access, audit, links, passport, resources } = ground
  const parser = createDocuments()
  const exact = createExactSearch(
    {
      ...rowSource,
      url: String(pool.options.connectionString),
      keepDir: path.join(config.dataDir, 'cache', 'knowledge'),
    },
    (segment) => createFulltextRepo(pool, segment),
  )
  const setup = createSetupService({ db, bus, clock, egress, audit, models, providers: modelProviders })
  const search = chooseSearch(exact, pool, rowSource, exact.database, log)
  const embeddings = createEmbeddings({ models, embedOffline: exact.embedOffline, setup: setup.get })
  const [datasetRepo, documentRepo, sliceRepo] = [
    createDatasetRepo(db),
    createDocumentRepo(db),
    createSliceRepo(db, pool),
  ]
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
    audit,
    clock,
    requireFile: uploads.require,
    dropFiles: (rows) => sources.drop(rows),
    forget: exact.forget,
    wake,
  })
  const ocr = createOcr({ cacheDir: path.join(config.dataDir, 'cache') })
  const captions = createCaptionService({ models, sources, ocr })
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
  const slices = createSliceService({
    repo: sliceRepo,
    documents: documentRepo,
    datasets,
    parser,
    embeddings,
    newId,
    clock,
  })
  const retrieval = createRetrieveService({
    datasets: datasetRepo,
    documents: documentRepo,
    slices: sliceRepo,
    ...search,
    embeddings,
    steps: createModelSteps(models, setup.get),
    pool,
    log,
  })
  access.registerPart('document', documents.knowledgeOf)
  access.registerPart('slice', slices.knowledgeOf)
  const parts: KnowledgeParts = {
    datasets,
    documents,
    slices,
    captions,
    webs,
    reviews,
    sources,
    retrieval,
    embeddings,
    setup,
    original: content.original,
    tables: createTableService({ documents, parser, sources, slices: sliceRepo }),
    recall: createRecallService({ db, retrieval, newId, clock }),
    accounts,
    clouds: createCloudService({ accounts, cloud, datasets, documents, repo: documentRepo, sources, reviews }),
    appends,
    outside: createOutsideService({ db, egress, secrets, newId, clock }),
    view: createKnowledgeView({ datasets, links, people: passport, clock }),
    defaultIcon: async (format) => (await builtins.list('dataset'))[format] ?? '',
  }
  skillPorts.knowledge = createAgentKnowledge({ retrieval })
  const handlers: HandlersOf<'knowledge' | 'knowledgeLegacy' | 'knowledgeOpen'> = {
    knowledge: {
      ...datasetRoutes(parts),
      ...documentRoutes(parts),
      ...sliceRoutes(parts),
      ...recallRoutes(parts),
      ...outsideRoutes(parts),
      ...setupRoutes(parts),
    },
    knowledgeLegacy: legacyKnowledgeRoutes(parts),
    knowledgeOpen: metered(openKnowledgeRoutes(parts), 'knowledge', openGate),
  }
  const nodeKnowledge = createNodeKnowledge({
    datasets,
    documents,
    retrieval,
    sources,
    egress,
    async ownFile(url) {
      const [, key, query] = /\/api\/file\/([^?]+)\?(.*)$/.exec(url) ?? []
      const given = new URLSearchParams(query ?? '')
      if (!key || !links.check(key, given.get('expires') ?? '', given.get('sig') ?? '')) return undefined
      const blob = await blobs.get(key)
      return blob && { bytes: await blob.bytes() }
    },
  })
  return {
    handlers,
    services: {
      knowledgeParts: parts,
      knowledgeCopies: createCopyService({
        datasets,
        documents: documentRepo,
        sources,
        embeddings,
        pool,
        newId,
        clock,
        wake,
      }),
      knowledgeIngest: ingest,
      knowledgeRetrieval: retrieval,
      nodeKnowledge,
      documentParser: parser,
      knowledgeEmbeddings: embeddings,
      knowledgeCaptions: captions,
    },
    async start() {
      await ingest.start()
      // Only where there is something to ask for: the model takes memory.
      const isUsed = (await pool.query('SELECT 1 FROM knowledge_slice LIMIT 1')).rows.length > 0
      if (isUsed) exact.warm().catch((cause: unknown) => log.warn({ err: cause }, 'the search is not ready yet'))
    },
  }
}
