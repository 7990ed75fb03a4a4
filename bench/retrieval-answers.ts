import type { Found } from './lib/filled-base.ts'
import { report } from './lib/report.ts'
import type { PageQuestion } from './retrieval-set/pages.ts'

/** The default threshold of bots and workflows. */
const DEFAULT_SCORE = 0.5
const HYBRID = 1
interface Base {
  ask(query: string, strategy: number, topK?: number): Promise<Found[]>
}

/** Checks the scores: the default threshold keeps answers, and questions without an answer score lower. */
export async function benchAnswers(base: Base, questions: PageQuestion[]) {
  for (const [language, isMine] of [
    ['English', (text: string) => !/\p{Script=Han}/u.test(text)],
    ['Chinese', (text: string) => /\p{Script=Han}/u.test(text)],
  ] as const) {
    const [answered, unanswered]: [number[], number[]] = [[], []]
    let kept = 0
    for (const { question, answer } of questions.filter((item) => isMine(item.question))) {
      const hits = await base.ask(question, HYBRID)
      ;(answer ? answered : unanswered).push(hits[0]?.score ?? 0)
      if (answer && hits.some((hit) => hit.document_name === answer && hit.score >= DEFAULT_SCORE)) kept += 1
    }
    const empty = unanswered.filter((score) => score < DEFAULT_SCORE).length
    const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(0)}%`
    report(`answers above ${DEFAULT_SCORE}, ${language}`, percent(kept, answered.length), '', undefined, '')
    report(`no answer, nothing above it, ${language}`, percent(empty, unanswered.length), '', undefined, '')
    report(`told apart by score, ${language}`, winRate(answered, unanswered).toFixed(2), '0.50', undefined, '> chance')
  }
}

/** The probability that a question with an answer scores higher than one without. */
function winRate(higher: number[], lower: number[]): number {
  let sum = 0
  for (const a of higher) for (const b of lower) sum += a > b ? 1 : a === b ? 0.5 : 0
  return sum / higher.length / lower.length
}
