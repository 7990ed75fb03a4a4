import { createHash } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { EvaluatorService, ReadyEvaluator } from '#domains/loop/evaluator/evaluator.service.ts'
import { holds, marksOf } from '#domains/loop/prompt-run/shared/prompt-marks.ts'
import type { RunService } from '#domains/loop/prompt-run/run.service.ts'
import { emptyDetail, type PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import type { Candidate, EnginePorts, Failure, Row, Scored } from './engine.ts'
import type { KnownCall } from './prompt-optimise.repo.ts'
import type { OptimiseRunRow } from './prompt-optimise.table.ts'
import { criticPrompt, examplesText, formatOf, pairPrompt, readPreference, rewritePrompt } from './words.ts'

export interface AskingDeps {
  runs: RunService
  evaluators: Pick<EvaluatorService, 'ready'>
  judge(
    evaluator: ReadyEvaluator,
    spaceId: string,
    fields: Record<string, string>,
    signal: AbortSignal,
  ): Promise<{ score: number; reasoning: string; cost: number }>
  /** Replaces references to segments by their text. */
  expand(detail: PromptDetail): Promise<PromptDetail>
  /** Stored answers of earlier calls, by key. */
  known: Map<string, KnownCall>
  /** Stores an answer. Throws if another process has taken over the run or the run was cancelled. */
  keep(key: string, call: KnownCall): Promise<void>
  now(): number
  isSecret: boolean
  key: string
  signal: AbortSignal
}
const AT_A_TIME = 5
const TRIES = 3
const MINUTE_MS = 60_000
const MAX_OUTPUT = 20_000
/** After this many consecutive failures, the run fails instead of treating them as bad rows. */
const MAX_SAME_FAULTS = 5
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** Calls to the model, judge, critic and writer for the search. Every answer is stored before it is used. */
export async function createAsking(run: OptimiseRunRow, deps: AskingDeps): Promise<EnginePorts> {
  const { runs, known, keep, signal, now } = deps
  const { spaceId, plan, detail } = run
  const evaluator =
    plan.strategy === 2
      ? (await deps.evaluators.ready(spaceId, [plan.evaluatorVersionId])).get(plan.evaluatorVersionId)
      : undefined
  // Count replayed calls too, so that a resumed run makes the same decisions.
  const used = { calls: 0, cost: 0 }
  const stored = [...known.values()].reduce((sum, { calls }) => sum + calls, 0)
  const perRow = 1 + (plan.strategy === 1 ? 2 : evaluator?.content.kind === 'judge' ? 1 : 0)
  const inTurn = createTurns(AT_A_TIME)
  let faults = 0

  async function remembered<T>(
    key: string,
    make: () => Promise<{ answer: T; calls: number; cost: number }>,
  ): Promise<T> {
    let call = known.get(key)
    if (!call) {
      signal.throwIfAborted()
      call = await inTurn(make)
      await keep(key, call)
      known.set(key, call)
    }
    used.calls += call.calls
    used.cost += call.cost
    return call.answer as T
  }
  /** Retries calls that are throttled or fail with a server error. */
  async function withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (cause) {
        const mayPass = cause instanceof AppError && (cause.status === 429 || cause.status >= 500)
        if (!mayPass || attempt >= TRIES || signal.aborted) throw cause
      }
    }
  }
  async function say(messages: PromptDetail, values: Record<string, string>) {
    const request = {
      spaceId,
      userKey: run.createdBy,
      detail: messages,
      key: deps.key,
      version: run.version,
      isSecret: deps.isSecret,
      values: Object.entries(values).map(([key, value]) => ({ key, value })),
      messages: [],
      answersTools: true,
      scene: 'task' as const,
      signal,
    }
    const said = await withRetries(async () => runs.run(request, await runs.prepare(request)))
    return { text: said.text.slice(0, MAX_OUTPUT), cost: said.cost }
  }
  const asked = (prompt: string) =>
    say({ ...emptyDetail(), messages: [{ message_type: 2, content: prompt }], model: criticModel() }, {})
  const criticModel = () => (plan.criticModelId ? { id: plan.criticModelId } : detail.model)
  const texts = new Map<string, Promise<PromptDetail>>()
  const detailWith = (text: string) => {
    const made = texts.get(text) ?? deps.expand(withText(detail, plan.message, text))
    texts.set(text, made)
    return made
  }
  const outputOf = (text: string, row: Row) =>
    remembered(`o ${hashOf(text)} ${row.id}`, async () => {
      try {
        const { text: output, cost } = await say(await detailWith(text), row.input)
        faults = 0
        return { answer: { output, problem: '' }, calls: 1, cost }
      } catch (cause) {
        // A single row may fail, but when consecutive rows fail the run ends with the error.
        if (!(cause instanceof AppError) || signal.aborted || (faults += 1) >= MAX_SAME_FAULTS) throw cause
        return { answer: { output: '', problem: cause.text('en') }, calls: 1, cost: 0 }
      }
    })
  async function byEvaluator(ready: ReadyEvaluator, text: string, row: Row, output: string): Promise<Scored> {
    const { score, reason } = await remembered(`s ${hashOf(text)} ${row.id}`, async () => {
      const given = await withRetries(() => deps.judge(ready, spaceId, { ...row.input, output }, signal))
      const answer = { score: toUnitScale(ready, given.score), reason: given.reasoning }
      return { answer, calls: perRow - 1, cost: given.cost }
    })
    return { output, score, reason }
  }
  /** Compares in both orders, because models prefer an answer by its position. */
  async function byPair(text: string, row: Row, output: string): Promise<Scored> {
    const start = textAt(detail, plan.message)
    if (text === start) return { output, score: 0.5, reason: '' }
    const { output: before } = await outputOf(start, row)
    const score = await remembered(`p ${hashOf(text)} ${row.id}`, async () => {
      const [first, second] = [
        await asked(pairPrompt(row.input, before, output)),
        await asked(pairPrompt(row.input, output, before)),
      ]
      const [one, two] = [readPreference(first.text), readPreference(second.text)]
      const answer = one === 'B' && two === 'A' ? 1 : one === 'A' && two === 'B' ? 0 : 0.5
      return { answer, calls: 2, cost: first.cost + second.cost }
    })
    return { output, score, reason: '' }
  }
  return {
    async score({ text }, row) {
      const { output, problem } = await outputOf(text, row)
      if (problem) return { output, score: 0, reason: problem }
      return evaluator ? byEvaluator(evaluator, text, row, output) : byPair(text, row, output)
    },
    critique: (candidate, failures, round) =>
      remembered(`c ${candidate.id} ${round}`, async () => {
        const { text, cost } = await asked(criticPrompt(candidate.text, failures))
        return { answer: text, calls: 1, cost }
      }),
    async rewrite(candidate, why, round) {
      const needed = [...new Set(marksOf(candidate.text))]
      const found: string[] = []
      for (const turn of [1, 2]) {
        const text = await remembered(`w ${candidate.id} ${round} ${turn}`, async () => {
          let [cost, calls, answer] = [0, 0, '']
          let lost: string[] = []
          // Retry once if a variable is missing from the rewritten text.
          while (calls < 2) {
            const said = await asked(rewritePrompt(candidate.text, why, turn, lost))
            cost += said.cost
            calls += 1
            lost = needed.filter((mark) => !holds(said.text, mark))
            answer = lost.length ? '' : withoutFence(said.text)
            if (!lost.length) break
          }
          return { answer, calls, cost }
        })
        if (text) found.push(text)
      }
      return found
    },
    variants: (candidate: Candidate, good: readonly Failure[]) => [
      ...(good.length > 1 ? [{ how: 'examples', text: examplesText(candidate.text, good.slice(0, 4)) }] : []),
      ...formatOf(candidate.text, plan.rows),
    ],
    mayAsk(rows) {
      const { calls, cost, minutes } = plan.budget
      if (used.calls + rows * perRow > calls || (cost > 0 && used.cost >= cost)) return false
      // The time limit applies only to new calls: stored answers are replayed.
      return used.calls < stored || now() - run.startedAt < minutes * MINUTE_MS
    },
  }
}

export const textAt = (detail: PromptDetail, at: number): string => detail.messages[at]?.content ?? ''
export const withText = (detail: PromptDetail, at: number, content: string): PromptDetail => ({
  ...detail,
  messages: detail.messages.map((message, index) => (index === at ? { ...message, content } : message)),
})
const withoutFence = (text: string) => text.trim().replace(/^```\w*\n([\s\S]*)\n```$/, '$1')
/** Scales a score to the range 0 to 1. */
function toUnitScale({ content }: ReadyEvaluator, score: number): number {
  const scale = 'scale' in content ? content.scale : undefined
  const share = scale && scale.max > scale.min ? (score - scale.min) / (scale.max - scale.min) : score
  return Math.min(1, Math.max(0, share))
}
/** Limits concurrency; waiting calls run in order. */
function createTurns(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
