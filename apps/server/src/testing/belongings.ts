import { TrafficScene, ComponentType } from '@orrery/contract/shared/mock-enums'
import type { Person, TestApp } from './test-app.ts'
import { greeting } from './workflow-canvas.ts'

/** The ids of one resource of each kind that a person can have, and of its parts. */
export type Belongings = Awaited<ReturnType<typeof makeBelongings>>

export async function makeBelongings(t: TestApp, { api, id: userId }: Person) {
  const space = (await api.space.create({ name: 'Team' })).id
  const bot = (await api.bot.create({ space_id: space, name: 'Bot' })).bot_id
  const project = (await api.project.create({ space_id: space, name: 'App' })).project_id
  const folder = (await api.folder.create({ space_id: space, type: 1, name: 'Folder' })).folder_id
  const prompt = await api.promptLibrary.save({ prompt: { space_id: space, name: 'Manner', prompt_text: 'Be kind' } })
  const table = await api.database.add({ space_id: space, table_name: 'stock', field_list: [{ name: 'item' }] })
  return {
    user: userId,
    space,
    bot,
    project,
    folder,
    prompt: prompt.id,
    card: (await api.cards.create({ space_id: space, name: 'Card' })).card_id,
    database: table.database_info.id,
    ...(await workflowParts(api, space)),
    ...(await pluginParts(api, space)),
    ...(await knowledgeParts(t, api, space)),
    ...(await botParts(api, bot)),
    apiApp: (await api.apiApp.create({ app_type: 1, name: 'Program' })).id,
    oauthApp: (await api.oauth.createApp({ name: 'Planner' })).app_meta.appid,
    ...(await connectorParts(api, space)),
    token: (await api.token.create({ name: 'Token' })).personal_access_token.id,
  }
}
type Api = Person['api']

async function workflowParts(api: Api, space_id: string) {
  const { workflow_id } = await api.workflow.create({ name: 'greet', desc: 'Greets', space_id })
  await api.workflow.save({ workflow_id, schema: greeting() })
  const { execute_id } = await api.workflowRun.test({ workflow_id, input: { input: 'x' } })
  const trigger = await api.workflowTrigger.save({
    workflow_id,
    event_id: 'schedule',
    name: 'daily',
    config: '{"cron":"0 9 * * *"}',
  })
  await api.workflowVersion.publish({ workflow_id, space_id, force: true })
  return { workflow: workflow_id, run: execute_id, trigger: trigger.trigger_id }
}

async function pluginParts(api: Api, space_id: string) {
  const { plugin_id } = await api.plugin.registerMeta({
    space_id,
    name: 'Weather',
    desc: 'Forecasts',
    url: 'https://weather.example.test',
    icon: {},
    auth_type: 0,
  })
  const { api_id } = await api.pluginTool.create({ plugin_id, name: 'forecast', desc: 'Tomorrow', path: '/forecast' })
  const set = await api.mockSet.save({
    bizCtx: { bizSpaceID: space_id, trafficScene: TrafficScene.toolDebug, trafficCallerID: plugin_id },
    name: 'Sunny',
    mockSubject: {
      componentID: api_id,
      componentType: ComponentType.tool,
      parentComponentID: plugin_id,
      parentComponentType: ComponentType.plugin,
    },
  })
  return { plugin: plugin_id, tool: api_id, mockSet: set.id }
}

async function knowledgeParts(t: TestApp, api: Api, space_id: string) {
  const { dataset_id } = await api.knowledge.create({ space_id, name: 'Notes', format_type: 0 })
  const file = { file_base64: Buffer.from('Tea is at four.').toString('base64'), file_type: 'md' }
  const made = await api.knowledge.createDocument({
    dataset_id,
    document_bases: [{ name: 'a.md', source_info: file }],
  })
  await t.services.knowledgeIngest.drain()
  const document = made.document_infos[0]!.document_id
  const { slices } = await api.knowledge.listSlices({ document_id: document })
  return { dataset: dataset_id, document, slice: slices[0]!.slice_id }
}

async function botParts(api: Api, bot_id: string) {
  const task = await api.task.save({
    bot_id,
    name: 'Morning',
    trigger_type: 1,
    time_data: { cron_expr: '0 9 * * *', time_zone: 'Asia/Shanghai' },
    action: { action_type: 1, bot_query_action: { content: 'Good morning' } },
  })
  const hook = await api.webhook.create({ bot_id, url: 'https://hooks.example.test/x', events: ['chat.completed'] })
  const list = await api.conversation.messages({ bot_id, count: 10, insert_history_message_list: ['Hello'] })
  return {
    task: task.task_id,
    webhook: hook.id,
    conversation: list.conversation_id,
    message: list.message_list[0]!.message_id,
  }
}

async function connectorParts(api: Api, space_id: string) {
  await api.connector.create({ connector_title: 'Desk', space_id_list: [space_id] })
  const { data } = await api.connector.list({})
  const domain = `chat-${data[0]!.id}.example.test`
  await api.miniProgram.setDomains({ domain_list: [domain] })
  const domains = await api.miniProgram.domains({ search_word: domain })
  return { connector: data[0]!.id, miniDomain: domains.data[0]!.id }
}
