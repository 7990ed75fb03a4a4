import { useInfiniteQuery } from '@tanstack/react-query'
import { ListTree } from 'lucide-react'
import { useEffect } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type KnowledgeDocument, type Slice, slicesQuery } from '../knowledge.queries.ts'
import { outlineOf } from '../outline.ts'

/** The headings of a document with the number of slices below each. Clicking one shows its first slice. */
export function OutlineList({ document, onOpen }: { document: KnowledgeDocument; onOpen: (slice: Slice) => void }) {
  const t = useT('knowledge')
  const query = useInfiniteQuery(slicesQuery(document.document_id, { word: '', byHits: false }))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const entries = outlineOf(query.data?.pages.flatMap((page) => page.slices) ?? [])
  if (query.data && entries.length === 0)
    return <EmptyState icon={ListTree} title={t('outline.empty')} text={t('outline.emptyText')} />
  return (
    <ul aria-label={t('outline.title')} className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
      {entries.map((entry) => (
        <li key={entry.key}>
          <button
            type="button"
            onClick={() => onOpen(entry.first)}
            style={{ paddingLeft: 8 + entry.depth * 20 }}
            className="focus-inset flex h-8 w-full items-center gap-2 rounded-md pr-2 text-left hover:bg-hover"
          >
            <span className={entry.depth === 0 ? 'truncate font-medium' : 'truncate'}>{entry.title}</span>
            <span className="ml-auto text-small text-mute tabular-nums">{formatNumber(entry.count)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
