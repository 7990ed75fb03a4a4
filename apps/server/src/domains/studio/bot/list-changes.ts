import { type BotConfig, personaOf } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import { hashOf } from '#domains/library/bundle/shared/content-hash.ts'
import { labelOf, labels } from './changelog.ts'
import type { Content } from './draft.ts'

export interface Change {
  kind: 'added' | 'removed' | 'changed'
  part: string
  name: string
  detail: string
}
interface Item {
  id: string
  name: string
  value: unknown
}
/** Ignores the order of fields, which the database does not preserve. */
const isSame = (a: unknown, b: unknown) => hashOf(a) === hashOf(b)

/** Parts that are lists of named items: each item is listed as a separate change. */
const lists: Partial<Record<keyof BotConfig, [one: [en: string, zh: string], items: (config: BotConfig) => Item[]]>> = {
  plugin_info_list: [
    ['Plugin', '插件'],
    (config) =>
      config.plugin_info_list.map((pluginInfo) =>
        item(`${pluginInfo.plugin_id}/${pluginInfo.api_id}`, pluginInfo.api_name, pluginInfo),
      ),
  ],
  workflow_info_list: [
    ['Workflow', '工作流'],
    (config) =>
      config.workflow_info_list.map((workflowInfo) =>
        item(workflowInfo.workflow_id, workflowInfo.workflow_name, workflowInfo),
      ),
  ],
  variable_list: [
    ['Variable', '变量'],
    (config) => config.variable_list.map((variable) => item(variable.key, variable.key, variable)),
  ],
  database_list: [
    ['Database', '数据库'],
    (config) => config.database_list.map((database) => item(database.table_id, database.table_name, database)),
  ],
  knowledge: [
    ['Knowledge', '知识库'],
    (config) => config.knowledge.knowledge_info.map((entry) => item(entry.id, entry.name, entry)),
  ],
  shortcuts: [
    ['Shortcut', '快捷指令'],
    (config) => config.shortcuts.map((shortcut) => item(shortcut.command_id, shortcut.command_name, shortcut)),
  ],
  agents: [
    ['Agent', '智能体节点'],
    (config) => config.agents.map((agent) => item(agent.agent_id, agent.agent_name, agent)),
  ],
}
const item = (id: string, name: string, value: unknown): Item => ({ id, name: name || id, value })

/** Lists the changes of a publication item by item. */
export function listChanges(before: Content | undefined, after: Content, locale: Locale): Change[] {
  if (!before) return []
  const zh = locale === 'zh-CN'
  const say = (en: string, chinese: string) => (zh ? chinese : en)
  const changes: Change[] = []
  const add = (part: string, detail = '', name = '', kind: Change['kind'] = 'changed') =>
    void (
      changes.some((change) => change.part === part && change.name === name) ||
      changes.push({ kind, part, name, detail })
    )

  if (before.name !== after.name) add(say('Name', '名称'), `${before.name} → ${after.name}`)
  if (before.description !== after.description) add(say('Description', '描述'))
  if (before.iconUri !== after.iconUri) add(say('Icon', '图标'))
  for (const key of Object.keys(labels) as (keyof BotConfig)[]) {
    if (isSame(before.config[key], after.config[key])) continue
    const part = labelOf(key, locale)
    if (key === 'prompt_info') {
      const lines = changedLines(personaOf(before.config.prompt_info), personaOf(after.config.prompt_info))
      add(part, lines ? say(`${lines} ${lines === 1 ? 'line' : 'lines'} changed`, `改动 ${lines} 行`) : '')
      continue
    }
    const list = lists[key]
    const found = list ? compare(list[1](before.config), list[1](after.config)) : []
    for (const { kind, name } of found) add(list![0][zh ? 1 : 0], '', name, kind)
    // If no item differs, the settings beside the list have changed.
    if (!found.length) add(part)
  }
  return changes
}

type Found = Pick<Change, 'kind' | 'name'>
function compare(before: Item[], after: Item[]): Found[] {
  const [old, now] = [new Map(before.map((item) => [item.id, item])), new Map(after.map((item) => [item.id, item]))]
  return [
    ...after.flatMap(({ id, name, value }): Found[] => {
      const known = old.get(id)
      if (!known) return [{ kind: 'added', name }]
      return isSame(known.value, value) ? [] : [{ kind: 'changed', name }]
    }),
    ...before.filter(({ id }) => !now.has(id)).map(({ name }): Found => ({ kind: 'removed', name })),
  ]
}

/** Counts lines that only one of the two texts has. A rewritten line counts once. */
function changedLines(before: string, after: string): number {
  const counts = new Map<string, number>()
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1)
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  const values = [...counts.values()]
  const added = values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0)
  const removed = -values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0)
  return Math.max(added, removed)
}
