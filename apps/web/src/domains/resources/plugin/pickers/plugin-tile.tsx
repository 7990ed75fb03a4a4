import { TypeTile, type TileSize } from '#ui/type-tile.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'

interface PluginTileProps {
  id: string
  /** plugin, official or mcp */
  source: string
  icon?: string
  size?: TileSize
}

/** The picture of a plugin, or the tile of its kind. */
export function PluginTile({ id, source, icon, size = 30 }: PluginTileProps) {
  const kind = source === 'mcp' ? 'mcp' : 'plugin'
  if (!icon || source !== 'plugin') return <TypeTile kind={kind} size={size} />
  return <PictureTile id={id} kind={kind} src={icon} size={size} />
}
