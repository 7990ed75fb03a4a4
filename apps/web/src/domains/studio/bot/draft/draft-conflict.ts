import type { BotInfo } from '@orrery/contract'
import { type DraftGroup, draftGroups, pickGroups } from './draft-groups.ts'

interface ConflictGroup {
  group: DraftGroup
  mine: unknown
  theirs: unknown
  /** Who has changed the group since the common base version. */
  by: 'both' | 'me' | 'them'
}
export interface Conflict {
  theirs: BotInfo
  groups: readonly ConflictGroup[]
}
type Choice = 'mine' | 'theirs'
export type Choices = Partial<Record<DraftGroup, Choice>>

/** All groups in which both versions differ, and who changed them. */
export function readConflict(base: BotInfo, mine: BotInfo, theirs: BotInfo): Conflict {
  const groups = draftGroups.flatMap((group): ConflictGroup[] => {
    if (isSame(mine[group], theirs[group])) return []
    const isMine = !isSame(mine[group], base[group])
    const isTheirs = !isSame(theirs[group], base[group])
    const by = isMine && isTheirs ? 'both' : isMine ? 'me' : 'them'
    return [{ group, mine: mine[group], theirs: theirs[group], by }]
  })
  return { theirs, groups }
}

/** Default choices: a change by one side is accepted; if both sides changed a group, mine is. */
export const firstChoices = ({ groups }: Conflict): Choices =>
  Object.fromEntries(groups.map(({ group, by }) => [group, by === 'them' ? 'theirs' : 'mine']))

export function mergeChoices(mine: BotInfo, theirs: BotInfo, choices: Choices): BotInfo {
  const kept = draftGroups.filter((group) => choices[group] === 'mine')
  const icon = choices.icon_uri === 'mine' ? { icon_url: mine.icon_url } : {}
  return { ...theirs, ...pickGroups(mine, kept), ...icon }
}

/** Deep equality, independent of the order of fields. A missing field equals undefined. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isSame((a as Fields)[key], (b as Fields)[key]))
}
type Fields = Record<string, unknown>
