import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectorId } from '@orrery/contract'
import { simulateSlack } from '#domains/reach/channel/lab/slack.ts'
import type { Delivery, PlatformRequest, Simulator } from '#domains/reach/channel/lab/simulator.ts'
import { simulateTelegram } from '#domains/reach/channel/lab/telegram.ts'
import { simulateWebhook } from '#domains/reach/channel/lab/webhook.ts'
import { simulateWechat, simulateWecom } from '#domains/reach/channel/lab/wx.ts'
import { openHangingModel } from './hanging-model.ts'
import { openPlatform, toInit } from './platform.ts'
import type { Api } from './test-app.ts'
import { openVoiceKills, type VoiceKillResult } from './voice-kill.ts'

export interface KillServer {
  url: string
  kill(): Promise<void>
}
/** Starts processes on one database. They listen on 127.0.0.1 and may call servers there. */
export interface KillField {
  start(): Promise<KillServer>
  client(url: string): Api
}
export interface KillResult extends VoiceKillResult {
  events: number
  /** Messages neither answered nor listed as uncertain. */
  lost: string[]
  twice: string[]
  /** Number of messages listed as uncertain, for a person to decide. */
  uncertain: number
  /** Messages whose answer stayed incomplete after the process was killed. */
  unfinished: string[]
}
type Name = 'webhook' | 'slack' | 'wecom' | 'wechat' | 'telegram'
const ids: Record<Name, string> = {
  webhook: '20000015',
  slack: '20000008',
  wecom: '20000005',
  wechat: '20000003',
  telegram: '20000010',
}
const account = { email: 'kill@example.test', password: 'correct horse 7' }
const PATIENCE_MS = 180_000
const BURST_MS = 700
const answerTo = (text: string) => `Re: ${text}.`

/**
 * Runs two processes and kills one in each round at every point of an answer at which a process may die: event stored;
 * acknowledged; first words sent and recorded or not; sent but not recorded (with a key, with a look-up, with neither);
 * button pressed; token requested; connection held; voice being cloned; call being answered. What the platforms show at
 * the end is compared with what was expected.
 */
export async function runChannelKills(
  field: KillField,
  rounds: number,
  onRound: (done: number) => void = () => {},
): Promise<KillResult> {
  const model = await openHangingModel()
  const now = () => Date.now()
  const held = new Set<string>()
  let release = Promise.withResolvers<void>()
  /** Handles the request, but does not answer before the process is dead. */
  const hanging = (simulator: Simulator): Simulator => ({
    ...simulator,
    async handle(request: PlatformRequest) {
      const key = holdKeyOf(request)
      const answer = await simulator.handle(request)
      if (!key || held.has(key)) return answer
      held.add(key)
      await release.promise
      return answer
    },
  })
  let origin = ''
  const made = {
    webhook: simulateWebhook(now),
    slack: simulateSlack(now, () => origin),
    wecom: simulateWecom(now),
    wechat: simulateWechat(now),
    telegram: simulateTelegram(),
  }
  const origins = {} as Record<Name, string>
  for (const name of Object.keys(made) as Name[]) {
    const simulator = hanging(made[name])
    origins[name] = (await openPlatform(() => simulator)).origin
  }
  origin = origins.slack

  let servers = [await field.start(), await field.start()] as [KillServer, KillServer]
  const first = field.client(servers[0].url)
  const hooks = await setUp(first, model.baseUrl, origins, made)
  const voice = await openVoiceKills(first, hooks.botId, hooks.spaceId)
  const deliver = (server: KillServer, name: Name, delivery: Delivery) =>
    fetch(server.url + hooks.paths[name] + (delivery.query ?? ''), toInit(delivery))
  const expected: { name: Name; chat: string; text: string }[] = []
  const say = (name: Name, chat: string, text: string): Delivery => {
    expected.push({ name, chat, text })
    return made[name].say({ chatId: chat, from: { id: chat, name: 'Anna' }, text })
  }
  const until = async (isSo: () => boolean) => {
    for (const deadline = Date.now() + PATIENCE_MS; !isSo(); await sleep(20))
      if (Date.now() > deadline) throw new Error('A point at which the process was to be killed was not reached')
  }
  const shown = (name: Name, chat: string) => made[name].shown.filter(({ chatId }) => chatId === chat)

  async function round(n: number) {
    const [victim, other] = servers
    release = Promise.withResolvers<void>()
    const resumeCall = await voice.begin(victim.url, n)
    const tell = (name: Name, chat: string, text: string) => deliver(victim, name, say(name, chat, text))
    await deliver(
      victim,
      'webhook',
      made.webhook.say({ chatId: `press${n}`, from: { id: `press${n}`, name: 'Anna' }, text: '/start' }),
    )
    await until(() => shown('webhook', `press${n}`).length > 0)
    const [greeting] = shown('webhook', `press${n}`)
    expected.push({ name: 'webhook', chat: `press${n}`, text: 'hang What is new?' })
    model.forget('hang What is new?')
    await Promise.all([
      deliver(
        victim,
        'webhook',
        made.webhook.press(greeting!.id, greeting!.buttons[0]!.id, { id: `press${n}`, name: 'Anna' }),
      ),
      tell('webhook', `half${n}`, `half ${n}`),
      tell('webhook', `begun${n}`, `half hold-begun-${n}`),
      tell('slack', `D1${n}`, `half hold-look-${n}`),
      tell('webhook', `key${n}`, `hold-key-${n}`),
      tell('slack', `D2${n}`, `hold-find-${n}`),
      tell('wecom', `neither${n}`, `hold-neither-${n}`),
      tell('wechat', `token${n}`, `token ${n}`),
    ])
    await until(() => shown('webhook', `half${n}`).length > 0 && model.hangs() >= 5)
    await until(() =>
      [`begun-${n}`, `look-${n}`, `key-${n}`, `find-${n}`, `neither-${n}`].every((key) => held.has(key)),
    )
    say('telegram', String(900_000 + n), `poll ${n}`)
    await tell('webhook', `acked${n}`, `acked ${n}`)
    const last = Array.from({ length: 3 }, (_, at) => say('wecom', `stored${n}x${at}`, `stored ${n} ${at}`))
    const answers = last.map((delivery) => deliver(victim, 'wecom', delivery).catch(() => undefined))
    await Promise.race(answers)
    await victim.kill()
    release.resolve()
    model.release()
    // The platform delivers unacknowledged messages again, and once also an acknowledged one.
    for (const [at, answer] of (await Promise.all(answers)).entries())
      if (!answer?.ok || at === 0) await deliver(other, 'wecom', last[at]!)
    await resumeCall(other.url)
    servers = [other, await field.start()]
  }
  for (let n = 0; n < rounds; n += 1) {
    await round(n)
    onRound(n + 1)
  }

  const api = field.client(servers[0].url)
  await api.passport.login(account)
  const inspect = async (): Promise<KillResult> => {
    const letters = new Set<string>()
    for (const name of Object.keys(ids) as Name[]) {
      const { items } = await api.channel.letters({ resource_id: hooks.botId, connector_id: ids[name], page_size: 200 })
      for (const item of items) if (item.state === 'uncertain') letters.add(`${name} ${item.chat_id}`)
    }
    const spoken = await voice.inspect(api, servers[0].url)
    const result: KillResult = { events: expected.length, lost: [], twice: [], uncertain: 0, unfinished: [], ...spoken }
    for (const { name, chat, text } of expected) {
      const place = `${name} ${chat}`
      const said = shown(name, chat).filter((message) => message.text.startsWith('Re: '))
      const isUncertain = letters.has(place)
      if (isUncertain) result.uncertain += 1
      if (said.length > 1) result.twice.push(place)
      else if (!said.length && !isUncertain) result.lost.push(place)
      else if (said[0] && said[0].text !== answerTo(text) && !isUncertain) result.unfinished.push(place)
    }
    return result
  }
  let result = await inspect()
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(1000)) {
    result = await inspect()
    // One message per round cannot be looked up. It is listed as uncertain only after its process is found to be dead.
    const open = [result.lost, result.unfinished, result.clones, result.calls]
    if (open.every((list) => list.length === 0) && result.uncertain >= rounds) break
  }
  for (const server of servers) await server.kill()
  model.close()
  return result
}

