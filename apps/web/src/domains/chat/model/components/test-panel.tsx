import { Play, Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { isAbort } from '#lib/network-error.ts'
import { readStream } from '#lib/sse.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ModelType } from '@orrery/contract/shared/model-support'
import { manageApi, type Scope } from '../model.queries.ts'
import type { ProviderKind } from '../provider-texts.ts'
import { type TestOutcome, TestResult } from './test-result.tsx'

interface TestInput {
  model_id?: string
  provider_id?: string
  kind?: ProviderKind
  base_url?: string
  api_key?: string
  model?: string
  type?: ModelType
}

type State =
  | { is: 'idle' }
  | { is: 'running'; text: string }
  | { is: 'done'; text: string; figures: TestOutcome }
  | { is: 'failed'; text: string; error: unknown }

/** Sends a question to a model with the unsaved settings of the form, and streams the answer or shows the error. */
export function TestPanel({ scope, input, children }: { scope: Scope; input: TestInput; children?: ReactNode }) {
  const t = useT('model')
  const [state, setState] = useState<State>({ is: 'idle' })
  const abort = useRef<AbortController>(null)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => () => abort.current?.abort(), [])
  // At the bottom of a dialog the answer would be out of view.
  useEffect(() => {
    if (state.is !== 'idle') panel.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  const run = async () => {
    abort.current?.abort()
    const mine = new AbortController()
    abort.current = mine
    let text = ''
    setState({ is: 'running', text })
    try {
      const { calls, base } = manageApi(scope)
      const open = () => calls.test({ ...base, ...input }, { signal: mine.signal })
      for await (const { event, data } of readStream(open)) {
        if (event === 'delta') {
          text += (data as { text: string }).text
          setState({ is: 'running', text })
        } else if (event === 'done') setState({ is: 'done', text, figures: data as TestOutcome })
      }
    } catch (error) {
      setState(isAbort(error) ? { is: 'idle' } : { is: 'failed', text, error })
    }
  }
  const isRunning = state.is === 'running'
  return (
    <section ref={panel} aria-label={t('test')} className="rounded-lg border border-line p-3">
      <div className="flex items-center gap-2">
        {children}
        <Button
          icon={isRunning ? Square : Play}
          disabled={!isRunning && !input.model && !input.model_id}
          onClick={() => (isRunning ? abort.current?.abort() : void run())}
          className={children ? undefined : 'ml-auto'}
        >
          {isRunning ? t('test.stop') : t('test')}
        </Button>
      </div>
      <div role="status" aria-live="polite">
        {state.is === 'running' && (
          <p className="mt-2 text-prose wrap-anywhere whitespace-pre-wrap text-mute">
            {state.text || t('test.waiting')}
          </p>
        )}
        {state.is === 'done' && (
          <>
            <p className="mt-2 text-prose wrap-anywhere whitespace-pre-wrap">{state.text}</p>
            <TestResult type={input.type ?? ModelType.chat} outcome={state.figures} />
          </>
        )}
      </div>
      {state.is === 'failed' && (
        <ErrorPanel
          className="mt-2"
          title={describeError(state.error).message || t('test.failed')}
          error={{ message: '', logId: describeError(state.error).logId }}
        />
      )}
    </section>
  )
}
