import { guides } from '@orrery/contract/shared/guides'
import { BookOpen, ChevronRight, Rocket } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import type { DocsPlace } from '../docs-address.ts'
import type { Operation, Reference } from '../reference.ts'
import { searchOperations } from '../search-operations.ts'
import { topicKey } from '../topics.ts'
import { useDomainName } from '../use-domain-name.ts'
import { DocsLink } from './docs-link.tsx'
import { MethodTag } from '#ui/method-tag.tsx'

const row = 'flex h-8 shrink-0 items-center gap-2 rounded-md px-2 transition-colors hover:bg-hover'
const currentRow = 'bg-brand-soft font-medium text-brand hover:bg-brand-soft'

/** Renders the calls of one domain at a time, because there are many. */
export function DocsNav({ reference, place }: { reference: Reference; place: DocsPlace }) {
  const t = useT('docs')
  const [word, setWord] = useState('')
  const wanted = useDeferredValue(word.trim())
  return (
    <nav aria-label={t('nav')} className="flex h-full min-h-0 flex-col">
      <div className="shrink-0 p-3 pb-2">
        <SearchInput slash value={word} onChange={setWord} pause={80} placeholder={t('search')} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-3 pb-4">
        {wanted === '' ? (
          <Groups reference={reference} place={place} />
        ) : (
          <Results reference={reference} place={place} word={wanted} />
        )}
      </div>
    </nav>
  )
}

function Groups({ reference, place }: { reference: Reference; place: DocsPlace }) {
  const t = useT('docs')
  const domainName = useDomainName()
  const current = 'domain' in place ? place.domain : null
  return (
    <>
      <DocsLink to="" current={place.is === 'guide'} className={cn(row, place.is === 'guide' && currentRow)}>
        <Icon of={Rocket} size={14} />
        {t('guide.short')}
      </DocsLink>
      {guides.map(({ id }) => {
        const isCurrent = place.is === 'topic' && place.topic === id
        return (
          <DocsLink key={id} to={`guide/${id}`} current={isCurrent} className={cn(row, isCurrent && currentRow)}>
            <Icon of={BookOpen} size={14} />
            <span className="truncate">{t(`topic.${topicKey(id)}.title`)}</span>
          </DocsLink>
        )
      })}
      <h2 className="group-label mt-4 mb-1 px-2">{t('calls', { count: reference.count })}</h2>
      {reference.groups.map((group) => {
        const isOpen = group.domain === current
        return (
          <div key={group.domain}>
            <DocsLink
              to={group.domain}
              current={isOpen && place.is === 'group'}
              className={cn(row, isOpen && place.is === 'group' && currentRow)}
            >
              <Icon
                of={ChevronRight}
                size={14}
                className={cn('shrink-0 text-mute transition-transform', isOpen && 'rotate-90')}
              />
              <span className="min-w-0 flex-1 truncate">{domainName(group.domain)}</span>
              <span className="text-small text-mute tabular-nums">{group.operations.length}</span>
            </DocsLink>
            {isOpen &&
              group.operations.map((operation) => (
                <OperationRow key={operation.id} operation={operation} place={place} />
              ))}
          </div>
        )
      })}
    </>
  )
}

function Results({ reference, place, word }: { reference: Reference; place: DocsPlace; word: string }) {
  const t = useT('docs')
  const found = useMemo(() => searchOperations(reference, word), [reference, word])
  return (
    <>
      <p role="status" className="px-2 py-1 text-small text-mute">
        {found.count === 0 ? t('search.none', { word }) : t('search.found', { count: found.count })}
      </p>
      {found.operations.map((operation) => (
        <OperationRow key={operation.id} operation={operation} place={place} showPath />
      ))}
    </>
  )
}

function OperationRow(props: { operation: Operation; place: DocsPlace; showPath?: boolean }) {
  const { operation, place, showPath } = props
  const isCurrent = place.is === 'operation' && `${place.domain}.${place.name}` === operation.id
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <div ref={line}>
      <DocsLink
        to={`${operation.domain}/${operation.name}`}
        current={isCurrent}
        className={cn(row, 'pl-4', showPath && 'h-auto py-1.5', isCurrent && currentRow)}
      >
        <MethodTag method={operation.method} className="w-9" />
        <span className="min-w-0 flex-1" lang="en">
          <span className="block truncate text-small" title={operation.summary}>
            {operation.summary}
          </span>
          {showPath && (
            <code className="block truncate text-code-caption text-mute" title={operation.path}>
              {operation.path}
            </code>
          )}
        </span>
      </DocsLink>
    </div>
  )
}
