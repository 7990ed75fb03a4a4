import { api } from '../../lib/api.ts'
import { knowledgeLink } from '../../lib/links.ts'
import type { PaletteSource } from '../../lib/palette.ts'
import { TypeTile } from '../../ui/type-tile.tsx'
import { formatOf, tileOf } from './base-format.ts'

/** Knowledge bases of the space one is in, by what is typed. */
export const searchKnowledge: NonNullable<PaletteSource['search']> = async (query, { space }, signal) => {
  if (!space) return []
  const input = { space_id: space.id, filter: { name: query }, size: 8 }
  const { dataset_list: bases } = await api.knowledge.list(input, { signal, quiet: true })
  return bases.map((base) => ({
    id: `knowledge:${base.dataset_id}`,
    group: 'resources',
    label: base.name,
    note: base.description,
    tile: <TypeTile kind={tileOf[formatOf(base.format_type)]} size={26} />,
    href: knowledgeLink({ spaceId: base.space_id, datasetId: base.dataset_id }),
  }))
}
