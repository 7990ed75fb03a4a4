import { ConnectorId, ConnectorPublishStatus as Channel, PublishRecordStatus } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReply } from '#testing/chat-lab.ts'
import {
  answerNode,
  canvas,
  edge,
  endNode,
  greeting,
  param,
  ref,
  startNode,
  subNode,
} from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { AppError } from '#kit/errors.ts'

const { api: API, webSdk: WEB, page: PAGE } = ConnectorId
let t: TestApp
let owner: Person
let member: Person
let spaceId: string
let token: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  token = (await owner.api.token.create({ name: 'runs', duration_day: '1' })).token
})
const create = async (name = 'App') => (await owner.api.project.create({ space_id: spaceId, name })).project_id
const save = (workflow_id: string, schema: string) => owner.api.workflow.save({ workflow_id, schema })
async function flow(project: string, name: string, schema = greeting(), mode = 0) {
  const input = { name, space_id: spaceId, project_id: project, flow_mode: mode as never }
  const { workflow_id } = await owner.api.workflow.create(input)
  await save(workflow_id, schema)
  return workflow_id
}
const says = (words: string) =>
  canvas(
    [
      startNode([{ name: 'USER_INPUT', type: 'string' }]),
      answerNode([param('said', ref('100001', 'USER_INPUT'))], words),
    ],
    [edge('100001', '900001')],
  )
type Chosen = Record<string, string[] | undefined>
async function begin(project: string, version: string, chosen: Chosen = { [API]: undefined }) {
  const config = Object.entries(chosen).map(([id, flows]) => [
    id,
    { selected_workflows: flows?.map((workflow_id) => ({ workflow_id })) },
  ])
  const input = { project_id: project, version_number: version, connector_publish_config: Object.fromEntries(config) }
  return (await owner.api.projectPublish.publish(input)).publish_record_id
}
const record = (project: string, id?: string, who = owner) =>
  who.api.projectPublish.record({ project_id: project, publish_record_id: id })
