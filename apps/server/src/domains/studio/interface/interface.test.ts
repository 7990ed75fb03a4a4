import {
  ConnectorId,
  FieldType,
  type InterfaceDocument,
  type InterfaceEdit,
  PublishRecordStatus,
} from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { addNode, applyEdits, formFor, inverseOf, set, tableFor } from '@orrery/engine/interface'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerNode, canvas, edge, param, ref, startNode } from '#testing/workflow-canvas.ts'
import { readEvents } from '#testing/read-events.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

const PAGE = ConnectorId.page
let t: TestApp
let owner: Person
let member: Person
let stranger: Person
let spaceId: string
let projectId: string
let flowId: string
let tableId: string
const says = (words: string) =>
  canvas(
    [
      startNode([{ name: 'input', type: 'string', required: true }]),
      answerNode([param('said', ref('100001', 'input'))], words),
    ],
    [edge('100001', '900001')],
  )
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  stranger = await t.register('stranger')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  projectId = (await owner.api.project.create({ space_id: spaceId, name: 'Desk' })).project_id
  const flow = await owner.api.workflow.create({
    name: 'Greet',
    space_id: spaceId,
    project_id: projectId,
    flow_mode: 0,
  })
  flowId = flow.workflow_id
  await owner.api.workflow.save({ workflow_id: flowId, schema: says('Hello {{said}}') })
  tableId = await t.services.databases
    .create({
      spaceId,
      userId: owner.id,
      projectId,
      name: 'orders',
      description: '',
      iconUri: '',
      fields: [{ name: 'city', desc: '', type: FieldType.text, must_required: true, id: 0, alterId: 0 }],
      mode: 1,
      promptDisabled: false,
    })
    .then(({ head }) => head.id)
})

/** An open editor: its known state, and a function to send edits. */
async function editor(who: Person, project = projectId) {
  const data = await who.api.projectInterface.get({ project_id: project })
  const { sandbox_id } = data.channel_map['1']!
  const read = async () => {
    const { Sandbox } = await who.api.projectInterface.sandbox({ sandbox_id })
    return JSON.parse(Sandbox.crdtHistory) as { seq: number; document: InterfaceDocument }
  }
  let known = await read()
  return {
    sandbox_id,
    read,
    document: () => known.document,
    async send(edits: InterfaceEdit[], batch = String(Math.random())) {
      const sent = {
        sandbox_id,
        crdt_history: JSON.stringify(edits),
        action: JSON.stringify({ batch, since: known.seq }),
      }
      const answer = await who.api.projectInterface.update(sent)
      const { seq, saves, document } = JSON.parse(answer.sandbox) as {
        seq: number
        document?: InterfaceDocument
        saves?: { edits: InterfaceEdit[] }[]
      }
      known = {
        seq,
        document: document ?? (saves ?? []).reduce((at, save) => applyEdits(at, save.edits), known.document),
      }
      return { seq, saves, document }
    },
  }
}
const words = { send: 'Send', add: 'Add' }
const home = { page: 'home', parent: '' }
const facts = () => owner.api.projectInterface.targets({ project_id: projectId })
async function publish(version: string) {
  const input = { project_id: projectId, version_number: version, connector_publish_config: { [PAGE]: {} } }
  const { publish_record_id: id } = await owner.api.projectPublish.publish(input)
  await t.services.projectPublishing.run(id)
  const record = () => owner.api.projectPublish.record({ project_id: projectId, publish_record_id: id })
  const open: number[] = [PublishRecordStatus.packing, PublishRecordStatus.connectorPublishing]
  await expect.poll(async () => open.includes((await record()).publish_status)).toBe(false)
  return record()
}
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  t.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const linkKey = async () =>
  (await owner.api.share.links({ resource_id: projectId })).links.find((link) => link.connector_id === PAGE)!.key
/** A visitor with the link. */
async function visitor(password = '') {
  const key = await linkKey()
  const entered = (await (await post('/api/share/enter', { key, password })).json()) as { data: { token: string } }
  const headers = { authorization: `Bearer ${entered.data.token}` }
  const call = async (name: string, body: object) => {
    const answer = await post(`/api/app_visit/${name}`, { key, ...body }, headers)
    const { code, data } = (await answer.json()) as { code: number; data: Record<string, unknown> }
    return { code, data }
  }
  return {
    document: async () => JSON.parse((await call('info', {})).data['document'] as string) as InterfaceDocument,
    async upload(name: string) {
      const form = new FormData()
      form.set('key', key)
      form.set('file', new File(['my words'], name))
      const answer = await t.request('/api/app_visit/file', { method: 'POST', headers, body: form })
      return (await answer.json()) as { code: number; data: { url: string; name: string } }
    },
    rows: (request: object, source = 'orders') => call('rows', { source, request }),
    async run(inputs: object, source = 'greet') {
      const answer = await post('/api/app_visit/stream', { key, source, inputs }, headers)
      if (!answer.headers.get('content-type')?.includes('event-stream'))
        return [['refused', (await answer.json()) as Record<string, unknown>] as const]
      return (await readEvents(answer)).map(({ event, data }) => [event, data as Record<string, unknown>] as const)
    },
  }
}

