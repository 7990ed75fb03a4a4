import { useEffect, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { streamSummary } from '../stream-summary.ts'

/** The summary of a file, shown while it is being written. */
export function SummaryText({ botId, uri }: { botId: string; uri: string }) {
  const t = useT('filebox')
  const [text, setText] = useState('')
  const [state, setState] = useState<{ is: 'running' | 'done' } | { is: 'failed'; error: unknown }>({ is: 'running' })
  useEffect(() => {
    const stop = new AbortController()
    const onText = (piece: string) => setText((before) => before + piece)
    streamSummary({ botId, uri, signal: stop.signal, onText }).then(
      () => setState({ is: 'done' }),
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ is: 'failed', error })
      },
    )
    return () => stop.abort()
  }, [botId, uri])
  return (
    <div aria-live="polite" className="mt-2 rounded-md bg-page px-3 py-2">
      <p className="mb-1 flex items-center gap-2 text-small font-medium">
        {t('summary')} {state.is === 'running' && <Spinner className="text-mute" />}
      </p>
      {state.is === 'failed' ? (
        <ErrorPanel error={state.error} />
      ) : (
        <p className="text-prose whitespace-pre-wrap wrap-anywhere">{text}</p>
      )}
    </div>
  )
}
