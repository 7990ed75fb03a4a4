import path from 'node:path'
import { createCloudService } from '#domains/resources/knowledge/cloud.service.ts'
import { createKnowledgeCopies } from '#domains/resources/knowledge/copy.service.ts'
import { createDatasetRepo } from '#domains/resources/knowledge/dataset.repo.ts'
import { datasetRoutes } from '#domains/resources/knowledge/dataset.routes.ts'
import { createDocumentRepo } from '#domains/resources/knowledge/document.repo.ts'
import { documentRoutes } from '#domains/resources/knowledge/document.routes.ts'
import { createEmbeddings } from '#domains/resources/knowledge/embedding.ts'
import { createEngineIndex } from '#domains/resources/knowledge/engine-index.service.ts'
import { createEngineSearch } from '#domains/resources/knowledge/engine-search.service.ts'
import { createEngineRepo } from '#domains/resources/knowledge/engine.repo.ts'
import { createFulltextRepo } from '#domains/resources/knowledge/fulltext.repo.ts'
import { metered } from '#domains/reach/open/metered.ts'
import { knowledgeKind } from '#domains/resources/knowledge/knowledge.kind.ts'
import type { KnowledgeParts } from '#domains/resources/knowledge/knowledge.parts.ts'
import { createAgentKnowledge, createNodeKnowledge } from '#domains/resources/knowledge/knowledge.ports.ts'
import { createKnowledgeView } from '#domains/resources/knowledge/knowledge.view.ts'
import { legacyKnowledgeRoutes } from '#domains/resources/knowledge/legacy.routes.ts'
import { createOwnFiles } from '#domains/resources/knowledge/own-file.ts'
import { createModelSteps } from '#domains/resources/knowledge/model-steps.ts'
import { openKnowledgeRoutes } from '#domains/resources/knowledge/open.routes.ts'
import { createOutsideService } from '#domains/resources/knowledge/outside.service.ts'
import { outsideRoutes, recallRoutes } from '#domains/resources/knowledge/recall.routes.ts'
import { createRecallService } from '#domains/resources/knowledge/recall.service.ts'
import { createRetrieveService } from '#domains/resources/knowledge/retrieve.service.ts'
import { setupRoutes } from '#domains/resources/knowledge/setup.routes.ts'
import { rowSource } from '#domains/resources/knowledge/row-source.ts'
import { createSetupService } from '#domains/resources/knowledge/setup.service.ts'
import { createSliceRepo } from '#domains/resources/knowledge/slice.repo.ts'
import { sliceRoutes } from '#domains/resources/knowledge/slice.routes.ts'
import { createSliceService } from '#domains/resources/knowledge/slice.service.ts'
import { createTableService } from '#domains/resources/knowledge/table.service.ts'
import { createDocuments } from '#kit/documents/documents.ts'
import type { Infra } from '#kit/infra.ts'
import { chooseSearch } from '#kit/vectors/choose-search.ts'
import { createExactSearch } from '#kit/vectors/vectors.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import { wireKnowledgeImport } from './knowledge-import.ts'

/** Wires knowledge bases: import, chunks and retrieval. */
export function wireKnowledge(infra: Infra, services: { ground: Ground; chat: Chat }, ports: Pick<AppPorts, 'gate'>) {
  const { blobs, bus, clock, config, egress, log, newId, secrets } = infra
  const { db, pool } = infra.database
  const { access, audit, builtins, links, passport, resources, resourceKinds } = services.ground
  const { models, modelProviders } = services.chat
  const parser = createDocuments()
  const exact = createExactSearch(
    {
      ...rowSource,
      url: String(pool.options.connectionString),
      keepDir: path.join(config.dataDir, 'cache', 'knowledge'),
    },
    (wordings) => createFulltextRepo(pool, wordings),
  )
  const setup = createSetupService({ db, bus, clock, egress, audit, models, providers: modelProviders })
  const search = chooseSearch(exact, pool, rowSource, exact.database, log)
  const outside = createOutsideService({ db, egress, secrets, newId, clock })
  const engines = createEngineSearch({
    own: search,
    index: createEngineIndex({ pool, repo: createEngineRepo(pool), source: rowSource }),
    open: outside.open,
    wordings: exact.wordings,
    log,
  })
  const embeddings = createEmbeddings({ models, offline: exact, setup: setup.get })
  const [datasetRepo, documentRepo, sliceRepo] = [
    createDatasetRepo(db),
    createDocumentRepo(db),
    createSliceRepo(db, pool),
  ]
  const imports = wireKnowledgeImport(infra, {
    ...services,
    parser,
    embeddings,
    datasetRepo,
    documentRepo,
    sliceRepo,
    forget: async (id, engine) => {
      await exact.forget(id)
      if (engine) await engines.forget(id, engine)
    },
    requireEngine: outside.require,
  })
  const { wake, cloud, accounts, webs, sources, datasets, captions, reviews, content, ingest, documents, appends } =
    imports
  const slices = createSliceService({
    repo: sliceRepo,
    documents: documentRepo,
    datasets,
    parser,
    embeddings,
    newId,
    clock,
    requireContent: services.ground.content.require,
  })
  const retrieval = createRetrieveService({
    datasets: datasetRepo,
    documents: documentRepo,
    slices: sliceRepo,
    engines,
    embeddings,
    steps: createModelSteps(models, setup.get),
    pool,
    log,
  })
  access.registerPart('document', documents.knowledgeOf)
  access.registerPart('slice', slices.knowledgeOf)
  const parts: KnowledgeParts = {
    levels: services.ground.userLevels,
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
    outside,
    view: createKnowledgeView({ datasets, links, people: passport, clock }),
    defaultIcon: async (format) => (await builtins.list('dataset'))[format] ?? '',
  }
  const copies = createKnowledgeCopies({
    datasets,
    documents: documentRepo,
    sources,
    embeddings,
    pool,
    newId,
    clock,
    wake,
  })
  resourceKinds.register('knowledge', knowledgeKind({ parts, copy: copies.copy, resources, wake }))
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
    knowledgeOpen: metered(openKnowledgeRoutes(parts), 'knowledge', ports),
  }
  const nodeKnowledge = createNodeKnowledge({
    datasets,
    documents,
    retrieval,
    sources,
    egress,
    ownFile: createOwnFiles({ links, blobs }),
  })
  return {
    handlers,
    skills: { knowledge: createAgentKnowledge({ retrieval, datasets }) },
    services: {
      knowledgeParts: parts,
      knowledgeIngest: ingest,
      knowledgeRetrieval: retrieval,
      nodeKnowledge,
      documentParser: parser,
      knowledgeEmbeddings: embeddings,
      knowledgeCaptions: captions,
    },
    async start() {
      await ingest.start()
      // Loaded only if there are chunks to search, since the model takes memory.
      if (await sliceRepo.hasAny())
        exact.warm().catch((cause: unknown) => log.warn({ err: cause }, 'the search is not ready yet'))
    },
  }
}
