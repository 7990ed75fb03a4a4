import { cohenKappa, krippendorffAlpha, pairwiseShare } from '#kit/stats/agreement.ts'
import type { Answers, TaskRow } from './annotation.table.ts'

export interface FinishedLabel {
  rowId: string
  userId: string | null
  answers: Answers | null
}
const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/** Computes how far people agree, for each question and for each person with the others. */
export function agreementsOf(
  { questions, blindCount }: Pick<TaskRow, 'questions' | 'blindCount'>,
  given: FinishedLabel[],
) {
  const rows = [...Map.groupBy(given, ({ rowId }) => rowId).values()]
  const byQuestion = questions.flatMap(({ key, name, type }) => {
    const texts = rows.map((labels) => labels.map(({ answers }) => answers?.[key] || undefined))
    const share = pairwiseShare(texts)
    if (share === undefined) return []
    const isNumber = type === 'number'
    const numbers = () => texts.map((row) => row.map((text) => (text === undefined ? undefined : Number(text))))
    const alpha = isNumber ? krippendorffAlpha(numbers(), 'interval') : krippendorffAlpha(texts, 'nominal')
    const pairs = texts.flatMap((row) => {
      const both = row.filter(isDefined)
      return both.length === 2 ? [[both[0]!, both[1]!] as const] : []
    })
    const kappa = blindCount === 2 ? cohenKappa(pairs) : undefined
    return [{ key, name, share, ...(kappa !== undefined && { kappa }), ...(alpha !== undefined && { alpha }) }]
  })
  const counts = new Map<string, { same: number; all: number }>()
  for (const labels of rows)
    for (const mine of labels)
      for (const other of labels)
        for (const { key } of questions) {
          const [a, b] = [mine.answers?.[key], other.answers?.[key]]
          if (mine === other || !mine.userId || !a || !b) continue
          const count = counts.get(mine.userId) ?? { same: 0, all: 0 }
          counts.set(mine.userId, { same: count.same + Number(a === b), all: count.all + 1 })
        }
  return { byQuestion, byPerson: new Map([...counts].map(([userId, { same, all }]) => [userId, same / all])) }
}