/** The key of a request whose answer is held back: requests for messages that contain `hold-…`. */
function holdKeyOf({ body, path }: PlatformRequest): string | undefined {
  const text = body.toString()
  if (/update$|history$|typing/i.test(path) || text.includes('"typing"') || text.includes('message.edit'))
    return undefined
  return /hold-(\w+-\d+)/.exec(text)?.[1]
}

/** Creates a bot and publishes it on five platforms. */
async function setUp(
  api: Api,
  baseUrl: string,
  origins: Record<Name, string>,
  made: Record<Name, Simulator> & { webhook: { secret: string } },
) {
  await api.passport.register(account)
  const { id: space_id } = await api.space.create({ name: 'Kill' })
  const provider = await api.instanceModel.createProvider({ kind: 'openai-compatible', name: 'S', base_url: baseUrl })
  const { id: model_id } = await api.instanceModel.createModel({ provider_id: provider.id, name: 'M', model: 'm' })
  const { bot_id: botId } = await api.bot.create({ space_id, name: 'Survivor' })
  const config = {
    model_info: { model_id },
    suggest_reply_info: { suggest_reply_mode: 2 },
    onboarding_info: { prologue: 'Welcome', suggested_questions: ['hang What is new?'] },
  }
  await api.bot.updateDraft({ bot_info: { bot_id: botId, ...config } } as never)
  const paths = {} as Record<Name, string>
  for (const name of Object.keys(ids) as Name[]) {
    const at = { resource_id: botId, connector_id: ids[name] }
    const { app_token: _, ...rest } = made[name].config
    const saved = await api.channel.save({
      ...at,
      mode: name === 'telegram' ? 'long' : 'webhook',
      config: name === 'webhook' ? { url: `${origins.webhook}/hook` } : { ...rest, api_base: origins[name] },
      settings: { burst_ms: BURST_MS },
    })
    if (name === 'webhook') made.webhook.secret = saved.hook_secret
    paths[name] = new URL(saved.hook_url).pathname
    const { missing } = await api.channel.test(at)
    if (missing.length) throw new Error(missing.join('; '))
  }
  const connectors = Object.fromEntries([...Object.values(ids), ConnectorId.api].map((id) => [id, {}]))
  await api.bot.publish({ space_id, bot_id: botId, connectors, history_info: '' })
  return { botId, spaceId: space_id, paths }
}
