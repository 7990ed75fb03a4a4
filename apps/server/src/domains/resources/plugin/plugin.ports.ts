import { type BotConfig, CardBiz, ToolRunMode } from '@orrery/contract'
import type { Call, PluginPort } from '@orrery/engine'
import { scopeOfCall } from '#kit/caller-scope.ts'
import { errors } from '#kit/errors.ts'
import type {
  SkillContext,
  SkillTool,
  ToolCallContext,
  ToolPort,
  ToolResult,
  VariablePort,
} from '#domains/chat/agent/shared/skill-ports.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'
import type { PluginAsync } from './plugin-async.service.ts'
import { plainStyle, type PluginUses, settingsOf } from './plugin-use.service.ts'
import type { CallContext, Tool, Toolset, ToolSettings } from './shared/toolset.ts'
import { resultText } from './shared/result-text.ts'
import type { Toolsets } from './toolset.service.ts'

type PluginRef = BotConfig['plugin_info_list'][number]
export interface PortDeps {
  toolsets: Toolsets
  uses: PluginUses
  async: PluginAsync
  variables(context: SkillContext): Promise<Record<string, string>>
}

interface BotPorts {
  readonly bots: {
    getDraftForRun(botId: string, userId?: string): Promise<{ config: BotConfig }>
    getPublished(botId: string): Promise<{ config: BotConfig }>
  }
}
/** Variables of the user of a bot: stored values, otherwise defaults. */
export const botVariables =
  (stored: VariablePort, ports: BotPorts) =>
  async (context: SkillContext): Promise<Record<string, string>> => {
    const { getDraftForRun, getPublished } = ports.bots
    const { botId, userId } = context
    const { config } = await (context.isDraft ? getDraftForRun(botId, userId) : getPublished(botId))
    const defaults = Object.fromEntries(config.variable_list.map(({ key, default_value: value }) => [key, value]))
    return { ...defaults, ...(await stored.read(context)) }
  }

/** Plugin tools for a turn. References work only for plugins in the space of the bot and for official ones. */
export function createPluginSkills({ toolsets, uses, async: background, variables }: PortDeps): ToolPort<PluginRef> {
  return {
    async tools(references, context) {
      const [sets, settings, later] = await Promise.all([
        Promise.all(
          references.map((reference) =>
            toolsets.forSpace(reference.plugin_id, reference.api_version_ms, context).catch(() => undefined),
          ),
        ),
        uses.ofBot(context.botId),
        background.enabled(context.botId, context.connectorId),
      ])
      const useOf = new Map(settings.map((row) => [`${row.pluginId} ${row.tool}`, row]))
      return references.flatMap((reference, index): SkillTool[] => {
        const set = sets[index]
        const tool =
          set?.tools.find((tool) => tool.id === reference.api_id) ??
          set?.tools.find((tool) => tool.name === reference.api_name)
        if (!set || !tool || tool.disabled || reference.is_disabled) return []
        const use = useOf.get(`${set.id} ${tool.name}`)
        const waiting = later.find((row) => row.pluginId === set.id && (row.tool === tool.name || row.tool === ''))
        const trees = settingsOf(tool, use)
        return [
          skillOf(set, tool, context, {
            settings: trees,
            style: use?.style ?? plainStyle,
            isPlain: use === undefined,
            ...(waiting && { later: waiting.message }),
          }),
        ]
      })
    },
  }

  function skillOf(
    set: Toolset,
    tool: Tool,
    context: SkillContext,
    {
      settings,
      style,
      isPlain,
      later,
    }: { settings: ToolSettings; style: typeof plainStyle; isPlain: boolean; later?: string },
  ): SkillTool {
    const callContext = (call: ToolCallContext): CallContext => ({
      ...context,
      signal: call.signal,
      key: `${context.turnId}-${call.callId}`,
      variables: () => variables(context),
      ...(tool.runMode === ToolRunMode.streaming && { say: (delta: string) => call.say(delta) }),
    })
    async function run(args: Record<string, unknown>, call: ToolCallContext): Promise<ToolResult> {
      if (set.isLocal) return askPage(set, tool, args, context)
      // Background calls run as the account, so never for its end users.
      if (!context.endUser && (later !== undefined || tool.runMode === ToolRunMode.async)) {
        const key = { botId: context.botId, connectorId: context.connectorId, pluginId: set.id, tool: tool.name }
        const taskId = await background.begin(key, set.version, args, context)
        return { kind: 'text', content: later || `The task ${taskId} is being worked on in the background.` }
      }
      const result = await toolsets.call(set, tool, args, callContext(call), settings)
      if (result.authUrl) return askPermission(set, result.authUrl, args, context)
      const content = resultText(result)
      return style.workflow_response_mode === 1 ? { kind: 'answer', content } : { kind: 'text', content }
    }
    return {
      name: tool.name,
      title: `${set.name}-${tool.name}`,
      description: tool.description || set.description,
      parameters: isPlain ? tool.parameters : toJsonSchema(settings.request),
      kind: 'plugin',
      sideEffects: tool.changes ? (style.allow_without_asking ? 'allowed' : 'ask') : 'none',
      pluginId: set.id,
      pluginName: set.name,
      about: set.description,
      shownAs: { biz_type: CardBiz.plugin, business_id: set.id, unique_id: tool.name },
      ...(tool.timeoutMs && { timeoutMs: tool.timeoutMs }),
      call: run,
      sample: async (args) => resultText(await toolsets.sample(set, tool, args, context)),
      // For a local plugin, the reply of the page is the result of the tool.
      resume: (state, said, call) =>
        set.isLocal ? Promise.resolve({ kind: 'text', content: said }) : run(state as Record<string, unknown>, call),
    }
  }
}

