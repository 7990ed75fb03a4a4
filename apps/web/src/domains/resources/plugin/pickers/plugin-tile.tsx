import { ownIcon } from '#lib/own-icon.ts'
import type { TileSize } from '#ui/type-tile.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'

interface PluginTileProps {
  id: string
  /** plugin, official or mcp */
  source: string
  icon?: string
  size?: TileSize
}

/** The icon of a plugin, or the tile of its kind. */
export function PluginTile({ id, source, icon, size = 30 }: PluginTileProps) {
  const kind = source === 'mcp' ? 'mcp' : 'plugin'
  return <PictureTile id={id} kind={kind} src={ownIcon(icon)} size={size} />
}
