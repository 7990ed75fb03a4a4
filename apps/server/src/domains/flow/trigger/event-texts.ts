import { triggerEvents, type TriggerEvent, triggerEventNames } from '@orrery/contract/shared/triggers'

interface Text {
  en: [name: string, about: string]
  zh: [name: string, about: string]
}
const texts: Record<TriggerEvent, Text> = {
  'run.succeeded': {
    en: ['A workflow succeeded', 'A run of another published workflow completed'],
    zh: ['工作流运行成功', '另一个已发布的工作流运行成功时'],
  },
  'run.failed': {
    en: ['A workflow failed', 'A run of another published workflow failed'],
    zh: ['工作流运行失败', '另一个已发布的工作流运行失败时'],
  },
  'document.ready': {
    en: ['A document is ready', 'A document of a knowledge base is ready'],
    zh: ['文档处理完成', '知识库中的文档可以检索时'],
  },
  'document.failed': {
    en: ['A document failed', 'A document of a knowledge base could not be read'],
    zh: ['文档处理失败', '知识库中的文档处理失败时'],
  },
  'chat.completed': {
    en: ['A chat completed', 'The published bot answered a user'],
    zh: ['对话完成', '已发布的智能体完成一次回答时'],
  },
  'chat.failed': {
    en: ['A chat failed', 'The published bot could not answer'],
    zh: ['对话失败', '已发布的智能体回答失败时'],
  },
  'row.created': {
    en: ['A row was created', 'A row was added to the live data of a table'],
    zh: ['新增数据', '数据表的线上数据新增一行时'],
  },
  'row.changed': {
    en: ['A row was changed', 'A row of the live data of a table was changed'],
    zh: ['修改数据', '数据表的线上数据被修改时'],
  },
  'row.deleted': {
    en: ['A row was deleted', 'A row of the live data of a table was deleted'],
    zh: ['删除数据', '数据表的线上数据被删除时'],
  },
}
const kinds: Record<'schedule' | 'webhook' | 'form' | 'event', Text> = {
  schedule: { en: ['Schedule', 'Runs on a schedule'], zh: ['定时', '按时间表运行'] },
  webhook: { en: ['Webhook', 'Runs when its address is called'], zh: ['Webhook', '其地址被调用时运行'] },
  form: { en: ['Form', 'Runs when someone submits its form'], zh: ['表单', '有人提交表单时运行'] },
  event: { en: ['Event', 'Runs when something happens in the space'], zh: ['事件', '空间内发生指定事件时运行'] },
}
const CRON_JOB = '0'
const EVENT = '1'

/** The triggers that can start a workflow, described in the language of the reader. */
export function triggerApps(isChinese: boolean) {
  const say = (text: Text) => {
    const [name, description] = isChinese ? text.zh : text.en
    return { name, description }
  }
  const schemaOf = (event: TriggerEvent) =>
    JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(triggerEvents[event].fields.map((field) => [field, { type: 'string' }])),
    })
  const single = (id: 'schedule' | 'webhook' | 'form', type: string) => ({
    app_id: id,
    ...say(kinds[id]),
    icon: '',
    app_type: type,
    events: [{ id, event_id: id, ...say(kinds[id]), input_schema: '', source_kind: '' }],
  })
  return [
    single('schedule', CRON_JOB),
    single('webhook', EVENT),
    single('form', EVENT),
    {
      app_id: 'event',
      ...say(kinds.event),
      icon: '',
      app_type: EVENT,
      events: triggerEventNames.map((event) => ({
        id: event,
        event_id: event,
        ...say(texts[event]),
        input_schema: schemaOf(event),
        source_kind: triggerEvents[event].source as string,
      })),
    },
  ]
}
