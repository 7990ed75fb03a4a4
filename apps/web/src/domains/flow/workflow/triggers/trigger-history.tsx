import { useInfiniteQuery } from '@tanstack/react-query'
import { ListTree, SquareArrowOutUpRight } from 'lucide-react'
import { useState } from 'react'
import { formatDuration, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { useEditor } from '../document/editor-context.ts'
import { useOpenRun } from '../run/use-open-run.ts'
import { LazyTrace } from '../trace/lazy-trace.tsx'
import { FiringState, isUnderWay } from './firing-state.tsx'
import { firingsQuery, type Firing, type Trigger } from './trigger.queries.ts'

const soonMs = 1500
const laterMs = 4000

/** The firings of a trigger, newest first. */
export function TriggerHistory({ trigger }: { trigger: Trigger }) {
  const t = useT('workflow-trigger')
  const { workflowId } = useEditor()
  const [shown, setShown] = useState<'all' | 'failed'>('all')
  const [traced, setTraced] = useState('')
  const query = useInfiniteQuery({
    ...firingsQuery(workflowId, trigger.trigger_id, shown === 'failed'),
    // New firings appear at any time, and firings in progress finish.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.list.some((item) => isUnderWay(item.status))) ? soonMs : laterMs,
  })
  const list = query.data?.pages.flatMap((page) => page.list)
  return (
    <SheetSection
      title={t('history.title')}
      tools={
        <Segmented
          size="sm"
          label={t('history.filter')}
          items={[
            { value: 'all', label: t('history.all') },
            { value: 'failed', label: t('history.failed') },
          ]}
          value={shown}
          onChange={setShown}
        />
      }
    >
      {query.error && <ErrorPanel error={query.error} />}
      {query.isPending && <Skeleton className="h-16" />}
      {list?.length === 0 && (
        <p className="text-small text-mute">{t(shown === 'failed' ? 'history.noneFailed' : 'history.none')}</p>
      )}
      <ul aria-label={t('history.title')} className="flex flex-col">
        {list?.map((item) => (
          <Entry key={item.id} firing={item} onTrace={() => setTraced(item.execute_id)} />
        ))}
      </ul>
      <InfiniteSentinel query={query} />
      {traced && <LazyTrace executeId={traced} onClose={() => setTraced('')} />}
    </SheetSection>
  )
}

function Entry({ firing, onTrace }: { firing: Firing; onTrace: () => void }) {
  const t = useT('workflow-trigger')
  const open = useOpenRun()
  return (
    <li className="flex flex-col gap-0.5 border-b border-line py-2 last:border-b-0">
      <div className="flex items-center gap-2 text-small">
        <FiringState status={firing.status} />
        <Tag>{t(`reason.${firing.reason}`)}</Tag>
        <DateTime at={fromSeconds(firing.time)} className="text-mute" />
        {firing.duration_ms > 0 && <span className="text-mute tabular-nums">{formatDuration(firing.duration_ms)}</span>}
        {firing.execute_id && (
          <span className="ml-auto flex items-center">
            <IconButton size="sm" icon={ListTree} label={t('history.trace')} onClick={onTrace} />
            <IconButton
              size="sm"
              icon={SquareArrowOutUpRight}
              label={t('history.open')}
              onClick={() => open(firing.execute_id, firing.version)}
            />
          </span>
        )}
      </div>
      {firing.error ? (
        <p data-user-text className="text-small text-err wrap-anywhere">
          {firing.error}
        </p>
      ) : (
        firing.output && <code className="truncate text-code text-mute">{firing.output}</code>
      )}
    </li>
  )
}
