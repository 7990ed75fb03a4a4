import { api } from '#lib/api.ts'
import { mcpLink } from '#lib/links.ts'
import type { PaletteSource } from '#lib/palette.ts'
import { TypeTile } from '#ui/type-tile.tsx'

/** Searches the MCP servers of the current space by name. */
export const searchServers: NonNullable<PaletteSource['search']> = async (query, { space }, signal) => {
  if (!space) return []
  const input = { space_id: space.id, name_keyword: query, page_size: 8 }
  const { mcp_servers: servers } = await api.mcp.list(input, { signal })
  return servers.map((server) => ({
    id: `mcp:${server.id}`,
    group: 'resources',
    label: server.name,
    note: server.description,
    tile: <TypeTile kind="mcp" size={26} />,
    href: mcpLink(space.id, server.id),
  }))
}
