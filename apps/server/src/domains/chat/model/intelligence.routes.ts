import { type contract, TuningStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { abilityOf, matches, ModelStatus, TagClass, tagsOf } from './catalogue-filter.ts'
import type { ModelCapacity } from './model-capacity.service.ts'
import type { ModelFigures, ModelFiguresService } from './model-figures.service.ts'
import type { CataloguedModel, ModelService } from './model.service.ts'

export interface IntelligenceModelDeps {
  models: Pick<ModelService, 'catalogue' | 'defaultId' | 'userConfigs' | 'saveUserConfig'>
  figures: ModelFiguresService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  capacity: Pick<ModelCapacity, 'isExpanded'>
  audit: AuditService
  clock: Clock
  tuning: TuningFacts
}
/** Facts about trainings of models. */
interface TuningFacts {
  isTrainable(model: CataloguedModel): boolean
  statesOf(spaceId: string): Promise<Map<string, Set<number>>>
}
const isBounded = ({ tpmIn, tpmOut }: CataloguedModel) => tpmIn !== null || tpmOut !== null
const round = (value: number) => Math.round(value * 100) / 100

export function intelligenceModelRoutes(deps: IntelligenceModelDeps): Handlers<typeof contract.intelligenceModel> {
  const { models, figures, clock } = deps
  /** Values shared by all models of a list. */
  async function sharedFacts(spaceId: string | undefined, ctx: Ctx) {
    const configs = spaceId ? await models.userConfigs(spaceId) : []
    return {
      defaultId: await models.defaultId(spaceId),
      configs: new Map(configs.map((row) => [row.modelId, row.configType])),
      speeds: spaceId ? await figures.speeds(spaceId) : new Map<string, number>(),
      trainings: spaceId ? await deps.tuning.statesOf(spaceId) : new Map<string, Set<number>>(),
      mayManage: spaceId !== undefined && (await ctx.access.can(ctx.actor!, 'space', spaceId, 'manageModels')),
    }
  }
  type SharedFacts = Awaited<ReturnType<typeof sharedFacts>>
  const basic = (model: CataloguedModel, { defaultId, configs }: SharedFacts) => ({
    name: model.name,
    model_id: model.id,
    model_class: model.modelClass,
    model_icon: '',
    model_input_price: model.priceIn,
    model_output_price: model.priceOut,
    token_limit: model.contextTokens,
    model_name: model.config.model,
    model_class_name: model.config.providerName,
    model_desc: model.description,
    model_tags: tagsOf(model),
    model_vendor: model.config.providerName,
    model_params: model.parameters,
    show_family_id: String(model.modelClass),
    model_ability: abilityOf(model),
    default_model_flag: model.id === defaultId,
    model_config_type: configs.get(model.id) ?? 0,
    status: model.enabled ? ModelStatus.online : ModelStatus.offline,
    update_time: secondsText(model.updatedAt),
  })
  const isIn = (model: CataloguedModel, { trainings }: SharedFacts, ...states: number[]) =>
    states.some((state) => trainings.get(model.id)?.has(state))
  const permission = (model: CataloguedModel, shared: SharedFacts) => ({
    can_delete: model.origin === 'space' && shared.mayManage,
    can_finetune: shared.mayManage && deps.tuning.isTrainable(model),
    can_stop_tune_task: shared.mayManage && isIn(model, shared, TuningStatus.queued, TuningStatus.running),
    can_retry_tune_task: shared.mayManage && isIn(model, shared, TuningStatus.failed, TuningStatus.stopped),
    need_show_finetune_attention: shared.mayManage && isIn(model, shared, TuningStatus.failed),
  })
  async function find(spaceId: string | undefined, modelId: string): Promise<CataloguedModel> {
    const found = (await models.catalogue(spaceId)).find((item) => item.id === modelId)
    if (!found) throw errors.notFound({ what: 'model' })
    return found
  }
  /** Figures of a model that the space can use; any other model is reported as missing. */
  async function read(input: { space_id: string; model_id: string }, days: number, hours: number) {
    await find(input.space_id, input.model_id)
    return figures.over(input.space_id, input.model_id, days, hours)
  }
  const draw = (rows: ModelFigures[], value: (row: ModelFigures) => number) =>
    rows.map((row) => ({ data: round(value(row)), time: secondsText(row.at) }))
  const answered = (rows: ModelFigures[]) => rows.filter((row) => row.calls > row.failed)

  return {
    list: async (input, ctx) => {
      const shared = await sharedFacts(input.space_id, ctx)
      const found = (await models.catalogue(input.space_id)).filter((model) => matches(model, input))
      // The space's default comes first.
      const sorted = found.toSorted((a, b) => Number(b.id === shared.defaultId) - Number(a.id === shared.defaultId))
      const from = /^\d{1,9}$/.test(input.cursor_id) ? Number(input.cursor_id) : 0
      const end = from + input.limit
      return {
        model_list: sorted.slice(from, end).map((model) => ({
          model_basic_info: basic(model, shared),
          model_permission_info: permission(model, shared),
          model_speed: shared.speeds.get(model.id) ?? 0,
          is_finetuning: isIn(model, shared, TuningStatus.queued, TuningStatus.running),
        })),
        next_cursor_id: end < sorted.length ? String(end) : '',
        has_more: end < sorted.length,
        total: sorted.length,
      }
    },
    filters: async (input) => {
      const all = await models.catalogue(input.space_id)
      const lengths = all.map((model) => model.contextTokens)
      const costs = all.map((model) => model.priceIn)
      const tags: Record<string, string[]> = {}
      for (const kind of Object.values(TagClass))
        tags[kind] = [...new Set(all.flatMap((model) => tagsOf(model)[kind] ?? []))].toSorted()
      const families = new Map(all.map((model) => [model.modelClass, model.config.providerName]))
      return {
        tag_filters: tags,
        context_len_min: Math.min(...lengths),
        context_len_max: Math.max(...lengths),
        model_cost_min: Math.min(...costs),
        model_cost_max: Math.max(...costs),
        model_vendors: [...new Set(all.map((model) => model.config.providerName))].toSorted(),
        model_ability: {
          cot_display: all.some((model) => model.capabilities.reasoning),
          function_call: all.some((model) => model.capabilities.tools),
          image_understanding: all.some((model) => model.capabilities.vision),
        },
        model_show_family_list: [...families].map(([family, name], ranking) => ({
          id: String(family),
          icon: '',
          iconUrl: '',
          name,
          ranking,
        })),
      }
    },
    info: async (input, ctx) => {
      const model = await find(input.space_id, input.model_id)
      const shared = await sharedFacts(input.space_id, ctx)
      // Authors of instance models are not shown in spaces.
      const [owner] = model.origin !== 'instance' ? await deps.people.getMany([model.ownerId]) : []
      return {
        model_info: {
          model_basic_info: basic(model, shared),
          model_speed: shared.speeds.get(model.id) ?? 0,
          model_permission_info: permission(model, shared),
          model_concurrent_info: {
            has_model_tpm_expansion: await deps.capacity.isExpanded(model.id),
            can_model_tpm_expansion:
              isBounded(model) &&
              (model.origin === 'space' ? shared.mayManage : model.origin === 'instance' && ctx.actor!.isInstanceOwner),
            show_model_concurrent_monitor: input.space_id !== undefined,
          },
        },
        ...(owner && {
          model_owner: {
            user_id: owner.id,
            nickname: owner.name,
            avatar_url: deps.links.make(owner.avatarKey),
            user_unique_name: owner.uniqueName,
          },
        }),
      }
    },
    usage: async (input) => {
      await find(input.space_id, input.model_id)
      const rows = await figures.byScene(input.space_id, input.model_id, 30)
      const days = Map.groupBy(rows, (row) => row.at)
      const of = (list: typeof rows, scene: string) => list.find((row) => row.scene === scene)
      return {
        usage: [...days].map(([at, list]) => ({
          BotTotalInput: of(list, 'bot')?.tokensIn ?? 0,
          BotTotalOutput: of(list, 'bot')?.tokensOut ?? 0,
          WorkflowTotalInput: of(list, 'workflow')?.tokensIn ?? 0,
          WorkflowTotalOutput: of(list, 'workflow')?.tokensOut ?? 0,
          date: new Date(at).toISOString().slice(0, 10),
        })),
      }
    },
    performance: async (input) => {
      const rows = await read(input, 30, 24)
      return {
        output_speed: draw(answered(rows), (row) => (row.tokensOut * 1000) / Math.max(1, row.millis)),
        latency: draw(answered(rows), (row) => row.firstMillis / (row.calls - row.failed)),
        accuracy: draw(rows, (row) => (row.calls - row.failed) / row.calls),
      }
    },
    concurrency: async (input) => {
      const [day, month] = [await read(input, 1, 1), await read(input, 30, 24)]
      return {
        input_tmp_1d: draw(day, (row) => row.tokensIn / 60),
        output_tmp_1d: draw(day, (row) => row.tokensOut / 60),
        rpm_1d: draw(day, (row) => row.calls / 60),
        input_tmp_30d: draw(month, (row) => row.tokensIn / 1440),
        output_tmp_30d: draw(month, (row) => row.tokensOut / 1440),
        rpm_30d: draw(month, (row) => row.calls / 1440),
        // Providers do not report whether calls or tokens were limited; our own limit counts tokens.
        exceed_rpm_threshold_num: month.reduce((sum, row) => sum + row.limited, 0),
        exceed_tpm_threshold_num: month.reduce((sum, row) => sum + row.exhausted, 0),
      }
    },
    userConfig: async (input) => ({
      space_model_user_config_list: (await models.userConfigs(input.space_id)).map((row) => ({
        space_id: row.spaceId,
        model_id: row.modelId,
        config_type: row.configType,
      })),
    }),
    setConfigType: async (input, ctx) => {
      await find(input.space_id, input.model_id)
      const { space_id: spaceId, model_id: modelId, config_type: configType } = input
      await models.saveUserConfig({ spaceId, modelId, configType, updatedAt: clock.now() })
      await deps.audit.record({
        actorId: ctx.userId,
        spaceId,
        action: 'model.config_type',
        target: modelId,
        detail: { configType },
      })
      return {}
    },
  }
}
