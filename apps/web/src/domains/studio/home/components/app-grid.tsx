import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { CopyDialog } from '#domains/studio/bot/index.ts'
import { appsQuery, type DevelopSearch, isCopying, kindOf, type ListedApp } from '../home.queries.ts'
import { useAppActions } from '../use-app-actions.ts'
import { AppCard } from './app-card.tsx'

interface AppGridProps {
  spaceId: string
  search: DevelopSearch
  /** Shown if there are no cards. */
  empty: ReactNode
}

const grid =
  'grid grid-cols-4 gap-4 pb-5 max-[1400px]:grid-cols-3 max-[1280px]:grid-cols-2 max-sm:grid-cols-1 min-[1680px]:grid-cols-5'

/** The bots and projects of a space as cards; more are loaded on scrolling. */
export function AppGrid({ spaceId, search, empty }: AppGridProps) {
  const t = useT('home')
  const query = useInfiniteQuery({
    ...appsQuery(spaceId, search),
    // Polls while a copy is in progress, so that its card is updated.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.intelligences.some(isCopying)) ? 2_000 : false,
  })
  const actions = useAppActions()
  const [copied, setCopied] = useState<ListedApp | null>(null)
  if (query.error && !query.data)
    return <FailedPage title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <div className={grid}>
        <SkeletonCards count={8} what={t('filter.apps')} />
      </div>
    )
  const apps = query.data.pages.flatMap((page) => page.intelligences)
  if (apps.length === 0) return empty
  return (
    <>
      <div className={grid} onKeyDown={walk}>
        {apps.map((app) => (
          <AppCard key={app.basic_info.id} app={app} actions={actions} onCopyTo={() => setCopied(app)} />
        ))}
      </div>
      <InfiniteSentinel query={query} />
      {copied && (
        <CopyDialog
          app={{
            kind: kindOf(copied),
            id: copied.basic_info.id,
            name: copied.basic_info.name,
            spaceId: copied.basic_info.space_id,
          }}
          onClose={() => setCopied(null)}
        />
      )}
    </>
  )
}

/** Arrows go from card to card. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('h2 a')]
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
  const next = step === undefined ? undefined : links[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
