import { defineErrors } from '../../kit/errors.ts'

export const runErrors = defineErrors({
  notFound: { code: 720220001, status: 404, en: 'This run is gone or was never here', zh: '运行记录不存在或已被清理' },
  notPublished: {
    code: 720702011,
    status: 400,
    en: 'This workflow has not been published. Publish it before it can be called',
    zh: '工作流尚未发布，请先发布再调用',
  },
  notWaiting: {
    code: 720220002,
    status: 409,
    en: 'This run does not wait for an answer now',
    zh: '此运行当前不在等待回答',
  },
  wrongEvent: {
    code: 720220003,
    status: 400,
    en: 'event_id: the run waits for an answer to another question first ({expected})',
    zh: 'event_id：此运行须先回答另一个问题（{expected}）',
  },
  ended: { code: 720220004, status: 409, en: 'This run has ended already', zh: '此运行已结束' },
  queueFull: {
    code: 720220005,
    status: 429,
    en: 'This space has {max} runs waiting, which is the most. Wait until some have run, or cancel them',
    zh: '此空间已有 {max} 个运行在排队，已达上限。请等待或取消部分运行',
  },
  tooManyAtOnce: {
    code: 720220006,
    status: 429,
    en: 'This space has {max} runs at once, which is the most. Try again in a moment, or use is_async',
    zh: '此空间同时运行数已达上限 {max}，请稍后再试，或使用 is_async',
  },
  botOrProject: {
    code: 720220007,
    status: 400,
    en: 'bot_id: name either a bot or a project, not both',
    zh: 'bot_id：智能体和项目只能指定一个',
  },
  noNode: {
    code: 720220008,
    status: 404,
    en: 'node_id: this run has no record of the node {node}',
    zh: 'node_id：此运行没有节点 {node} 的记录',
  },
  badParameters: {
    code: 720702001,
    status: 400,
    en: 'parameters: write an object, or its JSON as text',
    zh: 'parameters：须为对象或其 JSON 文本',
  },
  failed: { code: 720701013, status: 400, en: '{message}', zh: '{message}' },
  badEvent: {
    code: 720220009,
    status: 400,
    en: 'event_id: write it as it came with the Interrupt event',
    zh: 'event_id：须与 Interrupt 事件中的一致',
  },
  notAChatflow: {
    code: 720220010,
    status: 400,
    en: 'workflow_id: this workflow takes no messages. Use a chatflow',
    zh: 'workflow_id：此工作流不是对话流',
  },
  onlyDefaultConversation: {
    code: 777777775,
    status: 400,
    en: 'A bot has only the conversation "Default" with a person; "{name}" needs a project',
    zh: '智能体中只能使用名为 Default 的会话；使用“{name}”需要应用',
  },
  noConversation: {
    code: 777777775,
    status: 400,
    en: 'There is no conversation named "{name}". Create it first',
    zh: '没有名为“{name}”的会话，请先创建',
  },
  templateConversation: {
    code: 777777775,
    status: 400,
    en: 'Only conversation created through nodes are allowed to be modified or deleted',
    zh: '仅允许修改或删除由节点创建的会话',
  },
  conversationTaken: {
    code: 720702200,
    status: 409,
    en: 'conversation_name: there is already a conversation named "{name}". Use get_or_create to have it',
    zh: 'conversation_name：已有名为“{name}”的会话。如需使用它，请设置 get_or_create',
  },
  badSheet: {
    code: 720220020,
    status: 400,
    en: 'url: this table cannot be used: {why}',
    zh: 'url：此表格无法使用：{why}',
  },
  noJob: { code: 720220021, status: 404, en: 'This job is gone or was never here', zh: '任务不存在或已被删除' },
  badRole: {
    code: 777777775,
    status: 400,
    en: 'role: write user or assistant, not "{role}"',
    zh: 'role：须为 user 或 assistant，而不是“{role}”',
  },
})
