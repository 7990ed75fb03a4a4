import { useQuery } from '@tanstack/react-query'
import { cn } from '#lib/class-names.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DocsLink } from '../components/docs-link.tsx'
import { currentDocsRow, docsRow } from '../components/docs-row.ts'
import type { DocsPlace } from '../docs-address.ts'
import { guideGroups } from '#lib/guide-pages.ts'
import { guideQuery } from './guide.queries.ts'
import { searchGuide } from './search-guide.ts'

/** The pages of the guide in their groups. */
export function GuideNav({ place }: { place: DocsPlace }) {
  const t = useT('docs')
  return guideGroups.map(({ id, pages }) => (
    <section key={id} className="mb-3">
      <h2 className="group-label mb-1 px-2">{t(`guide.group.${id}`)}</h2>
      {pages.map((page) => {
        const isCurrent = place.is === 'page' && place.page === page
        return (
          <DocsLink
            key={page}
            to={`guide/${page}`}
            current={isCurrent}
            className={cn(docsRow, isCurrent && currentDocsRow)}
          >
            <span className="truncate">{t(`page.${page}`)}</span>
          </DocsLink>
        )
      })}
    </section>
  ))
}

/** Sections that contain a word. The pages are fetched at the first search. */
export function GuideResults({ word }: { word: string }) {
  const t = useT('docs')
  const [language] = useLanguage()
  const { data } = useQuery(guideQuery(language))
  if (!data) return <Skeleton className="h-24" />
  const hits = searchGuide(data, word)
  return (
    <>
      <p role="status" className="px-2 py-1 text-small text-mute">
        {hits.length === 0 ? t('guide.search.none', { word }) : t('guide.search.found', { count: hits.length })}
      </p>
      {hits.map(({ page, title, heading, anchor, excerpt }) => (
        <DocsLink
          key={`${page}#${anchor}`}
          to={`guide/${page}`}
          hash={anchor}
          className="flex flex-col rounded-md px-2 py-1.5 hover:bg-hover"
        >
          <span className="truncate font-medium">{heading ? `${title} · ${heading}` : title}</span>
          <span className="line-clamp-2 text-small text-mute">{excerpt}</span>
        </DocsLink>
      ))}
    </>
  )
}
