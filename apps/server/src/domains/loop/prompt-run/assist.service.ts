import { and, count, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { emptyDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { feedbackSystem, forms, framed, writeSystem } from './assist-words.ts'
import { assistErrors } from './prompt-run.errors.ts'
import { promptWritten } from './prompt-run.table.ts'
import type { RunResult, RunService } from './run.service.ts'
import { holds, marksOf } from './shared/prompt-marks.ts'

export interface AssistDeps {
  db: Db
  newId: NewId
  clock: Clock
  runs: RunService
  models: Pick<ModelService, 'resolve'>
}
export interface AssistRequest {
  spaceId: string
  userId: string
  promptId: string | undefined
  /** Whether texts are kept out of traces. */
  isSecret: boolean
  kind: 1 | 2 | 3
  isRetry: boolean
  original: string
  about: string
  form: { type: 1 | 2; fields: Record<string, string> } | undefined
  talk: { question: string; answer: string; feedback: string } | undefined
  /** Variables that the result must contain. */
  variables: readonly string[]
  signal: AbortSignal
}
export interface Pieces {
  /** Starts a new attempt; the text sent so far is void. */
  begin(): void
  text(piece: string): void
}
type Outcome = 'isLiked' | 'isDisliked' | 'isAccepted' | 'isCancelled'

/** Writes prompt texts with a model for people who edit prompts. */
export function createAssistService({ db, newId, clock, runs, models }: AssistDeps) {
  async function ask(assistRequest: AssistRequest, system: string, prompt: string, pieces: Pieces): Promise<RunResult> {
    const request = {
      spaceId: assistRequest.spaceId,
      userKey: assistRequest.userId,
      detail: {
        ...emptyDetail(),
        messages: [
          { message_type: 1 as const, content: system },
          { message_type: 2 as const, content: prompt },
        ],
      },
      key: '',
      version: '',
      isSecret: assistRequest.isSecret,
      values: [],
      messages: [],
      answersTools: false,
      scene: 'task' as const,
      signal: assistRequest.signal,
    }
    pieces.begin()
    const result = await runs.run(request, await runs.prepare(request), { text: (piece) => pieces.text(piece) })
    if (!result.text.trim()) throw assistErrors.nothingSaid()
    return result
  }
  async function written(assistRequest: AssistRequest, pieces: Pieces): Promise<string> {
    const { kind, form, talk, original } = assistRequest
    if (form && (await models.resolve(undefined, assistRequest.spaceId)).isOffline) {
      const text = framed(form.type, form.fields, assistRequest.variables)
      pieces.begin()
      pieces.text(text)
      return text
    }
    const system = `${kind === 3 ? feedbackSystem : writeSystem}${assistRequest.about && `\nWhat the prompt is for: ${assistRequest.about}`}`
    const asked = form ? framed(form.type, form.fields, assistRequest.variables) : original
    const prompt = talk
      ? `${original}\n\nQuestion:\n${talk.question}\n\nAnswer:\n${talk.answer}\n\nWhat is wrong with it:\n${talk.feedback}`
      : asked
    const needed = [...new Set([...marksOf(asked), ...assistRequest.variables.map((name) => `{{${name}}}`)])]
    const lostOf = (text: string) => needed.filter((mark) => !holds(text, mark))
    const first = (await ask(assistRequest, system, prompt, pieces)).text.trim()
    const lost = lostOf(first)
    if (!lost.length) return first
    const again = `${system}\nThese were lost last time and have to be in the result: ${lost.join(' ')}`
    const second = (await ask(assistRequest, again, prompt, pieces)).text.trim()
    const still = lostOf(second)
    if (still.length) throw assistErrors.lost({ names: still.join(' ') })
    return second
  }
  return {
    /** Writes a text, and creates a record under which the person can rate it. */
    async write(assistRequest: AssistRequest, pieces: Pieces): Promise<{ text: string; recordId: string }> {
      const text = await written(assistRequest, pieces)
      const id = newId()
      const { spaceId, userId, promptId = null, kind, isRetry } = assistRequest
      await db.insert(promptWritten).values({ id, spaceId, userId, promptId, kind, isRetry, createdAt: clock.now() })
      return { text, recordId: id }
    },
    async rate(spaceId: string, userId: string, id: string, outcome: Partial<Record<Outcome, boolean>>) {
      const mine = and(eq(promptWritten.id, id), eq(promptWritten.spaceId, spaceId), eq(promptWritten.userId, userId))
      const [row] = await db.select().from(promptWritten).where(mine)
      if (!row) throw errors.notFound({ what: 'record' })
      const set = { ...row, ...outcome }
      // The latest rating wins: opposite ratings exclude each other.
      if (outcome.isLiked) set.isDisliked = false
      if (outcome.isDisliked) set.isLiked = false
      if (outcome.isAccepted) set.isCancelled = false
      if (outcome.isCancelled) set.isAccepted = false
      await db.update(promptWritten).set(set).where(mine)
    },
    async figures(spaceId: string) {
      const n = (column: 'is_accepted' | 'is_liked' | 'is_disliked' | 'is_cancelled') =>
        sql<string>`count(*) FILTER (WHERE ${sql.raw(column)})`
      const [found] = await db
        .select({
          total: count(),
          accepted: n('is_accepted'),
          liked: n('is_liked'),
          disliked: n('is_disliked'),
          canceled: n('is_cancelled'),
        })
        .from(promptWritten)
        .where(eq(promptWritten.spaceId, spaceId))
      const { total, ...rest } = found!
      const { accepted, liked, disliked, canceled } = rest
      return {
        total,
        accepted: Number(accepted),
        liked: Number(liked),
        disliked: Number(disliked),
        canceled: Number(canceled),
      }
    },
    /** For the conversation with the assistant, which is not recorded. */
    ask,
  }
}
export type AssistService = ReturnType<typeof createAssistService>

/** Parses a form from clients: a JSON object of texts by field name. */
export function readForm(type: 1 | 2, text: string): Record<string, string> {
  const names = forms[type].map(({ key }) => key)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const fields = Object.entries(value).filter(([key, one]) => names.includes(key) && typeof one === 'string')
      if (fields.some(([, one]) => String(one).trim())) return Object.fromEntries(fields) as Record<string, string>
    }
  } catch {
    // Fall through to the error below.
  }
  throw assistErrors.badForm({ fields: names.join(', ') })
}
