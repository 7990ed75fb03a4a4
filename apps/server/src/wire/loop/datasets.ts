import { createAnnotationRepo } from '#domains/loop/annotation/annotation.repo.ts'
import { annotationRoutes } from '#domains/loop/annotation/annotation.routes.ts'
import { createAnnotationService } from '#domains/loop/annotation/annotation.service.ts'
import { aiTaskRoutes } from '#domains/loop/dataset/column/ai-task.routes.ts'
import { createAsking } from '#domains/loop/dataset/column/asking.ts'
import { createCarriedRepo } from '#domains/loop/dataset/bundle/carried-dataset.repo.ts'
import { createCarriedTags } from '#domains/loop/dataset/bundle/carried-tags.ts'
import { datasetKind } from '#domains/loop/dataset/bundle/dataset.kind.ts'
import { createColumnRepo } from '#domains/loop/dataset/column/column.repo.ts'
import { columnRoutes } from '#domains/loop/dataset/column/column.routes.ts'
import { createColumnService } from '#domains/loop/dataset/column/column.service.ts'
import { createFillers } from '#domains/loop/dataset/column/fillers.ts'
import { createStoredPrompts } from '#domains/loop/dataset/column/stored-prompts.ts'
import { qualityRoutes } from '#domains/loop/dataset/column/quality.routes.ts'
import { createCrowdRepo } from '#domains/loop/dataset/crowd/crowd.repo.ts'
import { crowdRoutes } from '#domains/loop/dataset/crowd/crowd.routes.ts'
import { createCrowdService } from '#domains/loop/dataset/crowd/crowd.service.ts'
import { createLabelStudio } from '#domains/loop/dataset/crowd/label-studio.ts'
import { createDedupRepo } from '#domains/loop/dataset/dedup/dedup.repo.ts'
import { dedupRoutes } from '#domains/loop/dataset/dedup/dedup.routes.ts'
import { createDedupService } from '#domains/loop/dataset/dedup/dedup.service.ts'
import { createBatchMeter } from '#domains/loop/dataset/infer/batch-meter.ts'
import { createInferRepo } from '#domains/loop/dataset/infer/infer.repo.ts'
import { inferRoutes } from '#domains/loop/dataset/infer/infer.routes.ts'
import { createInferService } from '#domains/loop/dataset/infer/infer.service.ts'
import { createInsightRepo } from '#domains/loop/dataset/insight/insight.repo.ts'
import { insightRoutes } from '#domains/loop/dataset/insight/insight.routes.ts'
import { createInsightService } from '#domains/loop/dataset/insight/insight.service.ts'
import { createLineageService } from '#domains/loop/dataset/insight/lineage.service.ts'
import { createFileSource } from '#domains/loop/dataset/io/file-source.ts'
import { modelViewRoutes } from '#domains/loop/dataset/model/model-view.routes.ts'
import { createModelViews } from '#domains/loop/dataset/model/model-view.service.ts'
import { createDatasetRepo } from '#domains/loop/dataset/dataset.repo.ts'
import { datasetRoutes } from '#domains/loop/dataset/dataset.routes.ts'
import { createDatasetService } from '#domains/loop/dataset/dataset.service.ts'
import { createMediaFiles } from '#domains/loop/dataset/media-files.ts'
import { createWebFiles } from '#domains/loop/dataset/io/web-files.ts'
import { itemRoutes } from '#domains/loop/dataset/item.routes.ts'
import { createItemService } from '#domains/loop/dataset/item.service.ts'
import { ioRoutes } from '#domains/loop/dataset/io/io.routes.ts'
import { createIoService } from '#domains/loop/dataset/io/io.service.ts'
import { createJobRepo } from '#domains/loop/dataset/io/job.repo.ts'
import { storageDrivers } from '#domains/loop/dataset/storage/drivers.ts'
import { storageRoutes } from '#domains/loop/dataset/storage/storage.routes.ts'
import { createStorageService } from '#domains/loop/dataset/storage/storage.service.ts'
import { createOpenJobs } from '#domains/loop/dataset/open-jobs.ts'
import { createEdits } from '#domains/loop/dataset/edits.ts'
import { createStagedItems } from '#domains/loop/dataset/staged-items.ts'
import { openDatasetRoutes } from '#domains/loop/dataset/open.routes.ts'
import { versionRoutes } from '#domains/loop/dataset/version.routes.ts'
import { createVersionService } from '#domains/loop/dataset/version.service.ts'
import { createLabelRepo } from '#domains/loop/label/label.repo.ts'
import { labelRoutes } from '#domains/loop/label/label.routes.ts'
import { createLabelService } from '#domains/loop/label/label.service.ts'
import { createDocuments } from '#kit/documents/documents.ts'
import type { Infra } from '#kit/infra.ts'
import { createOpenAiBatches } from '#kit/models/batch.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { Resources } from '../resources.ts'
import type { HandlersOf } from '../ports.ts'

