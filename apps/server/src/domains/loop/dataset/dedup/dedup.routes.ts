import type { contract } from '@orrery/contract'
import { DedupDecision } from '@orrery/contract/shared/dataset-enums'
import type { Handlers } from '#kit/http/context.ts'
import type { Turn } from '../dataset-content.ts'
import type { DatasetService, FoundDataset } from '../dataset.service.ts'
import { shownItem } from '../dataset.view.ts'
import { fileEnd } from '../io/io.view.ts'
import { requireSameSpace } from '../same-space.ts'
import type { DedupService } from './dedup.service.ts'

interface DedupRoutesDeps {
  dedup: DedupService
  datasets: DatasetService
  linkOf(key: string): string
}

/** Shows a row. A row of a file has no item yet. */
const shownTurns = (
  { head, dataset, schema }: FoundDataset,
  key: string,
  inFile: boolean,
  turns: Turn[],
  linkOf: (key: string) => string,
) =>
  shownItem(
    {
      id: inFile ? '' : key,
      datasetId: head.id,
      itemId: inFile ? '' : key,
      itemKey: inFile ? key : '',
      turns,
      createdBy: '',
      createdAt: 0,
      editedBy: '',
      updatedAt: 0,
    },
    head.spaceId,
    schema,
    dataset.features.repeatedData,
    linkOf,
  )

export function dedupRoutes({ dedup, datasets, linkOf }: DedupRoutesDeps): Handlers<typeof contract.datasetDedup> {
  return {
    start: async (input, ctx) => {
      requireSameSpace(input.spaceID, ctx)
      const jobID = await dedup.start(input.datasetID, ctx.userId, {
        fileKey: input.file?.path,
        mappings: input.fieldMappings,
        fieldKey: input.fieldKey,
        threshold: input.threshold,
        byMeaning: input.similarityAlgorithm === 1,
        isReplacing: input.option?.overwriteDataset ?? false,
      })
      return { jobID }
    },
    pairs: async ({ jobID, spaceID, confirmType, page, pageSize }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const job = await dedup.get(jobID)
      const found = await datasets.get(job.datasetId)
      const { rows, counts, total } = await dedup.pairs(jobID, confirmType, page, pageSize)
      const { file, mappings, fieldKey, threshold } = job.spec
      return {
        job: {
          id: job.id,
          spaceID: found.head.spaceId,
          datasetID: job.datasetId,
          source: file
            ? fileEnd(file.key, 0, file.name)
            : { dataset: { spaceID: found.head.spaceId, datasetID: job.datasetId, versionID: '' } },
          fieldMappings: mappings,
          fieldKey,
          threshold,
          status: job.status,
          jobTotal: job.total,
          confirmedDedupItemsCount: counts[DedupDecision.duplicate] ?? 0,
          confirmedNotDedupItemsCount: counts[DedupDecision.distinct] ?? 0,
          error: ctx.locale === 'zh-CN' ? job.problemZh : job.problem,
          itemPairs: rows.map((pair) => ({
            id: String(pair.nth),
            uniqKey: pair.key,
            newItem: shownTurns(found, pair.key, file !== undefined, pair.turns, linkOf),
            suspectedItems: pair.suspects.map(({ key, inFile, score, turns }) => ({
              item: shownTurns(found, key, inFile, turns, linkOf),
              score,
              inFile,
            })),
            importConfirmType: pair.decision,
            updatedBy: pair.decidedBy ?? '',
            updatedAt: pair.decidedAt ? String(pair.decidedAt) : '',
          })),
          total,
          createdBy: job.createdBy,
          createdAt: String(job.createdAt),
          startedAt: job.startedAt ? String(job.startedAt) : '',
          endedAt: job.endedAt ? String(job.endedAt) : '',
        },
      }
    },
    confirm: async ({ jobID, spaceID, pairs }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await dedup.confirm(jobID, ctx.userId, pairs)
      return {}
    },
    cancel: async ({ jobID }) => {
      await dedup.cancel(jobID)
      return {}
    },
    latest: async ({ datasetID }) => ({
      jobs: (await dedup.latest(datasetID)).map(({ job, counts }) => ({
        id: job.id,
        status: job.status,
        fieldKey: job.spec.fieldKey,
        fileName: job.spec.file?.name ?? '',
        found: Object.values(counts).reduce((sum, n) => sum + n, 0),
        open: counts[DedupDecision.open] ?? 0,
        createdAt: String(job.createdAt),
      })),
    }),
  }
}
