import { type contract, TuningAction, type TuningStatus, ValidatingType } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { TaskRow } from './tuning.table.ts'
import type { TuningService } from './tuning.service.ts'

const sample = (question: string, answer: string) =>
  JSON.stringify({
    messages: [
      { role: 'system', content: 'You answer for the harbour office.' },
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  })
const template = [
  sample('When does the ferry leave?', 'At nine in the morning, from pier two.'),
  sample('May my dog come along?', 'Yes, on a lead, and free of charge.'),
].join('\n')
const DELETED = 3

export function tuningRoutes(tuning: TuningService): Handlers<typeof contract.modelTuning> {
  /** Finds a training. It is only visible to people who may manage the models of its space. */
  async function own(id: string, ctx: Ctx): Promise<TaskRow> {
    const task = await tuning.required(id)
    await ctx.access.require(ctx.actor!, 'space', task.spaceId, 'manageModels').catch((cause: unknown) => {
      throw cause instanceof AppError && cause.status === 404 ? errors.notFound({ what: 'training' }) : cause
    })
    return task
  }
  return {
    template: () => ({ zip_files: `data:application/jsonl;base64,${Buffer.from(template).toString('base64')}` }),
    upload: async (input, ctx) => {
      const bytes = Buffer.from(input.data, 'base64')
      const { id, examples, tokens } = await tuning.upload(input.space_id, ctx.userId, input.fileName, bytes)
      return { dataset_id: id, examples, tokens }
    },
    startCost: async (input) => {
      await tuning.cost(input.space_id, input.training_dataset_id, input.base_model_id, input.epochs)
      // The estimate is instant, so the id of the dataset serves as the id of the task.
      return { task_id: input.training_dataset_id }
    },
    cost: async (input) => {
      const { cost, tokens, unit } = await tuning.cost(input.space_id, input.task_id, input.base_model_id, input.epochs)
      return { cost, token: tokens, unit_cost: unit, epocs: input.epochs, has_finish: true }
    },
    create: async (input, ctx) => {
      const { validating_type, split_ratio, validating_dataset_id } = input.validating_dataset
      const { epochs, batch_size, learning_rate } = input.finetune_configuration
      const isUploaded = validating_type === ValidatingType.upload
      const task_id = await tuning.create({
        spaceId: input.space_id,
        userId: ctx.userId,
        baseModelId: input.base_model_id,
        datasetId: input.training_dataset_id,
        name: input.name,
        description: input.description,
        settings: {
          epochs,
          split: isUploaded ? 0 : split_ratio,
          ...(isUploaded && { validationId: validating_dataset_id }),
          ...(batch_size !== undefined && { batchSize: batch_size }),
          ...(learning_rate !== undefined && { learningRate: learning_rate }),
        },
      })
      return { task_id }
    },
    tasks: async (input) => ({
      tasks: (await tuning.tasks(input.space_id)).map((task) => ({
        task_id: task.id,
        name: task.name,
        description: task.description,
        base_model_id: task.baseModelId,
        training_dataset_id: task.datasetId,
        dataset_name: task.datasetName,
        epochs: task.settings.epochs,
        status: task.status as TuningStatus,
        problem: task.problem,
        model_id: task.modelId ?? '',
        create_time: secondsText(task.createdAt),
      })),
    }),
    info: async (input) => ({
      data_list: (await tuning.info(input.space_id, input.model_id)).metrics.map(({ name, points }) => ({
        metric_name: name,
        metric_data: points,
      })),
    }),
    operate: async (input, ctx) => {
      const task = await own(input.id, ctx)
      if (input.action === TuningAction.stop) return { id: task.id, status: await tuning.stop(task) }
      if (input.action === TuningAction.resume) return { id: task.id, status: await tuning.restart(task) }
      await tuning.remove(task)
      return { id: task.id, status: DELETED }
    },
    removeModel: async (input, ctx) => {
      await tuning.removeModel(input.space_id, ctx.userId, input.model_id)
      return {}
    },
  }
}
