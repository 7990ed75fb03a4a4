import { ModelType, TuningStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { canTrain, createOpenAiTuning, type FineTuning, type Training } from '#kit/models/fine-tuning.ts'
import type { ProviderService } from '#domains/chat/model/provider.service.ts'
import type { CataloguedModel, ModelService } from '#domains/chat/model/model.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { readExamples, splitExamples } from './read-examples.ts'
import { tuningErrors } from './tuning.errors.ts'
import type { TuningRepo } from './tuning.repo.ts'
import type { DatasetRow, TaskRow, TuningSettings } from './tuning.table.ts'

export interface TuningDeps {
  repo: TuningRepo
  models: Pick<ModelService, 'catalogue' | 'anyModel'>
  providers: Pick<ProviderService, 'createModel' | 'removeModel'>
  egress: Egress
  audit: AuditService
  newId: NewId
  clock: Clock
  log: Log
}
export interface NewTask {
  spaceId: string
  userId: string
  baseModelId: string
  datasetId: string
  name: string
  description: string
  settings: TuningSettings
}
const CHECKED_AT_ONCE = 50
const statusOf: Record<Training['state'], TuningStatus> = TuningStatus
const isOpen = ({ status }: TaskRow) => status === TuningStatus.queued || status === TuningStatus.running

/** Trainings at a provider: started here, checked in the background; the resulting model is added to the space. */
export function createTuningService(deps: TuningDeps) {
  const { repo, models, providers, egress, audit, newId, clock, log } = deps
  async function baseOf(spaceId: string, modelId: string): Promise<CataloguedModel> {
    const found = (await models.catalogue(spaceId)).find(({ id }) => id === modelId)
    if (!found) throw errors.notFound({ what: 'model' })
    return found
  }
  const isTrainable = ({ origin, type, isOffline, config }: CataloguedModel) =>
    origin === 'space' && type === ModelType.chat && !isOffline && canTrain(config)
  async function trainable(spaceId: string, modelId: string): Promise<CataloguedModel> {
    const found = await baseOf(spaceId, modelId)
    if (!isTrainable(found)) throw tuningErrors.cannotTrain({ name: found.name })
    return found
  }
  const trainerOf = async (spaceId: string, modelId: string): Promise<FineTuning> =>
    createOpenAiTuning((await baseOf(spaceId, modelId)).config, egress)
  async function examples(spaceId: string, id: string, field: string): Promise<DatasetRow> {
    const found = await repo.dataset(spaceId, id)
    if (!found) throw tuningErrors.noExamples({ field })
    return found
  }
  async function required(id: string): Promise<TaskRow> {
    const row = await repo.task(id)
    if (!row) throw errors.notFound({ what: 'training' })
    return row
  }
  async function begin(task: Omit<NewTask, 'userId' | 'description'>): Promise<string> {
    const { config } = await trainable(task.spaceId, task.baseModelId)
    const { content } = await examples(task.spaceId, task.datasetId, 'training_dataset_id')
    const { split, validationId, epochs, batchSize, learningRate } = task.settings
    const own = validationId
      ? { training: content, validation: (await examples(task.spaceId, validationId, 'validating_dataset_id')).content }
      : splitExamples(content, split)
    return createOpenAiTuning(config, egress).begin({
      examples: own.training,
      ...(own.validation && { validation: own.validation }),
      epochs,
      ...(batchSize !== undefined && { batchSize }),
      ...(learningRate !== undefined && { learningRate }),
      suffix: task.name.replaceAll(/[^A-Za-z0-9-]+/g, '-').slice(0, 18) || 'tuned',
    })
  }
  async function addModel(task: TaskRow, trained: string): Promise<string | undefined> {
    const base = await models.anyModel(task.baseModelId)
    if (!base) return undefined
    const { capabilities, contextTokens, maxOutputTokens, parameters, funcConfig, priceIn, priceOut, modelClass } = base
    return providers.createModel(task.spaceId, task.createdBy, base.providerId, {
      name: task.name,
      model: trained,
      description: task.description,
      type: ModelType.chat,
      capabilities,
      contextTokens,
      maxOutputTokens,
      parameters,
      funcConfig,
      priceIn,
      priceOut,
      modelClass,
    })
  }
  async function follow(task: TaskRow): Promise<void> {
    // Two processes may check at the same time, but the model must be added only once.
    if (!(await repo.claim(task, Math.max(clock.now(), task.lookedAt + 1)))) return
    try {
      const { state, model, problem, metrics } = await (
        await trainerOf(task.spaceId, task.baseModelId)
      ).look(task.remoteId)
      const modelId = state === 'ready' && model ? await addModel(task, model) : undefined
      await repo.change(task.id, { status: statusOf[state], problem, metrics, ...(modelId && { modelId }) })
    } catch (cause) {
      log.warn({ err: cause, training: task.id }, 'a training could not be looked at')
    }
  }

  return {
    isTrainable,
    /** States of the trainings of each model of a space. */
    async statesOf(spaceId: string): Promise<Map<string, Set<number>>> {
      const states = new Map<string, Set<number>>()
      for (const { baseModelId, status } of await repo.tasks(spaceId))
        states.set(baseModelId, (states.get(baseModelId) ?? new Set()).add(status))
      return states
    },
    async upload(spaceId: string, userId: string, name: string, bytes: Uint8Array) {
      const { content, count, tokens } = readExamples(bytes)
      const id = newId()
      const createdAt = clock.now()
      await repo.addDataset({ id, spaceId, name, content, examples: count, tokens, createdBy: userId, createdAt })
      return { id, examples: count, tokens }
    },
    async cost(spaceId: string, datasetId: string, baseModelId: string, epochs: number) {
      const { priceIn } = await trainable(spaceId, baseModelId)
      const { tokens } = await examples(spaceId, datasetId, 'training_dataset_id')
      return { tokens: tokens * epochs, unit: priceIn, cost: (tokens * epochs * priceIn) / 1_000_000 }
    },
    async create(input: NewTask): Promise<string> {
      const remoteId = await begin(input)
      const id = newId()
      const { userId, ...rest } = input
      const now = clock.now()
      const status = TuningStatus.queued
      await repo.addTask({ ...rest, id, remoteId, status, createdBy: userId, createdAt: now, lookedAt: now })
      await audit.record({ actorId: userId, spaceId: input.spaceId, action: 'model.train', target: id })
      return id
    },
    tasks: repo.tasks,
    required,
    /** Finds a training by its id or by the model that resulted from it. */
    async info(spaceId: string, id: string): Promise<TaskRow> {
      const known = await repo.task(id)
      const row = known?.spaceId === spaceId ? known : await repo.byModel(spaceId, id)
      if (!row) throw errors.notFound({ what: 'training' })
      return row
    },
    async stop(task: TaskRow): Promise<TuningStatus> {
      if (!isOpen(task)) throw tuningErrors.ended()
      await (await trainerOf(task.spaceId, task.baseModelId)).stop(task.remoteId)
      await repo.change(task.id, { status: TuningStatus.stopped })
      return TuningStatus.stopped
    },
    /** Restarts a training that was stopped or failed. */
    async restart(task: TaskRow): Promise<TuningStatus> {
      if (isOpen(task)) throw tuningErrors.runs()
      if (task.status === TuningStatus.ready) throw tuningErrors.ended()
      const remoteId = await begin(task)
      await repo.change(task.id, { remoteId, status: TuningStatus.queued, problem: '', metrics: [] })
      return TuningStatus.queued
    },
    async remove(task: TaskRow): Promise<void> {
      if (isOpen(task)) throw tuningErrors.runs()
      await repo.removeTask(task.id)
    },
    async removeModel(spaceId: string, userId: string, modelId: string): Promise<void> {
      const task = await repo.byModel(spaceId, modelId)
      if (!task) throw errors.notFound({ what: 'model' })
      const model = await models.anyModel(modelId)
      if (model) {
        await (await trainerOf(spaceId, modelId)).removeModel(model.model)
        await providers.removeModel(spaceId, userId, modelId)
      }
      await repo.removeTask(task.id)
    },
    /** Checks all open trainings; the scheduler calls it every minute. */
    async followAll(): Promise<void> {
      for (const task of await repo.open(CHECKED_AT_ONCE)) await follow(task)
    },
  }
}
export type TuningService = ReturnType<typeof createTuningService>
