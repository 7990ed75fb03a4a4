import type { BotConfig } from '@orrery/contract'
import { personaOf } from '@orrery/contract'
import type { TargetVersionRow } from '#domains/loop/eval-target/eval-target.table.ts'

const MAX = 4000
const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX)
const botParts = (config: BotConfig): Record<string, string> => ({
  persona: text(personaOf(config.prompt_info)),
  model: text(config.model_info),
  plugins: text(config.plugin_info_list),
  workflows: text(config.workflow_info_list),
  knowledge: text(config.knowledge),
  databases: text(config.database_list),
  variables: text(config.variable_list),
})
function partsOf({ name, snapshot }: TargetVersionRow): Record<string, string> {
  switch (snapshot.kind) {
    case 'bot':
      return { name, ...botParts(snapshot.config) }
    case 'workflow':
      return { name, canvas: snapshot.which }
    case 'model':
      return { name, model: snapshot.modelId, prompt: snapshot.prompt }
    case 'external':
      return { name, thing: snapshot.meta.id, parameter: snapshot.parameter }
    case 'stored':
      return {}
  }
}
/** Differences between two targets, part by part. */
export function targetChanges(before: TargetVersionRow | undefined, after: TargetVersionRow | undefined) {
  if (!before || !after || before.id === after.id) return []
  const [old, fresh] = [partsOf(before), partsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((what) => (old[what] ?? '') !== (fresh[what] ?? ''))
    .map((what) => ({ what, before: old[what] ?? '', after: fresh[what] ?? '' }))
}
