import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration, formatTime, formatWait } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { RunState } from '#ui/run-state.tsx'
import type { ChannelStep, RunState as Run, StepState } from '../publish-run.ts'
import { linksQuery } from '../publish.queries.ts'

interface PublishPanelProps {
  run: Run
  /** The version that would be published. */
  version: string
  /** The version that the selected channels already serve, so that there is nothing to publish; empty otherwise. */
  sameAs: string
  targets: readonly { id: string; name: string }[]
  resourceId: string
  canPublish: boolean
  onRetry: () => void
}

/** Progress while publishing: step by step, channel by channel. */
export function PublishPanel(props: PublishPanelProps) {
  const { run, version, sameAs, targets, resourceId, canPublish, onRetry } = props
  const t = useT('publish')
  const isIdle = run.phase === 'idle'
  const isRunning = run.phase === 'running'
  const channels: readonly ChannelStep[] = isIdle
    ? targets.map(({ id, name: shown }) => ({ id, name: shown, state: 'waiting', at: 0, reason: '' }))
    : run.channels
  const steps = [run.check, run.freeze, ...channels.map((channel) => channel.state)]
  const done = steps.filter((state) => state === 'done').length
  const name = isIdle ? version : run.versionName
  const seconds = useSeconds(isRunning ? run.startedAt : 0)
  const spent = isRunning ? seconds : run.endedAt ? formatDuration(run.endedAt - run.startedAt) : ''
  if (isIdle && sameAs)
    return (
      <section aria-label={t('progress')} className="flex-1 border-b border-line bg-card px-4 py-4 max-lg:flex-none">
        <h2 className="flex items-center gap-2 font-semibold">
          <Icon of={CircleCheck} className="text-ok" />
          {t('progress.nothing')}
        </h2>
        <p className="mt-1 text-small text-mute">{t('progress.nothingText', { version: sameAs })}</p>
      </section>
    )
  return (
    <section aria-label={t('progress')} className="flex min-h-0 flex-1 flex-col max-lg:flex-none">
      <div className="border-b border-line bg-card px-4 py-4">
        <div className="flex items-center justify-between gap-2">
          <h2 className="font-semibold">{t(`progress.${run.phase}`, { version: name })}</h2>
          <span className="text-small text-mute tabular-nums">{spent}</span>
        </div>
        {isIdle ? (
          <p className="mt-1 text-small text-mute">{t('progress.text')}</p>
        ) : (
          <>
            <Progress
              value={done / steps.length}
              label={t('progress')}
              hideLabel
              tone={run.phase === 'failed' ? 'err' : run.phase === 'done' ? 'ok' : 'brand'}
              className="mt-3"
            />
            <div className="mt-2 flex items-center justify-between text-small text-mute">
              <span role="status" className="tabular-nums">
                {t('progress.steps', { done, all: steps.length })}
              </span>
              {run.phase === 'failed' && canPublish && (
                <Button size="xs" kind="ghost" onClick={onRetry}>
                  {t('retry')}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      <ol className="min-h-0 flex-1 overflow-y-auto px-4 py-3 max-lg:flex-none">
        <Step state={run.check} title={t('step.check')}>
          {run.reasons.map((reason) => (
            <p key={reason} className="text-small text-err">
              {reason}
            </p>
          ))}
          {run.error !== null && run.freeze === 'waiting' && <ErrorPanel error={run.error} className="mt-1" />}
        </Step>
        <Step state={run.freeze} title={t('step.freeze', { version: name })}>
          <p className="text-small text-mute">{t('step.freeze.text')}</p>
          {run.faults.length > 0 && (
            <ul className="mt-1 flex flex-col gap-1">
              {run.faults.map((fault) => (
                <li key={`${fault.name}/${fault.reason}`} className="text-small wrap-anywhere text-err">
                  {fault.name && <span className="font-medium">{fault.name}: </span>}
                  {fault.reason}
                </li>
              ))}
            </ul>
          )}
          {run.error !== null && run.freeze !== 'waiting' && <ErrorPanel error={run.error} className="mt-1" />}
        </Step>
        <Step state={stateOfAll(channels)} title={t('step.send')} isLast>
          <ul className="mt-1 flex flex-col gap-2">
            {channels.map((channel) => (
              <ChannelCard
                key={channel.id}
                channel={channel}
                isPlanned={isIdle}
                resourceId={resourceId}
                canPublish={canPublish}
              />
            ))}
          </ul>
          {channels.length === 0 && <p className="text-small text-mute">{t('step.send.none')}</p>}
        </Step>
      </ol>
    </section>
  )
}

function Step({
  state,
  title,
  isLast,
  children,
}: {
  state: StepState
  title: string
  isLast?: boolean
  children?: ReactNode
}) {
  return (
    <li className="relative flex gap-2.5 pb-3">
      {!isLast && <span aria-hidden className="absolute top-6 bottom-0 left-2 w-px bg-line-strong" />}
      <RunState state={shown(state)} iconOnly size={16} className="h-5 items-center" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </li>
  )
}

function ChannelCard({
  channel,
  isPlanned,
  resourceId,
  canPublish,
}: {
  channel: ChannelStep
  /** Publishing has not started yet. */
  isPlanned: boolean
  resourceId: string
  canPublish: boolean
}) {
  const t = useT('publish')
  const isPage = channel.id === ConnectorId.page
  const { data } = useQuery({ ...linksQuery(resourceId), enabled: isPage && canPublish })
  const url = isPage ? data?.find((item) => item.connector_id === channel.id)?.url : undefined
  return (
    <li
      className={cn(
        'flex items-start gap-2 rounded-md border border-line bg-card px-3 py-2',
        channel.state === 'failed' && 'border-err-solid/40',
      )}
    >
      <RunState state={shown(channel.state)} iconOnly className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{channel.name}</p>
        <p className={cn('text-small wrap-anywhere', channel.state === 'failed' ? 'text-err' : 'text-mute')}>
          {channel.state === 'done'
            ? t('card.done', { time: formatTime(channel.at) })
            : channel.state === 'failed'
              ? channel.reason
              : t(isPlanned ? 'card.planned' : `card.${channel.state}`)}
        </p>
      </div>
      {channel.state === 'done' && url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('card.open', { channel: channel.name })}
          className="flex size-6 items-center justify-center rounded-md text-mute hover:bg-hover hover:text-ink"
        >
          <Icon of={ArrowUpRight} size={14} />
        </a>
      )}
    </li>
  )
}

/** A review is shown as waiting, but with its own text. */
const shown = (state: StepState) => (state === 'review' ? 'waiting' : state)

function stateOfAll(channels: readonly ChannelStep[]): StepState {
  const states = channels.map((channel) => channel.state)
  if (states.includes('running')) return 'running'
  if (states.includes('failed')) return 'failed'
  if (states.includes('review')) return 'review'
  return states.length > 0 && states.every((state) => state === 'done') ? 'done' : 'waiting'
}

/** Formatted seconds since the given time; empty if it is 0. */
function useSeconds(since: number): string {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!since) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [since])
  return since ? formatWait(now - since) : ''
}
