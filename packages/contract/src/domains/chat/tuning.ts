import { z } from 'zod'
import { op } from '#kit.ts'
import { id, name, text } from '#shared/fields.ts'
import { TUNING_LIMITS, TuningAction, TuningStatus, ValidatingType } from '#shared/tuning-enums.ts'

const api = '/api/intelligence_api/model'
const s = z.string()
const inSpace = { on: 'space', id: 'space_id', can: 'view' } as const
const manageAccess = { on: 'space', id: 'space_id', can: 'manageModels' } as const
const epochs = () => z.coerce.number().int().min(1).max(TUNING_LIMITS.epochs).default(3)
const rateLimit = { by: 'user', max: 20, seconds: 60 } as const

const task = z.object({
  task_id: s,
  name: s,
  description: s,
  base_model_id: s,
  training_dataset_id: s,
  dataset_name: s,
  epochs: z.number(),
  status: z.enum(TuningStatus),
  /** Why it failed, as the provider reports it. */
  problem: s,
  /** The resulting model; empty until the training is finished. */
  model_id: s,
  create_time: s,
})

/** Fine-tuning of models with a space's own examples, at providers that support OpenAI's protocol for it. */
export const modelTuning = {
  template: op(`POST ${api}/get_finetune_template_dataset`, {
    summary: 'Get the URL of a file with example training data',
    summaryZh: '获取训练数据示例文件的 URL',
    input: () => z.object({}),
    output: () => z.object({ zip_files: s }),
  }),
  upload: op(`POST ${api}/upload_finetune_dataset`, {
    summary: 'Upload training data: one conversation per line, as JSON',
    summaryZh: '上传训练数据：每行一段会话，JSON 格式',
    access: manageAccess,
    limit: rateLimit,
    bodyLimit: 2 * TUNING_LIMITS.bytes,
    input: () =>
      z.object({
        space_id: id(),
        fileType: z.literal(['jsonl', 'json', '.jsonl', '.json']).default('jsonl'),
        fileName: z.string().trim().min(1).max(200),
        /** Base64. */
        data: z.base64().max(Math.ceil((TUNING_LIMITS.bytes * 4) / 3) + 4),
      }),
    output: () => z.object({ dataset_id: s, examples: z.number(), tokens: z.number() }),
  }),
  startCost: op(`POST ${api}/start_estimated_training_cost`, {
    summary: 'Start estimating the cost of a training',
    summaryZh: '开始估算精调费用',
    access: manageAccess,
    input: () => z.object({ space_id: id(), base_model_id: id(), training_dataset_id: id(), epochs: epochs() }),
    output: () => z.object({ task_id: s }),
  }),
  cost: op(`POST ${api}/get_estimated_training_cost`, {
    summary: 'Get the estimated cost of a training',
    summaryZh: '获取精调的预估费用',
    access: manageAccess,
    input: () => z.object({ space_id: id(), task_id: id(), base_model_id: id(), epochs: epochs() }),
    output: () =>
      z.object({
        cost: z.number(),
        token: z.number(),
        unit_cost: z.number(),
        /** Misspelt: the clients read this name. */
        epocs: z.number(),
        has_finish: z.boolean(),
      }),
  }),
  create: op(`POST ${api}/create_finetune_task`, {
    summary: 'Start training a model at its provider',
    summaryZh: '在服务商处开始精调模型',
    access: manageAccess,
    limit: rateLimit,
    input: () =>
      z.object({
        space_id: id(),
        base_model_id: id(),
        training_dataset_id: id(),
        validating_dataset: z
          .object({
            validating_type: z.enum(ValidatingType).default(ValidatingType.split),
            /** Percentage of the examples that are held out for validation; 0 for none. */
            split_ratio: z.coerce.number().int().min(0).max(50).default(0),
            validating_dataset_id: z.string().max(20).default(''),
          })
          .prefault({}),
        finetune_configuration: z
          .object({
            batch_size: z.coerce.number().int().min(1).max(256).optional(),
            epochs: epochs(),
            learning_rate: z.coerce.number().positive().max(10).optional(),
          })
          .prefault({}),
        name: name(TUNING_LIMITS.name),
        description: text(500).default(''),
      }),
    output: () => z.object({ task_id: s }),
  }),
  tasks: op(`POST ${api}/list_finetune_task`, {
    summary: 'List the trainings of a space, newest first',
    summaryZh: '列出空间的精调任务，最新在前',
    access: inSpace,
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ tasks: z.array(task) }),
  }),
  info: op(`POST ${api}/get_finetune_training_info`, {
    summary: 'Get a training step by step, by training or resulting model',
    summaryZh: '按任务或产出模型获取精调详情',
    access: inSpace,
    input: () => z.object({ space_id: id(), model_id: id() }),
    output: () =>
      z.object({
        data_list: z.array(
          z.object({ metric_name: s, metric_data: z.array(z.object({ step: z.number(), value: z.number() })) }),
        ),
      }),
  }),
  operate: op(`POST ${api}/operate_finetune_task`, {
    summary: 'Stop, restart or delete a training',
    summaryZh: '停止、重新开始或删除精调任务',
    access: 'user',
    limit: rateLimit,
    input: () => z.object({ id: id(), action: z.enum(TuningAction) }),
    output: () => z.object({ id: s, status: z.enum({ ...TuningStatus, deleted: 3 }) }),
  }),
  removeModel: op(`POST ${api}/delete_finetune_model`, {
    summary: 'Delete a trained model here and at its provider',
    summaryZh: '删除精调模型，包括服务商处的模型',
    access: manageAccess,
    input: () => z.object({ space_id: id(), model_id: id() }),
  }),
}
