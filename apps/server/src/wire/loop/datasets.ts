import { createColumnRepo } from '#domains/loop/dataset/column/column.repo.ts'
import { columnRoutes } from '#domains/loop/dataset/column/column.routes.ts'
import { createColumnService } from '#domains/loop/dataset/column/column.service.ts'
import { createFillers } from '#domains/loop/dataset/column/fillers.ts'
import { createDatasetRepo } from '#domains/loop/dataset/dataset.repo.ts'
import { datasetRoutes } from '#domains/loop/dataset/dataset.routes.ts'
import { createDatasetService } from '#domains/loop/dataset/dataset.service.ts'
import { itemRoutes } from '#domains/loop/dataset/item.routes.ts'
import { createItemService } from '#domains/loop/dataset/item.service.ts'
import { ioRoutes } from '#domains/loop/dataset/io/io.routes.ts'
import { createIoService } from '#domains/loop/dataset/io/io.service.ts'
import { createJobRepo } from '#domains/loop/dataset/io/job.repo.ts'
import { createStagedItems } from '#domains/loop/dataset/staged-items.ts'
import { openDatasetRoutes } from '#domains/loop/dataset/open.routes.ts'
import { versionRoutes } from '#domains/loop/dataset/version.routes.ts'
import { createVersionService } from '#domains/loop/dataset/version.service.ts'
import { createLabelRepo } from '#domains/loop/label/label.repo.ts'
import { labelRoutes } from '#domains/loop/label/label.routes.ts'
import { createLabelService } from '#domains/loop/label/label.service.ts'
import { createDocuments } from '#kit/documents/documents.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'

/** Datasets: rows, versions, imports and exports. */
export function wireDatasets(infra: Infra, { ground, chat }: { ground: Ground; chat: Chat }) {
  const { database, newId, clock, blobs, jobs, log, sandbox } = infra
  const { db } = database
  const { access, passport, resources, uploads, links } = ground
  const repo = createDatasetRepo(db)
  const nameOf = async (userId: string) => (await passport.getMany([userId]))[0]?.name ?? userId
  const labels = createLabelService({ db, repo: createLabelRepo(db), newId, clock })
  const datasets = createDatasetService({ db, repo, resources, newId, clock, nameOf, labels })
  const items = createItemService({ repo, datasets, newId, clock })
  const versions = createVersionService({ db, repo, datasets, newId, clock })
  const staged = createStagedItems({ db, repo, datasets, resources, newId, clock })
  const documents = createDocuments()
  infra.onClose(() => documents.close())
  const jobRepo = createJobRepo(db, clock)
  const forIo = { db, repo: jobRepo, datasets, items, versions, staged, uploads, documents }
  const io = createIoService({ ...forIo, blobs, jobs, newId, clock, log })
  const fillers = createFillers({ models: chat.models, spans: chat.spanQueue, sandbox, clock })
  const forColumns = { db, repo: createColumnRepo(db, clock), datasets, items, labels, fillers }
  const columns = createColumnService({ ...forColumns, jobs, newId, clock, log })
  access.registerPart('datasetVersion', versions.datasetOf)
  access.registerPart('datasetJob', io.datasetOf)
  ground.resourceKinds.register('dataset', {
    remove: async ({ id }, userId) => void (await datasets.remove(id, userId)),
  })
  const own = {
    dataset: datasetRoutes({ datasets, versions, items }),
    datasetIo: ioRoutes({ datasets, io, links }),
    datasetItem: itemRoutes({ datasets, items, versions, fileOf: io.fileOf }),
    datasetVersion: versionRoutes({ datasets, versions }),
  }
  const handlers: HandlersOf<
    'dataset' | 'datasetColumn' | 'datasetIo' | 'datasetItem' | 'datasetOpen' | 'datasetVersion' | 'label'
  > = {
    ...own,
    datasetColumn: columnRoutes({ columns }),
    label: labelRoutes({ labels }),
    datasetOpen: openDatasetRoutes({ ...own, items }),
  }
  return {
    handlers,
    services: { datasetStore: { datasets, items, versions }, datasetIo: io },
    start: async () => {
      await io.start()
      await columns.start()
    },
  }
}
