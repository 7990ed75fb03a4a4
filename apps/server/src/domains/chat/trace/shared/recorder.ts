import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { maskSecrets, mayHoldSecret } from '#kit/mask-secrets.ts'
import type { Usage } from '#kit/models/chat-types.ts'
import type { Scene } from '#domains/chat/span/shared/span-types.ts'
import { type SpanKind, type SpanRow, type TraceRow, TraceStatus } from './trace-types.ts'

const MAX_TEXT = 64 * 1024
const MAX_PREVIEW = 2000
const MAX_SPANS = 500

export interface SpanEnd {
  output?: unknown
  usage?: Usage
  cost?: number
  firstTokenMs?: number
  model?: { id: string; name: string }
  attributes?: Record<string, unknown>
}
export interface Span {
  readonly id: string
  /** Starts a step inside this one. */
  start(kind: SpanKind, name: string, input?: unknown): Span
  end(result?: SpanEnd): void
  fail(cause: unknown, result?: SpanEnd): void
}
export interface TraceHead {
  id: string
  spaceId: string
  botId: string
  botVersion: string
  conversationId: string
  messageId: string
  userId: string
  scene: Scene
  connectorId: string
}
export interface FinishedTrace {
  trace: TraceRow
  spans: SpanRow[]
}
/** Marks a turn that ended early without an error. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** Stored form of a value: text, without credentials or characters the database cannot hold, limited in length. */
export function keepText(value: unknown, max = MAX_TEXT): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const short = text.length > max ? `${text.slice(0, max)}…` : text
  const masked = mayHoldSecret(short) ? maskSecrets(short) : short
  return (masked.includes('\0') ? masked.replaceAll('\0', '\uFFFD') : masked).toWellFormed()
}
type Failure = Pick<SpanRow, 'errorCode' | 'errorMsg' | 'errorZh'>
const failureOf = (cause: unknown): Failure =>
  cause instanceof AppError
    ? {
        errorCode: cause.code,
        errorMsg: keepText(cause.message, MAX_PREVIEW),
        errorZh: keepText(cause.text('zh-CN'), MAX_PREVIEW),
      }
    : {
        errorCode: ErrorCode.kit.internal,
        errorMsg: keepText(cause instanceof Error ? cause.message : cause, MAX_PREVIEW),
        errorZh: '',
      }

/** Records the steps of one turn in memory; `finish` returns all of them when the turn ends. */
export function createRecorder(head: TraceHead, { clock, newId }: { clock: Clock; newId: NewId }) {
  const startedAt = clock.now()
  const origin = performance.now()
  const spans: SpanRow[] = []
  const totals = { inputTokens: 0, outputTokens: 0, cost: 0, failedCount: 0, firstTokenMs: 0 }
  const models = new Set<string>()
  /** Running steps in the form in which they are stored while they run. */
  const running = new Map<string, () => SpanRow>()
  let isChanged = false
  let shown = 0

  function open(kind: SpanKind, name: string, input: unknown, parentId: string | null): Span {
    const id = newId()
    const offsetMs = performance.now() - origin
    let isOpen = true
    const rowOf = (status: TraceStatus, result: SpanEnd, failure?: Failure): SpanRow => {
      const { usage, model, cost = 0, firstTokenMs = 0 } = result
      return {
        id,
        traceId: head.id,
        parentId,
        kind,
        name: keepText(name, 200),
        status,
        errorCode: 0,
        errorMsg: '',
        errorZh: '',
        ...failure,
        offsetMs,
        durationMs: performance.now() - origin - offsetMs,
        firstTokenMs,
        modelId: model?.id ?? null,
        modelName: model?.name ?? '',
        inputTokens: usage?.inputTokens ?? 0,
        outputTokens: usage?.outputTokens ?? 0,
        cachedTokens: usage?.cachedTokens ?? 0,
        reasoningTokens: usage?.reasoningTokens ?? 0,
        cost,
        input: keepText(input),
        output: keepText(result.output),
        attributes: result.attributes ?? {},
      }
    }
    running.set(id, () => rowOf(TraceStatus.stopped, {}))
    isChanged = true
    const close = (status: TraceStatus, result: SpanEnd, failure?: Failure) => {
      if (!isOpen) return
      isOpen = false
      isChanged = true
      running.delete(id)
      const { usage, model, cost = 0 } = result
      if (usage) {
        totals.inputTokens += usage.inputTokens
        totals.outputTokens += usage.outputTokens
        totals.cost += cost
      }
      if (model) models.add(model.name)
      if (status === TraceStatus.failed && kind !== 'turn') totals.failedCount += 1
      if (spans.length >= MAX_SPANS && kind !== 'turn') return
      spans.push(rowOf(status, result, failure))
    }
    return {
      id,
      start: (childKind, childName, childInput) => open(childKind, childName, childInput, id),
      end: (result = {}) => close(TraceStatus.done, result),
      fail: (cause, result = {}) =>
        cause instanceof Stopped
          ? close(TraceStatus.stopped, { ...result, attributes: { ...result.attributes, stopped: cause.message } })
          : close(TraceStatus.failed, result, failureOf(cause)),
    }
  }

  return {
    root: (name: string, input: unknown): Span => open('turn', name, input, null),
    /** The user saw the first piece of the answer. */
    firstToken() {
      totals.firstTokenMs ||= performance.now() - origin
    },
    totals: () => ({ ...totals }),
    /**
     * Steps that finished or changed since the last call. Running steps have the state they would have after a crash.
     */
    progress(): { startedAt: number; steps: SpanRow[] } {
      if (!isChanged) return { startedAt, steps: [] }
      isChanged = false
      const steps = [...spans.slice(shown), ...[...running.values()].slice(0, MAX_SPANS).map((row) => row())]
      shown = spans.length
      return { startedAt, steps }
    },
    /** The trace with all its spans, once its root has ended. */
    finish(input: string, output: string): FinishedTrace {
      const root = spans.find(({ kind }) => kind === 'turn')
      return {
        spans,
        trace: {
          ...head,
          status: root?.status ?? TraceStatus.failed,
          errorCode: root?.errorCode ?? 0,
          errorMsg: root?.errorMsg ?? '',
          errorZh: root?.errorZh ?? '',
          startedAt,
          durationMs: performance.now() - origin,
          ...totals,
          spanCount: spans.length,
          modelNames: [...models].join(', ').slice(0, 500),
          input: keepText(input, MAX_PREVIEW),
          output: keepText(output, MAX_PREVIEW),
          feedback: 0,
        },
      }
    },
  }
}
export type Recorder = ReturnType<typeof createRecorder>
