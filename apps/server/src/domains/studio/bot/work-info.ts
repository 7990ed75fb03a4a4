import {
  type AgentInfo,
  agentSchema,
  type BotAgent,
  type BotConfig,
  type BotPatch,
  botPatchSchema,
  shortcutSchema,
  type WorkInfo,
} from '@orrery/contract'
import { botErrors } from './bot.errors.ts'

/** The group for each text field of the older calls. */
const groupOf = {
  prompt: 'prompt_info',
  variable: 'variable_list',
  profile_memory: 'variable_list',
  other_info: 'model_info',
  tools: 'plugin_info_list',
  dataset: 'knowledge',
  onboarding: 'onboarding_info',
  table_info: 'database_list',
  workflow: 'workflow_info_list',
  task: 'task_info',
  suggest_reply: 'suggest_reply_info',
  tts: 'voices_info',
  background_image_info_list: 'background_image_info_list',
  hook_info: 'hook_info',
} as const satisfies Partial<Record<keyof WorkInfo, keyof BotConfig>>
type Field = keyof typeof groupOf

export function toWorkInfo(config: BotConfig): WorkInfo {
  const texts = Object.fromEntries(
    Object.entries(groupOf).map(([field, group]) => [field, JSON.stringify(config[group])]),
  )
  return {
    ...texts,
    system_info_all: JSON.stringify([{ prompt_type: 1, data: config.prompt_info.prompt }]),
    shortcuts: {
      shortcut_sort: config.shortcut_sort,
      shortcut_list: config.shortcuts as unknown as Record<string, unknown>[],
    },
    layout_info: config.layout_info,
  }
}

function parse(field: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw botErrors.badWorkInfo({ field, problem: 'is not valid JSON / 不是有效的 JSON' })
  }
}
/** Accepts the persona as text, as a list of prompts, or as the group itself. */
function readPrompt(field: string, text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return { prompt: text }
  const value = parse(field, text)
  if (!Array.isArray(value)) return value
  const persona = (value as { prompt_type?: number; data?: unknown }[]).find((entry) => entry.prompt_type === 1)
  return { prompt: typeof persona?.data === 'string' ? persona.data : '' }
}

/** Converts the text fields of a save into groups, validated like any other save. */
export function fromWorkInfo(work: WorkInfo): BotPatch & { shortcuts?: BotConfig['shortcuts'] } {
  const groups: Record<string, unknown> = {
    layout_info: work.layout_info,
    shortcut_sort: work.shortcuts?.shortcut_sort,
  }
  for (const field of Object.keys(groupOf) as Field[]) {
    const text = work[field]
    if (text) groups[groupOf[field]] = field === 'prompt' ? readPrompt(field, text) : parse(field, text)
  }
  if (work.system_info_all && !work.prompt) groups.prompt_info = readPrompt('system_info_all', work.system_info_all)
  const parsed = botPatchSchema.safeParse(groups)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw botErrors.badWorkInfo({ field: path.join('.'), problem: message })
  }
  // A shortcut without a command id cannot be called, so it is dropped before validation.
  const list = work.shortcuts?.shortcut_list?.filter((shortcut) => shortcut.command_id).map(readShortcut)
  return { ...parsed.data, ...(list && { shortcuts: list }) }
}

function readShortcut(item: Record<string, unknown>): BotConfig['shortcuts'][number] {
  const shortcut = shortcutSchema.safeParse(item)
  if (shortcut.success) return shortcut.data
  const { path, message } = shortcut.error.issues[0]!
  throw botErrors.badWorkInfo({ field: `shortcuts.${path.join('.')}`, problem: message })
}

export function toAgentInfo(agent: BotAgent): AgentInfo {
  return {
    id: agent.agent_id,
    agent_type: agent.agent_type,
    name: agent.agent_name,
    position: agent.agent_position,
    icon_uri: agent.icon_uri,
    intents: agent.intents.map(({ intent_id, prompt, next_agent_id }) => ({ intent_id, prompt, next_agent_id })),
    work_info: {
      prompt: JSON.stringify(agent.prompt_info),
      other_info: JSON.stringify(agent.model_info),
      tools: JSON.stringify(agent.plugin_info_list),
      dataset: JSON.stringify(agent.knowledge),
      workflow: JSON.stringify(agent.workflow_info_list),
      system_info_all: JSON.stringify([{ prompt_type: 1, data: agent.prompt_info.prompt }]),
      jump_config: agent.jump_config as unknown as Record<string, unknown>,
      suggest_reply: JSON.stringify(agent.suggest_reply_info),
      hook_info: JSON.stringify(agent.hook_info),
    },
    root_agent: agent.root_agent,
    reference_id: agent.reference_id,
    first_version: agent.first_version,
    current_version: agent.current_version,
    description: agent.description,
    update_type: agent.update_type,
  }
}

/** Applies the fields of an older save to an agent. */
export function fromAgentInfo(before: BotAgent, info: AgentInfo): BotAgent {
  const work = info.work_info ?? {}
  const group = (field: 'prompt' | 'other_info' | 'tools' | 'dataset' | 'workflow' | 'suggest_reply' | 'hook_info') => {
    const text = work[field]
    if (!text) return undefined
    return field === 'prompt' ? readPrompt(field, text) : parse(field, text)
  }
  const given = {
    agent_name: info.name,
    agent_type: info.agent_type,
    agent_position: info.position && { ...before.agent_position, ...info.position },
    icon_uri: info.icon_uri,
    intents: info.intents,
    root_agent: info.root_agent,
    description: info.description,
    update_type: info.update_type,
    current_version: info.current_version,
    jump_config: work.jump_config,
    prompt_info:
      group('prompt') ?? (work.system_info_all ? readPrompt('system_info_all', work.system_info_all) : undefined),
    model_info: group('other_info'),
    plugin_info_list: group('tools'),
    knowledge: group('dataset'),
    workflow_info_list: group('workflow'),
    suggest_reply_info: group('suggest_reply'),
    hook_info: group('hook_info'),
  }
  const merged = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  const parsed = agentSchema.safeParse(merged)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw botErrors.badWorkInfo({ field: `agents.${path.join('.')}`, problem: message })
}
