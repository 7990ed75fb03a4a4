import { type contract, GenStatus, type MockSubject, TrafficScene } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'
import type { MockGenerator } from './generate.service.ts'
import { mockErrors } from './mock.errors.ts'
import type { MockService } from './mock.service.ts'
import type { MockSetRow } from './mock.table.ts'
import type { CreatorOf, MockView } from './mock.view.ts'
import type { SeeSubject } from './see-subject.ts'

export interface MockRoutesDeps {
  mocks: MockService
  generator: MockGenerator
  view: MockView
  see: SeeSubject
}
/** Features of the debugger that this instance has. */
const gates = new Set([
  'bot.devops.plugin_mockset',
  'bot.devops.testcase',
  'bot.devops.mockset_auto_generate',
  'mockset',
  'testcase',
])

export function mockRoutes({ mocks, generator, view, see }: MockRoutesDeps): Handlers<typeof contract.mockSet> {
  const shownSet = (row: MockSetRow, facts: { rules: number; isFit: boolean }, creatorOf: CreatorOf) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    mockRuleQuantity: facts.rules,
    creator: creatorOf(row.createdBy),
    createTimeInSec: secondsText(row.createdAt),
    updateTimeInSec: secondsText(row.updatedAt),
    schemaIncompatible: !facts.isFit,
    mockSubject: row.subject,
  })
  /** When a tool is tried by itself, its plugin is the caller. */
  const callerOf = (scene: number, callerId: string, subject: MockSubject | undefined) =>
    callerId || (scene === TrafficScene.toolDebug ? (subject?.parentComponentID ?? '') : '')

  return {
    save: async ({ bizCtx, id, name, description, mockSubject }, ctx) => {
      if (!id) await see(mockSubject, ctx)
      return { id: await mocks.save(bizCtx.bizSpaceID, ctx.userId, { id, name, description, subject: mockSubject }) }
    },
    list: async (input, ctx) => {
      if (input.mockSubject?.componentID) await see(input.mockSubject, ctx)
      const { found, hasMore, total, tool } = await mocks.list(input.bizCtx.bizSpaceID, {
        subject: input.mockSubject,
        creatorId: input.creatorID,
        ids: input.ids ?? undefined,
        after: input.pageToken,
        isDesc: input.desc,
        size: input.pageLimit,
      })
      const creatorOf = await view.creators(found.map(({ row }) => row.createdBy))
      return {
        mockSets: found.map((item) => shownSet(item.row, item, creatorOf)),
        schema: tool ? JSON.stringify(toJsonSchema(tool.response)) : '',
        hasMore,
        pageToken: hasMore ? found.at(-1)!.row.id : '',
        count: String(total),
      }
    },
    remove: async ({ bizCtx, id }) => {
      await mocks.remove(bizCtx.bizSpaceID, id)
      return {}
    },
    usage: async (input) => ({ usersUsageCount: String(await mocks.users(input.spaceID, input.mockSetID)) }),
    saveRule: async (input, ctx) => ({
      id: await mocks.saveRule(input.bizCtx.bizSpaceID, ctx.userId, {
        id: input.id,
        mockSetId: input.mocksetID,
        name: input.name,
        description: input.description,
        priority: input.priority,
        filter: input.requestFilter,
        answer: input.responseExpect.responseExpectRule,
      }),
    }),
    rules: async (input) => {
      const all = (await mocks.rules(input.bizCtx.bizSpaceID, input.mockSetID)).filter(
        (rule) =>
          (!input.creatorID || rule.createdBy === input.creatorID) &&
          (!input.ids?.length || input.ids.includes(rule.id)),
      )
      const from = input.pageToken ? all.findIndex((rule) => rule.id === input.pageToken) + 1 : 0
      const page = all.slice(from, from + input.pageLimit)
      const hasMore = all.length > from + input.pageLimit
      const creatorOf = await view.creators(page.map((rule) => rule.createdBy))
      return {
        mockRules: page.map((rule) => ({
          id: rule.id,
          mockSetID: rule.mockSetId,
          name: rule.name,
          description: rule.description,
          priority: rule.priority,
          requestFilter: rule.filter,
          responseExpect: { responseExpectType: 1, responseExpectRule: rule.answer },
          creator: creatorOf(rule.createdBy),
          createTimeInSec: secondsText(rule.createdAt),
          updateTimeInSec: secondsText(rule.updatedAt),
        })),
        hasMore,
        pageToken: hasMore ? page.at(-1)!.id : '',
        count: String(all.length),
      }
    },
    removeRule: async ({ bizCtx, id }) => {
      await mocks.removeRule(bizCtx.bizSpaceID, id)
      return {}
    },
    bind: async ({ bizCtx, mockSetID, mockSubject }, ctx) => {
      await see(mockSubject, ctx)
      const callerId = callerOf(bizCtx.trafficScene, bizCtx.trafficCallerID, mockSubject)
      await mocks.bind(
        { userId: ctx.userId, spaceId: bizCtx.bizSpaceID, scene: bizCtx.trafficScene, callerId },
        mockSubject,
        mockSetID,
      )
      return {}
    },
    bindings: async ({ bizCtx, mockSubject, needMockSetDetail }, ctx) => {
      const callerId = callerOf(bizCtx.trafficScene, bizCtx.trafficCallerID, mockSubject)
      const rows = await mocks.bindings({ userId: ctx.userId, spaceId: bizCtx.bizSpaceID, callerId }, mockSubject)
      const ids = [...new Set(rows.map(({ set }) => set.id))]
      const detailed =
        needMockSetDetail && ids.length
          ? (await mocks.list(bizCtx.bizSpaceID, { ids, after: '', isDesc: true, size: 200 })).found
          : []
      const creatorOf = await view.creators(detailed.map(({ row }) => row.createdBy))
      return {
        mockSetBindings: rows.map(({ binding }) => ({
          mockSetID: binding.mockSetId,
          mockSubject: binding.subject,
          bizCtx: {
            trafficScene: binding.scene as typeof bizCtx.trafficScene,
            trafficCallerID: binding.callerId,
            bizSpaceID: binding.spaceId,
          },
        })),
        mockSetDetails: Object.fromEntries(detailed.map((item) => [item.row.id, shownSet(item.row, item, creatorOf)])),
      }
    },
    generate: async (input, ctx) => {
      const spaceId = await mocks.spaceOf(input.mockSetID)
      await ctx.access.require(ctx.actor!, 'space', spaceId ?? '0', 'createResource')
      return { taskID: await generator.begin(input.mockSetID, ctx.userId, input.quantity, input.desc) }
    },
    generated: async (input, ctx) => {
      const task = await mocks.task(input.taskID, ctx.userId)
      return {
        status: task.status as (typeof GenStatus)[keyof typeof GenStatus],
        choices: task.choices.map((choice) => ({
          content: choice.content,
          stopReason: 'stop',
          usage: {
            inputTokens: String(choice.inputTokens),
            outputTokens: String(choice.outputTokens),
            latencyInMs: String(choice.ms),
          },
        })),
      }
    },
    cancelGenerate: async (input, ctx) => {
      await mocks.task(input.taskID, ctx.userId)
      if (!(await mocks.endTask(input.taskID, { status: GenStatus.canceled }))) throw mockErrors.notEnded()
      return {}
    },
    gates: (input) => ({ featgates: Object.fromEntries(input.fgNames.map((name) => [name, gates.has(name)])) }),
  }
}
