import type { TileKind } from './tile-kind.ts'
import { readStored, useStored, writeStored } from './local-store.ts'

export interface RecentItem {
  id: string
  kind: TileKind
  name: string
  href: string
  /** Its own picture, where it has one. */
  icon?: string
}

const kept = 8
const keyOf = (spaceId: string) => `recent.${spaceId}`

/** An editor calls it when it has loaded: what was opened last stands first, once. */
export function rememberRecent(spaceId: string, item: RecentItem): void {
  const others = readStored<RecentItem[]>(keyOf(spaceId), []).filter(
    (entry) => entry.id !== item.id || entry.kind !== item.kind,
  )
  writeStored(keyOf(spaceId), [item, ...others].slice(0, kept))
}

/** After something was deleted. */
export function forgetRecent(spaceId: string, id: string): void {
  const left = readStored<RecentItem[]>(keyOf(spaceId), []).filter((item) => item.id !== id)
  writeStored(keyOf(spaceId), left)
}

export const useRecent = (spaceId: string): readonly RecentItem[] => useStored<RecentItem[]>(keyOf(spaceId), [])[0]
