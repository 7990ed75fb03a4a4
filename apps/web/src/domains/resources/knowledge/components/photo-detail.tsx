import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, Image, LoaderCircle } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isBusy } from '../document-state.ts'
import { type Base, type Photo, photosQuery } from '../knowledge.queries.ts'
import { PhotoDialog } from './photo-dialog.tsx'

const filters = { all: undefined, with: true, without: false } as const
type Filter = keyof typeof filters

/** The pictures of a base as a grid, each with its caption, by which it is found. */
export function PhotoDetail({ base }: { base: Base }) {
  const t = useT('knowledge')
  const [word, setWord] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [openId, setOpenId] = useState<string>()
  const query = useInfiniteQuery(photosQuery(base.dataset_id, { word, has: filters[filter] }))
  const photos = query.data?.pages.flatMap((page) => page.photo_infos)
  const open = photos?.find((photo) => photo.document_id === openId)
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  const at = photos?.findIndex((photo) => photo.document_id === openId) ?? -1
  const step = (by: number) => setOpenId(photos?.[at + by]?.document_id ?? openId)
  return (
    <>
      <FilterBar search={<SearchInput slash value={word} onChange={onWord} placeholder={t('photos.search')} />}>
        <Segmented
          label={t('photos.caption')}
          value={filter}
          onChange={setFilter}
          items={(Object.keys(filters) as Filter[]).map((value) => ({ value, label: t(`photos.filter.${value}`) }))}
        />
      </FilterBar>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        {query.error && !photos ? (
          <ErrorPanel error={query.error} />
        ) : photos?.length === 0 ? (
          word || filter !== 'all' ? (
            <NoMatch
              onClear={() => {
                setWord('')
                setFilter('all')
              }}
            />
          ) : (
            <EmptyState icon={Image} title={t('photos.empty')} text={t('photos.emptyText')} />
          )
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-4">
            {photos?.map((photo) => (
              <li key={photo.document_id}>
                <Tile photo={photo} onOpen={() => setOpenId(photo.document_id)} />
              </li>
            )) ?? [0, 1, 2, 3, 4, 5].map((key) => <Skeleton key={key} className="h-52" />)}
          </ul>
        )}
        <InfiniteSentinel query={query} />
      </div>
      <FootBar>
        {t('photos.shown', {
          shown: formatNumber(photos?.length ?? 0),
          total: formatNumber(query.data?.pages[0]?.total ?? 0),
        })}
      </FootBar>
      {open && (
        <PhotoDialog
          key={open.document_id}
          photo={open}
          mayEdit={base.can_edit}
          hasPrevious={at > 0}
          hasNext={at < (photos?.length ?? 0) - 1}
          onStep={step}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  )
}

function Tile({ photo, onOpen }: { photo: Photo; onOpen: () => void }) {
  const t = useT('knowledge')
  return (
    <button
      type="button"
      data-photo={photo.document_id}
      onClick={onOpen}
      className="flex w-full flex-col overflow-hidden rounded-lg border border-line bg-card text-left transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-float"
    >
      <span className="flex h-36 w-full items-center justify-center overflow-hidden bg-page">
        <img src={photo.url} alt={photo.caption || photo.name} loading="lazy" className="size-full object-cover" />
      </span>
      <span className="flex min-h-16 flex-col gap-0.5 px-3 py-2">
        <span className="truncate font-medium">{photo.name}</span>
        {isBusy(photo.status) ? (
          <span className="flex items-center gap-1.5 text-small text-info">
            <Icon of={LoaderCircle} size={12} className="animate-spin" />
            {t('photos.describing')}
          </span>
        ) : photo.caption ? (
          <span className="line-clamp-2 text-small text-mute">{photo.caption}</span>
        ) : (
          <span className="flex items-center gap-1.5 text-small text-warn">
            <Icon of={CircleAlert} size={12} />
            {t('photos.noCaption')}
          </span>
        )}
      </span>
    </button>
  )
}