async function publish(project: string, version: string, chosen?: Chosen) {
  const id = await begin(project, version, chosen)
  await t.services.projectPublishing.run(id)
  const going: number[] = [PublishRecordStatus.packing, PublishRecordStatus.connectorPublishing]
  await expect.poll(async () => going.includes((await record(project, id)).publish_status)).toBe(false)
  return record(project, id)
}
const call = async (path: string, body: object) => {
  const answer = await t.request(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}
const run = async (workflow_id: string, app_id?: string) => {
  const { text } = await call('/v1/workflow/run', { workflow_id, parameters: { input: 'Ada' }, app_id })
  const { code, data, msg } = JSON.parse(text) as { code: number; data: string; msg: string }
  return code === 0 ? (JSON.parse(data) as { output: string }).output : { code, msg }
}
const connector = async (project: string, id: string, who = owner) =>
  (await who.api.projectPublish.connectors({ project_id: project })).connector_list.find(
    (connector) => connector.id === id,
  )!
const changes = (project: string) => owner.api.projectPublish.changes({ project_id: project })

describe('a channel of a project', () => {
  test('runs only workflows of its published version for calls with app_id', async () => {
    const app = await create()
    const open = await flow(app, 'open', greeting('One {{String1}}'))
    const inner = await flow(app, 'inner')
    await publish(app, 'v1.0.0', { [API]: [open] })
    expect(await run(open, app)).toBe('One Ada')
    await publish(app, 'v1.1.0', { [API]: [open, inner] })
    await publish(app, 'v1.2.0', { [API]: [open] })
    // The workflow is published separately, but is not part of this version.
    expect(await run(inner)).toBe('Hello Ada')
    for (const [path, more] of [
      ['/v1/workflow/run', {}],
      ['/v1/workflow/stream_run', {}],
      ['/v1/workflow/run', { is_async: true }],
    ] as const) {
      const { status, text } = await call(path, {
        workflow_id: inner,
        parameters: { input: 'x' },
        app_id: app,
        ...more,
      })
      expect([path, status, (JSON.parse(text) as { code: number }).code]).toEqual([path, 400, 6031])
    }
    // Other channels do not serve the version.
    expect(await run(open, app)).toBe('One Ada')
    const other = { workflow_id: open, parameters: { input: 'x' }, app_id: app, connector_id: WEB }
    expect((await call('/v1/workflow/run', other)).status).toBe(400)
    await owner.api.projectPublish.unlist({ intelligence_id: app, intelligence_type: 2, connector_ids: [API] })
    expect(await run(open, app)).toMatchObject({ code: 6031 })
  })
  test('chats only with chatflows of its published version', async () => {
    const app = await create()
    const talk = await flow(app, 'talk', says('You said {{said}}'), 3)
    const hidden = await flow(app, 'hidden', says('Hidden'), 3)
    await publish(app, 'v1.0.0', { [API]: [talk, hidden] })
    await publish(app, 'v1.1.0', { [API]: [talk] })
    const ask = (workflow_id: string) =>
      call('/v1/workflows/chat', {
        workflow_id,
        app_id: app,
        additional_messages: [{ role: 'user', content: 'hi', content_type: 'text' }],
      })
    expect((await ask(talk)).text).toContain('You said hi')
    const { status, text } = await ask(hidden)
    expect([status, (JSON.parse(text) as { code: number }).code]).toEqual([400, 6031])
  })
  test('serves an earlier version with everything it calls after going back; the draft and direct calls do not change', async () => {
    const app = await create()
    const inner = await flow(app, 'inner', greeting('in1 {{String1}}'))
    const outer = await flow(
      app,
      'outer',
      canvas(
        [startNode(), subNode('2', inner, '', ref('100001', 'input')), endNode([param('output', ref('2', 'output'))])],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    const first = await publish(app, 'v1.0.0', { [API]: [outer] })
    expect(await run(outer, app)).toBe('in1 Ada')
    await save(inner, greeting('in2 {{String1}}'))
    await publish(app, 'v1.1.0', { [API]: [outer] })
    expect(await run(outer, app)).toBe('in2 Ada')
    const back = { project_id: app, publish_record_id: first.publish_record_id }
    await expect(member.api.projectPublish.goBack(back)).rejects.toMatchObject({ status: 403 })
    expect(await owner.api.projectPublish.goBack(back)).toEqual({ version_number: 'v1.0.0', connector_ids: [API] })
    expect([await run(outer, app), await run(outer)]).toEqual(['in1 Ada', 'in2 Ada'])
    expect(await connector(app, API)).toMatchObject({ version_number: 'v1.0.0' })
    expect((await owner.api.workflow.canvas({ workflow_id: inner })).workflow.schema_json).toContain('in2')
    expect(await changes(app)).toMatchObject({ since: 'v1.0.0', changes: [{ kind: 'changed', name: 'inner' }] })
    await owner.api.workflow.remove({ workflow_id: outer })
    await expect(owner.api.projectPublish.goBack(back)).rejects.toMatchObject({
      status: 409,
      message: 'The workflow “outer” is no longer in the project',
    })
  })
})

describe('a publication', () => {
  test('lists the changes since the served version', async () => {
    const app = await create()
    const item = await flow(app, 'one')
    expect(await changes(app)).toEqual({ since: '', changes: [], content: '' })
    await publish(app, 'v1.0.0')
    expect(await changes(app)).toEqual({ since: 'v1.0.0', changes: [], content: '' })
    await save(item, greeting('Changed {{String1}}'))
    await flow(app, 'two', says('x'), 3)
    await owner.api.project.update({ project_id: app, name: 'Renamed' })
    const found = await changes(app)
    expect(found.changes.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { kind: 'changed', part: 'Workflow', name: 'one', detail: '' },
      { kind: 'changed', part: 'Project', name: 'Renamed', detail: 'App → Renamed' },
      { kind: 'added', part: 'Chatflow', name: 'two', detail: '' },
    ])
    expect(found.content).toContain('- Changed workflow “one”')
    await owner.api.workflow.remove({ workflow_id: item })
    expect((await changes(app)).changes).toContainEqual({ kind: 'removed', part: 'Workflow', name: 'one', detail: '' })
  })
  test('has no pending changes when nothing changed, on the card and on the publish page', async () => {
    const app = await create()
    const item = await flow(app, 'one')
    await owner.api.database.add({
      space_id: spaceId,
      project_id: app,
      creator_id: owner.id,
      table_name: 'tasks',
      table_desc: 'What is to be done',
      field_list: [
        { name: 'title', desc: '', type: 1, must_required: true },
        { name: 'done', desc: 'yes or no', type: 4, must_required: false },
      ],
      rw_mode: 3,
    } as never)
    const states = async () => [
      (await owner.api.intelligences.info({ intelligence_id: app })).publish_info.has_unpublished_change,
      (await changes(app)).changes.length > 0,
    ]
    expect(await states()).toEqual([false, false])
    t.clock.advance(1000)
    await publish(app, 'v1.0.0')
    expect((await changes(app)).changes).toEqual([])
    expect(await states()).toEqual([false, false])
    t.clock.advance(1000)
    await save(item, greeting('Changed {{String1}}'))
    expect(await states()).toEqual([true, true])
    t.clock.advance(1000)
    await save(item, greeting())
    expect(await states()).toEqual([false, false])
  })
  test('of which one channel fails reports the error, does not affect other channels, and retries only that one', async () => {
    const app = await create()
    await flow(app, 'talk', says('Hi'), 3)
    const { shares } = t.services
    const link = shares.link
    shares.link = () => Promise.reject(new AppError({ code: 9, status: 400, en: 'No link today', zh: '今天没有链接' }))
    const failed = await publish(app, 'v1.0.0', { [API]: undefined, [PAGE]: undefined })
    expect(failed).toMatchObject({
      publish_status: PublishRecordStatus.publishDone,
      connector_publish_result: [
        { connector_id: API, connector_publish_status: Channel.success },
        {
          connector_id: PAGE,
          connector_publish_status: Channel.failed,
          connector_publish_status_msg: 'No link today',
          share_link: '',
        },
      ],
    })
    expect((await owner.api.projectPublish.summary({ project_id: app })).connector_ids).toEqual([API])
    shares.link = link
    const again = { project_id: app, publish_record_id: failed.publish_record_id }
    expect((await owner.api.projectPublish.retry(again)).publish_status).toBe(PublishRecordStatus.connectorPublishing)
    await t.services.projectPublishing.run(failed.publish_record_id)
    expect((await record(app)).connector_publish_result[1]).toMatchObject({
      connector_publish_status: Channel.success,
      share_link: expect.stringMatching(/\/chat\/[\w-]{20,}$/) as string,
    })
    await expect(owner.api.projectPublish.retry(again)).rejects.toMatchObject({ status: 409 })
  })
  test('that fails to pack can be fixed and retried under the same version number', async () => {
    const app = await create()
    const bad = await flow(app, 'bad', canvas([startNode()], []))
    const failed = await publish(app, 'v1.0.0')
    expect(failed).toMatchObject({
      publish_status: PublishRecordStatus.packFailed,
      publish_status_detail: { pack_failed_detail: [{ entity_id: bad, entity_name: 'bad' }] },
    })
    expect(await owner.api.projectPublish.checkVersion({ project_id: app, version_number: 'v1.0.0' })).toEqual({
      is_duplicate: false,
    })
    await save(bad, greeting())
    await owner.api.projectPublish.retry({ project_id: app, publish_record_id: failed.publish_record_id })
    await t.services.projectPublishing.run(failed.publish_record_id)
    expect(await run(bad, app)).toBe('Hello Ada')
  })
  test('is continued by another process after a crash', async () => {
    const second = await t.another()
    const app = await create()
    const talk = await flow(app, 'talk', says('Hi'), 3)
    const { shares } = t.services
    const link = shares.link
    // The first process hangs at the public page.
    let comeBack = (): void => undefined
    shares.link = () => new Promise((resolve) => (comeBack = () => resolve('')))
    const id = await begin(app, 'v1.0.0', { [API]: undefined, [PAGE]: [talk] })
    const dead = t.services.projectPublishing.run(id)
    await expect
      .poll(async () => (await record(app, id)).connector_publish_result.map((item) => item.connector_publish_status))
      .toEqual([Channel.success, Channel.default])
    const { projectPublishing } = second.services
    expect(await projectPublishing.run(id), 'the first still has it').toBe(false)
    t.clock.advance(21_000)
    expect(await projectPublishing.run(id)).toBe(true)
    const after = await record(app, id)
    expect(after.publish_status).toBe(PublishRecordStatus.publishDone)
    expect(after.connector_publish_result.map((item) => item.connector_publish_status)).toEqual([2, 2])
    comeBack()
    await dead
    shares.link = link
    expect(await record(app, id)).toEqual(after)
  })
  test('is processed by a job', async () => {
    const worker = await t.another()
    await worker.services.projectPublishing.start()
    const app = await create()
    await flow(app, 'one')
    const id = await begin(app, 'v1.0.0')
    await expect
      .poll(async () => (await record(app, id)).publish_status, { interval: 200 })
      .toBe(PublishRecordStatus.publishDone)
  })
})

describe('visitors of a published project', () => {
  test('chat with its chatflow as it was published, on the public page and in the widget', async () => {
    const app = await create('Concierge')
    const talk = await flow(app, 'talk', says('You said {{said}}'), 3)
    const other = await flow(app, 'other', says('Other'), 3)
    await owner.api.workflowStudio.createRole({
      chat_flow_role: {
        workflow_id: talk,
        connector_id: '10000010',
        onboarding_info: { prologue: 'Welcome', suggested_questions: ['Prices?'] },
      },
    } as never)
    await expect(begin(app, 'v1', { [PAGE]: [talk, other] })).rejects.toMatchObject({ status: 400 })
    const done = await publish(app, 'v1.0.0', { [PAGE]: [talk], [WEB]: [talk] })
    const link = done.connector_publish_result.find((item) => item.connector_id === PAGE)!.share_link
    const key = link.split('/').at(-1)!
    expect(await t.anonymous.share.info({ key })).toMatchObject({ is_live: true, name: 'Concierge' })
    const entered = await t.anonymous.share.enter({ key })
    expect(entered.bot).toMatchObject({ id: app, prologue: 'Welcome', questions: ['Prices?'] })
    const guest = t.apiWith({ authorization: `Bearer ${entered.token}` })
    const { id: conversation_id } = await guest.share.begin({ key })
    const ask = async (query: string) => (await readReply(await guest.share.chat({ key, conversation_id, query }))).text
    expect(await ask('hello')).toBe('You said hello')
    await save(talk, says('Draft'))
    expect(await ask('again')).toBe('You said again')
    // A link gives access, so it is shown only to people who may publish.
    expect((await record(app, undefined, member)).connector_publish_result.map((item) => item.share_link)).toEqual([
      '',
      '',
    ])
    expect((await connector(app, PAGE, member)).share_link).toBe('')
    expect((await connector(app, PAGE)).share_link).toBe(link)
    const shown = async (who: Person) =>
      (await who.api.intelligences.info({ intelligence_id: app })).publish_info.connectors.find(
        (connector) => connector.id === PAGE,
      )!
    expect([(await shown(owner)).share_link, (await shown(member)).share_link]).toEqual([link, ''])
    await owner.api.projectPublish.unlist({ intelligence_id: app, intelligence_type: 2, connector_ids: [PAGE] })
    expect(await t.anonymous.share.info({ key })).toMatchObject({ is_live: false })
    expect((await guest.share.chat({ key, conversation_id, query: 'still?' })).status).toBe(404)
  })
})

describe('triggers and batch runs of a workflow in a project', () => {
  test('run what the project serves to programs, and nothing before it is published', async () => {
    const project = await create('Started')
    const id = await flow(project, 'greet')
    const { trigger_id } = await owner.api.workflowTrigger.save({
      workflow_id: id,
      event_id: 'schedule',
      config: '{"cron":"0 0 1 1 *"}',
      payload: '{"input":"Ada"}',
    })
    await expect(owner.api.workflowTrigger.fire({ trigger_id })).rejects.toMatchObject({ status: 400 })
    await publish(project, 'v0.0.1')
    await save(id, greeting('Draft {{String1}}'))
    await owner.api.workflowTrigger.fire({ trigger_id })
    const newest = async () => (await owner.api.workflowTrigger.history({ trigger_id })).list[0]!
    await expect.poll(async () => (await newest()).status).toBe(2)
    expect((await newest()).output).toBe('{"output":"Hello Ada"}')

    const { upload_uri: url } = await owner.api.upload.file({
      file_head: { file_type: 'csv', biz_type: 6 },
      data: Buffer.from('input\nBob\n').toString('base64'),
    })
    const start = (more: object = {}) => owner.api.workflowJob.create({ workflow_id: id, url, ...more })
    async function outcome({ job_id }: { job_id: string }) {
      const lines = async () => (await owner.api.workflowJob.tasks({ job_id })).task_infos
      await expect.poll(async () => (await lines())[0]!.status).toBe(2)
      const { output, project_version } = (await lines())[0]!
      return { output, project_version }
    }
    expect(await outcome(await start())).toEqual({ output: '{"output":"Hello Bob"}', project_version: 'v0.0.1' })

    await publish(project, 'v0.0.2')
    expect(await outcome(await start())).toEqual({ output: '{"output":"Draft Bob"}', project_version: 'v0.0.2' })
    const earlier = { project_version: 'v0.0.1' }
    expect(await outcome(await start(earlier))).toEqual({ output: '{"output":"Hello Bob"}', ...earlier })
    await expect(start({ project_version: 'v9.9.9' })).rejects.toThrow(/project_version/)
    await expect(start({ ...earlier, workflow_version: 'v1.0.0' })).rejects.toThrow(/project_version/)
    const { workflow_id: alone } = await owner.api.workflow.create({ name: 'Alone', space_id: spaceId })
    await expect(owner.api.workflowJob.inputTemplate({ workflow_id: alone, ...earlier })).rejects.toThrow(/no project/)
  })
})
