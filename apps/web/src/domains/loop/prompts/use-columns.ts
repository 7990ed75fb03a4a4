import { PROMPT_PLATFORM_LIMITS } from '@orrery/contract/shared/prompt-enums'
import { useRef, useState } from 'react'
import { createStore, type Store } from '#lib/store.ts'
import { type Answer, type TryInput, firstStep, nextStep, takeStep } from './try-step.ts'
import { createTickQueue } from './turns.ts'

/** One column of a try: the draft or a version, with its own model or another one. */
export interface Column {
  id: number
  /** Empty: the draft. */
  version: string
  /** Empty: the model of the prompt. */
  modelId: string
}
export type Choice = Partial<Pick<Column, 'version' | 'modelId'>>
/** The answers by column. */
export type Answers = ReturnType<typeof createAnswers>

/** Chunks arrive faster than anyone can read: each frame renders one answer in turn, never all of them. */
function createAnswers() {
  const enqueue = createTickQueue((next) => requestAnimationFrame(next))
  const stores = new Map<number, Store<Answer | undefined>>()
  return {
    of(column: number): Store<Answer | undefined> {
      const known = stores.get(column) ?? createStore<Answer | undefined>(undefined, enqueue)
      stores.set(column, known)
      return known
    },
  }
}
const alone: Column = { id: 1, version: '', modelId: '' }

/** Up to four answers to the same input, side by side. */
export function useColumns(kept: readonly Omit<Column, 'id'>[]) {
  const [columns, setColumns] = useState<Column[]>(() =>
    kept.length > 1 ? kept.map((column, at) => ({ ...column, id: at + 1 })) : [alone],
  )
  const [isRunning, setIsRunning] = useState(false)
  // Stored apart from the columns, so that a growing answer renders only itself.
  const [answers] = useState(createAnswers)
  const running = useRef({ abort: new AbortController(), count: 0 })
  const [stableActions] = useState(() => {
    /** Runs that start together share one abort signal; each column can also continue alone. */
    async function runAbortable(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
      const now = running.current
      now.count += 1
      setIsRunning(true)
      await work(now.abort.signal)
      now.count -= 1
      if (running.current === now && now.count === 0) setIsRunning(false)
    }
    const abortAndReset = () => {
      running.current.abort.abort()
      running.current = { abort: new AbortController(), count: 0 }
    }
    // Stable for as long as the page is open, so that the parts above an answer do not render while it streams.
    return {
      runAbortable,
      abortAndReset,
      remove: (id: number) => setColumns((all) => all.filter((column) => column.id !== id)),
      choose: (id: number, choice: Choice) =>
        setColumns((all) => all.map((column) => (column.id === id ? { ...column, ...choice } : column))),
      /** Sends the responses of the tools of a column to its model. */
      continueStep: async (id: number, responses: readonly string[]): Promise<void> => {
        const store = answers.of(id)
        const answer = store.current()
        if (!answer) return
        if (running.current.abort.signal.aborted) abortAndReset()
        await runAbortable((signal) => takeStep(store, nextStep(answer, responses), signal))
      },
    }
  })
  const { runAbortable, abortAndReset, remove, choose, continueStep } = stableActions
  return {
    columns,
    answers,
    isRunning,
    mayAdd: columns.length < PROMPT_PLATFORM_LIMITS.columns,
    add: () => setColumns((all) => [...all, { ...alone, id: Math.max(...all.map(({ id }) => id)) + 1 }]),
    remove,
    choose,
    continueStep,
    run(asked: TryInput): Promise<void> {
      abortAndReset()
      return runAbortable((signal) =>
        Promise.all(columns.map((column) => takeStep(answers.of(column.id), firstStep(asked, column), signal))),
      )
    },
    stop: () => running.current.abort.abort(),
  }
}
