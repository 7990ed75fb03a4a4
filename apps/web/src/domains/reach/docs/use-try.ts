import { useEffect, useRef, useState } from 'react'
import type { CallDraft } from './call-draft.ts'
import type { Operation } from './reference.ts'
import { type CallAnswer, sendCall } from './send-call.ts'

export type TryState =
  | { is: 'idle' }
  /** The part of a stream received so far. */
  | { is: 'sending'; text: string }
  | { is: 'answered'; answer: CallAnswer }
  | { is: 'stopped'; text: string }
  | { is: 'failed'; error: unknown }

/** Runs one call at a time. Leaving the page aborts it. */
export function useTry(operation: Operation, onAnswered?: (draft: CallDraft, answer: CallAnswer) => void) {
  const [state, setState] = useState<TryState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (draft: CallDraft, token: string | undefined) => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    let text = ''
    setState({ is: 'sending', text })
    try {
      const answer = await sendCall(operation, draft, {
        token,
        language: document.documentElement.lang,
        signal: abort.signal,
        onText: (next) => {
          text = next
          if (operation.answer.is === 'stream' && !abort.signal.aborted) setState({ is: 'sending', text })
        },
      })
      if (running.current !== abort) return
      setState({ is: 'answered', answer })
      onAnswered?.(draft, answer)
    } catch (error) {
      if (running.current !== abort) return
      setState(abort.signal.aborted ? { is: 'stopped', text } : { is: 'failed', error })
    }
  }
  return { state, send, stop: () => running.current?.abort() }
}
