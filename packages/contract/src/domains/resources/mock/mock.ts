import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name, text } from '#shared/fields.ts'
import { ComponentType, GenStatus, TrafficScene } from '#shared/mock-enums.ts'
import { MOCK_LIMITS } from '#shared/limits.ts'

export { ComponentType, GenStatus, TrafficScene }

const word = (max: number) => z.string().trim().max(max).default('')
const bizCtx = z.object({
  connectorID: word(40),
  connectorUID: word(100),
  trafficScene: z.enum(TrafficScene).default(0),
  /** The bot, workflow or plugin that is being tested. */
  trafficCallerID: word(40),
  bizSpaceID: id(),
  ext: z.record(z.string(), z.string()).optional(),
})
const subject = z.object({
  componentID: word(40),
  componentType: z.enum(ComponentType).default(0),
  parentComponentID: word(40),
  parentComponentType: z.enum(ComponentType).default(0),
})
export type MockSubject = z.output<typeof subject>
export type BizCtx = z.output<typeof bizCtx>
const creator = z.object({ ID: z.string(), name: z.string(), avatarUrl: z.string() })
const mockSetInfo = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  mockRuleQuantity: z.int(),
  creator,
  createTimeInSec: z.string(),
  updateTimeInSec: z.string(),
  /** The tool has changed since, and some rules no longer match its response. */
  schemaIncompatible: z.boolean(),
  mockSubject: subject,
})
const filter = z.object({
  requestFilterType: z.int().default(1),
  requestFilterRule: z.string().max(20_000).default(''),
})
const expectation = z.object({ responseExpectType: z.int().default(1), responseExpectRule: z.string().max(200_000) })
const rule = z.object({
  id: z.string(),
  mockSetID: z.string(),
  name: z.string(),
  description: z.string(),
  priority: z.int(),
  requestFilter: filter,
  responseExpect: expectation,
  creator,
  createTimeInSec: z.string(),
  updateTimeInSec: z.string(),
})
const root = '/api/devops/debugger/v1/coze'
const viewSpace = { on: 'space', id: 'bizCtx.bizSpaceID', can: 'view' } as const
const editSpace = { on: 'space', id: 'bizCtx.bizSpaceID', can: 'createResource' } as const
const paging = { pageLimit: int().min(1).max(200).default(30), pageToken: word(40) }
const page = { hasMore: z.boolean(), pageToken: z.string(), count: z.string() }

