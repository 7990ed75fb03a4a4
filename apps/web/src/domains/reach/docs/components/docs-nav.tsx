import { useDeferredValue, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type DocsPlace, isGuidePlace } from '../docs-address.ts'
import { GuideNav, GuideResults } from '../guide/guide-nav.tsx'
import type { Reference } from '../reference.ts'
import { DocsLink } from './docs-link.tsx'
import { ReferenceNav, ReferenceResults } from './reference-nav.tsx'

interface DocsNavProps {
  /** Fetched only while a page of the reference is open. */
  reference: Reference | undefined
  place: DocsPlace
}

/** The pages of the guide, or the calls of the API. */
export function DocsNav({ reference, place }: DocsNavProps) {
  const t = useT('docs')
  const [word, setWord] = useState('')
  const wanted = useDeferredValue(word.trim())
  const isGuide = isGuidePlace(place)
  return (
    <nav aria-label={t('nav')} className="flex h-full min-h-0 flex-col">
      <div className="grid shrink-0 grid-cols-2 gap-1 p-3 pb-0">
        <Part to="guide" isCurrent={isGuide} label={t('guide.home')} />
        <Part to="api" isCurrent={!isGuide} label={t('title')} />
      </div>
      <div className="shrink-0 p-3 pb-2">
        <SearchInput
          slash
          value={word}
          onChange={setWord}
          pause={80}
          placeholder={isGuide ? t('guide.search') : t('search')}
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-3 pb-4">
        {isGuide ? (
          wanted === '' ? (
            <GuideNav place={place} />
          ) : (
            <GuideResults word={wanted} />
          )
        ) : !reference ? (
          <Skeleton className="h-64" />
        ) : wanted === '' ? (
          <ReferenceNav reference={reference} place={place} />
        ) : (
          <ReferenceResults reference={reference} place={place} word={wanted} />
        )}
      </div>
    </nav>
  )
}

function Part({ to, isCurrent, label }: { to: string; isCurrent: boolean; label: string }) {
  return (
    <DocsLink
      to={to}
      className={cn(
        'flex h-8 items-center justify-center truncate rounded-md px-2 text-mute transition-colors hover:bg-hover hover:text-ink',
        isCurrent && 'bg-hover font-medium text-ink',
      )}
    >
      {label}
    </DocsLink>
  )
}
