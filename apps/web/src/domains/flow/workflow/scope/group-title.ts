import type { Texts } from '#lib/i18n.ts'
import { titleOf } from '../document/canvas.ts'
import type { ScopeGroup } from './scope-tree.ts'

/** The title of a group of values. */
export function groupTitle(group: ScopeGroup, t: Texts<'workflow-node'>): string {
  if (!group.node) return t(`value.globals.${group.as as 'app' | 'user' | 'system'}`)
  if (group.as === 'round') return t('value.round', { title: titleOf(group.node) })
  return group.as === 'items' ? t('value.items') : titleOf(group.node)
}
