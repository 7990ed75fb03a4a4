import { FileText, ThumbsUp } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Hit } from '../knowledge.queries.ts'
import { markWords } from './mark-words.ts'
import { matchReasonOf } from './recall-state.ts'

interface HitRowProps {
  hit: Hit
  spaceId: string
  /** The position from 1, which is also the key that opens the row. */
  place: number
  isGiven: boolean
  isRight: boolean
  onRight: () => void
}

const bars = { semantic: 'bg-c1', fulltext: 'bg-c2', rerank: 'bg-c3' }

/** A found slice: its score, the matched words, and the rank and score in each channel. */
export function HitRow({ hit, spaceId, place, isGiven, isRight, onRight }: HitRowProps) {
  const t = useT('knowledge')
  const facts = [
    hit.titles.join(' › '),
    hit.sequence > 0 ? `#${hit.sequence}` : '',
    hit.page > 0 ? t('slice.page', { page: formatNumber(hit.page) }) : '',
  ].filter(Boolean)
  const title = (
    <>
      <Icon of={FileText} size={14} className="shrink-0 text-mute" />
      <span className="truncate font-medium">{hit.document_name}</span>
    </>
  )
  return (
    <li
      data-hit={place}
      data-given={isGiven}
      className="grid grid-cols-[60px_minmax(0,1fr)] gap-4 border-b border-line bg-card px-5 py-3 @lg:grid-cols-[60px_minmax(0,1fr)_220px] @3xl:grid-cols-[72px_minmax(0,1fr)_300px]"
    >
      <div>
        <p className={cn('text-figure font-semibold tabular-nums', !isGiven && 'text-mute')}>{hit.score.toFixed(2)}</p>
        <p className="text-caption text-mute">{t(`recall.why.${matchReasonOf(hit)}`)}</p>
      </div>
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-1.5 text-small">
          {hit.slice_id === '0' ? (
            title
          ) : (
            <Link
              to="/space/$space_id/knowledge/$dataset_id"
              params={{ space_id: spaceId, dataset_id: hit.dataset_id }}
              search={{ document_id: hit.document_id, slice_id: hit.slice_id }}
              className="flex min-w-0 items-center gap-1.5 hover:underline"
            >
              {title}
            </Link>
          )}
          <span className="min-w-0 truncate text-mute">{facts.join(' · ')}</span>
        </p>
        <p className={cn('mt-0.5 line-clamp-5 text-prose whitespace-pre-wrap wrap-anywhere', !isGiven && 'text-mute')}>
          {markWords(hit.content, hit.matched_words).map((part, index) =>
            part.isMarked ? (
              <mark
                key={index}
                className={cn('rounded-xs px-0.5', isGiven ? 'bg-mark text-ink' : 'bg-hover text-mute')}
              >
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </p>
        {hit.sql !== undefined && <code className="mt-1 block text-code text-mute">{hit.sql}</code>}
      </div>
      <div className="flex items-start gap-2 @max-lg:col-start-2">
        <dl className="flex min-w-0 flex-1 flex-col gap-0.5 text-small">
          <Channel name={t('recall.semantic')} bar={bars.semantic} channel={hit.semantic} />
          <Channel name={t('recall.fulltext')} bar={bars.fulltext} channel={hit.fulltext} />
          {hit.rerank !== undefined && (
            <Channel name={t('recall.rerankShort')} bar={bars.rerank} channel={{ score: hit.rerank, rank: 0 }} />
          )}
        </dl>
        <IconButton
          icon={ThumbsUp}
          label={t('recall.right', { n: String(place) })}
          pressed={isRight}
          onClick={onRight}
        />
      </div>
    </li>
  )
}

function Channel({
  name,
  bar,
  channel,
}: {
  name: string
  bar: string
  channel: { rank: number; score: number } | undefined
}) {
  const t = useT('knowledge')
  return (
    <div className="grid h-5 grid-cols-[64px_minmax(0,1fr)_36px_28px] items-center gap-2">
      <dt className="truncate text-mute">{name}</dt>
      <dd aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
        <span className={cn('block h-full rounded-full', bar)} style={{ width: `${(channel?.score ?? 0) * 100}%` }} />
      </dd>
      <dd className="text-right tabular-nums">{channel ? channel.score.toFixed(2) : t('recall.noChannel')}</dd>
      <dd className="text-right text-mute tabular-nums">{channel && channel.rank > 0 ? `#${channel.rank}` : ''}</dd>
    </div>
  )
}
