import type { contract } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { Comparisons } from './comparison.service.ts'
import type { ComparisonRow } from './comparison.table.ts'

const shown = (row: ComparisonRow) => ({ ...row.info, create_time: row.createdAt, update_time: row.updatedAt })

const botOf = (ctx: Ctx, id: string) => ({ id, userId: ctx.userId, spaceId: ctx.located!.spaceId })

export function comparisonRoutes(comparisons: Comparisons): Handlers<typeof contract.botComparison> {
  return {
    get: async (input, ctx) => {
      const row = await comparisons.get(input.target_id, ctx.userId)
      return { ...(row && { diff_mode_info: shown(row) }), has_comparison_data: row !== undefined && !row.isOpen }
    },
    update: async (input, ctx) => {
      if (input.exit_and_discard) {
        await comparisons.discard(input.target_id, ctx.userId)
        return {}
      }
      const isOpen = !input.exit_and_save
      if (!input.diff_mode_info) {
        if (isOpen) throw badInput('diff_mode_info', 'choose what to compare', '请说明要比较的内容')
        const left = await comparisons.saveForLater(input.target_id, ctx.userId)
        return left ? { diff_mode_info: shown(left) } : {}
      }
      const { create_time: _, update_time: __, ...info } = input.diff_mode_info
      return { diff_mode_info: shown(await comparisons.save(botOf(ctx, input.target_id), info, isOpen)) }
    },
  }
}
