import { CircleCheck, CircleX, FlaskConical, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { openInNewWindow } from '#lib/open-window.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { JsonView } from '#ui/json-view.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { readJson } from './debug-args.ts'
import type { DebugRun } from './use-debug.ts'

type View = 'model' | 'raw' | 'request' | 'logs'

/** Result of a run: what the model would read, the raw response, and the request. */
export function DebugResult({ run, isCode }: { run: DebugRun; isCode: boolean }) {
  const t = useT('plugin')
  const [view, setView] = useState<View>('model')
  const { answer } = run
  const logs = isCode ? logsOf(answer.raw_req, answer.reason) : []
  const views: View[] = ['model', 'raw', ...(isCode ? (['logs'] as const) : (['request'] as const))]
  const shown = views.includes(view) ? view : 'model'
  const texts = { model: answer.resp, raw: answer.raw_resp, request: answer.raw_req, logs: logs.join('\n') }
  return (
    <section aria-label={t('debug.result')} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span
          role="status"
          className={
            answer.success
              ? 'flex items-center gap-1.5 font-medium text-ok'
              : 'flex items-center gap-1.5 font-medium text-err'
          }
        >
          <Icon of={answer.success ? CircleCheck : CircleX} size={14} />
          {t(answer.success ? 'debug.passed' : 'debug.failed')}
        </span>
        <span className="text-small text-mute">
          {formatDuration(run.ms)} · {formatBytes(new Blob([answer.raw_resp]).size)}
        </span>
        {answer.mock_set && (
          <Tag tone="warn" icon={FlaskConical}>
            {t('debug.mocked', { name: answer.mock_set })}
          </Tag>
        )}
        {answer.success && (
          <Segmented
            size="sm"
            className="ml-auto"
            label={t('debug.view')}
            items={views.map((value) => ({ value, label: t(`debug.view.${value}`) }))}
            value={shown}
            onChange={setView}
          />
        )}
      </div>
      {answer.success ? (
        <JsonView
          label={t(`debug.view.${shown}`)}
          text={shown === 'logs' && !texts.logs ? t('debug.noLogs') : texts[shown]}
          maxHeight="24rem"
        />
      ) : (
        <Failure run={run} />
      )}
    </section>
  )
}

function Failure({ run }: { run: DebugRun }) {
  const t = useT('plugin')
  const { reason, raw_req: request } = run.answer
  // The error of a plugin that acts on behalf of a person ends with the URL where that person can authorise it.
  const [, message, url] = /^(.*?):?\s*(https?:\/\/\S+)$/s.exec(reason) ?? []
  const [first = '', ...more] = (url ? message! : reason).split('\n')
  return (
    <>
      <ErrorPanel
        title={first || t('debug.failed')}
        action={
          url && (
            <Button size="xs" kind="ghost" icon={KeyRound} onClick={() => void openInNewWindow(() => url)}>
              {t('grant.signIn')}
            </Button>
          )
        }
      />
      {more.length > 0 && <JsonView label={t('debug.view.logs')} text={more.join('\n')} />}
      {request && <JsonView label={t('debug.view.request')} text={request} />}
    </>
  )
}

function logsOf(request: string, reason: string): string[] {
  const { logs } = (readJson(request) ?? {}) as { logs?: unknown }
  return Array.isArray(logs) ? logs.map(String) : reason.split('\n').slice(1)
}
