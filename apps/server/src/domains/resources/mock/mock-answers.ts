import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { CallContext, Tool, Toolset } from '#domains/resources/plugin/shared/toolset.ts'
import type { MockAnswers } from '#domains/resources/plugin/toolset.service.ts'
import { parse, rulesOf, takes } from './mock-rules.ts'
import { mockErrors } from './mock.errors.ts'
import { mockBinding, mockSet } from './mock.table.ts'
import { type FrozenMockSet, frozenMocks } from './shared/frozen-mocks.ts'

/**
 * Answers from the frozen sets. A tool without a matching rule is never called for real: it might have side effects.
 */
function fromFrozen(sets: FrozenMockSet[], toolset: Toolset, tool: Tool, args: Record<string, unknown>) {
  const own = sets.filter(({ pluginId, toolId }) => pluginId === toolset.id && toolId === tool.id)
  for (const { name, rules } of own) {
    const rule = rules.find(({ filter }) => takes(filter, args))
    if (rule) return { mockSet: name, output: parse(rule.answer) }
  }
  throw mockErrors.noMock({ tool: tool.name })
}

/** Answers tool calls from the mock sets that the caller has chosen. */
export function createMockAnswers(db: Db): MockAnswers {
  return {
    async answer(toolset: Toolset, tool: Tool, args: Record<string, unknown>, context: CallContext) {
      const frozen = frozenMocks.getStore()
      if (frozen) return frozen === 'real' ? undefined : fromFrozen(frozen, toolset, tool, args)
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
      // The most specific choice wins: bot, then workflow, then plugin.
      const chosen = callers
        .map((id) => bound.find((item) => item.callerId === id))
        .find((item) => item !== undefined)?.set
      if (!chosen || (context.spaceId !== '0' && chosen.spaceId !== context.spaceId)) return undefined
      const rule = (await rulesOf(db, [chosen.id])).find((rule) => takes(rule.filter, args))
      return rule && { mockSet: chosen.name, output: parse(rule.answer) }
    },
  }
}
