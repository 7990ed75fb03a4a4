import { guides } from '@orrery/contract/shared/guides'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { FailedPage, NotFound } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DocsHeader } from '../components/docs-header.tsx'
import { DocsLink } from '../components/docs-link.tsx'
import { DocsNav } from '../components/docs-nav.tsx'
import { GroupView } from '../components/group-view.tsx'
import { ReferenceStart } from '../components/reference-start.tsx'
import { OperationView } from '../components/operation-view.tsx'
import { TopicView } from '../components/topic-view.tsx'
import { docsBase, type DocsPlace, isGuidePlace, readDocsPlace } from '../docs-address.ts'
import { referenceQuery } from '../docs.queries.ts'
import { GuideHome } from '../guide/guide-home.tsx'
import { GuidePageView } from '../guide/guide-page-view.tsx'
import { findOperation, type Reference } from '../reference.ts'
import { topicKey } from '../topics.ts'

/** User guide and API reference. Public, without the rail. */
export function DocsPage() {
  const t = useT('docs')
  const { _splat: rest } = useParams({ strict: false })
  const path = useLocation({ select: (location) => location.pathname })
  const place = readDocsPlace(rest, docsBase(path))
  const [language] = useLanguage()
  const query = useQuery({ ...referenceQuery(language), enabled: !isGuidePlace(place) })
  // The path at which the menu was opened: navigating to another path closes it.
  const [menuAt, setMenuAt] = useState<string | null>(null)
  const isMenuOpen = menuAt === path
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col bg-card">
      <DocsHeader
        part={isGuidePlace(place) ? t('guide.home') : t('title')}
        menuOpen={isMenuOpen}
        onMenu={(open) => setMenuAt(open ? path : null)}
      />
      {query.isError ? (
        <FailedPage error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="relative flex min-h-0 flex-1 overflow-hidden">
          <div
            className={cn(
              'w-72 shrink-0 border-r border-line bg-card max-md:absolute max-md:inset-0 max-md:z-sheet max-md:w-full',
              !isMenuOpen && 'max-md:hidden',
            )}
          >
            <DocsNav reference={query.data} place={place} />
          </div>
          {isGuidePlace(place) ? (
            <GuideContent place={place} />
          ) : query.data ? (
            <ReferenceContent reference={query.data} place={place} />
          ) : (
            <Skeleton className="m-6 h-64 flex-1" />
          )}
        </div>
      )}
    </div>
  )
}

function GuideContent({ place }: { place: DocsPlace }) {
  const t = useT('docs')
  usePageTitle(place.is === 'page' ? `${t(`page.${place.page}`)} · ${t('guide.home')}` : t('guide.home'))
  return place.is === 'page' ? <GuidePageView page={place.page} /> : <GuideHome />
}

function ReferenceContent({ reference, place }: { reference: Reference; place: DocsPlace }) {
  const t = useT('docs')
  const group = 'domain' in place ? reference.groups.find((group) => group.domain === place.domain) : undefined
  const guide = place.is === 'topic' ? guides.find(({ id }) => id === place.topic) : undefined
  const operation = place.is === 'operation' ? findOperation(reference, place.domain, place.name) : undefined
  const name = guide ? t(`topic.${topicKey(guide.id)}.title`) : (operation?.summary ?? group?.title)
  usePageTitle(name ? `${name} · ${t('title')}` : t('title'))
  if (place.is === 'api') return <ReferenceStart reference={reference} />
  if (guide) return <TopicView key={guide.id} guide={guide} />
  if (operation) return <OperationView key={operation.id} operation={operation} group={group!} />
  if (place.is === 'group' && group) return <GroupView key={group.domain} group={group} />
  return (
    <NotFound
      title={t('missing.title')}
      text={t('missing.text')}
      action={
        <DocsLink to="guide" className={buttonStyle('solid')}>
          {t('missing.back')}
        </DocsLink>
      }
    />
  )
}
