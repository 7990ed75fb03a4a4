import type { TileKind } from './tile-kind.ts'
import { readStored, useStored, writeStored } from './local-store.ts'

export interface RecentItem {
  id: string
  kind: TileKind
  name: string
  href: string
  /** The icon of the resource, if it has one. */
  icon?: string
}

const kept = 8
const keyOf = (spaceId: string) => `recent.${spaceId}`

/** Called by an editor when it has loaded: the resource moves to the top of the list. */
export function rememberRecent(spaceId: string, item: RecentItem): void {
  const others = readStored<RecentItem[]>(keyOf(spaceId), []).filter(
    (entry) => entry.id !== item.id || entry.kind !== item.kind,
  )
  writeStored(keyOf(spaceId), [item, ...others].slice(0, kept))
}

/** Called after a resource was deleted. */
export function forgetRecent(spaceId: string, id: string): void {
  const left = readStored<RecentItem[]>(keyOf(spaceId), []).filter((item) => item.id !== id)
  writeStored(keyOf(spaceId), left)
}

export const useRecent = (spaceId: string): readonly RecentItem[] => useStored<RecentItem[]>(keyOf(spaceId), [])[0]
