import { type BotAgent, type BotConfig, isId } from '@orrery/contract'
import { isOfficialCard } from '@orrery/contract/shared/chat-card'
import type { Reference } from '#domains/ground/resource/shared/resource-content.ts'

interface Skills {
  plugin_info_list: BotConfig['plugin_info_list']
  workflow_info_list: BotConfig['workflow_info_list']
  knowledge: BotConfig['knowledge']
}
const ofSkills = ({ plugin_info_list, workflow_info_list, knowledge }: Skills): Reference[] => [
  ...plugin_info_list.map((tool) => ({ kind: 'plugin' as const, id: tool.plugin_id })),
  ...workflow_info_list.map((tool) => ({ kind: 'workflow' as const, id: tool.workflow_id })),
  ...knowledge.knowledge_info.map((item) => ({ kind: 'knowledge' as const, id: item.id })),
]
/** The resources that a bot uses. */
export function referencesOf(config: BotConfig): Reference[] {
  const all: Reference[] = [
    ...ofSkills(config),
    ...config.agents.flatMap(ofSkills),
    ...config.database_list.map((table) => ({ kind: 'database' as const, id: table.table_id })),
    ...[config.layout_info.workflow_id, ...config.shortcuts.map((shortcut) => shortcut.work_flow_id)].map((id) => ({
      kind: 'workflow' as const,
      id,
    })),
    ...config.shortcuts
      .filter((shortcut) => shortcut.tool_type === 2)
      .map((shortcut) => ({ kind: 'plugin' as const, id: shortcut.plugin_id })),
    ...config.card_list
      .filter((binding) => !isOfficialCard(binding.card_id))
      .map((binding) => ({ kind: 'card' as const, id: binding.card_id })),
  ]
  const seen = new Set<string>()
  return all.filter(({ id }) => isId(id) && !seen.has(id) && seen.add(id))
}

/** The configuration with replaced ids. A reference that maps to undefined is removed. */
export function remap(config: BotConfig, ids: ReadonlyMap<string, string | undefined>): BotConfig {
  const to = (id: string) => (ids.has(id) ? ids.get(id) : id)
  const each = <T>(list: T[], read: (item: T) => string, write: (item: T, id: string) => T) =>
    list.flatMap((item) => {
      const id = to(read(item))
      return id === undefined ? [] : [write(item, id)]
    })
  const skills = <T extends Skills>(from: T): T => ({
    ...from,
    plugin_info_list: each(
      from.plugin_info_list,
      (tool) => tool.plugin_id,
      (tool, id) => ({ ...tool, plugin_id: id }),
    ),
    workflow_info_list: each(
      from.workflow_info_list,
      (tool) => tool.workflow_id,
      (tool, id) => ({ ...tool, workflow_id: id }),
    ),
    knowledge: {
      ...from.knowledge,
      knowledge_info: each(
        from.knowledge.knowledge_info,
        (item) => item.id,
        (item, id) => ({ ...item, id }),
      ),
    },
  })
  return {
    ...skills(config),
    agents: config.agents.map((agent: BotAgent) => skills(agent)),
    database_list: each(
      config.database_list,
      (table) => table.table_id,
      (table, id) => ({ ...table, table_id: id }),
    ),
    card_list: each(
      each(
        config.card_list,
        (binding) => binding.business_id,
        (binding, id) => ({ ...binding, business_id: id }),
      ),
      (binding) => binding.card_id,
      (binding, id) => ({ ...binding, card_id: id }),
    ),
    layout_info: { ...config.layout_info, workflow_id: to(config.layout_info.workflow_id) ?? '' },
    shortcuts: config.shortcuts.map((shortcut) => ({
      ...shortcut,
      work_flow_id: to(shortcut.work_flow_id) ?? '',
      plugin_id: to(shortcut.plugin_id) ?? '',
    })),
  }
}

/** Replaces the ids of agents and shortcuts and all references to them, for a copy. */
export function withNewIds(config: BotConfig, botId: string, newId: () => string): BotConfig {
  const agents = new Map(config.agents.map((agent) => [agent.agent_id, newId()]))
  const commands = new Map(config.shortcuts.map((shortcut) => [shortcut.command_id, newId()]))
  return {
    ...config,
    agents: config.agents.map((agent) => ({
      ...agent,
      agent_id: agents.get(agent.agent_id)!,
      intents: agent.intents.map((intent) => ({
        ...intent,
        intent_id: intent.intent_id && newId(),
        next_agent_id: intent.next_agent_id && (agents.get(intent.next_agent_id) ?? ''),
      })),
    })),
    card_list: config.card_list.map((binding) => ({
      ...binding,
      agent_id: binding.agent_id && (agents.get(binding.agent_id) ?? ''),
    })),
    shortcuts: config.shortcuts.map((shortcut) => ({
      ...shortcut,
      object_id: botId,
      command_id: commands.get(shortcut.command_id)!,
      agent_id: shortcut.agent_id && (agents.get(shortcut.agent_id) ?? ''),
    })),
    shortcut_sort: config.shortcut_sort.flatMap((id) => commands.get(id) ?? []),
  }
}
