import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, codeNode, edge, endNode, param, ref, startNode } from '#testing/workflow-canvas.ts'

let t: TestApp
let me: Person
let member: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  ;[me, member, outsider] = [await t.register('me'), await t.register('member'), await t.register('outsider')]
  spaceId = (await me.api.space.create({ name: 'Jobs' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})

const inputs = [
  { name: 'name', type: 'string', required: true },
  { name: 'age', type: 'integer', required: false },
  { name: 'tags', type: 'list', schema: { type: 'string' }, required: false },
]
/** Fails for the name Mallory. */
const greeter = canvas(
  [
    startNode(inputs),
    codeNode(
      '2',
      ref('100001', 'name'),
      'async function main({ params }) { if (params.value === "Mallory") throw new Error("not you"); return { result: "Hi " + params.value } }',
    ),
    endNode([param('greeting', ref('2', 'result')), param('age', ref('100001', 'age', 'integer'))]),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)
async function publish(schema = greeter) {
  const { workflow_id } = await me.api.workflow.create({ name: 'Greeter', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}
const sheet = async (text: string, person = me) =>
  (
    await person.api.upload.file({
      file_head: { file_type: 'csv', biz_type: 6 },
      data: Buffer.from(text).toString('base64'),
    })
  ).upload_uri
const content = async (url: string) => (await t.request(url)).text()
const tasksOf = async (job_id: string, more: object = {}) =>
  (await me.api.workflowJob.tasks({ job_id, ...more })).task_infos
async function ended(job_id: string) {
  await expect.poll(async () => (await me.api.workflowJob.tasks({ job_id })).job_info.status).toBeGreaterThan(1)
  return me.api.workflowJob.tasks({ job_id })
}

/** A workflow that runs until it is stopped. */
const endless = canvas(
  [
    startNode(inputs),
    codeNode('2', ref('100001', 'name'), 'async function main() { for (;;) {} }'),
    endNode([param('o', ref('2', 'result'))]),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)
const thirtyLines = `name\n${Array.from({ length: 30 }, (_, at) => `n${at}`).join('\n')}\n`

describe('a job', () => {
  test('runs the published workflow once for every line, and reports the result of each', async () => {
    const workflow_id = await publish()
    await me.api.workflow.save({
      workflow_id,
      schema: canvas([startNode([]), endNode([])], [edge('100001', '900001')]),
    })
    const url = await sheet('name,age\nAnn,7\nMallory,\n"Bob, jr.",9\n')
    const { job_id } = await me.api.workflowJob.create({ workflow_id, url, job_name: 'first' })
    const { job_info, task_infos, total } = await ended(job_id)
    expect(job_info).toMatchObject({
      job_name: 'first',
      status: 3,
      total_count: 3,
      success_count: 2,
      failed_count: 1,
      workflow_name: 'Greeter',
      workflow_version: 'v1.0.0',
      creator: { id: me.id, self: true },
    })
    expect(total).toBe(3)
    expect(task_infos.map((taskInfo) => [taskInfo.status, taskInfo.input, taskInfo.output])).toEqual([
      [2, '{"name":"Ann","age":"7"}', '{"greeting":"Hi Ann","age":7}'],
      [3, '{"name":"Mallory"}', ''],
      [2, '{"name":"Bob, jr.","age":"9"}', '{"greeting":"Hi Bob, jr.","age":9}'],
    ])
    expect(task_infos[1]).toMatchObject({
      error_msg: expect.stringContaining('not you'),
      error_code: expect.stringMatching(/^\d+$/),
    })
    expect((await tasksOf(job_id, { status: [3] })).map((task) => task.input)).toEqual(['{"name":"Mallory"}'])
    const { url: output } = await me.api.workflowJob.output({ job_id })
    const [head, ...lines] = (await content(output)).replace('\uFEFF', '').split('\r\n')
    expect(head).toBe('name,age,status,output,error,execute_id')
    expect(lines[0]).toContain('Ann,7,success,')
    expect(lines).toHaveLength(3)
  })

  test('is listed in its space, filtered by status, creator and workflow', async () => {
    const workflow_id = await publish()
    const url = await sheet('name\nAnn\n')
    const { job_id } = await me.api.workflowJob.create({ workflow_id, url })
    await ended(job_id)
    const list = async (more: object) =>
      (await me.api.workflowJob.list({ space_id: spaceId, workflow_id, ...more })).data.map((item) => item.job_id)
    expect(await list({})).toEqual([job_id])
    expect(await list({ status: [2], order_by: 1 })).toEqual([job_id])
    expect(await list({ status: [0, 1, 3, 4] })).toEqual([])
    expect(
      (await member.api.workflowJob.list({ space_id: spaceId, workflow_id, login_user_create: true })).data,
    ).toEqual([])
    const all = await me.api.workflowJob.list({ space_id: spaceId, size: 1 })
    expect([all.data.length, all.total > 1, all.has_more]).toEqual([1, true, true])
  })

  test('retries failed lines, but not successful ones', async () => {
    const workflow_id = await publish()
    const { job_id } = await me.api.workflowJob.create({ workflow_id, url: await sheet('name\nAnn\nMallory\n') })
    const before = (await ended(job_id)).task_infos
    const [both, twice] = await Promise.all([
      me.api.workflowJob.retryTasks({ job_id }),
      me.api.workflowJob.retryTasks({ job_id }),
    ])
    const started = { ...both.task_execute_id_ref, ...twice.task_execute_id_ref }
    expect(Object.keys(started)).toEqual([before[1]!.task_id])
    expect(Object.keys(both.task_execute_id_ref).length + Object.keys(twice.task_execute_id_ref).length).toBe(1)
    const after = (await ended(job_id)).task_infos
    expect(after[0]!.execute_id).toBe(before[0]!.execute_id)
    expect(after[1]!.execute_id).toBe(started[before[1]!.task_id])
    expect(
      (await me.api.workflowJob.retryTasks({ job_id, task_id: [before[0]!.task_id] })).task_execute_id_ref,
    ).toEqual({})
  })

  test('can be stopped as a whole or line by line', async () => {
    const workflow_id = await publish(endless)
    const { job_id } = await me.api.workflowJob.create({ workflow_id, url: await sheet(thirtyLines) })
    const last = (await tasksOf(job_id, { size: 100 })).at(-1)!
    await me.api.workflowJob.cancelTasks({ job_id, task_id: [last.task_id] })
    expect((await tasksOf(job_id, { task_ids: [last.task_id] }))[0]).toMatchObject({ status: 4 })
    await me.api.workflowJob.cancel({ job_id })
    const { job_info } = await ended(job_id)
    expect(job_info).toMatchObject({
      status: expect.toSatisfy((item: number) => item === 3 || item === 4),
      success_count: 0,
    })
    await expect(me.api.workflowJob.cancelTasks({ job_id })).rejects.toMatchObject({ status: 400 })
  })

  test('stops with an explanation when its workflow goes to the bin, and can be retried after a restore', async () => {
    const workflow_id = await publish(endless)
    const url = await sheet(thirtyLines)
    const { job_id } = await me.api.workflowJob.create({ workflow_id, url })
    const running = async () => (await tasksOf(job_id, { status: [1] })).length
    await expect.poll(running).toBeGreaterThan(0)
    await me.api.workflow.remove({ workflow_id, space_id: spaceId })
    for (const call of [
      () => me.api.workflowJob.tasks({ job_id }),
      () => me.api.workflowJob.retryTasks({ job_id }),
      () => me.api.workflowJob.create({ workflow_id, url }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    expect((await me.api.workflowJob.list({ space_id: spaceId, workflow_id })).data).toEqual([])
    await me.api.bin.restore({ space_id: spaceId, res_id: workflow_id })
    const { job_info } = await ended(job_id)
    expect(job_info).toMatchObject({ status: 4, success_count: 0, failed_count: 0 })
    const stopped = await tasksOf(job_id, { size: 100 })
    expect(new Set(stopped.map((task) => [task.status, task.error_msg].join(' ')))).toEqual(
      new Set(['4 Stopped because the workflow was put into the bin. Restore it to run this again']),
    )
    const chinese = t.apiWith({ cookie: me.cookie(), 'accept-language': 'zh-CN', 'x-requested-with': 'XMLHttpRequest' })
    expect((await chinese.workflowJob.tasks({ job_id })).task_infos[0]!.error_msg).toContain('回收站')
    const { task_execute_id_ref: again } = await me.api.workflowJob.retryTasks({ job_id })
    expect(Object.keys(again)).toHaveLength(30)
    await me.api.workflowJob.cancel({ job_id })
  })

  test('refuses any other job type', async () => {
    const workflow_id = await publish()
    const create = async (job_type: number) =>
      me.api.workflowJob.create({ workflow_id, url: await sheet('name\nAnn\n'), job_type: job_type as never })
    await expect(create(1)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('job_type') as string,
    })
    await create(0)
  })

  test('is visible only in its space, and accepts only files of the caller', async () => {
    const workflow_id = await publish()
    const { job_id } = await me.api.workflowJob.create({ workflow_id, url: await sheet('name\nAnn\n') })
    await ended(job_id)
    for (const call of [
      () => outsider.api.workflowJob.tasks({ job_id }),
      () => outsider.api.workflowJob.output({ job_id }),
      () => outsider.api.workflowJob.cancel({ job_id }),
      () => outsider.api.workflowJob.retryTasks({ job_id }),
      () => outsider.api.workflowJob.list({ space_id: spaceId }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    const theirs = await sheet('name\nEve\n', outsider)
    await expect(me.api.workflowJob.create({ workflow_id, url: theirs })).rejects.toMatchObject({ status: 404 })
  })

  test('is created with all of its lines or not at all', async () => {
    const workflow_id = await publish()
    const { pool } = t.infra.database
    await pool.query(
      "INSERT INTO workflow_run (id, workflow_id, space_id, commit_id, version, kind, run_mode, status, user_id, context, options, input, created_at, updated_at) SELECT 1000 + n, $1, $2, 1, 'v1.0.0', 1, 2, 0, 1, '{}', '{}', '{}', 0, 0 FROM generate_series(1, 9999) n",
      [workflow_id, spaceId],
    )
    await expect(
      me.api.workflowJob.create({ workflow_id, url: await sheet('name\nAnn\nBob\n') }),
    ).rejects.toMatchObject({ status: 429 })
    await pool.query('DELETE FROM workflow_run WHERE workflow_id = $1', [workflow_id])
    expect((await me.api.workflowJob.list({ space_id: spaceId, workflow_id })).data).toEqual([])
    expect(
      (await pool.query('SELECT 1 FROM workflow_task t LEFT JOIN workflow_job j ON j.id = t.job_id WHERE j.id IS NULL'))
        .rows,
    ).toEqual([])
  })
})

describe('the table of a job', () => {
  test('has a template with the inputs of the workflow, which is valid', async () => {
    const workflow_id = await publish()
    const { url } = await me.api.workflowJob.inputTemplate({ workflow_id })
    const text = await content(url)
    expect(text.replace('\uFEFF', '')).toBe('name,age,tags\r\ntext,1,[]')
    expect(await me.api.workflowJob.validateInput({ workflow_id, input_uri: await sheet(text) })).toMatchObject({
      pass: true,
      input_cnt: 1,
      errors: [],
    })
    expect(await me.api.workflowJob.inputConfig({ space_id: spaceId })).toMatchObject({
      max_rows: 10_000,
      max_input_size: 20 * 1024 * 1024,
    })
  })
  test.each([
    ['a missing column', 'age\n7\n', [{ err_type: 1, csv_err: { error_msg: 'the column "name" is missing' } }]],
    [
      'an unknown column',
      'name,shoe\nAnn,7\n',
      [{ err_type: 1, csv_err: { error_msg: 'the workflow takes no "shoe"' } }],
    ],
    ['no lines', 'name\n', [{ err_type: 1 }]],
    ['an open quote', 'name\n"Ann\n', [{ err_type: 1 }]],
    [
      'a word for a number',
      'name,age\nAnn,seven\n',
      [
        {
          err_type: 2,
          element_err: { row_index: 1, col_index: 2, path: 'age', value: 'seven', error_msg: 'is not a whole number' },
        },
      ],
    ],
    [
      'an empty cell that is needed',
      'name,age\nAnn,1\n,2\n',
      [{ err_type: 2, element_err: { row_index: 2, col_index: 1, path: 'name', error_msg: 'is needed' } }],
    ],
    ['a list that is none', 'name,tags\nAnn,"{}"\n', [{ err_type: 2, element_err: { path: 'tags' } }]],
  ])('with %s is refused with the position of the fault', async (_name, text, errors) => {
    const workflow_id = await publish()
    const input_uri = await sheet(text)
    const found = await me.api.workflowJob.validateInput({ workflow_id, input_uri })
    expect(found).toMatchObject({ pass: false, errors })
    await expect(me.api.workflowJob.create({ workflow_id, url: input_uri })).rejects.toMatchObject({
      status: 400,
      code: ErrorCode.run.badSheet,
    })
  })
  test('is refused in the language of the reader', async () => {
    const workflow_id = await publish()
    const input_uri = await sheet('age,shoe\nseven,1\n')
    const chinese = t.apiWith({ cookie: me.cookie(), 'accept-language': 'zh-CN', 'x-requested-with': 'XMLHttpRequest' })
    const { errors } = await chinese.workflowJob.validateInput({ workflow_id, input_uri })
    expect(errors.map((error) => error.csv_err?.error_msg ?? error.element_err?.error_msg)).toEqual([
      '工作流没有输入“shoe”',
      '缺少列“name”',
      '不是整数',
    ])
    await expect(chinese.workflowJob.create({ workflow_id, url: input_uri })).rejects.toMatchObject({
      message: 'url：此表格无法使用：工作流没有输入“shoe”',
    })
  })
  test('does not start a formula in a spreadsheet when exported', async () => {
    const workflow_id = await publish()
    const { job_id } = await me.api.workflowJob.create({
      workflow_id,
      url: await sheet('name\n"=cmd|\' /C calc\'!A0"\n'),
    })
    await ended(job_id)
    const { url } = await me.api.workflowJob.output({ job_id })
    expect((await content(url)).split('\r\n')[1]).toMatch(/^'=cmd/)
  })
  test('needs a published workflow', async () => {
    const { workflow_id } = await me.api.workflow.create({ name: 'Draft', space_id: spaceId })
    await expect(me.api.workflowJob.create({ workflow_id, url: await sheet('name\nAnn\n') })).rejects.toMatchObject({
      code: ErrorCode.engine.notPublished,
    })
  })
})
