import { beforeAll, describe, expect, test } from 'vitest'
import { ConnectorId, FolderType } from '@orrery/contract'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'

/** Every input that a call accepts has an effect, or is refused: rules of single fields that no other file tests. */
let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})

test('stopping a reply refuses an answer that belongs to another question', async () => {
  const botId = await lab.createBot()
  lab.server.script(says('one'), says('two'))
  await lab.ask(botId, 'first?')
  await lab.ask(botId, 'second?')
  const { message_list, conversation_id } = await lab.messages(botId)
  const of = (content: string) => message_list.find((message) => message.content === content)!.message_id
  const { conversation } = lab.owner.api
  const stop = (query: string, answer: string) =>
    conversation.breakMessage({ conversation_id, query_message_id: of(query), answer_message_id: of(answer) })
  await expect(stop('first?', 'two')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('answer_message_id') as string,
  })
  await stop('first?', 'one')
})

test('a prompt can only be rewritten as Markdown', async () => {
  await expect(lab.owner.api.bot.optimisePrompt({ original_prompt: 'x', optimize_type: 2 as never })).rejects.toThrow(
    /optimize_type/,
  )
})

test('channel names: one channel by id, or all with ListAll', async () => {
  const names = (more: object) => lab.owner.api.database.connectorNames({ SpaceId: lab.spaceId, ...more })
  const { ConnectorList: all } = await names({ ListAll: true })
  expect(all.length).toBeGreaterThan(1)
  expect((await names({ ConnectorID: all[1]!.ConnectorID })).ConnectorList).toEqual([all[1]])
  await expect(names({})).rejects.toThrow(/ListAll/)
})

describe('the library', () => {
  test('searches the fields given in search_keys', async () => {
    const { api } = lab.owner
    const { workflow_id: plain } = await api.workflow.create({
      space_id: lab.spaceId,
      name: 'harbour_flow',
      desc: 'about ships',
    })
    const { workflow_id: image } = await api.workflow.create({
      space_id: lab.spaceId,
      name: 'picture_flow',
      desc: 'draws a harbour',
      flow_mode: 1,
    })
    const found = async (more: object) => {
      const { resource_list } = await api.library.list({ space_id: lab.spaceId, name: 'harbour', ...more })
      return resource_list.map((item) => item.res_id).toSorted()
    }
    const both = [plain, image].toSorted()
    expect(await found({})).toEqual([plain])
    expect(await found({ search_keys: ['name'] })).toEqual([plain])
    expect(await found({ search_keys: ['desc'] })).toEqual([image])
    expect(await found({ search_keys: ['name', 'desc'] })).toEqual(both)
    await expect(found({ search_keys: ['colour'] })).rejects.toThrow(/search_keys/)
  })
  test('returns folders with or without their path', async () => {
    const { folder } = lab.owner.api
    const made = { space_id: lab.spaceId, type: FolderType.resource }
    const { folder_id: outer } = await folder.create({ ...made, name: 'Outer' })
    const { folder_id: inner } = await folder.create({ ...made, name: 'Inner', parent_folder_id: outer })
    const get = async (more: object) =>
      (await folder.byIds({ space_id: lab.spaceId, folder_ids: [inner], ...more }))[inner]!
    expect((await get({})).full_path).toHaveLength(2)
    expect((await get({ get_path_info: true })).parent_path).toHaveLength(1)
    expect(await get({ get_path_info: false })).toMatchObject({ full_path: [], parent_path: [] })
  })
})

test('a trigger belongs to the API channel, and no other channel is accepted', async () => {
  const { workflow, workflowTrigger } = lab.owner.api
  const { workflow_id } = await workflow.create({ space_id: lab.spaceId, name: 'started_flow', desc: 'x' })
  const save = (connector_id?: string) =>
    workflowTrigger.save({ workflow_id, event_id: 'schedule', config: '{"cron":"0 0 1 1 *"}', connector_id })
  await expect(save(ConnectorId.page)).rejects.toThrow(/connector_id/)
  const { trigger_id } = await save(ConnectorId.api)
  const [shown] = (await workflowTrigger.list({ workflow_id })).trigger_list
  expect(shown).toMatchObject({ trigger_id, connector_id: ConnectorId.api })
  const close = (connector_id: string) => workflowTrigger.operate({ trigger_id, connector_id, status: 0 })
  await expect(close(ConnectorId.page)).rejects.toThrow(/connector_id/)
  await close(shown!.connector_id)
})

test('a paid project is refused and not created', async () => {
  const { project, intelligences } = lab.owner.api
  const make = (isEnabled: boolean) =>
    project.create({ space_id: lab.spaceId, name: 'Paid', monetization_conf: { is_enable: isEnabled } })
  await expect(make(true)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/paid products are not supported/) as string,
  })
  await make(false)
  const { intelligences: list } = await intelligences.list({ space_id: lab.spaceId, name: 'Paid' })
  expect(list).toHaveLength(1)
})
