import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { createEmbeddingModel } from '#kit/models/embedding-model.ts'
import type { ProviderKind } from '#kit/models/provider-config.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { ProviderService } from '#domains/chat/model/provider.service.ts'
import { OFFLINE_EMBEDDING } from './embedding.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { knowledgeSetup, type Setup } from './knowledge.table.ts'

export interface EmbeddingRequest {
  type: number
  baseUrl: string
  apiKey: string
  model: string
  batch: number
}
export interface SetupDeps {
  db: Db
  bus: Bus
  clock: Clock
  egress: Egress
  audit: AuditService
  models: Pick<ModelService, 'resolve'>
  providers: ProviderService
}
const none: Setup = { type: 1, model: '', baseUrl: '', keyHint: '', batch: 96, dims: 0 }
const kinds: Record<number, ProviderKind> = {
  0: 'openai-compatible',
  1: 'openai',
  2: 'ollama',
  3: 'google',
  4: 'openai-compatible',
}
const ARK = 'https://ark.cn-beijing.volces.com/api/v3'
const CHANNEL = 'knowledge-setup'
const isMask = (key: string) => key === '' || key.includes('•')

/** Settings for all knowledge bases of the instance. */
export function createSetupService({ db, bus, clock, egress, audit, models, providers }: SetupDeps) {
  const setup = createCache<Setup>({
    bus,
    clearOn: [CHANNEL],
    limit: 1,
    load: async () => ({ ...none, ...(await db.select().from(knowledgeSetup))[0]?.value }),
  })
  const get = () => setup.get()

  async function write(value: Setup, userId: string) {
    const updatedAt = clock.now()
    await db
      .insert(knowledgeSetup)
      .values({ id: 1, value, updatedAt })
      .onConflictDoUpdate({ target: knowledgeSetup.id, set: { value, updatedAt } })
    await bus.publish(CHANNEL, '1')
    await audit.record({ actorId: userId, action: 'knowledge.setup', target: value.modelId ?? '' })
  }

  /**
   * Tests the connection, then stores it as a model of the instance. Bases with another model continue to use that one.
   */
  async function connect(input: EmbeddingRequest, before: Setup, userId: string): Promise<Partial<Setup>> {
    const { type, model, batch } = input
    if (!model) return { ...none, batch, modelId: OFFLINE_EMBEDDING }
    const kind = type === 1 && input.baseUrl ? 'openai-compatible' : kinds[type]!
    const baseUrl = input.baseUrl || (type === 0 ? ARK : '')
    const isSamePlace = before.providerId !== undefined && before.type === type && before.baseUrl === input.baseUrl
    const apiKey = isMask(input.apiKey) ? undefined : input.apiKey
    const config = await providers.configFor(null, {
      ...(isSamePlace && { providerId: before.providerId! }),
      kind,
      baseUrl,
      model,
      ...(apiKey !== undefined && { apiKey }),
    })
    const { vectors } = await createEmbeddingModel(config, egress).embed(['Does this connection work?'])
    const dims = vectors[0]?.length ?? 0
    if (isSamePlace && apiKey !== undefined)
      await providers.updateProvider(null, userId, before.providerId!, { apiKey })
    const keyHint = apiKey === undefined ? (isSamePlace ? before.keyHint : '') : `••••${apiKey.slice(-4)}`
    // Another model gives other vectors, so it is stored as a separate model; existing indexes keep the old one.
    if (isSamePlace && before.model === model && before.modelId) return { batch, dims, keyHint }
    const providerId = isSamePlace
      ? before.providerId!
      : await providers.createProvider(null, userId, { kind, name: `${model}`, baseUrl, apiKey: apiKey ?? '' })
    const modelId = await providers.createModel(null, userId, providerId, {
      name: model,
      model,
      type: 1,
      capabilities: { tools: false, vision: false, reasoning: false, json: false },
      contextTokens: 8192,
      maxOutputTokens: 1,
    })
    return { type, modelId, providerId, model, baseUrl: input.baseUrl, keyHint, batch, dims }
  }

  return {
    get,
    async save(input: { embedding?: EmbeddingRequest | undefined; stepModel: string | undefined }, userId: string) {
      const before = await get()
      if (input.stepModel) {
        const { isOffline } = await models.resolve(input.stepModel, undefined)
        if (isOffline) throw knowledgeErrors.stepModelOffline()
      }
      const { stepModel: _, ...rest } = before
      const embedding = input.embedding ? await connect(input.embedding, before, userId) : {}
      const kept = input.embedding && !input.embedding.model ? none : rest
      await write({ ...kept, ...embedding, ...(input.stepModel && { stepModel: input.stepModel }) }, userId)
    },
  }
}
export type SetupService = ReturnType<typeof createSetupService>
