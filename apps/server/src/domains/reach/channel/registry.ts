import type { Adapter } from './adapter.ts'

/** Loaders of adapters by channel id. Each adapter is loaded on first use. */
const loaders: Record<string, () => Promise<Adapter>> = {
  '20000001': async () => (await import('./adapters/feishu/feishu.ts')).feishu,
  '20000002': async () => (await import('./adapters/feishu/feishu.ts')).lark,
  '20000003': async () => (await import('./adapters/wechat/wechat.ts')).wechat,
  '20000004': async () => (await import('./adapters/wechat/mini-program.ts')).miniProgram,
  '20000005': async () => (await import('./adapters/wecom/wecom.ts')).wecom,
  '20000006': async () => (await import('./adapters/wecom-ai-bot/ai-bot.ts')).wecomAiBot,
  '20000007': async () => (await import('./adapters/dingtalk/dingtalk.ts')).dingtalk,
  '20000008': async () => (await import('./adapters/slack/slack.ts')).slack,
  '20000009': async () => (await import('./adapters/discord/discord.ts')).discord,
  '20000010': async () => (await import('./adapters/telegram/telegram.ts')).telegram,
  '20000011': async () => (await import('./adapters/meta/whatsapp.ts')).whatsapp,
  '20000012': async () => (await import('./adapters/line/line.ts')).line,
  '20000013': async () => (await import('./adapters/meta/messenger.ts')).messenger,
  '20000014': async () => (await import('./adapters/mail/mail.ts')).mail,
  '20000015': async () => (await import('./adapters/webhook/webhook.ts')).webhookChannel,
  '20000016': async () => (await import('./adapters/douyin/mini-program.ts')).douyinMiniProgram,
}
const loaded = new Map<string, Promise<Adapter>>()

export const adapterIds = Object.keys(loaders)
export function loadAdapter(connectorId: string): Promise<Adapter> | undefined {
  const known = loaded.get(connectorId)
  if (known) return known
  const made = loaders[connectorId]?.()
  if (made) loaded.set(connectorId, made)
  return made
}
