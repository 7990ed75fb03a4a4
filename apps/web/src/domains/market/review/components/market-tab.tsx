import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type ReviewView, reviewViews } from '../review.queries.ts'
import { FrontView } from './front-view.tsx'
import { ReportTable } from './report-table.tsx'
import { ReviewSheet } from './review-sheet.tsx'
import { ReviewTable } from './review-table.tsx'

/** The marketplace for the instance owner: reviews of submissions, removal of products. */
export function MarketTab() {
  const t = useT('seller')
  const [view, setView] = useState<ReviewView>('waiting')
  const [word, setWord] = useState('')
  const [open, setOpen] = useState<string>()
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <FilterBar
        search={
          view !== 'reported' &&
          view !== 'front' && <SearchInput slash value={word} onChange={setWord} placeholder={t('review.search')} />
        }
      >
        <Segmented
          label={t('review.view')}
          items={reviewViews.map((value) => ({ value, label: t(`review.${value}`) }))}
          value={view}
          onChange={setView}
        />
      </FilterBar>
      {view === 'front' ? (
        <FrontView onOpen={setOpen} />
      ) : view === 'reported' ? (
        <ReportTable onOpen={setOpen} />
      ) : (
        <ReviewTable view={view} word={word.trim()} onOpen={setOpen} onClear={() => setWord('')} />
      )}
      {open !== undefined && <ReviewSheet key={open} id={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
