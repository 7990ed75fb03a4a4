import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DocsLink } from '../components/docs-link.tsx'
import { GuideBody } from './guide-body.tsx'
import { type GuidePageKey, guidePages } from '#lib/guide-pages.ts'
import { sectionsOf } from './guide-text.ts'
import { guidePageQuery } from './guide.queries.ts'

/** One page of the user guide, with its table of contents. */
export function GuidePageView({ page }: { page: GuidePageKey }) {
  const t = useT('docs')
  const [language] = useLanguage()
  const query = useQuery(guidePageQuery(page, language))
  const scroller = useRef<HTMLDivElement>(null)
  const hash = useLocation({ select: (location) => location.hash })
  const sections = useMemo(() => sectionsOf(query.data ?? '').filter(({ heading }) => heading !== ''), [query.data])
  useEffect(() => {
    if (!query.data) return
    const target = hash ? document.getElementById(decodeURIComponent(hash)) : null
    if (target) target.scrollIntoView()
    else scroller.current?.scrollTo(0, 0)
  }, [query.data, hash])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto p-6 max-md:p-4">
      <div className="mx-auto flex max-w-260 gap-10">
        <article className="min-w-0 max-w-180 flex-1">
          <h1 className="text-greeting font-semibold">{t(`page.${page}`)}</h1>
          {query.isError && <FailedPage error={query.error} onRetry={() => void query.refetch()} />}
          {query.data === undefined ? <Skeleton className="mt-4 h-96" /> : <GuideBody text={query.data} />}
          <Neighbours page={page} />
        </article>
        {sections.length > 1 && (
          <nav aria-label={t('guide.onPage')} className="sticky top-0 w-48 shrink-0 self-start max-xl:hidden">
            <p className="group-label mb-1 px-2">{t('guide.onPage')}</p>
            {sections.map(({ heading, anchor }) => (
              <a
                key={anchor}
                href={`#${anchor}`}
                className="block rounded-md px-2 py-1 text-small text-mute hover:text-ink"
              >
                {heading.replaceAll('*', '')}
              </a>
            ))}
          </nav>
        )}
      </div>
    </div>
  )
}

function Neighbours({ page }: { page: GuidePageKey }) {
  const t = useT('docs')
  const at = guidePages.indexOf(page)
  const [before, after] = [guidePages[at - 1], guidePages[at + 1]]
  const style = 'flex min-w-0 items-center gap-1.5 rounded-md px-2 py-1.5 text-mute hover:bg-hover hover:text-ink'
  return (
    <nav aria-label={t('guide.neighbours')} className="mt-8 flex justify-between gap-4 border-t border-line pt-3">
      {before ? (
        <DocsLink to={`guide/${before}`} className={style}>
          <Icon of={ArrowLeft} size={14} />
          {t(`page.${before}`)}
        </DocsLink>
      ) : (
        <span />
      )}
      {after && (
        <DocsLink to={`guide/${after}`} className={style}>
          {t(`page.${after}`)}
          <Icon of={ArrowRight} size={14} />
        </DocsLink>
      )}
    </nav>
  )
}
