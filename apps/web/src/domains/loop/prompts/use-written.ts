import { useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'

type GenerateRequest = Parameters<typeof api.promptAssist.generate>[0]
interface Sent {
  item?: { stream_state: number; content: string }
  record_id?: string
}
/** How the person judged a text that a model wrote. */
interface Outcome {
  is_accepted?: boolean
  is_canceled?: boolean
  is_liked?: boolean
  is_disliked?: boolean
}

/** A text that a model writes, as it streams in. */
export function useWritten(spaceId: string) {
  const [text, setText] = useState('')
  const [record, setRecord] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  async function write(request: Omit<GenerateRequest, 'space_id' | 'is_retry'>): Promise<void> {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setBusy(true)
    setError(null)
    setRecord('')
    let soFar = ''
    try {
      const input = { space_id: spaceId, ...request, is_retry: text !== '' }
      for await (const { data } of readStream(() => api.promptAssist.generate(input, { signal: stop.signal }))) {
        const { item, record_id: id } = data as Sent
        // If a text lost a variable, the server starts again and sends a new text.
        if (item) soFar = item.stream_state === 3 ? soFar + item.content : item.content
        setText(soFar)
        if (id) setRecord(id)
      }
    } catch (cause) {
      if (!stop.signal.aborted) setError(cause)
    }
    setBusy(false)
  }
  return {
    text,
    /** The id of the record; set once the text is complete. */
    record,
    error,
    isBusy,
    write,
    stop: () => running.current?.abort(),
    reportOutcome: (outcome: Outcome) => {
      if (record) void api.promptAssist.rate({ space_id: spaceId, record_id: record, ...outcome })
    },
    /** Clears the text, because another way of writing starts from nothing. */
    reset: () => {
      running.current?.abort()
      setText('')
      setRecord('')
      setError(null)
    },
  }
}
export type Written = ReturnType<typeof useWritten>
