import { Readable } from 'node:stream'
import { type CozeAPI, SuggestReplyMode } from '@coze/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { all, type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { answerNode, canvas, edge, greeting, param, questionNode, ref, startNode } from '#testing/workflow-canvas.ts'

/** Tests the unmodified official client against the server: one test for each method except chats and audio. */
let lab: OpenLab
let coze: CozeAPI
beforeAll(async () => {
  lab = await openOpenLab()
  coze = lab.coze
  await lab.t.startJobs()
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** A file as the client accepts it in Node: a stream with a name. */
const fileOf = (bytes: Buffer, name: string) => Object.assign(Readable.from([bytes]), { path: name, name }) as never
const upload = (bytes: Buffer, name: string) => coze.files.upload({ file: fileOf(bytes, name) })
async function flow(schema = greeting(), flow_mode: 0 | 3 = 0): Promise<string> {
  const { workflow_id } = await lab.owner.api.workflow.create({ name: 'Flow', space_id: lab.spaceId, flow_mode })
  await lab.owner.api.workflow.save({ workflow_id, schema })
  await lab.owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}

describe('bots', () => {
  test('create: with all fields of a bot', async () => {
    const workflowId = await flow()
    const { id: icon } = await upload(png, 'icon.png')
    const { bot_id } = await coze.bots.create({
      space_id: lab.spaceId,
      name: 'Guide',
      description: 'Knows the town',
      icon_file_id: icon,
      prompt_info: { prompt: 'You guide people.' },
      onboarding_info: { prologue: 'Welcome', suggested_questions: ['Where to?'] },
      workflow_id_list: { ids: [{ id: workflowId }] },
      model_info_config: { model_id: lab.modelId, temperature: 0.3, context_round: 7, response_format: 'json' },
      suggest_reply_info: { reply_mode: SuggestReplyMode.DISABLE },
    })
    const { bot_info } = await lab.owner.api.bot.getDraft({ bot_id })
    expect(bot_info).toMatchObject({
      name: 'Guide',
      description: 'Knows the town',
      prompt_info: { prompt: 'You guide people.' },
      onboarding_info: { prologue: 'Welcome', suggested_questions: ['Where to?'] },
      model_info: { model_id: lab.modelId, temperature: 0.3, response_format: 2 },
      suggest_reply_info: { suggest_reply_mode: 2 },
    })
    expect(bot_info.model_info.short_memory_policy.history_round).toBe(7)
    expect(bot_info.workflow_info_list.map((workflowInfo) => workflowInfo.workflow_id)).toEqual([workflowId])
    expect(bot_info.icon_uri).toMatch(/^upload\/.*\.webp$/)
  })
  test('update: changes the given fields only; the published version stays', async () => {
    const botId = await lab.publishedBot({ prompt_info: { prompt: 'Old persona' } })
    const { dataset_id } = await coze.datasets.create({ name: 'Maps', space_id: lab.spaceId, format_type: 0 })
    await coze.bots.update({
      bot_id: botId,
      name: 'Renamed',
      prompt_info: { prompt: 'New persona' },
      knowledge: { dataset_ids: [dataset_id], auto_call: false, search_strategy: 1 },
    })
    const { bot_info } = await lab.owner.api.bot.getDraft({ bot_id: botId })
    expect(bot_info).toMatchObject({ name: 'Renamed', prompt_info: { prompt: 'New persona' } })
    expect(bot_info.model_info.model_id).toBe(lab.modelId)
    expect(bot_info.knowledge).toMatchObject({ auto: false, search_strategy: 1, knowledge_info: [{ id: dataset_id }] })
    expect((await coze.bots.retrieve({ bot_id: botId })).prompt_info.prompt).toBe('Old persona')
  })
  test('update: resources of another space cannot be given to a bot', async () => {
    const botId = await lab.createBot()
    const other = await lab.owner.api.space.create({ name: 'Elsewhere' })
    const { dataset_id } = await coze.datasets.create({ name: 'Theirs', space_id: other.id, format_type: 0 })
    await expect(coze.bots.update({ bot_id: botId, knowledge: { dataset_ids: [dataset_id] } })).rejects.toMatchObject({
      status: 404,
      code: 4200,
    })
  })
  test('publish: to the API, where the bot answers from then on', async () => {
    const botId = await lab.createBot({ prompt_info: { prompt: 'Hello' } })
    await expect(coze.bots.retrieve({ bot_id: botId })).rejects.toMatchObject({ code: 4015 })
    await coze.bots.publish({ bot_id: botId, connector_ids: ['1024'] })
    expect(await coze.bots.retrieve({ bot_id: botId })).toMatchObject({
      bot_id: botId,
      prompt_info: { prompt: 'Hello' },
    })
  })
  test('retrieve: the published bot with its parts', async () => {
    const workflowId = await flow()
    const botId = await lab.publishedBot({
      onboarding_info: { prologue: 'Hi', suggested_questions: ['Q?'] },
      workflow_info_list: [{ workflow_id: workflowId, workflow_name: 'Flow' }],
      variable_list: [{ key: 'city', default_value: 'Rome', description: 'Where' }],
    })
    const bot = await coze.bots.retrieve({ bot_id: botId })
    expect(bot).toMatchObject({
      bot_id: botId,
      name: 'Lab bot',
      bot_mode: 0,
      onboarding_info: { prologue: 'Hi', suggested_questions: ['Q?'] },
      model_info: { model_id: lab.modelId, model_name: 'Tiny' },
      workflow_info_list: [{ id: workflowId, name: 'Flow' }],
      suggest_reply_info: { reply_mode: 'disable' },
      variables: [{ keyword: 'city', default_value: 'Rome', channel: 'custom', enable: true, prompt_enable: true }],
    })
    expect(bot.create_time).toBeGreaterThan(1_600_000_000)
  })
  test('retrieveNew: the published version or the draft', async () => {
    const botId = await lab.publishedBot({ prompt_info: { prompt: 'One' } })
    await lab.update(botId, { prompt_info: { prompt: 'Two' } })
    expect((await coze.bots.retrieveNew(botId)).prompt_info.prompt).toBe('One')
    expect((await coze.bots.retrieveNew(botId, { is_published: false })).prompt_info.prompt).toBe('Two')
  })
  test('list and listNew: the bots of a space that are published to the API', async () => {
    const space = await lab.owner.api.space.create({ name: 'Listed' })
    const made = []
    for (const name of ['One', 'Two', 'Three']) made.push((await coze.bots.create({ space_id: space.id, name })).bot_id)
    await coze.bots.publish({ bot_id: made[0]!, connector_ids: ['1024'] })
    await coze.bots.publish({ bot_id: made[1]!, connector_ids: ['999'] })
    const { total, space_bots } = await coze.bots.list({ space_id: space.id })
    expect({ total, names: space_bots.map((spaceBot) => spaceBot.bot_name) }).toEqual({ total: 1, names: ['One'] })
    expect(Number(space_bots[0]!.publish_time)).toBeGreaterThan(1_600_000_000)
    const published = await coze.bots.listNew({ workspace_id: space.id })
    expect(published.items).toEqual([
      expect.objectContaining({ id: made[0], name: 'One', is_published: true, owner_user_id: lab.owner.id }),
    ])
    expect((await coze.bots.listNew({ workspace_id: space.id, publish_status: 'all' })).total).toBe(3)
    const drafts = await coze.bots.listNew({ workspace_id: space.id, publish_status: 'unpublished_draft' })
    expect(drafts.items.map(({ name }) => name)).toEqual(['Three'])
  })
})

describe('files', () => {
  test('upload, then retrieve', async () => {
    const made = await upload(Buffer.from('hello'), 'note.txt')
    expect(made).toMatchObject({ bytes: 5, file_name: 'note.txt' })
    expect(await coze.files.retrieve(made.id)).toMatchObject({ id: made.id, bytes: 5, file_name: 'note.txt' })
    const content = await fetch(`${lab.baseURL}/v1/files/content/retrieve?file_id=${encodeURIComponent(made.id)}`, {
      headers: { authorization: `Bearer ${lab.token}` },
    })
    expect(await content.text()).toBe('hello')
  })
  test('the file of another user is not found', async () => {
    const { id } = await upload(Buffer.from('mine'), 'mine.txt')
    const stranger = await lab.tokenOf(await lab.t.register())
    const headers = { authorization: `Bearer ${stranger}` }
    const path = `/v1/files/retrieve?file_id=${encodeURIComponent(id)}`
    expect(await lab.call('GET', path, undefined, headers)).toMatchObject({ status: 404, body: { code: 4200 } })
  })
})

describe('datasets', () => {
  const create = async (format_type = 0) =>
    (await coze.datasets.create({ name: 'Books', space_id: lab.spaceId, format_type, description: 'All of them' }))
      .dataset_id
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const document = (name: string, text: string) => ({
    name,
    source_info: { file_base64: base64(text), file_type: 'txt', document_source: 0 },
    update_rule: { update_type: 0, update_interval: 24 },
  })
  const chunk_strategy = { chunk_type: 0 }

  test('create, list, update, delete', async () => {
    const id = await create()
    const { dataset_list } = await coze.datasets.list({ space_id: lab.spaceId, name: 'Books' })
    expect(dataset_list.find((dataset) => dataset.dataset_id === id)).toMatchObject({
      name: 'Books',
      description: 'All of them',
    })
    await coze.datasets.update(id, { name: 'Novels', description: 'Some' })
    const { dataset_list: renamed } = await coze.datasets.list({ space_id: lab.spaceId, name: 'Novels' })
    expect(renamed.map((item) => item.dataset_id)).toEqual([id])
    await coze.datasets.delete(id)
    expect((await coze.datasets.list({ space_id: lab.spaceId, name: 'Novels' })).total_count).toBe(0)
  })
  test('documents: create, process, list, update, delete', async () => {
    const id = await create()
    const [made] = await coze.datasets.documents.create({
      dataset_id: id,
      document_bases: [document('Tale', 'Once upon a time.')],
      chunk_strategy,
      format_type: 0,
    })
    expect(made).toMatchObject({ name: 'Tale', format_type: 0 })
    const { data } = await coze.datasets.process(id, { document_ids: [made!.document_id] })
    expect(data).toMatchObject([{ document_id: made!.document_id, document_name: 'Tale' }])
    await coze.datasets.documents.update({ document_id: made!.document_id, document_name: 'Story' })
    const listed = await coze.datasets.documents.list({ dataset_id: id, page: 1, page_size: 10 })
    expect(listed).toMatchObject({ total: 1, document_infos: [{ name: 'Story' }] })
    await coze.datasets.documents.delete({ document_ids: [made!.document_id] })
    expect((await coze.datasets.documents.list({ dataset_id: id })).total).toBe(0)
  })
  test('knowledge.documents, the older name of the same calls', async () => {
    const id = await create()
    const [made] = await coze.knowledge.documents.create({
      dataset_id: id,
      document_bases: [document('Old', 'Words of old.')],
      chunk_strategy,
    })
    await coze.knowledge.documents.update({ document_id: made!.document_id, document_name: 'Older' })
    const listed = await coze.knowledge.documents.list({ dataset_id: id, page: 1, page_size: 2 })
    expect(listed).toMatchObject({ total: 1, document_infos: [{ name: 'Older' }] })
    await coze.knowledge.documents.delete({ document_ids: [made!.document_id] })
    expect((await coze.knowledge.documents.list({ dataset_id: id })).total).toBe(0)
  })
  test('images: update and list', async () => {
    const id = await create(2)
    const { id: fileId } = await upload(png, 'dot.png')
    const [made] = await coze.datasets.documents.create({
      dataset_id: id,
      document_bases: [{ name: 'dot.png', source_info: { document_source: 5, source_file_id: fileId } }],
      chunk_strategy: { chunk_type: 0, caption_type: 1 },
      format_type: 2,
    })
    await expect
      .poll(async () => (await coze.datasets.process(id, { document_ids: [made!.document_id] })).data[0]!.status)
      .toBe(1)
    await coze.datasets.images.update(id, made!.document_id, { caption: 'A single dot' })
    const { photo_infos, total_count } = await coze.datasets.images.list(id, { keyword: 'dot', has_caption: true })
    expect(total_count).toBe(1)
    expect(photo_infos).toMatchObject([{ document_id: made!.document_id, caption: 'A single dot' }])
  })
})

describe('workflows', () => {
  test('runs.create and runs.history', async () => {
    const id = await flow()
    const done = await coze.workflows.runs.create({ workflow_id: id, parameters: { input: 'you' } })
    expect(JSON.parse(done.data)).toEqual({ output: 'Hello you' })
    const [run] = await coze.workflows.runs.history(id, done.execute_id)
    expect(run).toMatchObject({ execute_id: done.execute_id, execute_status: 'Success', connector_id: '1024' })
  })
  const asking = canvas(
    [startNode(), questionNode('2', 'Who?'), answerNode([param('n', ref('2', 'USER_RESPONSE'))], 'Hi {{n}}')],
    [edge('100001', '2'), edge('2', '900001')],
  )
  test('runs.stream and runs.resume', async () => {
    const id = await flow(asking)
    const first = await all(coze.workflows.runs.stream({ workflow_id: id, parameters: { input: 'x' } }))
    const interrupt = first.find(({ event }) => event === 'Interrupt')!.data as {
      interrupt_data: { event_id: string; type: number }
    }
    const rest = await all(
      coze.workflows.runs.resume({
        workflow_id: id,
        event_id: interrupt.interrupt_data.event_id,
        resume_data: 'Ada',
        interrupt_type: interrupt.interrupt_data.type,
      }),
    )
    expect(rest.map(({ event }) => event).at(-1)).toBe('Done')
    expect(rest.map(({ data }) => (data as { content?: string })?.content ?? '').join('')).toContain('Hi Ada')
  })
  test('chat.stream', async () => {
    const start = startNode([
      { name: 'USER_INPUT', type: 'string', required: true },
      { name: 'CONVERSATION_NAME', type: 'string', required: false },
    ])
    const schema = canvas(
      [start, answerNode([param('o', ref('100001', 'USER_INPUT'))], 'you said {{o}}')],
      [edge('100001', '900001')],
    )
    const id = await flow(schema, 3)
    const events = await all(
      coze.workflows.chat.stream({
        workflow_id: id,
        additional_messages: [{ role: 'user' as never, content: 'hi', content_type: 'text' }],
      }),
    )
    expect(events.map(({ event }) => event).at(-1)).toBe('done')
    const whole = events.find(({ event }) => event === 'conversation.message.completed')!.data as { content: string }
    expect(whole.content).toBe('you said hi')
  })
})

describe('other methods', () => {
  test('templates.duplicate: creates a bot from a template in a space of the caller', async () => {
    const { products } = await lab.owner.api.market.list({ entity_type: 21, page_num: 1, page_size: 1 })
    const template = products[0]!.meta_info
    const { entity_id, entity_type } = await coze.templates.duplicate(template.id, {
      workspace_id: lab.spaceId,
      name: 'Taken',
    })
    expect(entity_type).toBe('agent')
    const { bot_info } = await lab.owner.api.bot.getDraft({ bot_id: entity_id })
    expect(bot_info).toMatchObject({ bot_id: entity_id, name: 'Taken' })
  })
  test('apps and folders, which the client has no methods for', async () => {
    const space = await lab.owner.api.space.create({ name: 'Shelves' })
    const { project_id } = await lab.owner.api.project.create({ space_id: space.id, name: 'Shop' })
    const { folder_id } = await lab.owner.api.folder.create({
      space_id: space.id,
      name: 'Box',
      type: 1,
    })
    const apps = (await lab.call('GET', `/v1/apps?workspace_id=${space.id}&publish_status=all`)).body.data
    expect(apps).toMatchObject({
      total: 1,
      items: [{ id: project_id, name: 'Shop', is_published: false, folder_id: '' }],
    })
    expect((await lab.call('GET', `/v1/apps?workspace_id=${space.id}`)).body.data).toMatchObject({ total: 0 })
    expect((await lab.call('GET', `/v1/apps/${project_id}`)).body.code).toBe(4015)
    const folders = (await lab.call('GET', `/v1/folders?workspace_id=${space.id}`)).body.data
    const box = { id: folder_id, name: 'Box', workspace_id: space.id, parent_folder_id: '', children_count: 0 }
    expect(folders).toMatchObject({ total_count: 1, has_more: false, items: [box] })
    expect((await lab.call('GET', `/v1/folders/${folder_id}`)).body.data).toMatchObject(box)
  })
  test('workspaces.list', async () => {
    const { workspaces, total_count } = await coze.workspaces.list({ page_num: 1, page_size: 50 })
    expect(workspaces).toHaveLength(total_count)
    expect(workspaces.find(({ id }) => id === lab.spaceId)).toMatchObject({
      name: 'Lab',
      role_type: 'owner',
      workspace_type: 'team',
    })
  })
  test('users.me', async () => {
    const me = await coze.users.me()
    expect(me).toMatchObject({ user_id: lab.owner.id })
  })
  test('variables.update and variables.retrieve, for an end user of the caller', async () => {
    const bot_id = await lab.publishedBot({ variable_list: [{ key: 'k' }, { key: 'l', default_value: 'none' }] })
    const mine = { bot_id, connector_id: '1024', connector_uid: 'visitor' }
    await coze.variables.update({ ...mine, data: [{ keyword: 'k', value: 'v' }] })
    const { items } = await coze.variables.retrieve({ ...mine, keywords: ['k', 'l'] })
    expect(items.map(({ keyword, value }) => [keyword, value])).toEqual([
      ['k', 'v'],
      ['l', 'none'],
    ])
  })
})
