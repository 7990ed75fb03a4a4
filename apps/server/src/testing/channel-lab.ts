import { setTimeout } from 'node:timers/promises'
import { afterFile } from './after-file.ts'
import { type ChatLab, openChatLab } from './chat-lab.ts'
import { openPlatform, type Platform, toInit } from './platform.ts'
import type { Delivery, Simulator } from '#domains/reach/channel/lab/simulator.ts'
import type { Person } from './test-app.ts'

export interface ChannelLab<S extends Simulator> extends ChatLab {
  platform: Platform
  simulator: S
  /** Creates a bot and publishes it on the platform. */
  bot(options?: BotOptions): Promise<LabBot>
  /** The texts that the platform shows in a chat. */
  texts(chatId: string): string[]
}
export interface BotOptions {
  mode?: 'long' | 'webhook'
  config?: Record<string, unknown>
  settings?: Record<string, unknown>
  account?: Record<string, string>
  person?: Person
}
export interface LabBot {
  botId: string
  at: { resource_id: string; connector_id: string }
  hookPath: string
  /** Makes the platform call the webhook of the bot. */
  deliver(delivery: Delivery): Promise<Response>
}
const POLL_MS = 30
export const anna = { id: '501', name: 'Anna' }
export const ben = { id: '502', name: 'Ben' }

/** An app that platforms can call, and that may call servers on this machine. */
export const openChannelApp = () => openChatLab({ allow: ['127.0.0.1'], publicUrl: 'https://bots.example.test' })

/** A simulated platform on loopback, with bots that are published on it. Several platforms can share an app. */
export async function openChannelLab<S extends Simulator>(
  connectorId: string,
  make: (platform: () => Platform, now: () => number) => S,
  existing?: ChatLab,
): Promise<ChannelLab<S>> {
  let simulator: S | undefined
  let now = () => Date.now()
  const platform: Platform = await openPlatform(() => simulator!)
  simulator = make(
    () => platform,
    () => now(),
  )
  const lab = existing ?? (await openChannelApp())
  now = () => lab.t.clock.now()
  const made = simulator
  let isOver = false
  afterFile(() => void (isOver = true))
  const accounts = accountsOf(lab)
  return {
    ...lab,
    platform,
    simulator: made,
    texts: (chatId) => made.shown.filter((message) => message.chatId === chatId).map(({ text }) => text),
    async bot({ mode = 'webhook', config = {}, settings = {}, account = {}, person = lab.owner } = {}) {
      const botId = await lab.createBot(config, person)
      const at = { resource_id: botId, connector_id: connectorId }
      const before = accounts.get(connectorId)
      await before?.person.api.channel.remove(before.at)
      accounts.set(connectorId, { at, person })
      const saved = await person.api.channel.save({
        ...at,
        mode,
        config: {
          ...(hasBase(connectorId) && { api_base: platform.origin }),
          ...fieldsFor(made, mode),
          ...portsOf(platform, made),
          ...account,
        },
        settings: { burst_ms: 0, ...settings },
      })
      if ('secret' in made) (made as { secret: string }).secret = saved.hook_secret
      const hookPath = new URL(saved.hook_url).pathname
      const deliver = async (delivery: Delivery) => {
        const answer = await lab.t.request(hookPath + (delivery.query ?? ''), toInit(delivery))
        if (made.answered) void askAgain(made.answered(await answer.clone().text()))
        return answer
      }
      /** Polls like the platform, until the answer is complete. */
      async function askAgain(next: Delivery | undefined): Promise<void> {
        if (!next || isOver) return
        await setTimeout(POLL_MS)
        if (!platform.isUp()) return askAgain(next)
        await deliver(next).catch(() => {})
      }
      if (made.challenge) await deliver(made.challenge())
      const { missing } = await person.api.channel.test(at)
      if (missing.length) throw new Error(missing.join('; '))
      await person.api.bot.publish({
        space_id: lab.spaceId,
        bot_id: botId,
        connectors: { [connectorId]: {} },
        history_info: '',
      })
      return { botId, at, hookPath, deliver }
    },
  }
}
/** An account of the platform serves one bot at a time, so a new bot takes it over from the previous one. */
const accountsInUse = new WeakMap<object, Map<string, { at: LabBot['at']; person: Person }>>()
function accountsOf(lab: ChatLab) {
  const known = accountsInUse.get(lab.t) ?? new Map<string, { at: LabBot['at']; person: Person }>()
  accountsInUse.set(lab.t, known)
  return known
}
const MAIL = '20000014'
const SIGNED_WEBHOOK = '20000015'
const withoutBase = new Set([MAIL, SIGNED_WEBHOOK])
const hasBase = (connectorId: string) => !withoutBase.has(connectorId)
/** Mail uses ports of its own. */
const portsOf = ({ ports }: Platform, { streams }: Simulator): Record<string, string> =>
  streams
    ? {
        imap_host: '127.0.0.1',
        imap_port: String(ports.imap),
        smtp_host: '127.0.0.1',
        smtp_port: String(ports.smtp),
      }
    : {}
const ofWebhook = ['signing_secret', 'encrypt_key', 'verification_token', 'aes_key']
const ofConnection = ['app_token', 'bot_secret']
const fieldsFor = ({ config }: Simulator, mode: string) =>
  Object.fromEntries(
    Object.entries(config).filter(([name]) => !(mode === 'long' ? ofWebhook : ofConnection).includes(name)),
  )
