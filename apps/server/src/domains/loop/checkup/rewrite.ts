import { currentUse } from '#kit/models/model-use.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { GeneratedRow } from './makers/skill.ts'

const MAX_LENGTH = 1000
const TIMEOUT_MS = 30_000

/**
 * Lets the model of the space rephrase questions in natural words. Values must stay in the text; if the answer of the
 * model is unusable, the questions stay as they are.
 */
export function createRewriter(models: Pick<ModelService, 'resolve'>) {
  return async (
    spaceId: string,
    userId: string,
    botId: string,
    rows: GeneratedRow[],
  ): Promise<string[] | undefined> => {
    const model = await models.resolve(undefined, spaceId).catch(() => undefined)
    if (!model || model.isOffline) return undefined
    const questions = rows.map(({ turns }) => turns[0]!.input)
    const content = [
      'Each of these requests tests a skill of an assistant. Put each into the words of a person who uses the assistant.',
      'Keep every name of a document and every value exactly as it is, keep the language, and do not mention tools.',
      `Answer with JSON only: an array of ${questions.length} texts in the same order.`,
      '',
      JSON.stringify(questions),
    ].join('\n')
    try {
      const answer = await currentUse.run({ resourceId: botId, userId, source: 'studio' }, () =>
        model.chat({ messages: [{ role: 'user', content }], signal: AbortSignal.timeout(TIMEOUT_MS) }),
      )
      const list = JSON.parse(/\[[\s\S]*\]/.exec(answer.text)?.[0] ?? '[]') as unknown
      const isUsable =
        Array.isArray(list) &&
        list.length === questions.length &&
        list.every((one, at) => typeof one === 'string' && one.length <= MAX_LENGTH && keepsValues(one, rows[at]!))
      return isUsable ? (list as string[]) : undefined
    } catch {
      return undefined
    }
  }
}
/** A question that lost a value could not be answered as expected. */
function keepsValues(text: string, { turns }: GeneratedRow): boolean {
  const calls = JSON.parse(turns[0]!.expected_calls || '[]') as { arguments?: Record<string, unknown> }[]
  const values = calls.flatMap(({ arguments: given = {} }) => Object.values(given))
  return values.every((value) => typeof value === 'boolean' || text.includes(String(value)))
}
