import { type contract, kindOfClass, ModelClass } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelRoutesDeps } from './model.routes.ts'
import type { ModelRow, ProviderRow } from './model.table.ts'

type AdminOps = Pick<typeof contract.model, 'basicGet' | 'basicSave' | 'adminList' | 'adminCreate' | 'adminDelete'>
const CONTEXT_TOKENS = 128_000
const OUTPUT_TOKENS = 8192

const sameWords = (text: string) => ({ zh_cn: text, en_us: text })
const providerOf = (provider: ProviderRow, modelClass: number) => ({
  name: sameWords(provider.name),
  icon_uri: '',
  icon_url: '',
  description: sameWords(''),
  model_class: modelClass,
})

/** Administration calls that are compatible with the original platform, built on our own services. */
export function adminConfigRoutes({ providers, instance, people, publicUrl }: ModelRoutesDeps): Handlers<AdminOps> {
  const toModel = (row: ModelRow, provider: ProviderRow) => ({
    id: Number(row.id),
    provider: providerOf(provider, row.modelClass),
    display_info: {
      name: row.name,
      description: sameWords(row.description),
      output_tokens: row.maxOutputTokens,
      max_tokens: row.contextTokens,
    },
    capability: {
      cot_display: row.capabilities.reasoning,
      function_call: row.capabilities.tools,
      image_understanding: row.capabilities.vision,
      support_multi_modal: row.capabilities.vision,
    },
    connection: {
      base_conn_info: {
        base_url: provider.baseUrl,
        api_key: provider.keyHint,
        model: row.model,
        thinking_type: 0 as const,
      },
    },
    type: row.type,
    parameters: row.parameters,
    status: row.enabled ? (1 as const) : (0 as const),
    enable_base64_url: row.enableBase64Url,
    delete_at_ms: 0,
  })
  return {
    basicGet: async (_, ctx) => {
      const { registration, emailDomains } = await instance.settings()
      const [owner] = await people.getMany([ctx.userId])
      return {
        configuration: {
          admin_emails: owner?.email ?? '',
          disable_user_registration: registration === 'closed',
          allow_registration_email: emailDomains.join(','),
          plugin_configuration: { coze_saas_plugin_enabled: false, coze_api_token: '', coze_saas_api_base_url: '' },
          code_runner_type: 1 as const,
          server_host: publicUrl,
        },
      }
    },
    basicSave: async ({ configuration }, ctx) => {
      if (configuration.code_runner_type === 0) throw modelDomainErrors.codeInSandbox()
      const before = await instance.settings()
      const closed = configuration.disable_user_registration
      await instance.saveSettings(
        {
          // "Not disabled" does not change an instance with registration by invitation.
          ...(closed !== undefined &&
            closed !== (before.registration === 'closed') && {
              registration: closed ? ('closed' as const) : ('open' as const),
            }),
          ...(configuration.allow_registration_email !== undefined && {
            emailDomains: configuration.allow_registration_email
              .split(/[,\s]+/)
              .map((entry) => entry.split('@').at(-1)!.toLowerCase())
              .filter(Boolean),
          }),
        },
        ctx.userId,
      )
      return {}
    },
    adminList: async () => {
      const { list } = await providers.list(null)
      return {
        provider_model_list: list.map(({ provider, models }) => ({
          provider: providerOf(provider, models[0]?.modelClass ?? ModelClass.other),
          model_list: models.map((row) => toModel(row, provider)),
        })),
      }
    },
    adminCreate: async (input, ctx) => {
      const { base_url, api_key, model, thinking_type } = input.connection.base_conn_info
      const kind = kindOfClass(input.model_class)
      const id = await providers.createWithConnection(
        ctx.userId,
        input.model_class,
        { name: input.model_name, baseUrl: base_url, apiKey: api_key },
        {
          name: input.model_name,
          model,
          capabilities: {
            tools: true,
            vision: kind !== 'openai-compatible',
            reasoning: thinking_type === 1,
            json: true,
          },
          contextTokens: CONTEXT_TOKENS,
          maxOutputTokens: OUTPUT_TOKENS,
          enableBase64Url: input.enable_base64_url,
        },
      )
      return { id }
    },
    adminDelete: async (input, ctx) => {
      await providers.removeModel(null, ctx.userId, input.id)
      return {}
    },
  }
}
