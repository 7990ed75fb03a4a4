import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const inferErrors = defineErrors(ErrorCode.datasetInfer, {
  notForBatches: {
    status: 400,
    en: 'batchInferProviderInfo: the provider of {model} takes no batches. Choose a model of an OpenAI-compatible provider, or batchInferprovider 4',
    zh: 'batchInferProviderInfo：{model} 的模型服务商不支持批量推理，请选择 OpenAI 兼容的模型，或将 batchInferprovider 设为 4',
  },
  refused: { status: 502, en: 'The provider refused the batch: {problem}', zh: '模型服务商拒绝了该批次：{problem}' },
  tooMany: {
    status: 400,
    en: 'A batch holds at most {max} questions. Run it on fewer rows',
    zh: '一个批次最多 {max} 个问题，请减少行数',
  },
  noPictures: {
    status: 400,
    en: 'A batch cannot carry pictures. Fill this column row by row instead',
    zh: '批量推理不支持图片，请改为逐行填充该列',
  },
})
