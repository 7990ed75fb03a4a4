import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Dataset, type DatasetVersion, diffQuery } from '../dataset.queries.ts'

interface DiffSheetProps {
  dataset: Dataset
  from: DatasetVersion
  versions: readonly DatasetVersion[]
  onClose: () => void
}
const draft = '0'
const tones = { added: 'ok', removed: 'err', changed: 'info' } as const

/** The differences between a version and another one or the draft. */
export function DiffSheet({ dataset, from, versions, onClose }: DiffSheetProps) {
  const t = useT('dataset')
  const [to, setTo] = useState(draft)
  const query = useInfiniteQuery(diffQuery(dataset.id, from.id, to === draft ? '' : to))
  const first = query.data?.pages[0]
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const nameOf = (key: string) => dataset.schema.fields.find((field) => field.key === key)?.name ?? key
  return (
    <SideSheet kind="dataset-diff" width={460} title={t('diff.title', { version: from.version })} onClose={onClose}>
      <SheetSection>
        <Select
          label={t('diff.with')}
          prefix={t('diff.with')}
          value={to}
          onChange={setTo}
          items={[
            { value: draft, label: t('diff.draft') },
            ...versions.filter(({ id }) => id !== from.id).map(({ id, version }) => ({ value: id, label: version })),
          ]}
        />
        {first && (
          <p role="status" className="mt-2 flex flex-wrap gap-2">
            <Tag tone="ok">{t('diff.added', { count: first.added })}</Tag>
            <Tag tone="err">{t('diff.removed', { count: first.removed })}</Tag>
            <Tag tone="info">{t('diff.changed', { count: first.changed })}</Tag>
          </p>
        )}
        {query.error && <ErrorPanel error={query.error} />}
      </SheetSection>
      <SheetSection>
        {first && items.length === 0 && <p className="text-mute">{t('diff.same')}</p>}
        <ul aria-label={t('diff.rows')} className="flex flex-col">
          {items.map(({ itemID, kind, fields }) => (
            <li key={itemID} className="flex flex-col gap-1.5 border-b border-line py-2.5 last:border-b-0">
              <p className="flex items-center gap-2">
                <Tag tone={tones[kind]}>{t(`diff.kind.${kind}`)}</Tag>
                <span className="font-mono text-code text-mute">{itemID}</span>
              </p>
              {fields.map(({ key, before, after }) => (
                <div key={key} className="flex flex-col gap-0.5">
                  <span data-user-text className="text-small text-mute">
                    {nameOf(key)}
                  </span>
                  {before !== undefined && <Value as="del" text={before} className="bg-err-soft" />}
                  {after !== undefined && <Value as="ins" text={after} className="bg-ok-soft" />}
                </div>
              ))}
            </li>
          ))}
        </ul>
        <InfiniteSentinel query={query} />
      </SheetSection>
    </SideSheet>
  )
}

/** Marks the value as deleted or inserted for people who cannot see the colours. */
const Value = ({ as: Mark, text, className }: { as: 'del' | 'ins'; text: string; className: string }) => (
  <Mark data-user-text className={cn('line-clamp-4 rounded-sm px-1.5 py-0.5 wrap-anywhere no-underline', className)}>
    {text}
  </Mark>
)
