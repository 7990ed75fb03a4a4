import type { AuditAction } from '@orrery/contract/shared/audit-actions'
import { defaultParameters, defaultSupport, kindOfClass, ModelClass, ModelType } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { baseUrlOf, type ModelConfig, type ProviderKind } from '#kit/models/provider-config.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { configOf } from './shared/model-catalog.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelRepo, Scope } from './model.repo.ts'
import type { ModelRow, NewModelRow, ProviderRow } from './model.table.ts'

export type { Scope } from './model.repo.ts'
export interface ProviderDeps {
  repo: ModelRepo
  bus: Bus
  egress: Egress
  secrets: Secrets
  audit: AuditService
  newId: NewId
  clock: Clock
}
export interface NewProvider {
  kind: ProviderKind
  name: string
  baseUrl: string
  apiKey: string
}
export type NewModel = Pick<NewModelRow, 'name' | 'model' | 'capabilities' | 'contextTokens' | 'maxOutputTokens'> &
  Partial<
    Pick<
      NewModelRow,
      'type' | 'description' | 'parameters' | 'funcConfig' | 'priceIn' | 'priceOut' | 'enableBase64Url' | 'modelClass'
    >
  >
/** Form values that are not saved yet; missing values are taken from the saved model or provider. */
export interface Trial {
  modelId?: string
  providerId?: string
  kind?: ProviderKind
  baseUrl?: string
  apiKey?: string
  model?: string
  type?: ModelType
}

const hintOf = (key: string) => (key.length > 8 ? `••••${key.slice(-4)}` : key && '••••')
const classOf: Record<string, number> = {
  openai: ModelClass.gpt,
  anthropic: ModelClass.claude,
  google: ModelClass.gemini,
  ollama: ModelClass.llama,
}

/** Kinds of models for providers with their own protocol; all others use the OpenAI protocol with all kinds. */
const kindsOf: Partial<Record<ProviderKind, readonly ModelType[]>> = {
  anthropic: [ModelType.chat],
  google: [ModelType.chat, ModelType.embedding],
  elevenlabs: [ModelType.speech, ModelType.transcription],
  'azure-speech': [ModelType.speech, ModelType.transcription],
  'volcano-speech': [ModelType.speech, ModelType.transcription, ModelType.dialogue],
}
function requireKind(kind: ProviderKind, name: string, type: ModelType) {
  if (kindsOf[kind] && !kindsOf[kind].includes(type)) throw modelDomainErrors.wrongKind({ provider: name })
}

