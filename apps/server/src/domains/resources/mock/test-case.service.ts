import { ComponentType, isId, type MockSubject } from '@orrery/contract'
import { and, asc, count, eq, gt, ilike, inArray } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import { checkValue } from '#kit/json-schema/check-value.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { toJsonSchema } from '#kit/json-schema/json-schema.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { WorkflowFactsPort } from '#domains/resources/plugin/shared/workflow-port.ts'
import { mockErrors } from './mock.errors.ts'
import { parse } from './mock-rules.ts'
import { toolOf } from './mock.service.ts'
import { testCase, type TestCaseRow } from './mock.table.ts'

const MAX_CASES = 200
export interface CaseRequest {
  id?: string | undefined
  name: string
  description: string
  input: string
  isDefault: boolean
}
export interface CaseDeps {
  db: Db
  newId: NewId
  clock: Clock
  toolsets: Pick<Toolsets, 'findTool'>
  resources: Pick<ResourceService, 'locate'>
  ports: WorkflowFactsPort
}
const workflows: ReadonlySet<number> = new Set([
  ComponentType.workflow,
  ComponentType.subWorkflow,
  ComponentType.startNode,
])

/** Stored inputs for trying a tool or a workflow again. */
export function createTestCaseService({ db, newId, clock, toolsets, resources, ports }: CaseDeps) {
  /** The inputs of a workflow's draft, as JSON Schema. */
  async function workflowSchema(id: string): Promise<JsonSchema | undefined> {
    const located = await resources.locate(id)
    return located?.kind === 'workflow' ? toJsonSchema(await ports.workflowFacts.inputs(id)) : undefined
  }
  /** The workflow of the subject, if it is one. */
  const workflowOf = (subject: MockSubject) =>
    workflows.has(subject.componentType)
      ? subject.componentType === ComponentType.startNode
        ? subject.parentComponentID
        : subject.componentID
      : undefined
  async function schemaOf(subject: MockSubject): Promise<JsonSchema> {
    const workflowId = workflowOf(subject)
    if (workflowId === undefined) {
      const { pluginId, toolId } = toolOf(subject)
      const schema = (await toolsets.findTool(pluginId, { id: toolId }))?.tool.parameters
      if (!schema) throw errors.notFound({ what: 'tool' })
      return schema
    }
    const schema = isId(workflowId) ? await workflowSchema(workflowId) : undefined
    if (!schema) throw errors.notFound({ what: 'workflow' })
    return schema
  }
  const of = (spaceId: string, subject: MockSubject) =>
    and(
      eq(testCase.spaceId, spaceId),
      eq(testCase.componentType, subject.componentType),
      eq(testCase.componentId, subject.componentID),
    )
  const isFit = (row: TestCaseRow, schema: JsonSchema) =>
    checkValue(parse(row.input), { type: 'object', ...schema }) === undefined

  return {
    schemaOf,
    workflowOf,
    isFit,
    async save(spaceId: string, userId: string, subject: MockSubject, request: CaseRequest): Promise<TestCaseRow> {
      const input = parse(request.input)
      if (typeof input !== 'object' || input === null || Array.isArray(input)) throw mockErrors.badInput()
      const now = clock.now()
      const values = {
        name: request.name,
        description: request.description,
        input: request.input,
        isDefault: request.isDefault,
        updatedBy: userId,
        updatedAt: now,
      }
      return db
        .transaction(async (tx) => {
          if (request.isDefault) await tx.update(testCase).set({ isDefault: false }).where(of(spaceId, subject))
          if (request.id) {
            const [row] = await tx
              .update(testCase)
              .set(values)
              .where(and(eq(testCase.id, request.id), of(spaceId, subject)))
              .returning()
            if (!row) throw errors.notFound({ what: 'test case' })
            return row
          }
          const there = (await tx.select({ n: count() }).from(testCase).where(of(spaceId, subject)))[0]!.n
          if (there >= MAX_CASES) throw mockErrors.tooMany({ max: MAX_CASES })
          const [row] = await tx
            .insert(testCase)
            .values({
              id: newId(),
              spaceId,
              componentType: subject.componentType,
              componentId: subject.componentID,
              parentId: subject.parentComponentID,
              createdBy: userId,
              createdAt: now,
              ...values,
            })
            .returning()
          return row!
        })
        .catch((cause: unknown) => {
          throw violates(cause, 'test_case_name') ? mockErrors.nameTaken({ name: request.name }) : cause
        })
    },
    async list(spaceId: string, subject: MockSubject, search: string, after: string, size: number) {
      const rows = await db
        .select()
        .from(testCase)
        .where(
          and(
            of(spaceId, subject),
            search ? ilike(testCase.name, likeText(search)) : undefined,
            isId(after) ? gt(testCase.id, after) : undefined,
          ),
        )
        .orderBy(asc(testCase.id))
        .limit(size + 1)
      return { rows: rows.slice(0, size), hasMore: rows.length > size }
    },
    async remove(spaceId: string, ids: string[]): Promise<string[]> {
      if (!ids.length) return []
      const gone = await db
        .delete(testCase)
        .where(and(inArray(testCase.id, ids), eq(testCase.spaceId, spaceId)))
        .returning({ id: testCase.id })
      return gone.map((row) => row.id)
    },
    async isFree(spaceId: string, subject: MockSubject, name: string): Promise<boolean> {
      return (
        (
          await db
            .select({ id: testCase.id })
            .from(testCase)
            .where(and(of(spaceId, subject), eq(testCase.name, name)))
        ).length === 0
      )
    },
    async setDefault(spaceId: string, subject: MockSubject, id: string | undefined) {
      await db.transaction(async (tx) => {
        await tx.update(testCase).set({ isDefault: false }).where(of(spaceId, subject))
        if (!id) return
        const changed = await tx
          .update(testCase)
          .set({ isDefault: true })
          .where(and(eq(testCase.id, id), of(spaceId, subject)))
          .returning({ id: testCase.id })
        if (!changed.length) throw errors.notFound({ what: 'test case' })
      })
    },
  }
}
export type TestCaseService = ReturnType<typeof createTestCaseService>
