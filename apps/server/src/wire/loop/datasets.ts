import { createAnnotationRepo } from '#domains/loop/annotation/annotation.repo.ts'
import { annotationRoutes } from '#domains/loop/annotation/annotation.routes.ts'
import { createAnnotationService } from '#domains/loop/annotation/annotation.service.ts'
import { aiTaskRoutes } from '#domains/loop/dataset/column/ai-task.routes.ts'
import { createAsking } from '#domains/loop/dataset/column/asking.ts'
import { createColumnRepo } from '#domains/loop/dataset/column/column.repo.ts'
import { columnRoutes } from '#domains/loop/dataset/column/column.routes.ts'
import { createColumnService } from '#domains/loop/dataset/column/column.service.ts'
import { createFillers } from '#domains/loop/dataset/column/fillers.ts'
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
import { itemRoutes } from '#domains/loop/dataset/item.routes.ts'
import { createItemService } from '#domains/loop/dataset/item.service.ts'
import { ioRoutes } from '#domains/loop/dataset/io/io.routes.ts'
import { createIoService } from '#domains/loop/dataset/io/io.service.ts'
import { createJobRepo } from '#domains/loop/dataset/io/job.repo.ts'
import { storageDrivers } from '#domains/loop/dataset/storage/drivers.ts'
import { storageRoutes } from '#domains/loop/dataset/storage/storage.routes.ts'
import { createStorageService } from '#domains/loop/dataset/storage/storage.service.ts'
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
/** Datasets of a space that one list goes through. */
const MOST_LISTED = 1000

interface Lower {
  ground: Ground
  chat: Chat
  resources: Pick<Resources, 'prompts'>
}

/** Datasets: rows, versions, imports, exports, and what fills and compares them. */
export function wireDatasets(infra: Infra, { ground, chat, resources: { prompts } }: Lower) {
  const { database, newId, clock, blobs, jobs, log, sandbox, egress, secrets } = infra
  const { db } = database
  const { access, passport, resources, uploads, links } = ground
  const repo = createDatasetRepo(db)
  const nameOf = async (userId: string) => (await passport.getMany([userId]))[0]?.name ?? userId
  const labels = createLabelService({ db, repo: createLabelRepo(db), newId, clock })
  const datasets = createDatasetService({ db, repo, resources, newId, clock, nameOf, labels })
  // Columns come later and read the same items.
  const onAdded = (datasetId: string) => void columns.nudge(datasetId)
  const items = createItemService({ repo, datasets, newId, clock, onAdded })
  const versions = createVersionService({ db, repo, datasets, newId, clock })
  const staged = createStagedItems({ db, repo, datasets, resources, newId, clock })
  const documents = createDocuments()
  infra.onClose(() => documents.close())
  const jobRepo = createJobRepo(db, clock)
  const held = { jobs, newId, clock, log }
  const files = createFileSource({ datasets, uploads, documents })
  const dedup = createDedupService({ db, repo: createDedupRepo(db, clock), datasets, items, ...files, ...held })
  const storages = createStorageService({ db, secrets, drivers: storageDrivers(egress), clock })
  const forIo = { storages, db, repo: jobRepo, datasets, items, versions, staged, uploads, documents, dedup, onAdded }
  const io = createIoService({ ...forIo, blobs, ...held })
  const ask = createAsking({ models: chat.models, spans: chat.spanQueue, clock })
  const fillers = createFillers({ ask, sandbox })
  const library = {
    async textOf(spaceId: string, id: string) {
      const found = await prompts.find(id)
      return found?.head.spaceId === spaceId ? found.prompt.promptText : undefined
    },
  }
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
  access.registerPart('datasetVersion', versions.datasetOf)
  access.registerPart('datasetJob', io.datasetOf)
  access.registerPart('datasetDedup', dedup.datasetOf)
  ground.resourceKinds.register('dataset', {
    remove: async ({ id }, userId) => void (await datasets.remove(id, userId)),
  })
  const uploadUrl = new URL('/api/common/upload', infra.config.publicUrl).href
  const own = {
    dataset: datasetRoutes({ datasets, versions, items }),
    datasetIo: ioRoutes({ access, datasets, io, links, direct: ground.directUploads, uploadUrl }),
    datasetItem: itemRoutes({ datasets, items, versions, lineage, access, fileOf: io.fileOf }),
    datasetVersion: versionRoutes({ datasets, versions }),
  }
  const spaceOf = async (id: string) => (await repo.find(id))?.head.spaceId
  const datasetIdsOf = async (spaceId: string) =>
    (await datasets.search({ spaceId }, 1, MOST_LISTED)).rows.map(({ dataset }) => dataset.id)
  const handlers: HandlersOf<DatasetDomains> = {
    ...own,
    annotationQueue: annotationRoutes({ annotations }),
    datasetAiTask: aiTaskRoutes({ columns, spaceOf, datasetIdsOf }),
    datasetColumn: columnRoutes({ columns }),
    datasetCrowd: crowdRoutes({ crowd, labels }),
    datasetDedup: dedupRoutes({ dedup, datasets }),
    datasetInfer: inferRoutes({ infer }),
    datasetInsight: insightRoutes({ datasets, versions, items, insight, lineage, access }),
    datasetModel: modelViewRoutes({ views: createModelViews({ db, models: chat.models, clock }) }),
    datasetQuality: qualityRoutes({ columns, datasets, items }),
    datasetStorage: storageRoutes({ storages }),
    label: labelRoutes({ labels }),
    datasetOpen: openDatasetRoutes({ ...own, items, columns, access }),
  }
  return {
    handlers,
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
