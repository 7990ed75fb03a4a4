import { api } from '#lib/api.ts'
import { loadTexts, textOf } from '#lib/i18n.ts'
import type { PaletteItem, PaletteSource } from '#lib/palette.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { linkOf, nameOfKinds, tileOf } from '#lib/resource-kinds.ts'
import type { SearchFound } from './search.queries.ts'

/** Palette results: name matches first, then full-text matches; the last row opens the search page. */
export const searchEverything: NonNullable<PaletteSource['search']> = async (query, { space }, signal) => {
  const [{ groups }] = await Promise.all([api.search.all({ word: query, size: 5 }, { signal }), loadTexts('search')])
  const found = groups.flatMap((group) => group.items)
  // Results from the current space come first.
  const sorted = found.toSorted((a, b) => Number(b.space_id === space?.id) - Number(a.space_id === space?.id))
  const t = textOf('search')
  const items = sorted.map((item) => toItem(item, space?.id))
  return found.length === 0
    ? []
    : [
        ...items,
        {
          id: 'search:all',
          group: 'goto' as const,
          label: t('all', { word: query }),
          keywords: query,
          href: `/search/${encodeURIComponent(query)}`,
        },
      ]
}

function toItem(found: SearchFound, spaceId: string | undefined): PaletteItem {
  const t = textOf('search')
  const inText = found.name_marks.length === 0
  const where = found.space_id === spaceId ? '' : ` · ${found.space_name}`
  const item = {
    id: `${found.kind}:${found.id}`,
    label: found.name,
    keywords: found.excerpt,
    note: `${nameOfKinds(found.kind)}${where}${inText && found.excerpt ? ` · ${found.excerpt}` : ''}`,
    tile:
      found.kind === 'bot' || found.kind === 'project' ? (
        <PictureTile id={found.id} kind={found.kind} src={found.icon_url} size={26} />
      ) : (
        <TypeTile kind={tileOf(found)} size={26} />
      ),
    href: linkOf(found),
  }
  return inText ? { ...item, group: 'text', tag: t('inText') } : { ...item, group: 'resources' }
}
