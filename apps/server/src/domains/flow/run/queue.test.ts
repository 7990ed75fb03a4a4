import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { greeting } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let busy: Person
let quiet: Person
beforeAll(async () => {
  t = await openTestApp()
  busy = await t.register('busy')
  quiet = await t.register('quiet')
})
async function published(person: Person) {
  const { id: space_id } = await person.api.space.create({ name: 'Space' })
  const { workflow_id } = await person.api.workflow.create({ name: 'Flow', space_id })
  await person.api.workflow.save({ workflow_id, schema: greeting() })
  await person.api.workflowVersion.publish({ workflow_id, force: true })
  return { workflow_id, space_id }
}
/** Inserts queued runs directly, since calls would take too long for so many. */
const fill = (workflowId: string, spaceId: string, userId: string, count: number) =>
  t.infra.database.pool.query(
    `INSERT INTO workflow_run (id, workflow_id, space_id, commit_id, version, kind, run_mode, status, user_id, context, options, input, created_at, updated_at)
     SELECT 1000 + n, $1::bigint, $2::bigint, w.publish_commit_id, w.version, 1, 2, 0, $3::bigint, jsonb_build_object('spaceId', $2::text, 'userId', $3::text, 'workflowId', $1::text), '{}', '{"input":"many"}', 0, 0
     FROM generate_series(1, $4::int) n, workflow w WHERE w.id = $1::bigint`,
    [workflowId, spaceId, userId, count],
  )

test('10,000 queued runs of one space do not delay another; more are refused, and queued ones can be cancelled', async () => {
  const big = await published(busy)
  const small = await published(quiet)
  await fill(big.workflow_id, big.space_id, busy.id, 10_000)
  await expect(
    busy.api.workflowOpen.run({ workflow_id: big.workflow_id, parameters: { input: 'x' }, is_async: true }),
  ).rejects.toMatchObject({ status: 429, code: ErrorCode.run.queueFull })
  // A run in the middle of the queue is cancelled.
  await busy.api.workflowRun.cancel({ execute_id: '11000' })
  const { execute_id } = await quiet.api.workflowOpen.run({
    workflow_id: small.workflow_id,
    parameters: { input: 'y' },
    is_async: true,
  })
  await expect
    .poll(async () => (await quiet.api.workflowRun.history({ workflow_id: small.workflow_id })).runs[0]!.status)
    .toBe(2)
  const left = async (status: number) => {
    const sql = 'SELECT count(*) AS n FROM workflow_run WHERE space_id = $1 AND status = $2'
    return Number((await t.infra.database.pool.query<{ n: string }>(sql, [big.space_id, status])).rows[0]!.n)
  }
  // The run of the other space finished while nearly all of the queue still waited.
  expect(await left(0)).toBeGreaterThan(8000)
  expect(await left(4)).toBe(1)
  expect(execute_id).toMatch(/^\d+$/)
  await t.infra.database.pool.query('DELETE FROM workflow_run WHERE space_id = $1 AND status = 0', [big.space_id])
})

test('a queued run is shown as running, and keeps the version it was called with', async () => {
  const { workflow_id } = await published(quiet)
  const { execute_id } = await quiet.api.workflowOpen.run({ workflow_id, parameters: { input: 'z' }, is_async: true })
  await quiet.api.workflow.save({ workflow_id, schema: greeting('New {{String1}}') })
  await quiet.api.workflowVersion.publish({ workflow_id, force: true })
  await expect
    .poll(async () => (await quiet.api.workflowOpen.runHistory({ workflow_id, execute_id })).data[0]!.output)
    .toBe('{"output":"Hello z"}')
})
