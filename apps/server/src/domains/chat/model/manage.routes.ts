import type { contract, ManagedModel, ManagedProvider, ManagedProviderKind } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { createChatModel } from '#kit/models/chat-model.ts'
import { listRemoteModels } from '#kit/models/remote-models.ts'
import type { ModelLimits } from './model-limits.service.ts'
import type { ModelRow, ProviderRow } from './model.table.ts'
import type { NewModel, ProviderService, Scope } from './provider.service.ts'

export interface ManageDeps {
  providers: ProviderService
  limits: ModelLimits
  egress: Egress
}
const TEST_OUTPUT_TOKENS = 256
/** The calls of the instance carry no space: what else a caller sends was dropped before. */
const scopeOf = (input: object): Scope => (input as { space_id?: string }).space_id ?? null

/** The same handlers for the instance and for a space: only the scope differs, and the access rule has dealt with that. */
export function manageRoutes({ providers, limits, egress }: ManageDeps) {
  return {
    providers: async (input: object) => {
      const { list, defaultModelId } = await providers.list(scopeOf(input))
      const toWire = ({ provider, models }: (typeof list)[number]) =>
        toProvider(
          provider,
          models.map((row) => toModel(row, defaultModelId)),
        )
      return { providers: list.map(toWire), default_model_id: defaultModelId ?? '' }
    },
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
          is_added: known.has(item.id),
        })),
      }
    },
    test: async (input, ctx) => {
      const config = await providers.configFor(scopeOf(input), {
        modelId: input.model_id,
        providerId: input.provider_id,
        kind: input.kind,
        baseUrl: input.base_url,
        apiKey: input.api_key,
        model: input.model,
      })
      const { firstChunkMs } = await limits.get()
      return async (sse) => {
        const started = performance.now()
        const request = {
          messages: [{ role: 'user' as const, content: input.prompt }],
          params: { maxTokens: TEST_OUTPUT_TOKENS },
          signal: ctx.signal,
          firstChunkMs,
        }
        try {
          const result = await createChatModel(config, egress).chat(request, {
            text: (text) => sse.send({ event: 'delta', data: { text } }),
            reasoning: (text) => sse.send({ event: 'reasoning', data: { text } }),
          })
          const total = performance.now() - started
          sse.send({
            event: 'done',
            data: {
              text: result.text,
              first_token_ms: Math.round(result.firstChunkMs),
              total_ms: Math.round(total),
              input_tokens: result.usage.inputTokens,
              output_tokens: result.usage.outputTokens,
              attempts: result.attempts,
            },
          })
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
/** Only what the call names: everything else keeps its value or takes its default. */
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

const toProvider = (row: ProviderRow, models: ManagedModel[]): ManagedProvider => ({
  id: row.id,
  kind: row.kind as ManagedProviderKind,
  name: row.name,
  base_url: row.baseUrl,
  key_hint: row.keyHint,
  has_key: row.sealedKey !== '',
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  models,
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