/** Mock responses that replace a tool during trials. */
export const mockSet = {
  save: op(`POST ${root}/mockSets`, {
    summary: 'Create or rename a mock set of a tool',
    summaryZh: '创建或重命名工具的 Mock 集',
    access: editSpace,
    reply: 'flat',
    input: () =>
      z.object({
        bizCtx,
        id: idOrNone(),
        name: name(MOCK_LIMITS.name),
        description: text(MOCK_LIMITS.description).default(''),
        mockSubject: subject,
      }),
    output: () => z.object({ id: z.string() }),
  }),
  list: op(`POST ${root}/mockSets/mget`, {
    summary: 'List the mock sets of a tool and its response schema',
    summaryZh: '列出工具的 Mock 集和响应结构',
    access: viewSpace,
    reply: 'flat',
    input: () =>
      z.object({
        bizCtx,
        mockSubject: subject.optional(),
        creatorID: idOrNone(),
        ids: z.array(id()).max(200).nullish(),
        orderBy: z.int().optional(),
        desc: z.boolean().default(true),
        ...paging,
      }),
    output: () => z.object({ mockSets: z.array(mockSetInfo), schema: z.string(), ...page }),
  }),
  remove: op(`POST ${root}/mockSets/delete`, {
    summary: 'Delete a mock set; its users get real responses again',
    summaryZh: '删除 Mock 集，使用者恢复真实响应',
    access: editSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, id: id() }),
  }),
  usage: op(`POST ${root}/mockSets/usage/get`, {
    summary: 'Count the people who use a mock set',
    summaryZh: '统计使用 Mock 集的人数',
    access: { on: 'space', id: 'spaceID', can: 'view' },
    reply: 'flat',
    input: () => z.object({ mockSetID: id(), spaceID: id() }),
    output: () => z.object({ usersUsageCount: z.string() }),
  }),
  saveRule: op(`POST ${root}/mockRules`, {
    summary: 'Create or change a mock response',
    summaryZh: '创建或修改 Mock 响应',
    access: editSpace,
    reply: 'flat',
    bodyLimit: 2_000_000,
    input: () =>
      z.object({
        bizCtx,
        id: idOrNone(),
        mocksetID: id(),
        name: name(MOCK_LIMITS.name),
        description: text(MOCK_LIMITS.description).default(''),
        priority: int().min(0).max(MOCK_LIMITS.priority).default(0),
        requestFilter: filter.prefault({}),
        responseExpect: expectation,
      }),
    output: () => z.object({ id: z.string() }),
  }),
  rules: op(`POST ${root}/mockRules/mget`, {
    summary: 'List the responses of a mock set by priority',
    summaryZh: '按优先级列出 Mock 集的响应',
    access: viewSpace,
    reply: 'flat',
    input: () =>
      z.object({
        bizCtx,
        mockSetID: id(),
        creatorID: idOrNone(),
        ids: z.array(id()).max(200).nullish(),
        orderBy: z.int().optional(),
        desc: z.boolean().default(true),
        ...paging,
      }),
    output: () => z.object({ mockRules: z.array(rule), ...page }),
  }),
  removeRule: op(`POST ${root}/mockRules/delete`, {
    summary: 'Delete a mock response',
    summaryZh: '删除 Mock 响应',
    access: editSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, id: id() }),
  }),
  bind: op(`POST ${root}/mockSetBindingInfos`, {
    summary: 'Use a mock set for your test calls; without one, the real tool',
    summaryZh: '为你的调试调用指定 Mock 集；不指定时使用真实工具',
    access: viewSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, mockSetID: idOrNone(), mockSubject: subject }),
  }),
  bindings: op(`POST ${root}/mockSetBindingInfos/mget`, {
    summary: 'List the mock sets used for your test calls',
    summaryZh: '列出你的调试调用使用的 Mock 集',
    access: viewSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, mockSubject: subject.optional(), needMockSetDetail: z.boolean().default(false) }),
    output: () =>
      z.object({
        mockSetBindings: z.array(
          z.object({ mockSetID: z.string(), mockSubject: subject, bizCtx: z.custom<Partial<BizCtx>>() }),
        ),
        mockSetDetails: z.record(z.string(), mockSetInfo),
      }),
  }),
  generate: op(`POST ${root}/autogenMockDataTask`, {
    summary: 'Start generating mock responses from the schema of a tool',
    summaryZh: '根据工具结构开始生成 Mock 响应',
    // No `access`: the mock set of an official tool has no resource, so the handler checks the space of the set.
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        mockSetID: id(),
        quantity: int().min(1).max(MOCK_LIMITS.generated).default(1),
        desc: text(MOCK_LIMITS.description).default(''),
      }),
    output: () => z.object({ taskID: z.string() }),
  }),
  generated: op(`POST ${root}/autogenMockDataTask/get`, {
    summary: 'Get the mock responses generated so far',
    summaryZh: '获取已生成的 Mock 响应',
    reply: 'flat',
    input: () => z.object({ taskID: id() }),
    output: () =>
      z.object({
        status: z.enum(GenStatus),
        choices: z.array(
          z.object({
            content: z.string(),
            stopReason: z.string(),
            usage: z.object({ inputTokens: z.string(), outputTokens: z.string(), latencyInMs: z.string() }),
          }),
        ),
      }),
  }),
  cancelGenerate: op(`POST ${root}/autogenMockDataTask/cancel`, {
    summary: 'Stop generating mock responses',
    summaryZh: '停止生成 Mock 响应',
    reply: 'flat',
    input: () => z.object({ taskID: id() }),
  }),
  gates: op(`POST ${root}/featureGates`, {
    summary: 'Get which debugging features are available',
    summaryZh: '获取可用的调试功能',
    access: { on: 'space', id: 'spaceID', can: 'view', optional: true },
    reply: 'flat',
    input: () =>
      z.object({
        fgNames: z.array(z.string().max(100)).max(100).default([]),
        spaceID: idOrNone(),
        botID: idOrNone(),
        userID: idOrNone(),
      }),
    output: () => z.object({ featgates: z.record(z.string(), z.boolean()) }),
  }),
}

