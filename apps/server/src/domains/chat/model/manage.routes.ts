import type { contract, ManagedModel, ManagedProvider, ManagedProviderKind } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { listRemoteModels } from '#kit/models/remote-models.ts'
import type { ModelLimits } from './model-limits.service.ts'
import type { ModelSharing, ReceivedProvider } from './model-share.service.ts'
import { tryModel } from './model-trial.ts'
import type { ModelRow, ProviderRow } from './model.table.ts'
import type { NewModel, ProviderService, Scope } from './provider.service.ts'

export interface ManageDeps {
  providers: ProviderService
  sharing: ModelSharing
  limits: ModelLimits
  egress: Egress
}
/** The space of a call, or null for calls of the instance, whose validated input has no space. */
const scopeOf = (input: object): Scope => (input as { space_id?: string }).space_id ?? null

/** The same handlers for the instance and for a space: only the scope differs, which the access rule has checked. */
export function manageRoutes({ providers, sharing, limits, egress }: ManageDeps) {
  return {
    providers: async (input: object) => {
      const scope = scopeOf(input)
      const { list, defaultModelId } = await providers.list(scope)
      const [shares, received, canShare] = await Promise.all([
        sharing.sharedWith(list.map(({ provider }) => provider.id)),
        scope === null ? [] : sharing.receivedBy(scope),
        sharing.canShare(scope),
      ])
      const toWire = ({ provider, models }: (typeof list)[number]) => ({
        ...toProvider(
          provider,
          models.map((row) => toModel(row, defaultModelId)),
        ),
        shared_with: shares
          .filter(({ providerId }) => providerId === provider.id)
          .map(({ id, name }) => ({ id, name })),
      })
      return {
        providers: list.map(toWire),
        default_model_id: defaultModelId ?? '',
        received: received.map(toReceived),
        can_share: canShare,
      }
    },
    share: async (input, ctx) => {
      await sharing.share(scopeOf(input), ctx.userId, input.provider_id, input.for_everyone, input.space_ids)
      return {}
    },
    teams: async (input, ctx) => ({ teams: await sharing.teams(scopeOf(input), ctx.userId, input.search_word) }),
    createProvider: async (input, ctx) => ({
      id: await providers.createProvider(scopeOf(input), ctx.userId, {
        kind: input.kind,
        name: input.name,
        baseUrl: input.base_url,
        apiKey: input.api_key,
      }),
    }),
    updateProvider: async (input, ctx) => {
      await providers.updateProvider(scopeOf(input), ctx.userId, input.provider_id, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.base_url !== undefined && { baseUrl: input.base_url }),
        ...(input.api_key !== undefined && { apiKey: input.api_key }),
      })
      return {}
    },
    deleteProvider: async (input, ctx) => {
      await providers.removeProvider(scopeOf(input), ctx.userId, input.provider_id)
      return {}
    },
    createModel: async (input, ctx) => ({
      id: await providers.createModel(scopeOf(input), ctx.userId, input.provider_id, toColumns(input) as NewModel),
    }),
    updateModel: async (input, ctx) => {
      await providers.updateModel(scopeOf(input), ctx.userId, input.model_id, toColumns(input))
      return {}
    },
    deleteModel: async (input, ctx) => {
      await providers.removeModel(scopeOf(input), ctx.userId, input.model_id)
      return {}
    },
    setDefault: async (input, ctx) => {
      await providers.setDefault(scopeOf(input), ctx.userId, input.model_id)
      return {}
    },
    remoteModels: async (input, ctx) => {
      const config = await providers.configFor(scopeOf(input), {
        providerId: input.provider_id,
        kind: input.kind,
        baseUrl: input.base_url,
        apiKey: input.api_key,
        model: 'any',
      })
      const [remote, known] = await Promise.all([
        listRemoteModels(config, egress, ctx.signal),
        providers.namesOf(scopeOf(input), input.provider_id),
      ])
      return {
        models: remote.map((item) => ({
          model: item.id,
          name: item.name,
          context_tokens: item.contextTokens,
          max_output_tokens: item.maxOutputTokens,
          type: item.type,
          price_in: item.priceIn,
          price_out: item.priceOut,
          capabilities: item.capabilities,
          is_added: known.has(item.id),
        })),
      }
    },
    test: async (input, ctx) => {
      const scope = scopeOf(input)
      const config = await providers.configFor(scope, {
        modelId: input.model_id,
        providerId: input.provider_id,
        kind: input.kind,
        baseUrl: input.base_url,
        apiKey: input.api_key,
        model: input.model,
        type: input.type,
      })
      const type = input.model_id === undefined ? (input.type ?? 0) : await providers.typeOf(scope, input.model_id)
      const { firstChunkMs } = await limits.get()
      return async (sse) => {
        const started = performance.now()
        try {
          const trial = {
            config,
            type,
            prompt: input.prompt,
            firstChunkMs,
            signal: ctx.signal,
            onText: (text: string) => sse.send({ event: 'delta', data: { text } }),
            onReasoning: (text: string) => sse.send({ event: 'reasoning', data: { text } }),
          }
          const result = await tryModel(trial, egress)
          sse.send({ event: 'done', data: { ...result, total_ms: Math.round(performance.now() - started) } })
        } catch (cause) {
          if (ctx.signal.aborted) return
          if (!(cause instanceof AppError)) ctx.log.error({ err: cause, logId: ctx.logId }, 'model test')
          const error =
            cause instanceof AppError
              ? { code: cause.code, msg: cause.text(ctx.locale) }
              : { code: ErrorCode.kit.internal, msg: String(ctx.logId) }
          sse.send({ event: 'error', data: error })
        }
      }
    },
  } satisfies Handlers<typeof contract.instanceModel>
}

