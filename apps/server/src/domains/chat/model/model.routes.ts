import { type contract, type ListedModel, ModelType } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { InstanceService } from '#domains/ground/instance/instance.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { adminConfigRoutes } from './admin-config.routes.ts'
import type { KnownModel } from './shared/model-catalog.ts'
import type { ModelLimits } from './model-limits.service.ts'
import type { ModelSharing } from './model-share.service.ts'
import type { ModelService } from './model.service.ts'
import type { ProviderService } from './provider.service.ts'
import type { VoiceService } from './voice.service.ts'

export interface ModelRoutesDeps {
  models: ModelService
  providers: ProviderService
  limits: ModelLimits
  voices: VoiceService
  sharing: Pick<ModelSharing, 'keepers'>
  instance: Pick<InstanceService, 'settings' | 'saveSettings'>
  people: Pick<PassportService, 'getMany'>
  publicUrl: string
}
const noVoices = { voices: [], note: '' }
const FEATURE = { toolInvocation: 3, imageUnderstanding: 6, reasoning: 7 }

export function modelRoutes(deps: ModelRoutesDeps): Handlers<typeof contract.model> {
  const { models, limits, voices: speech } = deps
  /** Models of a type, including built-in speech. */
  async function ofType(wanted: number, spaceId: string | undefined): Promise<KnownModel[]> {
    if (wanted === ModelType.speech) return speech.speechModels(spaceId)
    if (wanted === ModelType.transcription) return speech.transcriptionModels(spaceId)
    return (await models.list(spaceId)).filter(({ type }) => type === wanted)
  }
  return {
    ...adminConfigRoutes(deps),
    typeList: async (input, ctx) => {
      const known = await ofType(input.model_type, input.space_id)
      const chosen = new Set([...(input.cur_model_ids ?? []), ...(input.cur_model_id ? [input.cur_model_id] : [])])
      const isSwitchedOff = ({ id, enabled }: KnownModel) => chosen.has(id) && !enabled
      const off = chosen.size ? (await models.catalogue(input.space_id)).filter(isSwitchedOff) : []
      const list = [...known, ...off].map(toListed)
      const { voices, note } = input.voice ? await deps.voices.list(input.space_id, ctx.locale) : noVoices
      return {
        model_list: input.model === false ? [] : list,
        voice_list: voices.map((voice) => ({
          id: `${voice.model.id}:${voice.id}`,
          model_name: voice.model.name,
          name: voice.name,
          language: voice.language,
          style_id: '',
          style_name: '',
        })),
        voice_note: note,
        raw_model_list: input.raw_model ? list : [],
        model_show_family_list: [],
        default_model_id: await models.defaultId(input.space_id),
      }
    },
    guide: async (input, ctx) => {
      const [known, keepers, canAdd] = await Promise.all([
        models.list(input.space_id),
        deps.sharing.keepers(input.space_id),
        ctx.access.can(ctx.actor!, 'space', input.space_id, 'manageModels'),
      ])
      return {
        has_model: known.some(({ type, isOffline }) => type === ModelType.chat && !isOffline),
        can_add_to_space: canAdd,
        can_add_to_instance: ctx.actor!.isInstanceOwner,
        space_keepers: keepers.space,
        instance_keepers: keepers.instance,
      }
    },
    limits: async () => {
      const { firstChunkMs, turnMs, steps, tokens, offlineModel } = await limits.get()
      return {
        first_chunk_ms: firstChunkMs,
        turn_seconds: turnMs / 1000,
        turn_steps: steps,
        turn_tokens: tokens,
        offline_model: offlineModel,
      }
    },
    saveLimits: async (input, ctx) => {
      await limits.save(
        {
          ...(input.first_chunk_ms !== undefined && { firstChunkMs: input.first_chunk_ms }),
          ...(input.turn_seconds !== undefined && { turnMs: input.turn_seconds * 1000 }),
          ...(input.turn_steps !== undefined && { steps: input.turn_steps }),
          ...(input.turn_tokens !== undefined && { tokens: input.turn_tokens }),
          ...(input.offline_model !== undefined && { offlineModel: input.offline_model }),
        },
        ctx.userId,
      )
      return {}
    },
  }
}

const featureOf = ({ capabilities }: KnownModel) =>
  capabilities.reasoning ? FEATURE.reasoning : capabilities.vision ? FEATURE.imageUnderstanding : FEATURE.toolInvocation

function toListed(model: KnownModel): ListedModel {
  const { capabilities, contextTokens, maxOutputTokens } = model
  const tags = [
    ...(capabilities.tools ? ['Tools'] : []),
    ...(capabilities.vision ? ['Vision'] : []),
    ...(capabilities.reasoning ? ['Reasoning'] : []),
    ...(capabilities.json ? ['JSON'] : []),
  ]
  return {
    name: model.name,
    model_type: Number(model.id),
    model_class: model.modelClass,
    model_icon: '',
    model_input_price: model.priceIn,
    model_output_price: model.priceOut,
    model_quota: {
      token_limit: contextTokens,
      token_resp: maxOutputTokens,
      token_system: 0,
      token_user_in: 0,
      token_tools_in: 0,
      token_tools_out: 0,
      token_data: 0,
      token_history: 0,
      token_cut_switch: false,
      price_in: model.priceIn,
      price_out: model.priceOut,
    },
    model_name: model.config.model,
    model_class_name: model.config.providerName,
    is_offline: !model.enabled,
    model_params: model.parameters,
    model_desc: model.description ? [{ group_name: '', desc: [model.description] }] : [],
    func_config: Object.fromEntries(Object.entries(model.funcConfig)),
    endpoint_name: '',
    model_tag_list: tags.map((tag) => ({ tag_name: tag, tag_class: 3, tag_icon: '', tag_descriptions: '' })),
    is_up_required: false,
    model_brief_desc: model.description,
    model_series: { series_name: model.config.providerName, icon_url: '', model_vendor: model.config.providerName },
    model_status_details: {
      is_new_model: false,
      is_advanced_model: false,
      is_free_model: model.priceIn === 0 && model.priceOut === 0,
      is_upcoming_deprecated: false,
      deprecated_date: '',
      replace_model_name: '',
      update_info: '',
      model_feature: featureOf(model),
    },
    model_ability: {
      cot_display: capabilities.reasoning,
      function_call: capabilities.tools,
      image_understanding: capabilities.vision,
      support_multi_modal: capabilities.vision,
    },
  }
}
