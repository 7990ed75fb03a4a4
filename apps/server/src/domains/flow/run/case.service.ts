import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Outcome } from './active-run.ts'
import { type CaseRow, workflowCase } from './case.table.ts'
import type { RunService } from './run.service.ts'
import { type Caller, RunStatus } from './run-types.ts'
import { outputValue } from './shared/output-value.ts'

export interface CaseResult {
  caseId: string
  runId: string
  passed: boolean
  status: number
  output: string
  /** Empty if the case passed. */
  reason: string
  reasonZh: string
}

/** Test cases: stored inputs with their expected outputs. */
export function createCaseService(deps: { db: Db; runs: Pick<RunService, 'testRun'>; newId: NewId; clock: Clock }) {
  const { db, runs, newId, clock } = deps
  const mine = (workflowId: string, id: string) => and(eq(workflowCase.id, id), eq(workflowCase.workflowId, workflowId))
  const list = (workflowId: string): Promise<CaseRow[]> =>
    db
      .select()
      .from(workflowCase)
      .where(eq(workflowCase.workflowId, workflowId))
      .orderBy(asc(workflowCase.id))
      .limit(500)

  async function run(row: CaseRow, caller: Caller): Promise<CaseResult> {
    const begun = runs.testRun(row.workflowId, row.input, caller)
    const active = await begun.catch((cause: unknown) => {
      if (cause instanceof AppError && cause.status === 400) return cause
      throw cause
    })
    if (active instanceof AppError) {
      // The workflow no longer accepts the input: the case fails without a run.
      await db.update(workflowCase).set({ lastPassed: false }).where(eq(workflowCase.id, row.id))
      const why = { reason: active.text('en'), reasonZh: active.text('zh-CN') }
      return { caseId: row.id, runId: '', passed: false, status: RunStatus.failed, output: '', ...why }
    }
    const { status, output, result } = await active.outcome
    const [reason, reasonZh] = failureReason(row, { status, output, result })
    const passed = reason === ''
    await db.update(workflowCase).set({ lastRunId: active.id, lastPassed: passed }).where(eq(workflowCase.id, row.id))
    return { caseId: row.id, runId: active.id, passed, status, output, reason, reasonZh }
  }

  return {
    list,
    async save(
      workflowId: string,
      userId: string,
      id: string | undefined,
      values: Pick<CaseRow, 'name' | 'input' | 'isDefault'> & { expected: string },
    ) {
      const row = {
        ...values,
        expected: values.expected === '' ? null : outputValue(values.expected),
        updatedAt: clock.now(),
      }
      return db.transaction(async (tx) => {
        if (values.isDefault)
          await tx.update(workflowCase).set({ isDefault: false }).where(eq(workflowCase.workflowId, workflowId))
        if (!id) {
          const made = newId()
          await tx.insert(workflowCase).values({ ...row, id: made, workflowId, createdBy: userId })
          return made
        }
        const changed = await tx
          .update(workflowCase)
          .set(row)
          .where(mine(workflowId, id))
          .returning({ id: workflowCase.id })
        if (!changed.length) throw errors.notFound({ what: 'test case' })
        return id
      })
    },
    async remove(workflowId: string, id: string) {
      const gone = await db.delete(workflowCase).where(mine(workflowId, id)).returning({ id: workflowCase.id })
      if (!gone.length) throw errors.notFound({ what: 'test case' })
    },
    /** Runs one case, or all cases one after the other. */
    async run(workflowId: string, id: string | undefined, caller: Caller): Promise<CaseResult[]> {
      const chosen = (await list(workflowId)).filter((item) => id === undefined || item.id === id)
      if (id !== undefined && !chosen.length) throw errors.notFound({ what: 'test case' })
      const results: CaseResult[] = []
      for (const found of chosen) results.push(await run(found, caller))
      return results
    },
  }
}
export type CaseService = ReturnType<typeof createCaseService>

/** Why a case failed, in English and in Chinese. */
function failureReason(
  { expected }: CaseRow,
  { status, output, result }: Pick<Outcome, 'status' | 'output' | 'result'>,
) {
  if (result.status === 'failed') return [result.error.message, result.error.messageZh ?? result.error.message] as const
  if (status !== RunStatus.success) {
    const isWaiting = result.status === 'interrupted'
    return [`the run ended as ${result.status}`, isWaiting ? '运行在等待回答' : '运行已取消'] as const
  }
  if (expected === null || isDeepStrictEqual(expected, outputValue(output))) return ['', ''] as const
  return ['the output is not the expected one', '输出与期望不符'] as const
}