interface ModelFields {
  type?: ManagedModel['type']
  name?: string
  model?: string
  description?: string
  capabilities?: ManagedModel['capabilities']
  context_tokens?: number
  max_output_tokens?: number
  parameters?: ManagedModel['parameters']
  func_config?: Partial<Record<string, 0 | 1 | 2>>
  price_in?: number
  price_out?: number
  tpm_in?: number | null
  tpm_out?: number | null
  enabled?: boolean
  enable_base64_url?: boolean
}
/** The columns that the call names: all others keep their value or get their default. */
function toColumns(input: ModelFields): Partial<ModelRow> {
  const columns = {
    type: input.type,
    name: input.name,
    model: input.model,
    description: input.description,
    capabilities: input.capabilities,
    contextTokens: input.context_tokens,
    maxOutputTokens: input.max_output_tokens,
    parameters: input.parameters,
    funcConfig: input.func_config,
    priceIn: input.price_in,
    priceOut: input.price_out,
    tpmIn: input.tpm_in,
    tpmOut: input.tpm_out,
    enabled: input.enabled,
    enableBase64Url: input.enable_base64_url,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<ModelRow>
}

const toReceived = ({ provider, models, ownerName }: ReceivedProvider) => ({
  id: provider.id,
  name: provider.name,
  owner_name: ownerName,
  models: models.map(({ id, name, type }) => ({ id, name, type })),
})
const toProvider = (row: ProviderRow, models: ManagedModel[]): Omit<ManagedProvider, 'shared_with'> => ({
  id: row.id,
  kind: row.kind as ManagedProviderKind,
  name: row.name,
  base_url: row.baseUrl,
  key_hint: row.keyHint,
  has_key: row.sealedKey !== '',
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  models,
  for_everyone: row.spaceId === null && row.forEveryone,
})
const toModel = (row: ModelRow, defaultModelId: string | undefined): ManagedModel => ({
  id: row.id,
  provider_id: row.providerId,
  type: row.type,
  name: row.name,
  model: row.model,
  description: row.description,
  capabilities: row.capabilities,
  context_tokens: row.contextTokens,
  max_output_tokens: row.maxOutputTokens,
  parameters: row.parameters,
  func_config: Object.fromEntries(Object.entries(row.funcConfig)),
  price_in: row.priceIn,
  price_out: row.priceOut,
  tpm_in: row.tpmIn,
  tpm_out: row.tpmOut,
  enabled: row.enabled,
  is_default: row.id === defaultModelId,
  enable_base64_url: row.enableBase64Url,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
