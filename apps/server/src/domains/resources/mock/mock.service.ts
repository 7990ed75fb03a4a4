import { ComponentType, GenStatus, isId, type MockSubject } from '@orrery/contract'
import { and, asc, count, desc, eq, gt, inArray, lt, notExists } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { checkValue } from '#kit/json-schema/check-value.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'
import { resourceBin } from '#domains/ground/resource/resource.table.ts'
import type { Tool } from '#domains/resources/plugin/shared/toolset.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import { mockErrors } from './mock.errors.ts'
import type { FrozenMockSet } from './shared/frozen-mocks.ts'
import { parse, rulesOf } from './mock-rules.ts'
import {
  mockBinding,
  type MockFilter,
  mockRule,
  type MockRuleRow,
  mockSet,
  type MockSetRow,
  mockTask,
} from './mock.table.ts'

const MAX_SETS = 100
const MAX_RULES = 100
export interface SetRequest {
  id?: string | undefined
  name: string
  description: string
  subject: MockSubject
}
export interface RuleRequest {
  id?: string | undefined
  mockSetId: string
  name: string
  description: string
  priority: number
  filter: MockFilter
  answer: string
}
export interface BindKey {
  userId: string
  spaceId: string
  scene: number
  callerId: string
}
export interface MockDeps {
  db: Db
  newId: NewId
  clock: Clock
  toolsets: Pick<Toolsets, 'findTool'>
}

/** The plugin and the tool that a subject names, in either of the two forms that clients use. */
export function toolOf(subject: MockSubject): { pluginId: string; toolId: string } {
  const isTool = subject.componentType === ComponentType.tool || subject.componentType === ComponentType.toolNode
  const pluginId = subject.parentComponentID
  if (!isTool || !isId(pluginId) || !subject.componentID) throw mockErrors.badSubject()
  return { pluginId, toolId: subject.componentID }
}

