import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { CallContext, Tool, Toolset } from '#domains/resources/plugin/shared/toolset.ts'
import type { MockAnswers } from '#domains/resources/plugin/toolset.service.ts'
import { parse, rulesOf, takes } from './mock-rules.ts'
import { mockBinding, mockSet } from './mock.table.ts'

/** Answers calls of tools from the mock sets that the caller has chosen. */
export function createMockAnswers(db: Db): MockAnswers {
  return {
    async answer(toolset: Toolset, tool: Tool, args: Record<string, unknown>, context: CallContext) {
      const callers = [context.botId, context.workflowId, toolset.id].filter((id): id is string => id !== undefined)
      const bound = await db
        .select({ set: mockSet, callerId: mockBinding.callerId })
        .from(mockBinding)
        .innerJoin(mockSet, eq(mockSet.id, mockBinding.mockSetId))
        .where(
          and(
            eq(mockBinding.userId, context.userId),
            eq(mockBinding.pluginId, toolset.id),
            eq(mockBinding.toolId, tool.id),
            inArray(mockBinding.callerId, callers),
          ),
        )
      // The nearest caller counts: a bot's own choice before that of the workflow it uses.
      const chosen = callers
        .map((id) => bound.find((item) => item.callerId === id))
        .find((item) => item !== undefined)?.set
      if (!chosen || (context.spaceId !== '0' && chosen.spaceId !== context.spaceId)) return undefined
      const rule = (await rulesOf(db, [chosen.id])).find((rule) => takes(rule.filter, args))
      return rule && { mockSet: chosen.name, output: parse(rule.answer) }
    },
  }
}
