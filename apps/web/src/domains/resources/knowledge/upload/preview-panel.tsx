import { ReviewStatus } from '@orrery/contract/shared/knowledge-enums'
import { Check, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { ChunkRow, isLong } from './chunk-row.tsx'
import type { ImportItem } from './upload-state.ts'
import { type PreviewChunk, type PreviewRule, usePreview } from './use-preview.ts'

interface PreviewPanelProps {
  datasetId: string
  items: readonly ImportItem[]
  rule: PreviewRule
  /** Called with the item whose slices were edited, so that the edited slices are imported. */
  onEdited: (key: string, reviewId: string) => void
}
const pageSize = 40

/** Preview of the chosen file before the import; slices can be edited or left out. */
export function PreviewPanel({ datasetId, items, rule, onEdited }: PreviewPanelProps) {
  const t = useT('knowledge')
  const [at, setAt] = useState(0)
  const [most, setMost] = useState(pageSize)
  const [editing, setEditing] = useState<number | null>(null)
  const item = items[Math.min(at, items.length - 1)]
  const { query, save, isFresh } = usePreview(datasetId, item, rule)
  const review = query.data
  const chunks = review?.chunks ?? []
  const limit = rule.chunk.chunk_type === 0 ? 800 : rule.chunk.max_tokens
  const total = chunks.reduce((sum, chunk) => sum + chunk.content.length, 0)
  const change = (next: PreviewChunk[]) =>
    save.mutate(next, {
      onSuccess: ({ review_id: id }) => {
        if (item) onEdited(item.key, id)
        setEditing(null)
      },
    })
  return (
    <section
      aria-label={t('preview.title')}
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 bg-page px-5 pt-3 pb-4"
    >
      <div className="flex h-8 shrink-0 items-center gap-2">
        <h2 className="font-semibold">{t('preview.title')}</h2>
        <Tag tone={isFresh ? 'ok' : 'grey'} icon={isFresh ? Check : LoaderCircle} spin={!isFresh}>
          {isFresh ? t('preview.fresh') : t('preview.refreshing')}
        </Tag>
        <span className="flex-1" />
        <Select
          size="sm"
          label={t('preview.file')}
          className="max-w-64 min-w-40"
          value={item?.key ?? ''}
          onChange={(key) => {
            setAt(items.findIndex((item) => item.key === key))
            setMost(pageSize)
          }}
          items={items.map((item) => ({ value: item.key, label: item.name }))}
        />
        {items.length > 1 && <Pagination page={at + 1} pages={items.length} onChange={(page) => setAt(page - 1)} />}
      </div>
      {query.error ? (
        <ErrorPanel error={query.error} />
      ) : review && review.status !== ReviewStatus.ready ? (
        <ErrorPanel title={review.status_descript} />
      ) : !review ? (
        <Skeleton className="h-64" />
      ) : (
        <>
          <dl className="grid shrink-0 grid-cols-4 rounded-lg border border-line bg-card [&>div]:border-l [&>div]:border-line [&>div]:px-4 [&>div]:py-2 [&>div:first-child]:border-l-0">
            <Figure name={t('preview.slices')} value={formatNumber(chunks.length)} />
            <Figure
              name={t('preview.average')}
              value={formatNumber(chunks.length ? Math.round(total / chunks.length) : 0)}
              note={t('preview.characters')}
            />
            <Figure
              name={t('preview.long')}
              value={formatNumber(chunks.filter((chunk) => isLong(chunk, limit)).length)}
            />
            <Figure name={t('preview.toEmbed')} value={formatCount(total)} note={t('preview.characters')} />
          </dl>
          <p className="flex items-center gap-2 text-small text-mute">
            <span className="h-3 w-5 rounded-xs bg-mark" />
            {t('preview.overlap')}
            <span className="ml-auto tabular-nums">
              {t('preview.shown', {
                shown: formatNumber(Math.min(most, chunks.length)),
                total: formatNumber(chunks.length),
              })}
            </span>
          </p>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <ol className="rounded-lg border border-line bg-card">
              {chunks.slice(0, most).map((chunk, index) => (
                <ChunkRow
                  key={index}
                  index={index}
                  chunk={chunk}
                  before={chunks[index - 1]}
                  limit={limit}
                  save={save}
                  isEditing={editing === index}
                  onEdit={setEditing}
                  onChange={(content) => change(chunks.with(index, { ...chunk, content }))}
                  onRemove={() => change(chunks.toSpliced(index, 1))}
                />
              ))}
            </ol>
            {most < chunks.length && (
              <Button size="sm" kind="quiet" className="mt-2" onClick={() => setMost(most + 100)}>
                {t('preview.more')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt className="text-small text-mute">{name}</dt>
      <dd className="flex items-baseline gap-1.5">
        <span className="text-figure font-semibold tabular-nums">{value}</span>
        {note && <span className="text-small text-mute">{note}</span>}
      </dd>
    </div>
  )
}
