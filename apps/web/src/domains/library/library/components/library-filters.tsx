import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useT } from '#lib/i18n.ts'
import { libraryKinds, useKindNames } from '#lib/resource-kinds.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { type LibrarySearch, subTypes } from '../library.queries.ts'
import { MoreLists, rareKinds } from './more-lists.tsx'

const totalOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Filters are part of the address, so they survive a reload and can be shared. */
export function LibraryFilters({ counts }: { counts: Readonly<Record<string, number>> | undefined }) {
  const t = useT('library')
  const names = useKindNames()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed/space/$space_id/library' })
  const set = useCallback(
    (change: Partial<LibrarySearch>) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  )
  const onWord = useCallback((word: string) => set({ word: word.trim() || undefined }), [set])
  const onKind = (kind: LibrarySearch['kind']) => set({ kind, sub: undefined })
  // Rare kinds are in the menu until one is selected.
  const isShown = (kind: string) => !rareKinds.some((rare) => rare === kind) || kind === search.kind
  const subs =
    search.kind === 'workflow'
      ? (Object.keys(subTypes.workflow) as (keyof typeof subTypes.workflow)[])
      : search.kind === 'knowledge'
        ? (Object.keys(subTypes.knowledge) as (keyof typeof subTypes.knowledge)[])
        : []
  return (
    <FilterBar search={<SearchInput slash value={search.word ?? ''} onChange={onWord} placeholder={t('search')} />}>
      <Segmented
        label={t('kind')}
        items={[
          { value: 'all', label: t('kind.all'), count: counts && totalOf(counts) },
          ...libraryKinds.filter(isShown).map((kind) => ({
            value: kind,
            label: names.many(kind),
            count: counts && (counts[kind] ?? 0),
          })),
        ]}
        value={search.kind ?? 'all'}
        onChange={(kind) => onKind(kind === 'all' ? undefined : kind)}
      />
      <MoreLists onKind={onKind} />
      {subs.length > 0 && (
        <Select
          prefix={t('sub')}
          items={[
            { value: 'all', label: t('sub.all') },
            ...subs.map((sub) => ({ value: sub, label: t(`sub.${sub}`) })),
          ]}
          value={subs.find((sub) => sub === search.sub) ?? 'all'}
          onChange={(sub) => set({ sub: sub === 'all' ? undefined : sub })}
        />
      )}
      <Select
        prefix={t('owner')}
        items={[
          { value: 'everyone', label: t('owner.everyone') },
          { value: 'me', label: t('owner.me') },
        ]}
        value={search.owner ?? 'everyone'}
        onChange={(owner) => set({ owner: owner === 'everyone' ? undefined : 'me' })}
      />
      <Select
        prefix={t('state')}
        items={[
          { value: 'any', label: t('state.any') },
          { value: 'published', label: t('state.published') },
          { value: 'draft', label: t('state.draft') },
        ]}
        value={search.status ?? 'any'}
        onChange={(status) => set({ status: status === 'any' ? undefined : status })}
      />
    </FilterBar>
  )
}
