/** Kinds of resources that a bot uses unchanged. Tools of plugins have a separate picker. */
export type SkillKind =
  | 'workflow'
  | 'imageflow'
  | 'chatflow'
  | 'knowledge_text'
  | 'knowledge_table'
  | 'knowledge_photo'
  | 'database'

/** A picked item: enough to show it and to add it to the draft. */
export interface PickedSkill {
  id: string
  name: string
  description?: string
  /** The plugin that represents a workflow. */
  pluginId?: string
  /** Additional fields for the entry in the draft, known only to the picker. */
  extra?: Record<string, unknown>
}
