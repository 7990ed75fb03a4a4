import { api } from '../../lib/api.ts'
import { pluginLink } from '../../lib/links.ts'
import type { PaletteSource } from '../../lib/palette.ts'
import { TypeTile } from '../../ui/type-tile.tsx'

/** Plugins of the space one is in, by what is typed. */
export const searchPlugins: NonNullable<PaletteSource['search']> = async (query, { space }, signal) => {
  if (!space) return []
  const input = { space_id: space.id, name: query, size: 8 }
  const { plugin_infos: plugins } = await api.pluginList.mine(input, { signal, quiet: true })
  return plugins.map((plugin) => ({
    id: `plugin:${plugin.id}`,
    group: 'resources',
    label: plugin.name,
    note: plugin.desc_for_human,
    tile: <TypeTile kind="plugin" size={26} />,
    href: pluginLink(space.id, plugin.id),
  }))
}
