import { ModelType, OFFLINE_MODEL_ID } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { createChatModel } from '#kit/models/chat-model.ts'
import type { ChatModel, EmbeddingModel } from '#kit/models/chat-types.ts'
import { createEmbeddingModel } from '#kit/models/embedding-model.ts'
import { createRerankModel, type RerankModel } from '#kit/models/rerank-model.ts'
import type { ModelConfig } from '#kit/models/provider-config.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import { type KnownModel, offlineModel, toKnown } from './shared/model-catalog.ts'
import type { ModelCapacity } from './model-capacity.service.ts'
import type { ModelLimits } from './model-limits.service.ts'
import type { ModelMeter } from './model-meter.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelRepo } from './model.repo.ts'
import { watchedChat, watchedEmbedding, watchedRerank } from './watched-model.ts'

export interface ReadyModel extends KnownModel {
  chat: ChatModel['chat']
  /** The space lets the model set its own parameters, whatever bots are configured with. */
  hasFixedParameters: boolean
}
/** Who sets the parameters of a model in a space. */
const ConfigType = { byBot: 0, byModel: 1 } as const

export interface CataloguedModel extends KnownModel {
  ownerId: string
  updatedAt: number
}
export interface ModelDeps {
  repo: ModelRepo
  bus: Bus
  egress: Egress
  secrets: Secrets
  limits: ModelLimits
  meter: ModelMeter
  capacity: ModelCapacity
}

/** Models of a space, and how to call them. Caches are invalidated everywhere on change. */
export function createModelService({ repo, bus, egress, secrets, limits, meter, capacity }: ModelDeps) {
  const offline = createChatModel(offlineModel.config, egress)
  const ready = createCache<ReadyModel | undefined>({
    bus,
    // Clear on changes of membership too: a share ends when the person who created it leaves.
    clearOn: ['model', 'membership'],
    limit: 5000,
    keepsMissing: true,
    load: (id, spaceId) => load(id, spaceId || undefined),
  })

  async function load(id: string, spaceId: string | undefined): Promise<ReadyModel | undefined> {
    const row = await repo.usable(id, spaceId)
    const known = row && toKnown(row.model, row.provider, spaceId, secrets)
    if (!known) return undefined
    const chat = capacity.bounded(createChatModel(known.config, egress), known)
    const configs = spaceId === undefined ? [] : await repo.userConfigs(spaceId)
    const hasFixedParameters = configs.some((row) => row.modelId === id && row.configType === ConfigType.byModel)
    return { ...known, hasFixedParameters, chat: watchedChat(meter.counted({ chat }, known, spaceId), known) }
  }
  function find(id: string, spaceId: string | undefined): Promise<ReadyModel | undefined> {
    if (id === OFFLINE_MODEL_ID) {
      const chat = watchedChat(meter.counted(offline, { ...offlineModel, id }, spaceId), offlineModel)
      return Promise.resolve({ ...offlineModel, hasFixedParameters: false, chat })
    }
    return ready.get(id, spaceId)
  }

  /** All models that bots of the space can use, the space's own first and the offline model last. */
  async function list(spaceId: string | undefined): Promise<KnownModel[]> {
    const rows = await repo.usableIn(spaceId)
    const known = rows.map((row) => toKnown(row.model, row.provider, spaceId, secrets))
    const { offlineModel: isOffered } = await limits.get()
    return isOffered || !known.some(({ type }) => type === 0) ? [...known, offlineModel] : known
  }
  /** The default model for new bots and for bots without a model. */
  async function defaultId(spaceId: string | undefined): Promise<string> {
    const models = (await list(spaceId)).filter(({ type }) => type === 0)
    const chosen = [spaceId && (await repo.defaultOf(spaceId)), await repo.defaultOf(null)]
    const isThere = (id: string | undefined) => models.some((model) => model.id === id)
    return chosen.find((id) => isThere(id)) ?? models[0]!.id
  }

  return {
    list,
    defaultId,
    /**
     * All models of a space and of the instance, including disabled ones, each with its creator and the last change.
     */
    async catalogue(spaceId: string | undefined): Promise<CataloguedModel[]> {
      const rows = await repo.usableIn(spaceId, true)
      const found = rows.map(({ model, provider }) => ({
        ...toKnown(model, provider, spaceId, secrets),
        ownerId: provider.createdBy,
        updatedAt: model.updatedAt,
      }))
      const offered = (await list(spaceId)).filter(({ isOffline }) => isOffline)
      return [...found, ...offered.map((item) => ({ ...item, ownerId: '', updatedAt: 0 }))]
    },
    /** A model of any space or of the instance, without an access check. */
    anyModel: repo.anyModel,
    /** The connection of a model without an access check: for work that its provider still has to finish. */
    async configOf(id: string): Promise<ModelConfig | undefined> {
      const row = await repo.anyWithProvider(id)
      return row && toKnown(row.model, row.provider, undefined, secrets).config
    },
    userConfigs: repo.userConfigs,
    async saveUserConfig(row: Parameters<ModelRepo['saveUserConfig']>[0]) {
      await repo.saveUserConfig(row)
      await bus.publish('model', row.modelId)
    },
    /** The model of a bot, ready to be called; the default of the space if the bot names none. */
    async resolve(id: string | undefined, spaceId: string | undefined): Promise<ReadyModel> {
      const found = await find(id || (await defaultId(spaceId)), spaceId)
      if (!found) throw modelDomainErrors.modelGone()
      if (!found.enabled) throw modelDomainErrors.modelOff({ name: found.name })
      if (found.type !== 0) throw modelDomainErrors.notAChatModel({ name: found.name })
      return found
    },
    async resolveEmbedding(id: string, spaceId: string | undefined): Promise<{ model: KnownModel } & EmbeddingModel> {
      const found = await find(id, spaceId)
      if (!found || found.type !== 1) throw modelDomainErrors.modelGone()
      return { model: found, ...watchedEmbedding(createEmbeddingModel(found.config, egress), found) }
    },
    /** The chosen rerank model, or the first that a space can use; without one, a chat model grades the passages. */
    async rerankModel(spaceId: string, chosen?: string): Promise<({ model: KnownModel } & RerankModel) | undefined> {
      const found = (await list(spaceId)).find(
        ({ id, type }) => type === ModelType.rerank && (!chosen || id === chosen),
      )
      if (chosen && !found) throw modelDomainErrors.modelGone()
      return found && { model: found, ...watchedRerank(createRerankModel(found.config, egress), found) }
    },
  }
}
export type ModelService = ReturnType<typeof createModelService>
