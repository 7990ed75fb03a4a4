import { PROMPT_PLATFORM_LIMITS } from '@orrery/contract/shared/prompt-enums'
import { useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'
import { createStore, type Store } from '#lib/store.ts'
import { type Detail, detailOf, toWire } from './detail.ts'
import { createTurns } from './turns.ts'

export interface Answer {
  /** What was asked. */
  question: string
  is: 'running' | 'done' | 'failed' | 'stopped'
  text: string
  tools: { name: string; arguments: string; response?: string | undefined }[]
  error?: unknown
  tokens?: { input: number; output: number; cost: number } | undefined
  traceId?: string | undefined
}
/** What one column tries: the draft or a version, with its own model or another one. */
export interface Column {
  id: number
  /** Empty: the draft. */
  version: string
  /** Empty: the model of the prompt. */
  modelId: string
}
export type Choice = Partial<Pick<Column, 'version' | 'modelId'>>
/** The answers by their columns. */
export type Answers = ReturnType<typeof createAnswers>
interface Item {
  content?: string
  debug_trace_key?: string
  tool_calls?: { tool_call: { function_call: { name: string; arguments: string } }; mock_response?: string }[]
  token_consumption?: { input_token: string; output_token: string; cost: number }
  stream_state?: number
}
export interface Asked {
  spaceId: string
  promptId: string
  detail: Detail
  values: Record<string, string>
  message: string
}

/** Pieces come faster than anyone can read: one answer is drawn in a frame, in turn, so that none has to lay out all of them. */
function createAnswers() {
  const inTurn = createTurns((next) => requestAnimationFrame(next))
  const stores = new Map<number, Store<Answer | undefined>>()
  return {
    of(column: number): Store<Answer | undefined> {
      const known = stores.get(column) ?? createStore<Answer | undefined>(undefined, inTurn)
      stores.set(column, known)
      return known
    },
  }
}

/** Up to four answers to the same input, side by side. */
export function useColumns() {
  const [columns, setColumns] = useState<Column[]>([{ id: 1, version: '', modelId: '' }])
  const [isRunning, setIsRunning] = useState(false)
  // Apart from the columns: an answer that grows draws nothing but itself.
  const [answers] = useState(createAnswers)
  const running = useRef<AbortController | null>(null)
  // The same for as long as the page is open: what stands above an answer is not drawn again while it streams.
  const [{ remove, choose }] = useState(() => ({
    remove: (id: number) => setColumns((all) => all.filter((column) => column.id !== id)),
    choose: (id: number, choice: Choice) =>
      setColumns((all) => all.map((column) => (column.id === id ? { ...column, ...choice } : column))),
  }))

  return {
    columns,
    answers,
    isRunning,
    mayAdd: columns.length < PROMPT_PLATFORM_LIMITS.columns,
    add: () =>
      setColumns((all) => [...all, { id: Math.max(...all.map(({ id }) => id)) + 1, version: '', modelId: '' }]),
    remove,
    choose,
    async run(asked: Asked): Promise<void> {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      setIsRunning(true)
      await Promise.all(columns.map((column) => runOne(answers, column, asked, abort.signal)))
      if (running.current === abort) setIsRunning(false)
    },
    stop: () => running.current?.abort(),
  }
}

async function runOne(answers: Answers, column: Column, asked: Asked, signal: AbortSignal): Promise<void> {
  let answer: Answer = { is: 'running', question: asked.message, text: '', tools: [] }
  const show = (more: Partial<Answer>) => {
    answer = { ...answer, ...more }
    answers.of(column.id).set(answer)
  }
  show({})
  try {
    const detail = column.version
      ? detailOf(
          (await api.promptManage.get({ prompt_id: asked.promptId, version: column.version }, { signal })).prompt,
        )
      : asked.detail
    const model = column.modelId ? { ...detail.model, id: column.modelId } : detail.model
    const values = Object.entries(asked.values).map(([key, value]) => ({ key, value }))
    const input = {
      space_id: asked.spaceId,
      prompt: { id: asked.promptId, version: column.version || undefined, ...toWire({ ...detail, model }) },
      ...(asked.message && { message: { message_type: 2 as const, content: asked.message } }),
      variables: values.filter(({ key }) => detail.variables.some((variable) => variable.key === key)),
    }
    for await (const { data } of readStream(() => api.promptRun.tryStream(input, { signal })))
      show(read(answer, (data as { item?: Item }).item ?? {}))
    show({ is: 'done' })
  } catch (error) {
    show(signal.aborted ? { is: 'stopped' } : { is: 'failed', error })
  }
}

function read(answer: Answer, item: Item): Partial<Answer> {
  const { token_consumption: used } = item
  return {
    text: answer.text + (item.content ?? ''),
    ...(item.tool_calls && {
      tools: item.tool_calls.map(({ tool_call: { function_call: call }, mock_response: response }) => ({
        ...call,
        response,
      })),
    }),
    ...(item.debug_trace_key && { traceId: item.debug_trace_key }),
    ...(used && {
      tokens: { input: Number(used.input_token), output: Number(used.output_token), cost: used.cost },
    }),
  }
}
