import { useT } from '#lib/i18n.ts'
import type { TileKind } from '#lib/tile-kind.ts'
import { useIde } from './ide-context.ts'
import { isOwnTab, type TabKey } from './tab-place.ts'

const ownTiles: Record<string, TileKind> = { variables: 'variable', conversations: 'chatflow' }

/** Name and tile of a tab. */
export function useTabName(): (key: TabKey) => { name: string; tile: TileKind } {
  const t = useT('project')
  const { resourceOf } = useIde()
  return (key) => {
    if (isOwnTab(key)) return { name: t(`own.${key}`), tile: ownTiles[key]! }
    const found = resourceOf(key)
    return { name: found?.name ?? '…', tile: found?.tile ?? 'other' }
  }
}