/** Interrupts the turn: the page runs the tool, and its reply resumes the turn. */
function askPage(set: Toolset, tool: Tool, args: Record<string, unknown>, context: SkillContext): ToolResult {
  const details = JSON.stringify(args)
  const question =
    context.locale === 'zh-CN'
      ? `正在页面中执行“${tool.name}”：${details}`
      : `“${tool.name}” is carried out in the page: ${details}`
  return {
    kind: 'interrupt',
    question,
    state: args,
    card: { type: 'local_tool', plugin_id: set.id, plugin_name: set.name, tool: tool.name, arguments: args },
  }
}
function askPermission(set: Toolset, authUrl: string, state: unknown, context: SkillContext): ToolResult {
  const question =
    context.locale === 'zh-CN'
      ? `“${set.name}”需要你的授权：${authUrl} 。完成后回复任意内容继续。`
      : `“${set.name}” needs your permission first: ${authUrl} . Answer anything when you are done.`
  return {
    kind: 'interrupt',
    question,
    state,
    card: { type: 'oauth', plugin_id: set.id, plugin_name: set.name, auth_url: authUrl },
  }
}

/** Ports for plugin nodes, and for tools of model nodes. */
export function createPluginNodes(toolsets: Toolsets): PluginPort {
  async function open(ref: Parameters<PluginPort['call']>[0], call: Call) {
    const set = await toolsets.forSpace(ref.pluginId, ref.version, scopeOfCall(call))
    if (!set) throw errors.notFound({ what: 'plugin' })
    return { set, tool: toolsets.pick(set, { id: ref.apiId, name: ref.apiName }) }
  }
  return {
    async call(ref, args, call) {
      const { set, tool } = await open(ref, call)
      const context = { ...scopeOfCall(call), workflowId: call.workflowId, key: call.key }
      const result = await toolsets.call(set, tool, args, context)
      if (result.authUrl) return { output: null, authUrl: result.authUrl }
      return { output: result.output, raw: result.mockSet === undefined ? result.raw : resultText(result) }
    },
    async describe(ref, call) {
      const { set, tool } = await open(ref, call)
      return { name: tool.name, description: tool.description || set.description, parameters: tool.parameters }
    },
  }
}
