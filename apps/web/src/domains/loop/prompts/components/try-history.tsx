import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { memo, useState } from 'react'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { historyQuery, type Tried } from '../prompts.queries.ts'

interface TryHistoryProps {
  promptId: string
  spaceId: string
  /** Testers can see only their own runs. */
  maySeeAll: boolean
  onReuse: (debugId: string) => void
}

/** The tries of the last days, by the reader or by everyone. The messages of others are not shown. */
export const TryHistory = memo(function TryHistory({ promptId, spaceId, maySeeAll, onReuse }: TryHistoryProps) {
  const t = useT('prompts')
  const [whose, setWhose] = useState<'mine' | 'all'>('mine')
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyQuery(promptId, whose === 'all'),
  )
  const tries = data?.pages.flatMap((page) => page.debug_history)
  return (
    <section aria-label={t('history.title')} className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex items-center gap-2">
        <h2 className="font-semibold">{t('history.title')}</h2>
        {maySeeAll && (
          <Segmented
            size="sm"
            className="ml-auto"
            label={t('history.whose')}
            value={whose}
            onChange={setWhose}
            items={[
              { value: 'mine', label: t('history.mine') },
              { value: 'all', label: t('history.all') },
            ]}
          />
        )}
      </div>
      {error && <ErrorPanel error={error} />}
      {tries?.length === 0 && <p className="text-small text-mute">{t('history.none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {tries?.map((tried) => (
          <Row key={tried.debug_id} tried={tried} spaceId={spaceId} onReuse={onReuse} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </section>
  )
})

function Row({ tried, spaceId, onReuse }: { tried: Tried; spaceId: string; onReuse: (debugId: string) => void }) {
  const t = useT('prompts')
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="truncate">
          {tried.is_mine ? tried.prompt_brief : <span className="text-mute">{t('history.others')}</span>}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-mute tabular-nums">
          <DateTime at={Number(tried.start_time_ms)} />
          <span>{tried.model_name}</span>
          {tried.version && <Tag mono>{tried.version}</Tag>}
          {tried.status_code === 0 ? (
            <span>
              {t('try.tokens', {
                input: formatNumber(Number(tried.input_token)),
                output: formatNumber(Number(tried.output_token)),
              })}
            </span>
          ) : (
            <Tag tone="err">{t('history.failed')}</Tag>
          )}
          {tried.cost > 0 && <span>{formatMoney(tried.cost)}</span>}
          <span>{formatDuration(Number(tried.cost_ms))}</span>
          <Link
            to="/space/$space_id/observe/traces/$trace_id"
            params={{ space_id: spaceId, trace_id: tried.trace_id }}
            className="text-brand hover:underline"
          >
            {t('try.trace')}
          </Link>
        </p>
      </div>
      {tried.is_mine && (
        <IconButton size="sm" icon={RotateCcw} label={t('history.reuse')} onClick={() => onReuse(tried.debug_id)} />
      )}
    </li>
  )
}
