import { ENGINE_AWAY, UNKNOWN_LANGUAGE } from '@orrery/contract/shared/knowledge-enums'
import { CornerDownRight, Minus, SearchX } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Hit } from '../knowledge.queries.ts'
import { HitRow } from './hit-row.tsx'
import { lowerLimitFor, type RecallSettings, splitHits } from './recall-state.ts'

interface RecallAnswer {
  question: string
  query: string
  hits: Hit[]
  cost_ms: number
  notes: string[]
  steps: Partial<Record<'rewrite' | 'semantic' | 'fulltext' | 'nl2sql' | 'rerank', number>>
}
interface RecallResultProps {
  answer: RecallAnswer
  spaceId: string
  settings: RecallSettings
  right: ReadonlySet<string>
  onRight: (sliceId: string) => void
  onLimit: (minScore: number) => void
}
const colours = { rewrite: 'bg-c5', semantic: 'bg-c1', fulltext: 'bg-c2', nl2sql: 'bg-c4', rerank: 'bg-c3' }

/** The search results: the slices that a model would receive, and the reason for the rank of each. */
export function RecallResult({ answer, spaceId, settings, right, onRight, onLimit }: RecallResultProps) {
  const t = useT('knowledge')
  const { given, rest } = splitHits(answer.hits, settings)
  const lower = lowerLimitFor(rest, settings)
  const steps = (Object.keys(colours) as (keyof typeof colours)[]).flatMap((name) => {
    const cost = answer.steps[name]
    return cost === undefined ? [] : [{ name, cost }]
  })
  const row = (hit: Hit, index: number, isGiven: boolean) => (
    <HitRow
      key={`${hit.slice_id}/${hit.document_id}`}
      hit={hit}
      spaceId={spaceId}
      place={index + 1}
      isGiven={isGiven}
      isRight={right.has(hit.slice_id)}
      onRight={() => onRight(hit.slice_id)}
    />
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="border-b border-line bg-card px-5 py-3">
        <p>
          <span className="font-semibold">{t('recall.given', { count: given.length })}</span>{' '}
          <span className="text-small text-mute">
            {t('recall.found', { found: formatNumber(answer.hits.length), cost: formatNumber(answer.cost_ms) })}
          </span>
        </p>
        {answer.query !== answer.question && (
          <p className="mt-0.5 flex items-center gap-1.5 text-small text-mute">
            <Icon of={CornerDownRight} size={12} />
            {t('recall.askedAs')} <span className="text-ink">“{answer.query}”</span>
          </p>
        )}
        {/* Searches run in parallel: each bar is a share of the total time, and the bars do not add up to it. */}
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
          {steps.map(({ name, cost }) => (
            <li key={name} className="flex flex-col gap-1">
              <span className="inline-flex items-center gap-1.5">
                {t(`recall.step.${name}`)}
                <span className="text-mute tabular-nums">{t('recall.ms', { ms: formatNumber(Math.round(cost)) })}</span>
              </span>
              <span aria-hidden className="h-1.5 w-28 overflow-hidden rounded-full bg-hover">
                <span
                  className={cn('block h-full', colours[name])}
                  style={{ width: `${Math.min(100, (100 * cost) / Math.max(1, answer.cost_ms))}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
      {answer.notes.map((note) => (
        <Banner key={note} tone="warn">
          {note === UNKNOWN_LANGUAGE
            ? t('recall.unknownLanguage')
            : note === ENGINE_AWAY
              ? t('recall.engineAway')
              : note}
        </Banner>
      ))}
      {given.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t('recall.noRelated')}
          text={
            lower === null
              ? t('recall.nothing')
              : t('recall.bestWas', { best: rest[0]!.score.toFixed(2), limit: lower.toFixed(2) })
          }
          action={
            lower !== null && (
              <Button onClick={() => onLimit(lower)}>{t('recall.lower', { limit: lower.toFixed(2) })}</Button>
            )
          }
        />
      )}
      <ol className="@container" aria-label={t('recall.results')}>
        {given.map((hit, index) => row(hit, index, true))}
        {rest.length > 0 && (
          <li className="flex items-center gap-2 border-y border-dashed border-line-strong bg-page px-5 py-2 text-small">
            <Icon of={Minus} size={14} className="text-warn" />
            <span className="font-medium text-warn">
              {t('recall.lowestIs', { score: settings.minScore.toFixed(2) })}
            </span>
            <span className="min-w-0 flex-1 truncate text-mute">{t('recall.belowIt', { count: rest.length })}</span>
            {lower !== null && given.length > 0 && (
              <Button size="xs" kind="ghost" onClick={() => onLimit(lower)}>
                {t('recall.lower', { limit: lower.toFixed(2) })}
              </Button>
            )}
          </li>
        )}
        {rest.map((hit, index) => row(hit, given.length + index, false))}
      </ol>
    </div>
  )
}
