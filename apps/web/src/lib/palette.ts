import type { Space, User } from '@orrery/contract'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Keys } from './keys.ts'
import { matchText, type TextMatch } from './match-text.ts'
import { createRegistry } from './registry.ts'

const paletteGroups = ['do', 'resources', 'spaces', 'people', 'text', 'goto'] as const
type PaletteGroup = (typeof paletteGroups)[number]

/** A first character narrows the search: actions, people, full text. */
const paletteModes = { '>': 'do', '@': 'people', '#': 'text' } as const satisfies Record<string, PaletteGroup>
type PalettePrefix = keyof typeof paletteModes

export interface PaletteItem {
  id: string
  group: PaletteGroup
  label: string
  note?: string
  /** Additional keywords that match but are not shown. */
  keywords?: string
  icon?: LucideIcon
  tile?: ReactNode
  keys?: Keys
  tag?: string
  /** An address of the studio: Enter goes there, mod+Enter opens it in a new tab. */
  href?: string
  run?: () => void
}

export interface PaletteContext {
  account: User
  space: Space | undefined
  spaces: readonly Space[]
  spaceName: (space: Space) => string
}

export interface PaletteSource {
  id: string
  groups: readonly PaletteGroup[]
  /** All items of the source: the palette filters and ranks them. */
  list?: (context: PaletteContext) => readonly PaletteItem[]
  /** Queries the server; all its results count as matches. */
  search?: (query: string, context: PaletteContext, signal: AbortSignal) => Promise<readonly PaletteItem[]>
}

/** Every part of the studio adds its sources: bots, workflows, knowledge, documents. */
export const paletteSources = createRegistry<PaletteSource>()

export interface PaletteQuery {
  group: PaletteGroup | null
  text: string
}

export function readPaletteQuery(typed: string): PaletteQuery {
  const start = typed.trimStart()
  const group = paletteModes[start[0] as PalettePrefix] ?? null
  return { group, text: (group ? start.slice(1) : start).trim() }
}

export interface FoundItem extends PaletteItem {
  match: TextMatch
}
export interface FoundGroup {
  group: PaletteGroup | 'best'
  items: readonly FoundItem[]
}

const maxPerGroup = 8
/** Before anything is typed people mostly want to navigate; afterwards actions come first. */
const idleOrder: readonly PaletteGroup[] = ['goto', 'spaces', 'resources', 'people', 'text', 'do']

/**
 * Filters, ranks and groups the items that the sources list. Results of the server (`answered`) are only ranked. As
 * soon as something is typed, the best match gets a group of its own at the top.
 */
export function findItems(
  listed: readonly PaletteItem[],
  query: PaletteQuery,
  answered: readonly PaletteItem[] = [],
): FoundGroup[] {
  const matched = listed.flatMap((item): FoundItem[] => {
    const match = matchItem(item, query.text)
    return match ? [{ ...item, match }] : []
  })
  const found = [
    ...matched,
    ...answered.map((item) => ({ ...item, match: matchItem(item, query.text) ?? unseen })),
  ].filter((item) => query.group === null || item.group === query.group)
  const best = query.text === '' ? undefined : found.toSorted(byScore)[0]
  const order = query.text === '' ? idleOrder : paletteGroups
  const groups = order.map((group) => ({
    group,
    items: found
      .filter((item) => item.group === group && item !== best)
      .toSorted(byScore)
      .slice(0, maxPerGroup),
  }))
  return [
    ...(best ? [{ group: 'best' as const, items: [best] }] : []),
    ...groups.filter((group) => group.items.length > 0),
  ]
}

/** A match on keywords that are not in the label. */
const unseen: TextMatch = { score: 5, ranges: [] }

const byScore = (a: FoundItem, b: FoundItem): number => b.match.score - a.match.score

function matchItem(item: PaletteItem, text: string): TextMatch | null {
  const shown = matchText(text, item.label)
  if (shown) return shown
  const hidden = item.keywords === undefined ? null : matchText(text, item.keywords)
  return hidden && { score: hidden.score / 2, ranges: [] }
}
