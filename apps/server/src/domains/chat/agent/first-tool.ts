import type { BotConfig, BotShortcut } from '@orrery/contract'
import type { ChatMessage, ToolCall } from '#kit/models/chat-types.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import { agentErrors } from './agent.errors.ts'
import type { SkillTool } from './shared/skill-ports.ts'
import { runTool } from './tool-run.ts'
import type { Turn } from './turn-scope.ts'

const WORKFLOW = 1

/**
 * Runs the tool of a shortcut before the model is called and passes its result to the model. The bot alone determines
 * the tool; the request only supplies values.
 */
export async function runFirstTool(turn: Turn, hooks: BotConfig['hook_info'], span: Span): Promise<ChatMessage[]> {
  const { firstTool, bot } = turn.request
  if (!firstTool) return []
  const shortcut = bot.config.shortcuts.find((shortcut) => shortcut.command_id === firstTool.commandId)
  if (!shortcut) throw agentErrors.shortcutGone()
  if (!shortcut.tool_type) return []
  const tool = await openTool(turn, shortcut)
  if (!tool) {
    span.start('skill', shortcut.command_name).fail(new Error('The tool of this shortcut is not available here'))
    return []
  }
  const call: ToolCall = {
    id: `shortcut_${turn.context.turnId}`,
    name: tool.name,
    arguments: JSON.stringify(argumentsOf(shortcut, firstTool.args, tool)),
  }
  // Pressing the button is the user's permission.
  const box = new Map([[tool.name, { ...tool, sideEffects: 'allowed' as const }]])
  const outcome = await runTool(turn, box, hooks, call, span)
  if (outcome.kind === 'interrupt') return []
  return [{ role: 'assistant', content: '', toolCalls: [call] }, outcome.message]
}

async function openTool({ deps, context }: Turn, shortcut: BotShortcut): Promise<SkillTool | undefined> {
  const tools =
    shortcut.tool_type === WORKFLOW
      ? await deps.ports.workflows?.tools([workflowOf(shortcut)], context)
      : await deps.ports.plugins?.tools([pluginOf(shortcut)], context)
  return tools?.[0]
}
const workflowOf = (shortcut: BotShortcut): BotConfig['workflow_info_list'][number] => ({
  workflow_id: shortcut.work_flow_id,
  plugin_id: shortcut.plugin_id,
  api_id: shortcut.plugin_api_id,
  flow_mode: 0,
  workflow_name: shortcut.tool_info?.tool_name ?? '',
  desc: '',
  parameters: [],
  plugin_icon: '',
})
const pluginOf = (shortcut: BotShortcut): BotConfig['plugin_info_list'][number] => ({
  plugin_id: shortcut.plugin_id,
  api_id: shortcut.plugin_api_id,
  api_name: shortcut.plugin_api_name,
  plugin_from: shortcut.plugin_from,
  api_version_ms: '',
})

/** Converts values to the parameters of the tool: texts become numbers or booleans where the schema requires it. */
function argumentsOf(shortcut: BotShortcut, given: Record<string, string>, tool: SkillTool): Record<string, unknown> {
  const properties = (tool.parameters.properties ?? {}) as Record<string, { type?: string }>
  const defaults = (shortcut.tool_info?.tool_params_list ?? []).flatMap(({ name, default_value }) =>
    default_value ? [[name, default_value] as const] : [],
  )
  // A parameter that is not bound to a form field keeps its fixed value, whatever the request contains.
  const fixed = (shortcut.tool_info?.tool_params_list ?? []).flatMap(({ name, default_value, refer_component }) =>
    default_value && !refer_component ? [[name, default_value] as const] : [],
  )
  const values = { ...Object.fromEntries(defaults), ...byParameter(shortcut, given), ...Object.fromEntries(fixed) }
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => Object.hasOwn(properties, name))
      .map(([name, value]) => [name, convert(value, properties[name]?.type)]),
  )
}
/** Maps form fields, which have display names, to parameters. A hidden field always supplies its default. */
function byParameter({ components_list: fields }: BotShortcut, given: Record<string, string>): Record<string, string> {
  const values = { ...given }
  for (const { name, parameter, default_value, hide } of fields) {
    const value = hide ? default_value?.value : (given[name] ?? default_value?.value)
    if (value) values[parameter || name] = value
  }
  return values
}
function convert(value: string, type: string | undefined): unknown {
  if ((type === 'number' || type === 'integer') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value)
  if (type === 'boolean') return value === 'true' || value === '1'
  if (type !== 'array' && type !== 'object') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
