import { api } from '../../lib/api.ts'
import { databaseLink } from '../../lib/links.ts'
import type { PaletteSource } from '../../lib/palette.ts'
import { TypeTile } from '../../ui/type-tile.tsx'

/** Tables of the space one is in, by what is typed. */
export const searchDatabases: NonNullable<PaletteSource['search']> = async (query, { space }, signal) => {
  if (!space) return []
  const input = { space_id: space.id, table_name: query, limit: 8 }
  const { database_info_list: tables } = await api.database.list(input, { signal, quiet: true })
  return tables.map((table) => ({
    id: `database:${table.id}`,
    group: 'resources',
    label: table.table_name,
    note: table.table_desc,
    tile: <TypeTile kind="database" size={26} />,
    href: databaseLink(space.id, table.id),
  }))
}
