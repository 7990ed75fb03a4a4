import { BookOpen } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { sourceOpeners } from '#lib/source-openers.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { type Chunk, readCited, type Step } from '../steps.ts'

const score = (value: number) => value.toFixed(2)

/** The slices given to a reply, best first, each with its origin; a click opens the whole slice. */
export function SourceList({ chunks }: { chunks: readonly Chunk[] }) {
  const t = useT('chat')
  const [opener] = sourceOpeners.use()
  if (chunks.length === 0) return <p className="text-small text-mute">{t('sources.none')}</p>
  return (
    <ol className="flex flex-col gap-2">
      {chunks.map((chunk, index) => (
        <li key={index} className="relative rounded-md border border-line bg-page px-2 py-1.5 text-small">
          {opener && chunk.ids.slice && (
            <button
              type="button"
              aria-label={t('sources.open', { name: chunk.document || chunk.dataset })}
              onClick={() => opener.open(openedOf(chunk))}
              className="absolute inset-0 rounded-md hover:bg-hover/40"
            />
          )}
          <p className="flex items-center gap-2 text-caption text-mute">
            <span className="min-w-0 flex-1 truncate">
              {[chunk.dataset, chunk.document].filter(Boolean).join(' · ')}
            </span>
            <span className="tabular-nums">{score(chunk.score)}</span>
          </p>
          <p className="line-clamp-4 wrap-anywhere">{chunk.slice}</p>
        </li>
      ))}
    </ol>
  )
}

/** The sources below a reply. */
interface SourcesProps {
  steps: readonly Step[]
  /** Names that came with the answer: visitors get these instead of the slices. */
  cited: string | undefined
  as: 'list' | 'cards'
}
export function Sources({ steps, cited, as }: SourcesProps) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  const chunks = steps.flatMap((step) => step.chunks)
  const known = chunks.length > 0 ? chunks : readCited(cited)
  const names = [...new Set(known.map((chunk) => chunk.document || chunk.dataset).filter(Boolean))]
  if (names.length === 0) return null
  return (
    <div role="group" aria-label={t('sources')} className="text-small">
      <div className="flex flex-wrap items-center gap-1.5 text-mute">
        <Icon of={BookOpen} size={14} />
        {as === 'cards' ? (
          names.map((name) => (
            <span key={name} className="rounded-md border border-line bg-card px-2 py-0.5 text-ink">
              {name}
            </span>
          ))
        ) : (
          <span className="min-w-0 truncate">{names.join(' · ')}</span>
        )}
        {chunks.length > 0 && (
          <Button size="xs" kind="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('sources.show', { count: chunks.length })}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="mt-1.5">
          <SourceList chunks={chunks} />
        </div>
      )}
    </div>
  )
}

const openedOf = ({ slice, score: value, document, dataset, ids }: Chunk) => ({
  datasetId: ids.dataset,
  documentId: ids.document,
  sliceId: ids.slice,
  dataset,
  document,
  text: slice,
  score: value,
})
