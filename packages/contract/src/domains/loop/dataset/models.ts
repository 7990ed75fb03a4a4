import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageSize } from '#shared/fields.ts'
import { unsupported } from './shapes.ts'

const onSpace = { on: 'space', id: 'spaceID', can: 'view' } as const
const modelShape = () =>
  z.object({
    id: z.string(),
    identification: z.string(),
    displayName: z.string(),
    description: z.string(),
    /** 1 from a provider, 4 built in. */
    provider: z.number(),
    isPublic: z.boolean(),
    spaceID: z.string(),
    ability: z.object({
      maxContextTokens: z.number(),
      maxOutputTokens: z.number(),
      functionCallEnabled: z.boolean(),
      jsonModeEnabled: z.boolean(),
      multiModalEnabled: z.boolean(),
    }),
    modelStatus: z.number(),
    modelVendor: z.string(),
    actualName: z.string(),
    commercialModelStatus: z.number(),
  })

/** Models of a space, for model pickers of datasets. Models are managed elsewhere. */
export const datasetModel = {
  list: op('POST /api/model_manage/v1/spaces/{spaceID}/v1/list', {
    summary: 'List chat models of a space',
    summaryZh: '列出空间可用的对话模型',
    access: onSpace,
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        cursorID: z.string().max(100).optional(),
        limit: pageSize(20, 100),
        filter: z
          .object({
            modelFilterTags: unsupported(),
            modelStatuses: z.array(z.number()).max(10).optional(),
            modelContextRange: z
              .object({ upperBound: z.number().optional(), lowerBound: z.number().optional() })
              .optional(),
            modelVendors: z.array(z.string().max(200)).max(100).optional(),
            name: z.string().max(200).optional(),
            /** 1: only models with function calling. */
            modelFilterScene: z.literal([0, 1]).optional(),
          })
          .default({}),
      }),
    output: () =>
      z.object({ models: z.array(modelShape()), cursorID: z.string(), hasMore: z.boolean(), total: z.number() }),
  }),
  get: op('POST /api/model_manage/v1/spaces/{spaceID}/get_model', {
    summary: 'Get a chat model of a space',
    summaryZh: '获取空间可用的对话模型',
    access: onSpace,
    reply: 'flat',
    input: () =>
      z.object({ spaceID: id(), provider: z.number().optional(), providerModelID: z.string().min(1).max(100) }),
    output: () => z.object({ model: modelShape() }),
  }),
  usage: op('POST /api/model_manage/v1/spaces/{spaceID}/get_model_usage', {
    summary: 'See the tokens of a model in a space, by day',
    summaryZh: '查看模型在空间中每天的 Token 用量',
    access: onSpace,
    reply: 'flat',
    input: () =>
      z.object({ spaceID: id(), modelIdentification: z.string().min(1).max(100), provider: z.number().optional() }),
    output: () =>
      z.object({
        modelUsages: z.array(
          z.object({
            promptInputToken: z.number(),
            promptOutputToken: z.number(),
            evaluationInputToken: z.number(),
            evaluationOutputToken: z.number(),
            date: z.string(),
          }),
        ),
      }),
  }),
  filters: op('POST /api/model_manage/v1/get_model_filter_params', {
    summary: 'See what models of the instance can be filtered by',
    summaryZh: '查看模型的筛选条件',
    access: 'user',
    reply: 'flat',
    input: () => z.object({}),
    output: () =>
      z.object({
        modelFilterTags: z.record(z.string(), z.array(z.string())),
        modelContextRange: z.object({ upperBound: z.number(), lowerBound: z.number() }),
        modelVendors: z.array(z.string()),
      }),
  }),
}
