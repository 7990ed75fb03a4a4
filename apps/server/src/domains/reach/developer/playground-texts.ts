import { groupName } from '@orrery/contract/group-names'
import type { Locale } from '#kit/errors.ts'

/** One line about each subject, under the name used in the API reference. */
const subjects: Record<string, [en: string, zh: string]> = {
  clonedVoice: ['Voices made from recordings', '根据录音生成的音色'],
  apiApp: ['Programs that receive events', '接收事件的程序'],
  connector: ['Channels you built, installed in spaces', '将自建渠道安装到空间'],
  connectorReview: ['Decide about bots published to your channels', '审核发布到自建渠道的智能体'],
  connectorSetup: ['Sign-in, devices and domains of your channels', '自建渠道的登录、设备和域名'],
  datasetInfer: ['How far batches of questions are', '批量推理任务的进度'],
  datasetOpen: ['Rows with types and versions', '带类型和版本的数据'],
  interfacePicture: ['Images of the pages of a project', '项目页面的截图'],
  knowledgeOpen: ['Documents for bots to search', '供智能体检索的文档'],
  mcpServe: ['Plugins, workflows and bots as MCP tools', '将插件、工作流和智能体作为 MCP 工具'],
  openApp: ['Contents of a space', '空间中的内容'],
  openBot: ['Create, publish and list bots', '创建、发布和列出智能体'],
  openChat: ['Chat with published bots', '与已发布的智能体对话'],
  openCompatible: ['For clients of the OpenAI protocol', '供使用 OpenAI 协议的客户端调用'],
  openConversation: ['Conversations and their messages', '会话与消息'],
  openFile: ['Files for chats and workflows', '用于对话和工作流的文件'],
  openRealtime: ['Speech over WebSocket', '通过 WebSocket 进行语音交互'],
  openVoice: ['Convert text to speech and speech to text', '语音合成与语音识别'],
  openUsage: ['Usage and how much is allowed', '用量与限额'],
  passport: ['The user a token belongs to', '令牌所属的用户'],
  plugin: ['Create and change plugins', '创建和修改插件'],
  pluginAuth: ['Authorisations users gave plugins', '用户授予插件的权限'],
  promptRun: ['Run prompts by their keys', '按 Key 运行提示词'],
  promptServe: ['Prompts by key, version and label', '按 Key、版本和标签获取提示词'],
  space: ['Your spaces', '你的空间'],
  traceIngest: ['Send traces of your programs', '上报你的程序的调用链'],
  variables: ['Values bots and apps keep per user', '智能体和应用为每位用户保存的值'],
  voiceprint: ['Find out who is speaking', '识别说话人'],
  webhook: ['URLs that receive events of a bot', '接收智能体事件的 URL'],
  widget: ['Add a bot to a page with one tag', '用一个标签将智能体放到网页上'],
  workflowOpen: ['Run published workflows', '运行已发布的工作流'],
}
const widgetName = { en: 'Chat on a web page', 'zh-CN': '网页聊天' }

/** Name of a subject; external ones have the name given in their document. */
export function subjectText(subject: string, locale: Locale): { title: string; description: string } {
  const title = subject === 'widget' ? widgetName[locale] : (groupName(subject, locale) ?? subject)
  return { title, description: subjects[subject]?.[locale === 'zh-CN' ? 1 : 0] ?? '' }
}

export const widgetSchema = {
  type: 'object',
  required: ['key'],
  properties: {
    key: { type: 'string', description: 'The key of the widget, from the publish page of the bot' },
    color: { type: 'string', description: 'The colour of the button, such as #4d53e8' },
    side: { type: 'string', enum: ['left', 'right'] },
    theme: { type: 'string', enum: ['light', 'dark'] },
    lang: { type: 'string', description: 'The language of the chat, such as en or zh-CN' },
    open: { type: 'boolean', description: 'Whether the chat is open at once' },
  },
}
/** Sample pages that work once a key is filled in. */
export const widgetSample = (publicUrl: string) => [
  {
    file_name: 'index.html',
    content: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Chat</title>
  </head>
  <body>
    <script async src="${new URL('/widget.js', publicUrl).href}" data-key="WIDGET_KEY"></script>
  </body>
</html>
`,
  },
  {
    file_name: 'by-hand.html',
    content: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Chat</title>
  </head>
  <body>
    <script src="${new URL('/widget.js', publicUrl).href}"></script>
    <script>
      OrreryChat.create({ key: 'WIDGET_KEY', side: 'left', theme: 'dark', isOpen: true })
    </script>
  </body>
</html>
`,
  },
]
