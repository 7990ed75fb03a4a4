import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'
import { datasetInSpace } from './shapes.ts'

const onDataset = { on: 'dataset', id: 'datasetID', can: 'view' } as const
const counted = () => z.object({ name: z.string(), count: z.number() })

/** Statistics of a dataset, and where its rows were used. */
export const datasetInsight = {
  profile: op('GET /api/ml_flow/v2/datasets/{datasetID}/insight/profile', {
    summary: 'See lengths, languages, empty values and duplicates of each field',
    summaryZh: '查看各字段的长度、语言、空值与重复情况',
    access: onDataset,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, versionID: idOrNone() }),
    output: () =>
      z.object({
        rows: z.number(),
        /** Rows that equal an earlier row in every field. */
        duplicates: z.number(),
        fields: z.array(
          z.object({
            key: z.string(),
            name: z.string(),
            filled: z.number(),
            empty: z.number(),
            distinct: z.number(),
            minLength: z.number(),
            averageLength: z.number(),
            maxLength: z.number(),
            /** Estimated number of tokens of all values. */
            tokens: z.number(),
            languages: z.array(counted()),
            frequent: z.array(counted()),
            numbers: z
              .object({
                min: z.number(),
                max: z.number(),
                average: z.number(),
                histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
              })
              .optional(),
          }),
        ),
      }),
  }),
  experiments: op('GET /api/ml_flow/v2/datasets/{datasetID}/experiments', {
    summary: 'See which experiments ran on a dataset, or on one of its items',
    summaryZh: '查看在数据集或其中一条数据上运行过的实验',
    access: onDataset,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, itemID: idOrNone() }),
    output: () =>
      z.object({
        experiments: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            version: z.string(),
            status: z.number(),
            /** Score of the item from 0 to 1, averaged over evaluators and turns. */
            score: z.number().optional(),
            createdAt: z.string(),
          }),
        ),
      }),
  }),
  copies: op('GET /api/ml_flow/v2/datasets/{datasetID}/items/{id}/copies', {
    summary: 'See which rows were copied from an item',
    summaryZh: '查看由一条数据复制出的数据',
    access: onDataset,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, id: id() }),
    output: () =>
      z.object({
        copies: z.array(z.object({ spaceID: z.string(), datasetID: z.string(), name: z.string(), itemID: z.string() })),
      }),
  }),
}
