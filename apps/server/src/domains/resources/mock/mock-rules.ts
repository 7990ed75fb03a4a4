import { asc, desc, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type MockFilter, mockRule, type MockRuleRow } from './mock.table.ts'

/** The rules of mock sets, highest priority first. */
export const rulesOf = (db: Db, setIds: string[]): Promise<MockRuleRow[]> =>
  setIds.length
    ? db
        .select()
        .from(mockRule)
        .where(inArray(mockRule.mockSetId, setIds))
        .orderBy(desc(mockRule.priority), asc(mockRule.id))
    : Promise.resolve([])

/** Whether a rule applies to a call: a rule without a filter always does; otherwise each named value must match. */
export function takes(filter: MockFilter, args: Record<string, unknown>): boolean {
  const wanted = filter.requestFilterRule ? parse(filter.requestFilterRule) : {}
  return Object.entries((wanted ?? {}) as Record<string, unknown>).every(
    ([key, value]) => JSON.stringify(args[key]) === JSON.stringify(value),
  )
}
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
