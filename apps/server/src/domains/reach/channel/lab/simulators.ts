import type { Clock } from '#kit/clock.ts'
import type { Simulator } from './simulator.ts'

/** Address of the simulated platform; it exists on no network. */
export const LAB_ORIGIN = 'https://platform.invalid'
const origin = () => LAB_ORIGIN

/** The simulators of channels that can be tried here, loaded on first use. */
const makers: Record<string, (now: () => number) => Promise<Simulator>> = {
  '20000001': async (now) => (await import('./feishu.ts')).simulateFeishu(now, origin),
  '20000002': async (now) => (await import('./feishu.ts')).simulateFeishu(now, origin),
  '20000003': async (now) => (await import('./wx.ts')).simulateWechat(now),
  '20000004': async (now) => (await import('./wx.ts')).simulateMiniProgram(now),
  '20000005': async (now) => (await import('./wx.ts')).simulateWecom(now),
  '20000006': async (now) => (await import('./wecom-ai-bot.ts')).simulateWecomAiBot(now, origin),
  '20000007': async (now) => (await import('./dingtalk.ts')).simulateDingtalk(now, origin),
  '20000008': async (now) => (await import('./slack.ts')).simulateSlack(now, origin),
  '20000009': async () => (await import('./discord.ts')).simulateDiscord(origin),
  '20000010': async () => (await import('./telegram.ts')).simulateTelegram(),
  '20000011': async (now) => (await import('./meta.ts')).simulateWhatsapp(now, origin),
  '20000012': async (now) => (await import('./line.ts')).simulateLine(now),
  '20000013': async (now) => (await import('./meta.ts')).simulateMessenger(now, origin),
  '20000014': async () => (await import('./mail.ts')).simulateMail(),
  '20000015': async (now) => (await import('./webhook.ts')).simulateWebhook(now),
}
/** Channels that can be tried without an account. */
export const simulated: readonly string[] = Object.keys(makers)
export const openSimulator = (connectorId: string, clock: Clock): Promise<Simulator> | undefined =>
  makers[connectorId]?.(() => clock.now())
