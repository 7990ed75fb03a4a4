import type { contract } from '@orrery/contract'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { badInput } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { botComparison, type ComparisonRow } from './comparison.table.ts'

const shown = (row: ComparisonRow) => ({ ...row.info, create_time: row.createdAt, update_time: row.updatedAt })

/** Each person compares for themselves: two editors of a bot do not disturb one another. */
export function comparisonRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers<typeof contract.botComparison> {
  const whose = (botId: string, userId: string) => and(eq(botComparison.botId, botId), eq(botComparison.userId, userId))
  return {
    get: async (input, ctx) => {
      const [row] = await db.select().from(botComparison).where(whose(input.target_id, ctx.userId))
      return { ...(row && { diff_mode_info: shown(row) }), has_comparison_data: row !== undefined && !row.isOpen }
    },
    update: async (input, ctx) => {
      const mine = whose(input.target_id, ctx.userId)
      if (input.exit_and_discard) {
        await db.delete(botComparison).where(mine)
        return {}
      }
      const now = clock.now()
      const isOpen = !input.exit_and_save
      if (!input.diff_mode_info) {
        if (isOpen) throw badInput('diff_mode_info', 'say what is compared', '请说明要比较的内容')
        const [left] = await db.update(botComparison).set({ isOpen, updatedAt: now }).where(mine).returning()
        return left ? { diff_mode_info: shown(left) } : {}
      }
      const { create_time: _, update_time: __, ...info } = input.diff_mode_info
      const change = { info, isOpen, updatedAt: now }
      const [row] = await db
        .insert(botComparison)
        .values({ ...change, botId: input.target_id, userId: ctx.userId, createdAt: now })
        .onConflictDoUpdate({ target: [botComparison.botId, botComparison.userId], set: change })
        .returning()
      return { diff_mode_info: shown(row!) }
    },
  }
}