const caseBase = z.object({
  caseID: idOrNone(),
  name: name(MOCK_LIMITS.name),
  description: text(MOCK_LIMITS.description).default(''),
  input: z.string().max(200_000).default('{}'),
  isDefault: z.boolean().default(false),
})
const shownCase = z.object({
  caseID: z.string(),
  name: z.string(),
  description: z.string(),
  input: z.string(),
  isDefault: z.boolean(),
})
const caseDetail = z.object({
  caseBase: shownCase,
  creatorID: z.string(),
  createTimeInSec: z.string(),
  updateTimeInSec: z.string(),
  schemaIncompatible: z.boolean(),
  updater: creator,
})
/** Stored inputs for testing a tool or a workflow again. */
export const testCase = {
  save: op(`POST ${root}/testcase/casedata/save`, {
    summary: 'Create or change a test case',
    summaryZh: '创建或修改测试用例',
    access: editSpace,
    reply: 'flat',
    bodyLimit: 1_000_000,
    input: () => z.object({ bizCtx, bizComponentSubject: subject, caseBase }),
    output: () => z.object({ caseDetail }),
  }),
  list: op(`POST ${root}/testcase/casedata/mget`, {
    summary: 'List the test cases of a tool or workflow',
    summaryZh: '列出工具或工作流的测试用例',
    access: viewSpace,
    reply: 'flat',
    input: () =>
      z.object({
        bizCtx,
        bizComponentSubject: subject,
        pageLimit: int().min(1).max(200).default(30),
        nextToken: word(40),
        caseName: word(60),
      }),
    output: () => z.object({ cases: z.array(caseDetail), hasNext: z.boolean(), nextToken: z.string() }),
  }),
  remove: op(`POST ${root}/testcase/casedata/delete`, {
    summary: 'Delete test cases',
    summaryZh: '删除测试用例',
    access: editSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, caseIDs: z.array(id()).max(200).default([]) }),
    output: () => z.object({ deletedCaseIDS: z.array(z.string()) }),
  }),
  check: op(`POST ${root}/testcase/casedata/check`, {
    summary: 'Check whether the name of a test case is available',
    summaryZh: '检查测试用例名称是否可用',
    access: viewSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, bizComponentSubject: subject, caseName: word(60) }),
    output: () => z.object({ isPass: z.boolean(), failReason: z.string(), failCode: z.int() }),
  }),
  generate: op(`POST ${root}/testcase/casedata/autogen`, {
    summary: 'Generate inputs that fit the schema of a tool or workflow',
    summaryZh: '根据结构生成工具或工作流的输入',
    access: viewSpace,
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object({ bizCtx, bizComponentSubject: subject, count: int().min(1).max(10).default(1) }),
    output: () => z.object({ genCaseData: z.array(shownCase) }),
  }),
  schema: op(`POST ${root}/testcase/casedata/schema`, {
    summary: 'Get the inputs of a tool or workflow as JSON Schema',
    summaryZh: '以 JSON Schema 获取工具或工作流的输入',
    access: viewSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, bizComponentSubject: subject }),
    output: () => z.object({ schemaJson: z.string() }),
  }),
  setDefault: op(`POST ${root}/testcase/casedata/setDefault`, {
    summary: 'Set the default test case',
    summaryZh: '设置默认测试用例',
    access: editSpace,
    reply: 'flat',
    input: () => z.object({ bizCtx, bizComponentSubject: subject, caseID: idOrNone() }),
  }),
}