/** Providers and models of one scope: the instance, or one space. */
export function createProviderService({ repo, bus, egress, secrets, audit, newId, clock }: ProviderDeps) {
  async function provider(scope: Scope, id: string): Promise<ProviderRow> {
    const found = await repo.provider(scope, id)
    if (!found) throw errors.notFound({ what: 'provider' })
    return found
  }
  async function model(scope: Scope, id: string): Promise<ModelRow> {
    const found = await repo.model(scope, id)
    if (!found) throw errors.notFound({ what: 'model' })
    return found
  }
  function checkBaseUrl(kind: ProviderKind, baseUrl: string) {
    const address = baseUrlOf({ kind, baseUrl })
    if (!address) throw modelDomainErrors.baseUrlNeeded()
    egress.checkUrl(address)
  }
  const originOf = (row: { kind: ProviderKind; baseUrl: string }) => new URL(baseUrlOf(row)).origin
  /** A key is bound to its host: changing the URL requires entering the key again. */
  function requireSameHost(saved: ProviderRow, baseUrl: string) {
    if (saved.sealedKey && originOf(saved) !== originOf({ kind: saved.kind, baseUrl }))
      throw modelDomainErrors.keyNeeded({ host: new URL(originOf(saved)).host })
  }
  async function changed(scope: Scope, actorId: string, action: AuditAction, target: string, detail: object = {}) {
    await audit.record({ actorId, spaceId: scope ?? undefined, action, target, detail: { ...detail } })
    await bus.publish('model', target)
  }

  async function createProvider(scope: Scope, actorId: string, values: NewProvider): Promise<string> {
    checkBaseUrl(values.kind, values.baseUrl)
    const now = clock.now()
    const { apiKey, ...rest } = values
    const row: ProviderRow = {
      ...rest,
      id: newId(),
      spaceId: scope,
      sealedKey: apiKey && secrets.seal(apiKey),
      keyHint: hintOf(apiKey),
      forEveryone: true,
      createdBy: actorId,
      createdAt: now,
      updatedAt: now,
    }
    await repo.insertProvider(row)
    await changed(scope, actorId, 'model.provider.create', row.id, { name: row.name, kind: row.kind })
    return row.id
  }
  async function createModel(scope: Scope, actorId: string, providerId: string, values: NewModel): Promise<string> {
    const { kind, name } = await provider(scope, providerId)
    requireKind(kind, name, values.type ?? ModelType.chat)
    const now = clock.now()
    const id = await repo.insertModel({
      modelClass: classOf[kind] ?? ModelClass.other,
      parameters: defaultParameters(values.maxOutputTokens),
      funcConfig: defaultSupport(values.capabilities),
      ...values,
      providerId,
      spaceId: scope,
      createdAt: now,
      updatedAt: now,
    })
    await changed(scope, actorId, 'model.create', id, { name: values.name, model: values.model })
    return id
  }

  return {
    async list(scope: Scope) {
      const [providers, models, defaultModelId] = await Promise.all([
        repo.providers(scope),
        repo.models(scope),
        repo.defaultOf(scope),
      ])
      const list = providers.map((row) => ({
        provider: row,
        models: models.filter((model) => model.providerId === row.id),
      }))
      return { list, defaultModelId }
    },
    createProvider,
    async updateProvider(scope: Scope, actorId: string, id: string, change: Partial<Omit<NewProvider, 'kind'>>) {
      const saved = await provider(scope, id)
      const { apiKey, ...rest } = change
      const baseUrl = rest.baseUrl ?? saved.baseUrl
      checkBaseUrl(saved.kind, baseUrl)
      if (apiKey === undefined) requireSameHost(saved, baseUrl)
      await repo.updateProvider(id, {
        ...rest,
        ...(apiKey !== undefined && { sealedKey: apiKey && secrets.seal(apiKey), keyHint: hintOf(apiKey) }),
        updatedAt: clock.now(),
      })
      await changed(scope, actorId, 'model.provider.update', id, { ...rest, keyChanged: apiKey !== undefined })
    },
    async removeProvider(scope: Scope, actorId: string, id: string) {
      const { name } = await provider(scope, id)
      await repo.removeProvider(id)
      await changed(scope, actorId, 'model.provider.delete', id, { name })
    },
    createModel,
    async updateModel(scope: Scope, actorId: string, id: string, change: Partial<ModelRow>) {
      await model(scope, id)
      await repo.updateModel(id, { ...change, updatedAt: clock.now() })
      await changed(scope, actorId, 'model.update', id, { fields: Object.keys(change) })
    },
    async removeModel(scope: Scope, actorId: string, id: string) {
      const { name } = await model(scope, id)
      await repo.removeModel(id)
      await changed(scope, actorId, 'model.delete', id, { name })
    },
    async setDefault(scope: Scope, actorId: string, id: string | undefined) {
      // The default of a space may be a model of the instance or one that is shared with the space.
      const isThere = id === undefined || scope === null || (await repo.usable(id, scope)) !== undefined
      if (!isThere) throw errors.notFound({ what: 'model' })
      if (id !== undefined && scope === null) await model(scope, id)
      await repo.setDefault(scope, id)
      await changed(scope, actorId, 'model.default', id ?? '')
    },
    /** Creates a model together with its connection. */
    async createWithConnection(
      actorId: string,
      modelClass: number,
      connection: Omit<NewProvider, 'kind'>,
      values: NewModel,
    ) {
      const providerId = await createProvider(null, actorId, { ...connection, kind: kindOfClass(modelClass) })
      return createModel(null, actorId, providerId, { ...values, modelClass })
    },
    /** Names of the models of a provider that this scope has added. */
    async namesOf(scope: Scope, providerId: string | undefined): Promise<Set<string>> {
      const rows = await repo.models(scope)
      return new Set(rows.filter((row) => row.providerId === providerId).map(({ model: name }) => name))
    },
    typeOf: async (scope: Scope, modelId: string) => (await model(scope, modelId)).type,
    /** The connection for form values. Missing values come from the stored model; the key only for its own host. */
    async configFor(scope: Scope, trial: Trial): Promise<ModelConfig> {
      const row = trial.modelId === undefined ? undefined : await model(scope, trial.modelId)
      const providerId = row?.providerId ?? trial.providerId
      const saved = providerId === undefined ? undefined : await provider(scope, providerId)
      const name = trial.model || row?.model
      if (!name) throw modelDomainErrors.modelNameNeeded()
      const kind = saved?.kind ?? trial.kind ?? 'openai-compatible'
      const baseUrl = trial.baseUrl ?? saved?.baseUrl ?? ''
      checkBaseUrl(kind, baseUrl)
      requireKind(kind, saved?.name ?? kind, row?.type ?? trial.type ?? kindsOf[kind]?.[0] ?? ModelType.chat)
      if (saved && !trial.apiKey) {
        requireSameHost(saved, baseUrl)
        return { ...configOf(saved, name, secrets), baseUrl }
      }
      return { kind, baseUrl, model: name, apiKey: trial.apiKey ?? '', providerName: saved?.name ?? kind }
    },
  }
}
export type ProviderService = ReturnType<typeof createProviderService>