describe('drawing', () => {
  test('a project has one interface; creating it again changes nothing', async () => {
    await expect(owner.api.projectInterface.get({ project_id: projectId })).rejects.toMatchObject({
      code: ErrorCode.projectInterface.none,
    })
    const made = await owner.api.projectInterface.create({ project_id: projectId, ui_name: 'Front desk' })
    expect(made).toMatchObject({
      ui_name: 'Front desk',
      project_id: projectId,
      space_id: spaceId,
      publish_status: 0,
      channel_list: [1],
    })
    const again = await owner.api.projectInterface.create({ project_id: projectId, ui_name: 'Other' })
    expect(again.ui_id).toBe(made.ui_id)
    expect(again.ui_name).toBe('Front desk')
    const both = await owner.api.projectInterface.create({ project_id: projectId, channel: 2 })
    expect(both.channel_list).toEqual([1, 2])
    expect((await owner.api.projectInterface.get({ starry_app_id: made.ui_id })).ui_id).toBe(made.ui_id)
  })
  test('two people edit at once without overwriting each other', async () => {
    const [mine, yours] = [await editor(owner), await editor(owner)]
    const one = addNode(mine.document(), home, { type: 'text', props: { text: 'One' } })
    await mine.send(one.edits)
    await yours.send([])
    await Promise.all([
      mine.send([set('Mine', 'nodes', one.id, 'props', 'text')]),
      yours.send([set('good', 'nodes', one.id, 'props', 'tone')]),
    ])
    await mine.send([])
    await yours.send([])
    expect(mine.document()).toEqual(yours.document())
    expect(mine.document().nodes[one.id]!.props).toMatchObject({ text: 'Mine', tone: 'good' })
    expect((await mine.read()).document).toEqual(mine.document())
    // Undoing restores the state from before.
    const gone = [{ path: ['nodes', one.id], remove: true as const }]
    const back = inverseOf(mine.document(), gone)
    const before = mine.document()
    await mine.send(gone)
    await mine.send(back)
    expect(mine.document()).toEqual(before)
    await mine.send(gone)
  })
  test('a repeated save counts once', async () => {
    const one = await editor(owner)
    const { seq } = await one.send([set(12, 'theme', 'radius')], 'same')
    expect((await one.send([set(3, 'theme', 'radius')], 'same')).seq).toBe(seq)
    expect((await one.read()).document.theme.radius).toBe(12)
  })
  test('an invalid edit is refused with its path, and changes nothing', async () => {
    const one = await editor(owner)
    const before = await one.read()
    const bad: InterfaceEdit[] = [
      set('x', 'theme', 'radius'),
      set({ type: 'text' }, 'nodes', 'a'),
      set(1, 'nodes', '__proto__'),
      set([{ type: 'eval', code: '1' }], 'nodes', 'a', 'events', 'click'),
      { path: ['theme', 'color'], remove: true },
    ]
    for (const edit of bad)
      await expect(one.send([edit])).rejects.toMatchObject({
        code: ErrorCode.projectInterface.badEdit,
        message: expect.stringContaining(edit.path.join('.')) as string,
      })
    await expect(one.send('no list' as never)).rejects.toMatchObject({ status: 400 })
    expect(await one.read()).toEqual(before)
  })
  test('members may view, outsiders find nothing, and header and body have to name the same space', async () => {
    const { sandbox_id } = await editor(member)
    await expect(member.api.projectInterface.update({ sandbox_id, crdt_history: '[]' })).rejects.toMatchObject({
      status: 403,
    })
    const foreign = await stranger.api.projectInterface.sandbox({ sandbox_id }).catch((cause: unknown) => cause)
    const missing = await stranger.api.projectInterface
      .sandbox({ sandbox_id: '123456789' })
      .catch((cause: unknown) => cause)
    expect(foreign).toMatchObject({ status: 404 })
    expect((foreign as Error).message).toBe((missing as Error).message)
    await expect(stranger.api.projectInterface.get({ project_id: projectId })).rejects.toMatchObject({ status: 404 })
    await expect(
      owner.api.projectInterface.get({ project_id: projectId, space_id: spaceId }, { headers: { 'x-space-id': '99' } }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(owner.api.projectInterface.get({ project_id: projectId, space_id: '99' })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('publishing', () => {
  let first: string
  test('fails if there is a problem, and names page and component', async () => {
    const one = await editor(owner)
    const { id, edits } = addNode(one.document(), home, { type: 'text', props: { text: '{{nobody.value}}' } })
    await one.send(edits)
    const { publish_status, publish_status_detail: detail } = await publish('v0.1.0')
    expect(publish_status).toBe(PublishRecordStatus.packFailed)
    expect(detail.pack_failed_detail[0]!.reason).toContain('Front desk › text › text')
    await one.send([{ path: ['nodes', id], remove: true }])
  })
  test('lets visitors fill in the form and stream the answer of the workflow', async () => {
    const one = await editor(owner)
    const { workflows, tables } = await facts()
    await one.send(formFor(one.document(), home, workflows[0]!, words).edits)
    await one.send(tableFor(one.document(), home, tables[0]!, words).edits)
    const record = await publish('v1.0.0')
    expect(record.publish_status_detail.pack_failed_detail).toEqual([])
    first = record.publish_record_id
    expect((await owner.api.projectInterface.get({ project_id: projectId })).publish_status).toBe(1)
    const info = await post('/api/share/info', { key: await linkKey() })
    expect(((await info.json()) as { data: object }).data).toMatchObject({ is_live: true, has_interface: true })
    const guest = await visitor()
    const document = await guest.document()
    expect(Object.values(document.sources).map(({ target }) => target)).toEqual(['', ''])
    const events = await guest.run({ input: 'Ada' })
    expect(
      events
        .filter(([name]) => name === 'partial')
        .map(([, data]) => data['text'])
        .join(''),
    ).toBe('Hello Ada')
    expect(events.at(-1)![0]).toBe('done')
  })
  test('lets visitors run, read and change only what the version declares', async () => {
    const guest = await visitor()
    expect((await guest.run({ input: 'x' }, 'nothing'))[0]![1]).toMatchObject({
      code: ErrorCode.projectInterface.unknownSource,
    })
    expect((await guest.run({ input: 'x' }, 'orders'))[0]![1]).toMatchObject({
      code: ErrorCode.projectInterface.unknownSource,
    })
    expect((await guest.rows({ action: 'list' }, 'greet')).code).toBe(ErrorCode.projectInterface.unknownSource)
    expect((await guest.upload('note.txt')).code).toBe(ErrorCode.projectInterface.noFiles)
    const one = await editor(owner)
    // A source of the draft does not exist in the published version.
    await one.send([
      set({ kind: 'workflow', target: flowId, inputs: { input: '{{input.value}}' }, auto: false }, 'sources', 'later'),
    ])
    expect((await guest.run({ input: 'x' }, 'later'))[0]![1]).toMatchObject({
      code: ErrorCode.projectInterface.unknownSource,
    })
    const nobody = await post('/api/app_visit/rows', {
      key: await linkKey(),
      source: 'orders',
      request: { action: 'list' },
    })
    expect(nobody.status).toBe(403)
    const elsewhere = await post('/api/app_visit/info', { key: await linkKey() }, { origin: 'https://evil.example' })
    expect(elsewhere.status).toBe(403)
  })
  test('gives each visitor rows of their own', async () => {
    const [ada, bob] = [await visitor(), await visitor()]
    expect((await ada.rows({ action: 'insert', values: { city: 'Oslo' } })).code).toBe(0)
    const { rows } = (await ada.rows({ action: 'list' })).data as { rows: { id: string; city: string }[] }
    expect(rows.map(({ city }) => city)).toEqual(['Oslo'])
    expect((await bob.rows({ action: 'list' })).data['rows']).toEqual([])
    const row = rows[0]!.id
    expect((await bob.rows({ action: 'remove', row })).code).toBe(ErrorCode.projectInterface.noRow)
    expect((await bob.rows({ action: 'update', row, values: { city: 'Rome' } })).code).toBe(
      ErrorCode.projectInterface.noRow,
    )
    expect((await ada.rows({ action: 'update', row, values: { city: 'Bergen' } })).code).toBe(0)
    expect((await ada.rows({ action: 'list', search: 'berg' })).data['rows']).toMatchObject([{ city: 'Bergen' }])
    expect((await ada.rows({ action: 'insert', values: {} })).code).not.toBe(0)
  })
  test('serves a second version, then the first again; a rollback also restores the draft', async () => {
    const one = await editor(owner)
    await owner.api.workflow.save({ workflow_id: flowId, schema: says('Bye {{said}}') })
    await one.send([set('Second', 'pages', 'home', 'title')])
    await publish('v2.0.0')
    const guest = await visitor()
    const said = async () =>
      (await guest.run({ input: 'Ada' }))
        .filter(([name]) => name === 'partial')
        .map(([, data]) => data['text'])
        .join('')
    expect([(await guest.document()).pages['home']!.title, await said()]).toEqual(['Second', 'Bye Ada'])
    await owner.api.projectPublish.goBack({ project_id: projectId, publish_record_id: first })
    expect([(await guest.document()).pages['home']!.title, await said()]).toEqual(['Front desk', 'Hello Ada'])
    const dsl = { project_id: projectId, channel: 1 as const }
    const titleOf = (content: string) => (JSON.parse(content) as InterfaceDocument).pages['home']!.title
    expect(titleOf((await owner.api.projectInterface.published(dsl)).data.dsl_content)).toBe('Front desk')
    expect(
      titleOf((await owner.api.projectInterface.published({ ...dsl, version_code: 'v2.0.0' })).data.dsl_content),
    ).toBe('Second')
    await expect(owner.api.projectInterface.published({ ...dsl, version_code: 'v9' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(member.api.projectInterface.publishedInternal(dsl)).rejects.toMatchObject({ status: 403 })
    expect(titleOf((await owner.api.projectInterface.publishedInternal(dsl)).data.dsl_content)).toBe('Front desk')
    // The rollback also restores the draft, and open editors receive it.
    await t.services.projectTasks.run(await t.services.projectVersions.rollback(projectId, owner.id, 'v1.0.0'))
    await expect.poll(async () => (await one.read()).document.pages['home']!.title).toBe('Front desk')
    await one.send([])
    expect(one.document().pages['home']!.title).toBe('Front desk')
  })
  test('applies the password of the link to the interface too', async () => {
    await owner.api.share.save({ resource_id: projectId, connector_id: PAGE, password: 'open sesame' })
    const refused = await post('/api/share/enter', { key: await linkKey() })
    expect(refused.status).toBe(403)
    expect((await (await visitor('open sesame')).document()).format).toBe('ui/1')
    await owner.api.share.save({ resource_id: projectId, connector_id: PAGE, password: '' })
  })
  test('lets visitors upload files only if the version has a file component', async () => {
    const one = await editor(owner)
    await one.send(addNode(one.document(), home, { type: 'file', props: { label: 'Your paper' } }).edits)
    expect((await publish('v3.0.0')).publish_status).toBe(PublishRecordStatus.publishDone)
    const { code, data } = await (await visitor()).upload('note.txt')
    expect([code, data.name]).toEqual([0, 'note.txt'])
    expect(await (await t.request(data.url)).text()).toBe('my words')
  })
})

describe('copies and files', () => {
  test('a copy of the project uses its own workflows and tables', async () => {
    const copy = await t.services.projectCopies.begin(projectId, { spaceId, userId: owner.id, locale: 'en' }, {})
    await t.services.projectTasks.run(copy.taskId)
    const parts = () => t.services.interfaces.parts(copy.id)
    await expect.poll(async () => (await parts()).length).toBe(2)
    const [web] = await parts()
    const { workflows } = await owner.api.projectInterface.targets({ project_id: copy.id })
    expect(web!.document.sources['greet']!.target).toBe(workflows[0]!.id)
    expect(workflows[0]!.id).not.toBe(flowId)
  })
  test('the draft runs on test data for people who may test it', async () => {
    const one = await editor(owner)
    const { tables } = await facts()
    expect(tables[0]!.id).toBe(tableId)
    const draft = { project_id: projectId, source: 'orders' }
    await owner.api.projectInterface.rows({ ...draft, request: { action: 'insert', values: { city: 'Test' } } })
    const { rows, fields } = await owner.api.projectInterface.rows({ ...draft, request: { action: 'list' } })
    expect(rows).toMatchObject([{ city: 'Test' }])
    expect(fields).toEqual([{ name: 'city', type: 'text', required: true }])
    await one.send([{ path: ['sources', 'orders'], remove: true }])
    await expect(owner.api.projectInterface.rows({ ...draft, request: { action: 'list' } })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('links to files are renewed for the requested time', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const form = { project_id: projectId, FileName: 'dot.png', data: new Blob([png], { type: 'image/png' }), scene: 1 }
    const { upload_url, upload_uri } = await owner.api.projectInterface.upload(form as never)
    expect((await t.request(upload_url)).status).toBe(200)
    const { dsl_content } = await owner.api.projectInterface.refreshDsl({
      dsl_content: `{"src":"${upload_url}"}`,
      expire_time: 60,
    })
    const renewed = (JSON.parse(dsl_content) as { src: string }).src
    expect(renewed).toContain(upload_uri)
    expect((await t.request(renewed)).status).toBe(200)
    const stays = '{"src":"/api/file/upload/1/x.png?expires=1&sig=abc"}'
    expect((await owner.api.projectInterface.refreshDsl({ dsl_content: stays })).dsl_content).toBe(stays)
  })
})
