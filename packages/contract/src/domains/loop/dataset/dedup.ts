import { z } from 'zod'
import { op } from '#kit.ts'
import { DedupDecision } from '#shared/dataset-enums.ts'
import { base, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { endpoint, givenFile, mappings, uploaded } from './io.ts'
import { itemShape, unsupported } from './shapes.ts'

const onJob = (can: 'view' | 'editInfo') => ({ on: 'datasetDedup', id: 'jobID', can }) as const
const decision = () => z.literal(Object.values(DedupDecision))

/** Search for similar rows, before a file is imported or within a dataset. */
export const datasetDedup = {
  start: op('POST /api/ml_flow/v2/deduplicate/dedup_jobs', {
    summary: 'Look for rows that resemble others',
    summaryZh: '查找重复或相似的数据',
    access: { on: 'dataset', id: 'datasetID', can: 'editInfo' },
    reply: 'flat',
    input: () =>
      z.object({
        datasetID: id(),
        spaceID: idOrNone(),
        /** Omitted: compares the rows of the dataset with each other. */
        file: givenFile(uploaded()).optional(),
        fieldMappings: mappings(),
        option: z.object({ overwriteDataset: z.boolean().default(false), jobID: unsupported() }).optional(),
        jobID: unsupported(),
        /** The field whose texts are compared. */
        fieldKey: z.string().min(1).max(64),
        /** 1 also compares the meaning. Omitted: finds only equal and nearly equal texts. */
        similarityAlgorithm: z.literal([1]).optional(),
        threshold: int().min(1).max(100).default(80),
        base,
      }),
    output: () => z.object({ jobID: z.string() }),
  }),
  pairs: op('GET /api/ml_flow/v2/deduplicate/dedup_jobs/{jobID}', {
    summary: 'See rows that resemble others',
    summaryZh: '查看重复或相似的数据',
    access: onJob('view'),
    reply: 'flat',
    input: () =>
      z.object({
        jobID: id(),
        spaceID: idOrNone(),
        confirmType: int().pipe(decision()).optional(),
        page: pageNumber(),
        pageSize: pageSize(20, 100),
      }),
    output: () =>
      z.object({
        job: z.object({
          id: z.string(),
          spaceID: z.string(),
          datasetID: z.string(),
          source: endpoint(),
          fieldMappings: z.array(z.object({ source: z.string(), target: z.string() })),
          fieldKey: z.string(),
          threshold: z.number(),
          status: z.number(),
          jobTotal: z.number(),
          confirmedDedupItemsCount: z.number(),
          confirmedNotDedupItemsCount: z.number(),
          error: z.string(),
          itemPairs: z.array(
            z.object({
              id: z.string(),
              uniqKey: z.string(),
              newItem: itemShape(),
              suspectedItems: z.array(z.object({ item: itemShape(), score: z.number(), inFile: z.boolean() })),
              importConfirmType: z.number(),
              updatedBy: z.string(),
              updatedAt: z.string(),
            }),
          ),
          total: z.number(),
          createdBy: z.string(),
          createdAt: z.string(),
          startedAt: z.string(),
          endedAt: z.string(),
        }),
      }),
  }),
  confirm: op('POST /api/ml_flow/v2/deduplicate/dedup_jobs/{jobID}/confirm', {
    summary: 'Decide which rows are duplicates',
    summaryZh: '确认哪些数据是重复的',
    access: onJob('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        jobID: id(),
        spaceID: idOrNone(),
        pairs: z
          .array(z.object({ newItemsUniqKey: z.string().min(1).max(64), importConfirmType: decision() }))
          .min(1)
          .max(500),
        base,
      }),
  }),
  cancel: op('POST /api/ml_flow/v2/deduplicate/dedup_jobs/{jobID}/cancel', {
    summary: 'End a search for duplicates',
    summaryZh: '取消查找重复数据',
    access: onJob('editInfo'),
    reply: 'flat',
    input: () => z.object({ jobID: id(), base }),
  }),
  latest: op('GET /api/ml_flow/v2/datasets/{datasetID}/dedup_jobs', {
    summary: 'List searches for duplicates of a dataset',
    summaryZh: '列出数据集的查重任务',
    access: { on: 'dataset', id: 'datasetID', can: 'view' },
    reply: 'flat',
    input: () => z.object({ datasetID: id() }),
    output: () =>
      z.object({
        jobs: z.array(
          z.object({
            id: z.string(),
            status: z.number(),
            fieldKey: z.string(),
            fileName: z.string(),
            found: z.number(),
            open: z.number(),
            createdAt: z.string(),
          }),
        ),
      }),
  }),
}
