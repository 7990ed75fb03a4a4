import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { kindGlyph, TypeTile } from '#ui/type-tile.tsx'
import { serveAddress } from './client-config.ts'
import { ServeSheet } from './serve-sheet.tsx'
import { type Served, type ServedKind, servedKinds, servedQuery } from './served.queries.ts'

/** The published resources of this space, each available as an MCP server. */
export function ServePanel({ spaceId }: { spaceId: string }) {
  const t = useT('mcp')
  const [kind, setKind] = useState<ServedKind>('bot')
  const [word, setWord] = useState('')
  const [open, setOpen] = useState<Served | null>(null)
  const search = useCallback((text: string) => setWord(text.trim()), [])
  const query = useInfiniteQuery(servedQuery(kind, spaceId, word))
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const columns: Column<Served>[] = [
    {
      id: 'name',
      head: t('column.name'),
      cell: (item) => (
        <NameCell tile={<TypeTile kind={item.kind} />} name={item.name} note={item.description || t('noDescription')} />
      ),
    },
    {
      id: 'address',
      head: t('column.address'),
      width: 420,
      hideBelow: 'wide',
      cell: (item) => (
        <span className="block truncate font-mono text-code text-mute">{serveAddress(location.origin, item)}</span>
      ),
    },
  ]
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <FilterBar search={<SearchInput slash value={word} onChange={search} placeholder={t('serve.search')} />}>
          <Segmented
            label={t('serve.kind')}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setOpen(null)
            }}
            items={servedKinds.map((servedKind) => ({ value: servedKind, label: t(`serve.${servedKind}`) }))}
          />
        </FilterBar>
        <PagedTable
          query={query}
          label={t('tab.serve')}
          columns={columns}
          rows={list}
          rowKey={(item) => item.id}
          rowName={(item) => item.name}
          onOpen={setOpen}
          failed={t('list.failed')}
          noMatch={word ? { text: t('serve.noMatch', { word }), onClear: () => setWord('') } : undefined}
          empty={<EmptyState icon={kindGlyph(kind)} title={t(`serve.none.${kind}`)} text={t('serve.none.text')} />}
        />
      </div>
      {open && <ServeSheet key={open.id} served={open} spaceId={spaceId} onClose={() => setOpen(null)} />}
    </div>
  )
}