type DatasetDomains =
  | 'annotationQueue'
  | 'dataset'
  | 'datasetAiTask'
  | 'datasetColumn'
  | 'datasetCrowd'
  | 'datasetDedup'
  | 'datasetInfer'
  | 'datasetInsight'
  | 'datasetIo'
  | 'datasetItem'
  | 'datasetModel'
  | 'datasetOpen'
  | 'datasetQuality'
  | 'datasetStorage'
  | 'datasetVersion'
  | 'label'
/** The most datasets of a space that a list reads. */
const MAX_LISTED = 1000

interface Lower {
  ground: Ground
  chat: Chat
  resources: Pick<Resources, 'prompts' | 'promptDrafts' | 'promptSegments'>
}

/** Wires datasets: rows, versions, imports, exports, and the services that fill and compare them. */
export function wireDatasets(
  infra: Infra,
  { ground, chat, resources: { prompts, promptDrafts, promptSegments } }: Lower,
) {
  const { database, newId, clock, blobs, jobs, log, sandbox, egress, secrets } = infra
  const { db } = database
  const { access, audit, passport, resources, uploads, links } = ground
  const repo = createDatasetRepo(db)
  const nameOf = async (userId: string) => (await passport.getMany([userId]))[0]?.name ?? userId
  const labels = createLabelService({ db, repo: createLabelRepo(db), newId, clock })
  const datasets = createDatasetService({ db, repo, resources, newId, clock, nameOf, labels, audit })
  // Called later: `columns` is created below and needs the items.
  const onAdded = (datasetId: string) => void columns.scheduleFill(datasetId)
  const prepareFiles = createMediaFiles({ uploads, links })
  const linkOf = (key: string) => links.make(key)
  const edits = createEdits({ db, newId, clock })
  const items = createItemService({ repo, datasets, edits, newId, clock, prepareFiles, onAdded })
  const versions = createVersionService({ db, repo, datasets, newId, clock })
  const staged = createStagedItems({ db, repo, datasets, resources, newId, clock })
  const documents = createDocuments()
  infra.onClose(() => documents.close())
  const jobRepo = createJobRepo(db, clock)
  const held = { jobs, newId, clock, log, openJobs: createOpenJobs(db) }
  const files = createFileSource({ datasets, uploads, documents })
  const dedup = createDedupService({
    db,
    repo: createDedupRepo(db, clock),
    datasets,
    items,
    prepareFiles,
    ...files,
    ...held,
  })
  const storages = createStorageService({ db, secrets, drivers: storageDrivers(egress), clock })
  const forIo = { storages, db, repo: jobRepo, datasets, items, versions, staged, uploads, documents, dedup, onAdded }
  const webFiles = createWebFiles({ egress, uploads })
  const io = createIoService({ ...forIo, blobs, links, prepareFiles, webFiles, notices: ground.notices, ...held })
  const readFile = async (key: string) => {
    const file = await uploads.read(key)
    return file && { bytes: await file.bytes(), contentType: file.contentType }
  }
  const ask = createAsking({ models: chat.models, spans: chat.spanQueue, clock, readFile })
  const fillers = createFillers({ ask, sandbox })
  const library = createStoredPrompts({ prompts, drafts: promptDrafts, segments: promptSegments })
  const infer = createInferService({
    db,
    repo: createInferRepo(db, clock),
    models: chat.models,
    columns: () => columns,
    providerOf: (config) => createOpenAiBatches(config, egress),
    meter: createBatchMeter({ models: chat.models, spans: chat.spanQueue, clock }),
    ...held,
  })
  const forColumns = { db, repo: createColumnRepo(db, clock), datasets, items, labels, fillers, prompts: library }
  const columns = createColumnService({ ...forColumns, batches: infer.batches, ...held })
  const isMember = async (spaceId: string, userId: string) =>
    (await ground.spaces.membership(userId, spaceId)) !== undefined
  const annotations = createAnnotationService({ db, repo: createAnnotationRepo(db), newId, clock, isMember })
  const crowd = createCrowdService({
    db,
    repo: createCrowdRepo(db, clock),
    datasets,
    items,
    versions,
    labels,
    annotations,
    studio: createLabelStudio({ egress }),
    secrets,
    hookUrl: new URL('/api/ml_flow/v2/label_studio/hooks/', infra.config.publicUrl).href,
    ...held,
  })
  const insight = createInsightService({ repo: createInsightRepo(db) })
  const lineage = createLineageService({ db })
  access.openToAll('dataset', datasets.isPublic)
  access.registerPart('datasetVersion', versions.datasetOf)
  access.registerPart('datasetJob', io.datasetOf)
  access.registerPart('datasetDedup', dedup.datasetOf)
  const carried = { repo: createCarriedRepo({ db, newId, clock }), tags: createCarriedTags(labels) }
  ground.resourceKinds.register('dataset', datasetKind({ datasets, uploads, ...carried }))
  const uploadUrl = new URL('/api/common/upload', infra.config.publicUrl).href
  const own = {
    dataset: datasetRoutes({ datasets, versions, items, access }),
    datasetIo: ioRoutes({ access, datasets, io, links, direct: ground.directUploads, uploadUrl }),
    datasetItem: itemRoutes({ datasets, items, versions, lineage, access, links, fileOf: io.fileOf }),
    datasetVersion: versionRoutes({ datasets, versions }),
  }
  const spaceOf = async (id: string) => (await repo.find(id))?.head.spaceId
  const datasetIdsOf = async (spaceId: string) =>
    (await datasets.search({ spaceId }, 1, MAX_LISTED)).rows.map(({ dataset }) => dataset.id)
  const handlers: HandlersOf<DatasetDomains> = {
    ...own,
    annotationQueue: annotationRoutes({ annotations }),
    datasetAiTask: aiTaskRoutes({ columns, spaceOf, datasetIdsOf }),
    datasetColumn: columnRoutes({ columns, linkOf }),
    datasetCrowd: crowdRoutes({ crowd, labels }),
    datasetDedup: dedupRoutes({ dedup, datasets, linkOf }),
    datasetInfer: inferRoutes({ infer }),
    datasetInsight: insightRoutes({ datasets, versions, items, insight, lineage, access }),
    datasetModel: modelViewRoutes({ views: createModelViews({ db, models: chat.models, clock }) }),
    datasetQuality: qualityRoutes({ columns, datasets, items, linkOf }),
    datasetStorage: storageRoutes({ storages }),
    label: labelRoutes({ labels }),
    datasetOpen: openDatasetRoutes({ ...own, items, columns, access }),
  }
  return {
    handlers,
    provides: { tagNames: labels.names },
    services: { datasetStore: { datasets, items, versions }, datasetIo: io, datasetColumns: columns, annotations },
    start: async () => {
      await io.start()
      await dedup.startWork()
      await columns.start()
      await infer.start()
      await crowd.start()
    },
  }
}
