import { isId, type MockSubject } from '@orrery/contract'
import type { Ctx } from '#kit/http/context.ts'
import type { Reach } from '#domains/resources/plugin/shared/plugin-reach.ts'
import { toolOf } from './mock.service.ts'
import type { TestCaseService } from './test-case.service.ts'

/** Requires the right to view the tool or workflow that is mocked or has test cases. */
export const createSeeSubject =
  (cases: Pick<TestCaseService, 'workflowOf'>, reach: Reach) =>
  async (subject: MockSubject, ctx: Ctx): Promise<void> => {
    const workflowId = cases.workflowOf(subject)
    if (workflowId !== undefined && isId(workflowId))
      await ctx.access.require(ctx.actor!, 'workflow', workflowId, 'view')
    else if (workflowId === undefined) await reach(ctx, toolOf(subject).pluginId, 'view')
  }
export type SeeSubject = ReturnType<typeof createSeeSubject>