/** Mock sets, their rules, and who uses them. */
export function createMockService({ db, newId, clock, toolsets }: MockDeps) {
  const findTool = async (pluginId: string, id: string): Promise<Tool | undefined> =>
    (await toolsets.findTool(pluginId, { id }))?.tool
  async function requireSet(id: string, spaceId: string): Promise<MockSetRow> {
    const [row] = await db
      .select()
      .from(mockSet)
      .where(and(eq(mockSet.id, id), eq(mockSet.spaceId, spaceId)))
    if (!row) throw errors.notFound({ what: 'mock set' })
    return row
  }
  async function countOf(table: typeof mockSet | typeof mockRule, where: ReturnType<typeof eq>) {
    return (await db.select({ n: count() }).from(table).where(where))[0]!.n
  }
  function checkRule(input: RuleRequest) {
    if (parse(input.answer) === undefined) throw mockErrors.badAnswer()
    if (!input.filter.requestFilterRule) return
    const filter = parse(input.filter.requestFilterRule)
    if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) throw mockErrors.badFilter()
  }
  /** Whether the answer of a rule still fits the response schema of the tool. */
  const fits = (rule: MockRuleRow, tool: Tool | undefined) =>
    !tool?.response.length || checkValue(parse(rule.answer), toJsonSchema(tool.response)) === undefined

  return {
    requireSet,
    /** Undefined while the plugin is in the bin. */
    async spaceOf(setId: string): Promise<string | undefined> {
      const binned = db.select({ id: resourceBin.id }).from(resourceBin).where(eq(resourceBin.id, mockSet.pluginId))
      const where = and(eq(mockSet.id, setId), notExists(binned))
      return (await db.select({ spaceId: mockSet.spaceId }).from(mockSet).where(where))[0]?.spaceId
    },
    pluginOf: async (setId: string) =>
      (await db.select({ id: mockSet.pluginId }).from(mockSet).where(eq(mockSet.id, setId)))[0]?.id,
    findTool,
    async save(spaceId: string, userId: string, input: SetRequest): Promise<string> {
      const now = clock.now()
      if (input.id) {
        await requireSet(input.id, spaceId)
        await db
          .update(mockSet)
          .set({ name: input.name, description: input.description, updatedAt: now })
          .where(eq(mockSet.id, input.id))
        return input.id
      }
      const { pluginId, toolId } = toolOf(input.subject)
      if (!(await findTool(pluginId, toolId))) throw mockErrors.badSubject()
      if ((await countOf(mockSet, eq(mockSet.spaceId, spaceId))) >= MAX_SETS * 10)
        throw mockErrors.tooMany({ max: MAX_SETS * 10 })
      const id = newId()
      await db.insert(mockSet).values({
        id,
        spaceId,
        pluginId,
        toolId,
        subject: input.subject,
        name: input.name,
        description: input.description,
        createdBy: userId,
        createdAt: now,
        updatedAt: now,
      })
      return id
    },
    async list(
      spaceId: string,
      filter: {
        subject?: MockSubject | undefined
        creatorId?: string | undefined
        ids?: string[] | undefined
        after: string
        isDesc: boolean
        size: number
      },
    ) {
      const tool = filter.subject?.componentID ? toolOf(filter.subject) : undefined
      const where = and(
        eq(mockSet.spaceId, spaceId),
        tool ? and(eq(mockSet.pluginId, tool.pluginId), eq(mockSet.toolId, tool.toolId)) : undefined,
        filter.creatorId ? eq(mockSet.createdBy, filter.creatorId) : undefined,
        filter.ids?.length ? inArray(mockSet.id, filter.ids) : undefined,
      )
      const after = !isId(filter.after)
        ? undefined
        : filter.isDesc
          ? lt(mockSet.id, filter.after)
          : gt(mockSet.id, filter.after)
      const [rows, totals] = await Promise.all([
        db
          .select()
          .from(mockSet)
          .where(and(where, after))
          .orderBy(filter.isDesc ? desc(mockSet.id) : asc(mockSet.id))
          .limit(filter.size + 1),
        db.select({ n: count() }).from(mockSet).where(where),
      ])
      const page = rows.slice(0, filter.size)
      const rules = await rulesOf(
        db,
        page.map((row) => row.id),
      )
      const found = await Promise.all(
        page.map(async (row) => {
          const mine = rules.filter((rule) => rule.mockSetId === row.id)
          const known = await findTool(row.pluginId, row.toolId)
          return { row, rules: mine.length, isFit: known !== undefined && mine.every((rule) => fits(rule, known)) }
        }),
      )
      return {
        found,
        hasMore: rows.length > filter.size,
        total: totals[0]!.n,
        tool: tool && (await findTool(tool.pluginId, tool.toolId)),
      }
    },
    /** Snapshots of the given sets. Throws "not found" for sets of another space. */
    async freeze(spaceId: string, ids: string[]): Promise<FrozenMockSet[]> {
      const sets = await Promise.all([...new Set(ids)].map((id) => requireSet(id, spaceId)))
      const rules = await rulesOf(
        db,
        sets.map(({ id }) => id),
      )
      return sets.map(({ id, name, pluginId, toolId }) => ({
        name,
        pluginId,
        toolId,
        rules: rules.filter(({ mockSetId }) => mockSetId === id).map(({ filter, answer }) => ({ filter, answer })),
      }))
    },
    async remove(spaceId: string, id: string) {
      await requireSet(id, spaceId)
      await db.delete(mockSet).where(eq(mockSet.id, id))
    },
    async users(spaceId: string, id: string): Promise<number> {
      await requireSet(id, spaceId)
      const rows = await db
        .selectDistinct({ userId: mockBinding.userId })
        .from(mockBinding)
        .where(eq(mockBinding.mockSetId, id))
      return rows.length
    },
    async saveRule(spaceId: string, userId: string, input: RuleRequest): Promise<string> {
      await requireSet(input.mockSetId, spaceId)
      checkRule(input)
      const now = clock.now()
      const values = {
        name: input.name,
        description: input.description,
        priority: input.priority,
        filter: input.filter,
        answer: input.answer,
        updatedAt: now,
      }
      if (input.id) {
        const changed = await db
          .update(mockRule)
          .set(values)
          .where(and(eq(mockRule.id, input.id), eq(mockRule.mockSetId, input.mockSetId)))
          .returning({ id: mockRule.id })
        if (!changed.length) throw errors.notFound({ what: 'mock rule' })
        return input.id
      }
      if ((await countOf(mockRule, eq(mockRule.mockSetId, input.mockSetId))) >= MAX_RULES)
        throw mockErrors.tooMany({ max: MAX_RULES })
      const id = newId()
      await db.insert(mockRule).values({ id, mockSetId: input.mockSetId, createdBy: userId, createdAt: now, ...values })
      return id
    },
    async rules(spaceId: string, setId: string): Promise<MockRuleRow[]> {
      await requireSet(setId, spaceId)
      return rulesOf(db, [setId])
    },
    async removeRule(spaceId: string, id: string) {
      const [row] = await db.select({ setId: mockRule.mockSetId }).from(mockRule).where(eq(mockRule.id, id))
      if (!row) throw errors.notFound({ what: 'mock rule' })
      await requireSet(row.setId, spaceId)
      await db.delete(mockRule).where(eq(mockRule.id, id))
    },
    async bind(key: BindKey, subject: MockSubject, setId: string | undefined) {
      const tool = toolOf(subject)
      const where = and(
        eq(mockBinding.userId, key.userId),
        eq(mockBinding.spaceId, key.spaceId),
        eq(mockBinding.callerId, key.callerId),
        eq(mockBinding.pluginId, tool.pluginId),
        eq(mockBinding.toolId, tool.toolId),
      )
      await db.delete(mockBinding).where(where)
      if (!setId) return
      const set = await requireSet(setId, key.spaceId)
      if (set.pluginId !== tool.pluginId || set.toolId !== tool.toolId) throw mockErrors.badSubject()
      await db.insert(mockBinding).values({ ...key, ...tool, mockSetId: setId, subject, updatedAt: clock.now() })
    },
    async bindings(key: Pick<BindKey, 'userId' | 'spaceId' | 'callerId'>, subject: MockSubject | undefined) {
      const tool = subject?.componentID ? toolOf(subject) : undefined
      return db
        .select({ binding: mockBinding, set: mockSet })
        .from(mockBinding)
        .innerJoin(mockSet, eq(mockSet.id, mockBinding.mockSetId))
        .where(
          and(
            eq(mockBinding.userId, key.userId),
            eq(mockBinding.spaceId, key.spaceId),
            key.callerId ? eq(mockBinding.callerId, key.callerId) : undefined,
            tool ? and(eq(mockBinding.pluginId, tool.pluginId), eq(mockBinding.toolId, tool.toolId)) : undefined,
          ),
        )
    },
    async newTask(setId: string, userId: string, quantity: number, input: string): Promise<string> {
      const id = newId()
      await db.insert(mockTask).values({
        id,
        mockSetId: setId,
        userId,
        quantity,
        request: input,
        status: GenStatus.running,
        choices: [],
        createdAt: clock.now(),
      })
      return id
    },
    async task(id: string, userId: string) {
      const [row] = await db
        .select()
        .from(mockTask)
        .where(and(eq(mockTask.id, id), eq(mockTask.userId, userId)))
      if (!row) throw errors.notFound({ what: 'task' })
      return row
    },
    taskById: async (id: string) => (await db.select().from(mockTask).where(eq(mockTask.id, id)))[0],
    /** Updates a task only while it runs, so that a cancelled task stays cancelled. */
    endTask: async (id: string, change: Partial<typeof mockTask.$inferInsert>) =>
      (
        await db
          .update(mockTask)
          .set(change)
          .where(and(eq(mockTask.id, id), eq(mockTask.status, GenStatus.running)))
          .returning({ id: mockTask.id })
      ).length > 0,
  }
}
export type MockService = ReturnType<typeof createMockService>
