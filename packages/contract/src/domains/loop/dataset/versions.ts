import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, pageNumber, pageSize, text } from '#shared/fields.ts'
import { datasetInSpace, datasetShape, unsupported, versionShape } from './shapes.ts'

const onDataset = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'datasetID', can }) as const
const listed = () => ({
  ...datasetInSpace,
  versionLike: z.string().max(50).default(''),
  page: pageNumber(),
  pageSize: pageSize(),
  cursor: unsupported(),
  orderBy: unsupported(),
})
const versionPage = () => z.object({ versions: z.array(versionShape()), total: z.string() })

/** Versions of datasets. */
export const datasetVersion = {
  list: op('GET /api/ml_flow/v2/datasets/{datasetID}/versions', {
    summary: 'List versions of a dataset',
    summaryZh: '列出数据集的版本',
    access: { on: 'dataset', id: 'datasetID', can: 'view', open: true },
    reply: 'flat',
    input: () => z.object(listed()),
    output: versionPage,
  }),
  search: op('POST /api/ml_flow/v2/datasets/{datasetID}/versions/search', {
    summary: 'Find versions of a dataset',
    summaryZh: '查找数据集的版本',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...listed(), base }),
    output: versionPage,
  }),
  create: op('POST /api/ml_flow/v2/datasets/{datasetID}/versions', {
    summary: 'Make a version of the draft',
    summaryZh: '将草稿保存为版本',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, version: z.string(), desc: text(2048).default(''), base }),
    output: () => z.object({ id: z.string() }),
  }),
  get: op('GET /api/ml_flow/v2/dataset_versions/{versionID}', {
    summary: 'Get a version, with the dataset as it was',
    summaryZh: '获取版本及当时的数据集',
    access: { on: 'datasetVersion', id: 'versionID', can: 'view' },
    reply: 'flat',
    input: () => z.object({ versionID: id(), spaceID: idOrNone(), withDeleted: unsupported() }),
    output: () => z.object({ version: versionShape(), dataset: datasetShape() }),
  }),
  batchGet: op('POST /api/ml_flow/v2/spaces/{spaceID}/versioned_datasets/batch_get', {
    summary: 'Get several versions, with their datasets as they were',
    summaryZh: '批量获取版本及当时的数据集',
    access: { on: 'space', id: 'spaceID', can: 'view' },
    reply: 'flat',
    input: () => z.object({ spaceID: id(), versionIDs: z.array(id()).max(100), withDeleted: unsupported(), base }),
    output: () =>
      z.object({ versionedDataset: z.array(z.object({ version: versionShape(), dataset: datasetShape() })) }),
  }),
  describe: op('PUT /api/ml_flow/v2/spaces/{spaceID}/dataset_versions/{versionID}', {
    summary: 'Describe a version',
    summaryZh: '修改版本描述',
    access: { on: 'datasetVersion', id: 'versionID', can: 'editInfo' },
    reply: 'flat',
    input: () => z.object({ versionID: id(), spaceID: id(), desc: text(2048), base }),
  }),
  diff: op('GET /api/ml_flow/v2/datasets/{datasetID}/diff', {
    summary: 'Compare two versions, or a version with the draft',
    summaryZh: '比较两个版本，或将版本与草稿比较',
    access: onDataset('view'),
    reply: 'flat',
    input: () =>
      z.object({
        ...datasetInSpace,
        fromVersionID: id(),
        /** Defaults to the draft. */
        toVersionID: idOrNone(),
        page: pageNumber(),
        pageSize: pageSize(50, 200),
      }),
    output: () =>
      z.object({
        added: z.number(),
        removed: z.number(),
        changed: z.number(),
        items: z.array(
          z.object({
            itemID: z.string(),
            kind: z.enum(['added', 'removed', 'changed']),
            /** The fields that differ, with the beginning of the old and the new value. */
            fields: z.array(z.object({ key: z.string(), before: z.string().optional(), after: z.string().optional() })),
          }),
        ),
      }),
  }),
}
