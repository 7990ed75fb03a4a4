import type { BotConfig, BotShortcut, OpenBotInfo } from '@orrery/contract'
import { seconds } from '#kit/http/wire-values.ts'
import type { BotPorts } from '#domains/studio/bot/shared/bot-ports.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { Toolset } from '#domains/resources/plugin/shared/toolset.ts'
import { formats, replyModes } from './bot-patch.ts'

export interface OpenBotViewDeps {
  linkOf(key: string | null | undefined): string
  resources: Pick<ResourceService, 'getMany'>
  ports: BotPorts
  findPlugin(id: string, spaceId: string): Promise<Toolset | undefined>
}
export interface ShownBot extends RunnableBot {
  createdAt: number
  updatedAt: number
}
const nameIn = <T extends string>(table: Record<T, number>, value: number, fallback: T): T =>
  (Object.keys(table) as T[]).find((key) => table[key] === value) ?? fallback
const inputTypes = ['default', 'text', 'voice', 'call', 'call']

/** Converts a bot to the format of the public API, without the secrets of its tools. */
export function createOpenBotView({ linkOf, resources, ports, findPlugin }: OpenBotViewDeps) {
  async function plugins(config: BotConfig, spaceId: string) {
    const ids = [...new Set(config.plugin_info_list.map((pluginInfo) => pluginInfo.plugin_id))]
    return Promise.all(
      ids.map(async (id) => {
        const set = await findPlugin(id, spaceId).catch(() => undefined)
        const used = config.plugin_info_list.filter((pluginInfo) => pluginInfo.plugin_id === id)
        return {
          plugin_id: id,
          name: set?.name ?? '',
          description: set?.description ?? '',
          icon_url: linkOf(set?.iconUri),
          api_info_list: used.map((item) => {
            const tool = set?.tools.find((candidate) => candidate.id === item.api_id)
            return { api_id: item.api_id, name: tool?.name ?? item.api_name, description: tool?.description ?? '' }
          }),
        }
      }),
    )
  }
  async function workflows(config: BotConfig) {
    const ids = config.workflow_info_list
      .map((workflowInfo) => workflowInfo.workflow_id)
      .filter((id) => /^\d+$/.test(id))
    const heads = new Map((await resources.getMany(ids)).map((head) => [head.id, head]))
    return config.workflow_info_list.map((workflowInfo) => {
      const head = heads.get(workflowInfo.workflow_id)
      return {
        id: workflowInfo.workflow_id,
        name: head?.name ?? workflowInfo.workflow_name,
        description: head?.description ?? workflowInfo.desc,
        icon_url: linkOf(head?.iconUri),
      }
    })
  }
  function shortcut(botShortcut: BotShortcut) {
    return {
      id: botShortcut.command_id,
      name: botShortcut.command_name,
      command: botShortcut.shortcut_command,
      description: botShortcut.description,
      query_template: botShortcut.template_query,
      icon_url: linkOf(botShortcut.shortcut_icon?.uri),
      agent_id: botShortcut.agent_id,
      tool: {
        name: botShortcut.tool_info?.tool_name ?? '',
        type:
          botShortcut.tool_type === 1
            ? ('workflow' as const)
            : botShortcut.tool_type === 2
              ? ('plugin' as const)
              : ('' as const),
      },
      components: botShortcut.components_list.map((part) => ({
        name: part.name,
        description: part.description,
        type:
          part.input_type === 0 ? ('text' as const) : part.input_type === 1 ? ('select' as const) : ('file' as const),
        tool_parameter: part.parameter,
        default_value: part.default_value?.value ?? '',
        is_hide: part.hide,
        options: part.options,
      })),
    }
  }
  type Side = BotConfig['background_image_info_list'][number]['web_background_image']
  const picture = (side: Side) =>
    side && {
      image_url: linkOf(side.image_uri),
      theme_color: side.theme_color,
      gradient_position: side.gradient_position ?? {},
      canvas_position: side.canvas_position ?? {},
    }

  return {
    async info(bot: ShownBot): Promise<OpenBotInfo> {
      const { config } = bot
      const model = config.model_info
      const [models, pluginList, workflowList] = await Promise.all([
        ports.describeModels?.(bot.spaceId, [model.model_id]),
        plugins(config, bot.spaceId),
        workflows(config),
      ])
      const [background] = config.background_image_info_list
      return {
        bot_id: bot.id,
        name: bot.name,
        description: bot.description,
        icon_url: linkOf(bot.iconUri),
        create_time: seconds(bot.createdAt),
        update_time: seconds(bot.updatedAt),
        version: bot.version,
        owner_user_id: bot.ownerId,
        prompt_info: { prompt: config.prompt_info.prompt },
        onboarding_info: {
          prologue: config.onboarding_info.prologue,
          suggested_questions: config.onboarding_info.suggested_questions,
        },
        bot_mode: config.bot_mode,
        plugin_info_list: pluginList,
        model_info: {
          model_id: model.model_id,
          model_name: models?.get(model.model_id)?.name ?? '',
          temperature: model.temperature,
          top_p: model.top_p,
          max_tokens: model.max_tokens,
          context_round: model.short_memory_policy.history_round,
          response_format: nameIn(formats, model.response_format, 'text'),
        },
        knowledge: { knowledge_infos: config.knowledge.knowledge_info.map(({ id, name }) => ({ id, name })) },
        shortcut_commands: config.shortcuts.map(shortcut),
        workflow_info_list: workflowList,
        suggest_reply_info: {
          reply_mode: nameIn(replyModes, config.suggest_reply_info.suggest_reply_mode, 'enable'),
          customized_prompt: config.suggest_reply_info.customized_suggest_prompt,
        },
        background_image_info: {
          web_background_image: picture(background?.web_background_image),
          mobile_background_image: picture(background?.mobile_background_image),
        },
        variables: config.variable_list.map((variable) => ({
          keyword: variable.key,
          default_value: variable.default_value,
          variable_type: 'KVVariable',
          channel: variable.is_system ? 'system' : 'custom',
          description: variable.description,
          enable: !variable.is_disabled,
          prompt_enable: !variable.prompt_disabled,
        })),
        default_user_input_type: inputTypes[config.voices_info.default_user_input_type] ?? 'default',
      }
    },
  }
}
export type OpenBotView = ReturnType<typeof createOpenBotView>
