import { guides } from '@orrery/contract/shared/guides'
import { BookOpen, ChevronRight, Rocket } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { Icon } from '#ui/icon.tsx'
import { MethodTag } from '#ui/method-tag.tsx'
import type { DocsPlace } from '../docs-address.ts'
import type { Operation, Reference, Section } from '../reference.ts'
import { searchOperations } from '../search-operations.ts'
import { topicKey } from '../topics.ts'
import { DocsLink } from './docs-link.tsx'
import { currentDocsRow, docsRow } from './docs-row.ts'

interface ReferenceNavProps {
  reference: Reference
  place: DocsPlace
}

/** Examples, then the calls: public, studio, legacy. */
export function ReferenceNav({ reference, place }: ReferenceNavProps) {
  const t = useT('docs')
  return (
    <>
      <DocsLink to="api" current={place.is === 'api'} className={cn(docsRow, place.is === 'api' && currentDocsRow)}>
        <Icon of={Rocket} size={14} />
        {t('guide.short')}
      </DocsLink>
      {guides.map(({ id }) => {
        const isCurrent = place.is === 'topic' && place.topic === id
        return (
          <DocsLink key={id} to={`api/${id}`} current={isCurrent} className={cn(docsRow, isCurrent && currentDocsRow)}>
            <Icon of={BookOpen} size={14} />
            <span className="truncate">{t(`topic.${topicKey(id)}.title`)}</span>
          </DocsLink>
        )
      })}
      {reference.sections.map((section) => (
        <SectionRows key={section.audience} section={section} place={place} />
      ))}
    </>
  )
}

/** Only the section of public calls is open at first. The section of the current call is always open. */
function SectionRows({ section, place }: { section: Section; place: DocsPlace }) {
  const t = useT('docs')
  const [stored, setOpen] = useStored(`docs.section.${section.audience}`, section.audience === 'public')
  const holdsPlace =
    section.audience !== 'public' &&
    'domain' in place &&
    section.groups.some(
      ({ domain, operations }) =>
        domain === place.domain && (place.is === 'group' || operations.some(({ name }) => name === place.name)),
    )
  const isOpen = stored || holdsPlace
  return (
    <section className="mt-4">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="group-label hit-area flex w-full items-center gap-1 rounded-md px-2 py-1 hover:bg-hover"
        >
          <Icon of={ChevronRight} size={14} className={cn('transition-transform', isOpen && 'rotate-90')} />
          <span className="flex-1 text-left">{t(`audience.${section.audience}`)}</span>
          <span className="tabular-nums">{section.count}</span>
        </button>
      </h2>
      {isOpen && section.groups.map((group) => <GroupRows key={group.domain} group={group} place={place} />)}
    </section>
  )
}

/** Lists the calls of the current domain only, because there are many. */
function GroupRows({ group, place }: { group: Section['groups'][number]; place: DocsPlace }) {
  const isOpen = 'domain' in place && group.domain === place.domain
  return (
    <div>
      <DocsLink
        to={group.domain}
        current={isOpen && place.is === 'group'}
        className={cn(docsRow, isOpen && place.is === 'group' && currentDocsRow)}
      >
        <Icon
          of={ChevronRight}
          size={14}
          className={cn('shrink-0 text-mute transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1 truncate">{group.title}</span>
        <span className="text-small text-mute tabular-nums">{group.operations.length}</span>
      </DocsLink>
      {isOpen &&
        group.operations.map((operation) => <OperationRow key={operation.id} operation={operation} place={place} />)}
    </div>
  )
}

export function ReferenceResults({ reference, place, word }: ReferenceNavProps & { word: string }) {
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
        className={cn(docsRow, 'pl-4', showPath && 'h-auto py-1.5', isCurrent && currentDocsRow)}
      >
        <MethodTag method={operation.method} className="w-9" />
        <span className="min-w-0 flex-1">
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
