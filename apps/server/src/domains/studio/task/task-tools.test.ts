import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'

/** Tasks that people create by talking to a bot. */
let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
const uses = (name: string, args: object) => calls({ name, arguments: JSON.stringify(args) })
const toolsOf = () => lab.server.requests.at(-1)!.body.tools?.map((tool) => tool.function.name) ?? []
const daily = { name: 'News', cron: '0 8 * * *', time_zone: 'Asia/Shanghai', text: 'Tell me the news' }

test('if the owner allows tasks of users, people create, list and delete them in the chat', async () => {
  const bot = await lab.createBot({ task_info: { user_task_allowed: true } })
  lab.server.script(uses('create_task', daily), says('I will.'))
  expect((await lab.ask(bot, 'Every morning at eight tell me the news')).text).toBe('I will.')
  const listed = async () => (await lab.owner.api.task.listAll({ bot_id: bot })).bot_task_list
  const [task] = await listed()
  expect(task).toMatchObject({ name: 'News' })
  expect(JSON.stringify(task)).toContain('0 8 * * *')

  lab.server.script(uses('list_tasks', {}), says('One.'))
  const reply = await lab.ask(bot, 'What do you remember?')
  const told = reply.list.find(({ message }) => message.type === 'tool_response')!.message.content
  expect(told).toContain('News, 0 8 * * * Asia/Shanghai: Tell me the news')

  lab.server.script(uses('create_task', { ...daily, cron: 'whenever' }), says('When exactly?'))
  const refused = await lab.ask(bot, 'And sometimes')
  expect(refused.list.find(({ message }) => message.type === 'tool_response')!.message.content).toMatch(
    /not a cron expression/,
  )

  const id = told.split(':')[0]!
  lab.server.script(uses('delete_task', { id }), says('Gone.'))
  await lab.ask(bot, 'Forget it')
  expect(await listed()).toEqual([])
})

test('the tools are missing without that permission, and for end users of a program', async () => {
  const bot = await lab.createBot()
  lab.server.script(says('Hello'))
  await lab.ask(bot, 'Hi')
  expect(toolsOf()).toEqual([])
  await lab.update(bot, { task_info: { user_task_allowed: true } })
  lab.server.script(says('Hello'))
  await lab.ask(bot, 'Hi')
  expect(toolsOf()).toEqual(['create_task', 'list_tasks', 'delete_task'])
  const context = { botId: bot, spaceId: lab.spaceId, userId: lab.owner.id, conversationId: '1', turnId: '1' }
  const scope = { ...context, connectorId: '1024', isDraft: false, locale: 'en' as const, endUser: 'visitor:7' }
  const { signal } = new AbortController()
  expect(await lab.t.services.skillPorts.tasks!.tools([], { ...scope, signal })).toEqual([])
})
