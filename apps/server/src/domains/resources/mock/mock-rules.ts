import { asc, desc, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type MockFilter, mockRule, type MockRuleRow } from './mock.table.ts'

/** The rules of mock sets, the most important first. */
export const rulesOf = (db: Db, setIds: string[]): Promise<MockRuleRow[]> =>
  setIds.length
    ? db
        .select()
        .from(mockRule)
        .where(inArray(mockRule.mockSetId, setIds))
        .orderBy(desc(mockRule.priority), asc(mockRule.id))
    : Promise.resolve([])

/** A rule without a filter takes every call; otherwise each value named must be the one of the call. */
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
