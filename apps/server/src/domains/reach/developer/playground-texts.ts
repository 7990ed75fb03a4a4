import type { Locale } from '#kit/errors.ts'

type Text = [title: string, description: string]
const subjects: Record<string, { en: Text; zh: Text }> = {
  apiApp: { en: ['API apps', 'Programs that are told of events'], zh: ['API 应用', '接收事件的程序'] },
  knowledgeOpen: { en: ['Knowledge', 'Documents for bots to read'], zh: ['知识库', '供智能体查阅的文档'] },
  mcpServe: { en: ['MCP', 'Tools for programs that speak MCP'], zh: ['MCP', '供使用 MCP 的程序调用的工具'] },
  openApp: { en: ['Apps and folders', 'What a space contains'], zh: ['应用与文件夹', '空间中的内容'] },
  openBot: { en: ['Bots', 'Make, publish and list bots'], zh: ['智能体', '创建、发布和列出智能体'] },
  openChat: { en: ['Chat', 'Talk with published bots'], zh: ['对话', '与已发布的智能体对话'] },
  openCompatible: {
    en: ['OpenAI protocol', 'For clients that speak it'],
    zh: ['OpenAI 协议', '供使用该协议的客户端调用'],
  },
  openConversation: { en: ['Conversations', 'Conversations and their messages'], zh: ['会话', '会话与消息'] },
  openFile: { en: ['Files', 'Files for chats and workflows'], zh: ['文件', '用于对话和工作流的文件'] },
  openUsage: { en: ['Usage', 'What was used, and how much may be'], zh: ['用量', '已使用量与限额'] },
  passport: { en: ['Account', 'Who a token speaks for'], zh: ['账号', '令牌所代表的用户'] },
  plugin: { en: ['Plugins', 'Make and change plugins'], zh: ['插件', '创建和修改插件'] },
  pluginAuth: { en: ['Permissions of plugins', 'What people allowed plugins'], zh: ['插件授权', '用户授予插件的权限'] },
  space: { en: ['Spaces', 'Spaces of the caller'], zh: ['空间', '调用者的空间'] },
  variables: { en: ['Variables', 'What bots and apps remember'], zh: ['变量', '智能体和应用记住的内容'] },
  webhook: { en: ['Webhooks', 'Addresses that hear of a bot'], zh: ['Webhook', '接收智能体事件的地址'] },
  widget: {
    en: ['Chat on a web page', 'One tag puts a bot on a page'],
    zh: ['网页聊天', '一个标签即可将智能体放到网页上'],
  },
  workflowOpen: { en: ['Workflows', 'Run published workflows'], zh: ['工作流', '运行已发布的工作流'] },
}
/** Name of a subject; external ones have the name given in their document. */
export function subjectText(subject: string, locale: Locale): { title: string; description: string } {
  const [title, description] = subjects[subject]?.[locale === 'zh-CN' ? 'zh' : 'en'] ?? [subject, '']
  return { title, description }
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
/** A page that works as it is, once it has a key. */
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
