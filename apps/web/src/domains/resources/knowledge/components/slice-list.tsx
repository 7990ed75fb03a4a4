import { useInfiniteQuery } from '@tanstack/react-query'
import { Layers, Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type KnowledgeDocument, type Slice, slicesQuery } from '../knowledge.queries.ts'
import { useSliceActions } from '../use-slice-actions.ts'
import { SliceEditor } from './slice-editor.tsx'
import { type SliceEdit, SliceRow } from './slice-row.tsx'

interface SliceListProps {
  document: KnowledgeDocument
  mayEdit: boolean
  chosen: Slice | undefined
  /** The slice of the search parameter. It is selected as soon as it is loaded. */
  wantedId?: string
  onChoose: (slice: Slice | undefined) => void
  /** Shows the selected slice in the original. */
  onShow: () => void
}

/** The slices of a document: browse, edit, insert, disable and delete them. */
export function SliceList({ document, mayEdit, chosen, wantedId, onChoose, onShow }: SliceListProps) {
  const t = useT('knowledge')
  const [word, setWord] = useState('')
  const [sort, setSort] = useState<'order' | 'hits'>('order')
  const [edit, setEdit] = useState<SliceEdit>(null)
  const [isAdding, setAdding] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(slicesQuery(document.document_id, { word, byHits: sort === 'hits' }))
  const slices = query.data?.pages.flatMap((page) => page.slices)
  const actions = useSliceActions(document.document_id)
  const most = Math.max(0, ...(slices ?? []).map((slice) => Number(slice.hit_count)))
  const at = slices?.findIndex((slice) => slice.slice_id === chosen?.slice_id) ?? -1
  const choose = (index: number) => {
    const next = slices?.[Math.min(Math.max(0, index), (slices?.length ?? 1) - 1)]
    if (!next) return
    onChoose(next)
    list.current?.querySelector(`[data-slice="${next.slice_id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys('j', () => choose(at + 1))
  useKeys('k', () => choose(at - 1))
  useKeys('e', () => chosen && setEdit({ is: 'edit', id: chosen.slice_id }), mayEdit)
  useKeys('o', onShow)
  const wanted = slices?.find((slice) => slice.slice_id === wantedId)
  const isMissing = wantedId !== undefined && slices !== undefined && !wanted && query.hasNextPage
  const { fetchNextPage } = query
  useEffect(() => {
    if (wanted) {
      onChoose(wanted)
      list.current?.querySelector(`[data-slice="${wanted.slice_id}"]`)?.scrollIntoView({ block: 'center' })
    } else if (isMissing) void fetchNextPage()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it is loaded; afterwards the reader chooses
  }, [wanted?.slice_id, isMissing])
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  return (
    <>
      <div className="flex gap-2 px-4 pb-2">
        <SearchInput value={word} onChange={onWord} placeholder={t('slices.search')} className="flex-1" />
        <Select
          prefix={t('slices.sort')}
          value={sort}
          onChange={setSort}
          items={[
            { value: 'order', label: t('slices.byOrder') },
            { value: 'hits', label: t('slices.byHits') },
          ]}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        {query.error && !slices ? (
          <ErrorPanel error={query.error} />
        ) : !slices ? (
          <div role="status" aria-label={t('slices.loading')} className="flex flex-col gap-3 pt-2">
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        ) : slices.length === 0 && !isAdding ? (
          word ? (
            <NoMatch text={t('slices.noMatch', { word })} onClear={() => setWord('')} />
          ) : (
            <EmptyState
              icon={Layers}
              title={t('slices.empty')}
              text={t('slices.emptyText')}
              action={
                mayEdit && (
                  <Button kind="solid" icon={Plus} onClick={() => setAdding(true)}>
                    {t('slices.add')}
                  </Button>
                )
              }
            />
          )
        ) : (
          <ul ref={list} aria-label={t('slices.title')} className="rounded-lg border border-line bg-card">
            {slices.map((slice) => (
              <SliceRow
                key={slice.slice_id}
                slice={slice}
                most={most}
                mayEdit={mayEdit}
                selected={slice.slice_id === chosen?.slice_id}
                edit={edit}
                actions={actions}
                onSelect={() => onChoose(slice)}
                onEdit={setEdit}
              />
            ))}
          </ul>
        )}
        <InfiniteSentinel query={query} />
        {isAdding ? (
          <div className="mt-2 rounded-lg border border-line bg-card px-4 py-2">
            <SliceEditor
              label={t('slices.add')}
              busy={actions.insert.isPending}
              error={actions.insert.error}
              onCancel={() => setAdding(false)}
              onSave={(text) =>
                actions.insert.mutate({ before: document.slice_count + 1, text }, { onSuccess: () => setAdding(false) })
              }
            />
          </div>
        ) : (
          mayEdit &&
          slices &&
          slices.length > 0 &&
          !query.hasNextPage && (
            <Button size="sm" kind="quiet" icon={Plus} className="mt-2" onClick={() => setAdding(true)}>
              {t('slices.add')}
            </Button>
          )
        )}
      </div>
    </>
  )
}
