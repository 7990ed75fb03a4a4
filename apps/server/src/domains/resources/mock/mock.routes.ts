import { type contract, GenStatus, isId, type MockSubject, TrafficScene } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { fromJsonSchema, toJsonSchema } from '#kit/json-schema/json-schema.ts'
import { sampleOf } from '#kit/json-schema/sample-value.ts'
import type { Reach } from '#domains/resources/plugin/shared/plugin-reach.ts'
import type { MockGenerator } from './generate.service.ts'
import { mockErrors } from './mock.errors.ts'
import { type MockService, toolOf } from './mock.service.ts'
import type { MockSetRow, TestCaseRow } from './mock.table.ts'
import type { TestCaseService } from './test-case.service.ts'

export interface MockRoutesDeps {
  mocks: MockService
  generator: MockGenerator
  cases: TestCaseService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  reach: Reach
}
type Shown = { ID: string; name: string; avatarUrl: string }
/** Parts of the debugger that this instance has. */
const gates = new Set([
  'bot.devops.plugin_mockset',
  'bot.devops.testcase',
  'bot.devops.mockset_auto_generate',
  'mockset',
  'testcase',
])

export function mockRoutes({ mocks, generator, cases, people, links, reach }: MockRoutesDeps): {
  mockSet: Handlers<typeof contract.mockSet>
  testCase: Handlers<typeof contract.testCase>
} {
  async function makers(ids: string[]): Promise<(id: string) => Shown> {
    const users = new Map((await people.getMany([...new Set(ids)])).map((user) => [user.id, user]))
    return (id) => {
      const user = users.get(id)
      return { ID: id, name: user?.name ?? '', avatarUrl: links.make(user?.avatarKey) }
    }
  }
  const shownSet = (row: MockSetRow, facts: { rules: number; isFit: boolean }, maker: (id: string) => Shown) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    mockRuleQuantity: facts.rules,
    creator: maker(row.createdBy),
    createTimeInSec: secondsText(row.createdAt),
    updateTimeInSec: secondsText(row.updatedAt),
    schemaIncompatible: !facts.isFit,
    mockSubject: row.subject,
  })
  /** Users who mock a tool, or keep inputs for it, may see it. */
  async function see(subject: MockSubject, ctx: Ctx) {
    const workflowId = cases.workflowOf(subject)
    if (workflowId !== undefined && isId(workflowId))
      await ctx.access.require(ctx.actor!, 'workflow', workflowId, 'view')
    else if (workflowId === undefined) await reach(ctx, toolOf(subject).pluginId, 'view')
  }
  const shownCase = (row: TestCaseRow) => ({
    caseID: row.id,
    name: row.name,
    description: row.description,
    input: row.input,
    isDefault: row.isDefault,
  })
  const detail = (row: TestCaseRow, schema: JsonSchema, maker: (id: string) => Shown) => ({
    caseBase: shownCase(row),
    creatorID: row.createdBy,
    createTimeInSec: secondsText(row.createdAt),
    updateTimeInSec: secondsText(row.updatedAt),
    schemaIncompatible: !cases.isFit(row, schema),
    updater: maker(row.updatedBy),
  })
  /** Trying a tool by itself is a call of its plugin. */
  const callerOf = (scene: number, callerId: string, subject: MockSubject | undefined) =>
    callerId || (scene === TrafficScene.toolDebug ? (subject?.parentComponentID ?? '') : '')

  const testCase: Handlers<typeof contract.testCase> = {
    save: async ({ bizCtx, bizComponentSubject: subject, caseBase }, ctx) => {
      await see(subject, ctx)
      const schema = await cases.schemaOf(subject)
      const row = await cases.save(bizCtx.bizSpaceID, ctx.userId, subject, {
        id: caseBase.caseID,
        name: caseBase.name,
        description: caseBase.description,
        input: caseBase.input,
        isDefault: caseBase.isDefault,
      })
      return { caseDetail: detail(row, schema, await makers([row.updatedBy])) }
    },
    list: async ({ bizCtx, bizComponentSubject: subject, caseName, nextToken, pageLimit }, ctx) => {
      await see(subject, ctx)
      const schema = await cases.schemaOf(subject)
      const { rows, hasMore } = await cases.list(bizCtx.bizSpaceID, subject, caseName, nextToken, pageLimit)
      const maker = await makers(rows.map((row) => row.updatedBy))
      return {
        cases: rows.map((row) => detail(row, schema, maker)),
        hasNext: hasMore,
        nextToken: hasMore ? rows.at(-1)!.id : '',
      }
    },
    remove: async ({ bizCtx, caseIDs }) => ({ deletedCaseIDS: await cases.remove(bizCtx.bizSpaceID, caseIDs) }),
    check: async ({ bizCtx, bizComponentSubject: subject, caseName }, ctx) => {
      await see(subject, ctx)
      const isFree = caseName !== '' && (await cases.isFree(bizCtx.bizSpaceID, subject, caseName))
      const error = mockErrors.nameTaken({ name: caseName })
      return { isPass: isFree, failReason: isFree ? '' : error.text(ctx.locale), failCode: isFree ? 0 : error.code }
    },
    generate: async ({ bizComponentSubject: subject, count }, ctx) => {
      await see(subject, ctx)
      const params = fromJsonSchema(await cases.schemaOf(subject))
      return {
        genCaseData: Array.from({ length: count }, (_, n) => ({
          caseID: '0',
          name: `case_${n + 1}`,
          description: '',
          input: JSON.stringify(sampleOf(params, n + 1)),
          isDefault: false,
        })),
      }
    },
    schema: async ({ bizComponentSubject: subject }, ctx) => {
      await see(subject, ctx)
      return { schemaJson: JSON.stringify(await cases.schemaOf(subject)) }
    },
    setDefault: async ({ bizCtx, bizComponentSubject: subject, caseID }, ctx) => {
      await see(subject, ctx)
      await cases.setDefault(bizCtx.bizSpaceID, subject, caseID)
      return {}
    },
  }
  const mockSet: Handlers<typeof contract.mockSet> = {
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
      const maker = await makers(found.map(({ row }) => row.createdBy))
      return {
        mockSets: found.map((item) => shownSet(item.row, item, maker)),
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
      const maker = await makers(page.map((rule) => rule.createdBy))
      return {
        mockRules: page.map((rule) => ({
          id: rule.id,
          mockSetID: rule.mockSetId,
          name: rule.name,
          description: rule.description,
          priority: rule.priority,
          requestFilter: rule.filter,
          responseExpect: { responseExpectType: 1, responseExpectRule: rule.answer },
          creator: maker(rule.createdBy),
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
      const maker = await makers(detailed.map(({ row }) => row.createdBy))
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
        mockSetDetails: Object.fromEntries(detailed.map((item) => [item.row.id, shownSet(item.row, item, maker)])),
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
  return { mockSet, testCase }
}
