import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatBytes, formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { CopyTextButton } from '#ui/copy-button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { CallAnswer } from '../send-call.ts'
import type { TryState } from '../use-try.ts'
import { JsonView } from './json-view.tsx'

const frame = 'overflow-hidden rounded-lg border border-line bg-card'

export function AnswerView({ state }: { state: TryState }) {
  const t = useT('docs')
  return (
    <section aria-label={t('try.answer')} aria-live="polite" className="flex min-w-0 flex-col gap-2 px-5 pb-5">
      {state.is === 'sending' && (
        <p className="flex items-center gap-2 text-mute">
          <Spinner /> {t('try.sending')}
        </p>
      )}
      {state.is === 'stopped' && <p className="text-mute">{t('try.stopped')}</p>}
      {state.is === 'failed' && <ErrorPanel title={t('try.failed')} error={state.error} />}
      {(state.is === 'sending' || state.is === 'stopped') && state.text !== '' && (
        <JsonView text={state.text} label={t('try.answer')} className={frame} />
      )}
      {state.is === 'answered' && <Answer answer={state.answer} />}
    </section>
  )
}

function Answer({ answer }: { answer: CallAnswer }) {
  const t = useT('docs')
  const [view, setView] = useState<'body' | 'headers'>('body')
  const isGood = answer.status >= 200 && answer.status < 400
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={cn('flex items-center gap-1.5 font-medium', isGood ? 'text-ok' : 'text-err')}>
          <Icon of={isGood ? CircleCheck : CircleX} />
          {`${answer.status} ${answer.statusText}`.trim()}
        </span>
        <span className="text-small text-mute tabular-nums">
          {`${formatDuration(answer.milliseconds)} · ${formatBytes(answer.bytes)}`}
        </span>
        <span className="ml-auto">
          <Segmented
            size="sm"
            label={t('try.answer')}
            items={[
              { value: 'body', label: t('try.body') },
              { value: 'headers', label: t('try.headers'), count: answer.headers.length },
            ]}
            value={view}
            onChange={setView}
          />
        </span>
      </div>
      {view === 'body' ? (
        answer.isText ? (
          <JsonView text={answer.text} label={t('try.body')} className={frame} />
        ) : (
          <p className="text-mute">{t('try.binary', { size: formatBytes(answer.bytes) })}</p>
        )
      ) : (
        <dl className={cn(frame, 'px-3 py-2 text-small')}>
          {answer.headers.map(([name, value]) => (
            <div key={name} className="flex gap-2 py-0.5">
              <dt className="w-40 shrink-0">
                <code className="wrap-anywhere">{name}</code>
              </dt>
              <dd className="min-w-0 wrap-anywhere text-mute">
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {answer.logId && (
        <p className="flex min-w-0 items-center gap-1 text-small text-mute">
          <code className="min-w-0 truncate text-code-caption">x-tt-logid: {answer.logId}</code>
          <CopyTextButton text={answer.logId} label={t('try.copyLogId')} />
        </p>
      )}
    </>
  )
}
