import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useT } from '#lib/i18n.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { appsQuery } from '../home.queries.ts'

/** The filters are stored in the URL: they survive a reload and can be shared. */
export function DevelopFilters({ spaceId }: { spaceId: string }) {
  const t = useT('home')
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed/space/$space_id/develop' })
  const set = useCallback(
    (change: Partial<typeof search>) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  // The list query also returns the totals, so that no separate request is needed.
  const { data } = useInfiniteQuery({ ...appsQuery(spaceId, search), placeholderData: keepPreviousData })
  const totals = data?.pages[0]?.type_totals
  const onWord = useCallback((word: string) => set({ word: word.trim() || undefined }), [set])
  return (
    <FilterBar
      search={<SearchInput slash value={search.word ?? ''} onChange={onWord} placeholder={t('filter.search')} />}
    >
      <Segmented
        label={t('filter.kind')}
        items={[
          { value: 'all', label: t('filter.all'), count: totals && totals.bots + totals.projects },
          { value: 'bots', label: t('filter.bots'), count: totals?.bots },
          { value: 'projects', label: t('filter.projects'), count: totals?.projects },
        ]}
        value={search.kind ?? 'all'}
        onChange={(kind) => set({ kind: kind === 'all' ? undefined : kind })}
      />
      <Select
        prefix={t('filter.owner')}
        items={[
          { value: 'everyone', label: t('filter.everyone') },
          { value: 'me', label: t('filter.me') },
        ]}
        value={search.owner ?? 'everyone'}
        onChange={(owner) => set({ owner: owner === 'everyone' ? undefined : owner })}
      />
      <Select
        prefix={t('filter.status')}
        items={[
          { value: 'any', label: t('filter.any') },
          { value: 'published', label: t('filter.published') },
          { value: 'draft', label: t('filter.draft') },
          { value: 'favourite', label: t('filter.favourite') },
          { value: 'recent', label: t('filter.recent') },
        ]}
        value={search.status ?? 'any'}
        onChange={(status) => set({ status: status === 'any' ? undefined : status })}
      />
      <Select
        prefix={t('filter.sort')}
        items={[
          { value: 'edited', label: t('filter.edited') },
          { value: 'created', label: t('filter.created') },
          { value: 'published', label: t('filter.byPublished') },
        ]}
        value={search.sort ?? 'edited'}
        onChange={(sort) => set({ sort: sort === 'edited' ? undefined : sort })}
      />
    </FilterBar>
  )
}
