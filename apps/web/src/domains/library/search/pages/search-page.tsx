import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { searchKinds, useKindNames } from '#lib/resource-kinds.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { FoundRow } from '../components/found-row.tsx'
import { searchQuery, type SearchKind } from '../search.queries.ts'

/** Searches names, descriptions and contents of everything the user may see, by kind. */
export function SearchPage() {
  const t = useT('search')
  const names = useKindNames()
  const { word } = useParams({ from: '/signed/search/$word' })
  const navigate = useNavigate()
  const [kind, setKind] = useState<SearchKind>()
  const query = useQuery(searchQuery(word, kind))
  const groups = (query.data?.groups ?? []).filter((group) => group.items.length > 0)
  const look = (text: string) => {
    if (text.trim()) void navigate({ to: '/search/$word', params: { word: text.trim() }, replace: true })
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('title')} beside={<span className="text-small text-mute max-sm:hidden">{t('text')}</span>} />
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-2.5">
        <SearchInput value={word} onChange={look} placeholder={t('placeholder')} slash className="w-80 max-sm:w-full" />
        <Segmented
          label={t('kinds')}
          value={kind ?? 'all'}
          onChange={(value) => setKind(value === 'all' ? undefined : (value as SearchKind))}
          items={[
            { value: 'all', label: t('kind.all') },
            ...searchKinds.map((kind) => ({ value: kind, label: names.many(kind) })),
          ]}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto" aria-busy={query.isFetching}>
        {query.error && !query.data ? (
          <FailedPage title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <SkeletonCards count={6} what={t('title')} />
        ) : groups.length === 0 ? (
          <EmptyState icon={SearchX} title={t('none', { word })} text={t('noneText')} />
        ) : (
          groups.map((group) => (
            <section key={group.kind} aria-label={names.many(group.kind)}>
              <h2 className="flex items-center gap-2 px-5 pt-4 pb-1 text-small font-medium text-mute">
                {names.many(group.kind)}
              </h2>
              <ul className="mx-5 overflow-hidden rounded-lg border border-line bg-card">
                {group.items.map((item) => (
                  <FoundRow key={item.id} found={item} />
                ))}
              </ul>
              {group.has_more && !kind && (
                <Button kind="quiet" className="mx-5 my-1" onClick={() => setKind(group.kind)}>
                  {t('more', { kind: names.many(group.kind) })}
                </Button>
              )}
            </section>
          ))
        )}
      </div>
    </div>
  )
}
