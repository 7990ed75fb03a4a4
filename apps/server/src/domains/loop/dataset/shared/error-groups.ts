import type { Locale } from '#kit/errors.ts'
import type { FoundProblem } from '../item.service.ts'

const REPORTED = 100

/** Groups problems by type, with their count and the first 100 of each. */
export function errorGroups(problems: FoundProblem[], locale: Locale) {
  const say = ({ en, zh }: FoundProblem) => (locale === 'zh-CN' ? zh : en)
  return [...Map.groupBy(problems, ({ type }) => type)].map(([type, group]) => ({
    type,
    summary: say(group[0]!),
    errorCount: group.length,
    details: group.slice(0, REPORTED).map((problem) => ({
      index: problem.index,
      message: problem.field === undefined ? say(problem) : `${problem.field}: ${say(problem)}`,
      ...(problem.field !== undefined && { messagesByField: { [problem.field]: say(problem) } }),
    })),
  }))
}
