import type { ChatStreamMessage } from '@orrery/contract'
import { eventsOf, type ReadEvent } from './read-events.ts'
import { openScriptedModel, type ScriptedModel } from './scripted-model.ts'
import { openTestApp, type Person, type TestApp } from './test-app.ts'

type Config = Partial<Record<string, unknown>>
export interface Streamed extends ChatStreamMessage {
  data: Record<string, unknown>
}
export interface ChatLab {
  t: TestApp
  owner: Person
  spaceId: string
  server: ScriptedModel
  modelId: string
  /** Creates a bot on the scripted model, without suggestions, with the given changes. */
  createBot(config?: Config, person?: Person): Promise<string>
  update(botId: string, config: Config, person?: Person): Promise<void>
  chat(botId: string, query: string, more?: Record<string, unknown>, person?: Person): Promise<Response>
  /** Chats and reads the whole reply. */
  ask(botId: string, query: string, more?: Record<string, unknown>, person?: Person): Promise<Reply>
  messages(botId: string, person?: Person): Promise<Awaited<ReturnType<Person['api']['conversation']['messages']>>>
}
export interface Reply {
  events: ReadEvent[]
  /** The events that are messages. */
  list: ChatStreamMessage[]
  /** The event types in order, with consecutive deltas as one. */
  order: string[]
  /** The text of all answers. */
  text: string
  conversationId: string
}

interface ChatLabOptions {
  allow?: string[]
  publicUrl?: string
  offlineSpeech?: boolean
  voiceUdpPorts?: readonly [number, number]
  trustedProxies?: string[]
  locationsLeftOut?: string[]
}
/** An app with a person whose bots run on a scripted model. */
export async function openChatLab({ allow = [], ...config }: ChatLabOptions = {}): Promise<ChatLab> {
  const server = await openScriptedModel()
  const t = await openTestApp({ config: { egressAllow: [server.host, ...allow], ...config } })
  const owner = await t.register('owner')
  const spaceId = (await owner.api.space.create({ name: 'Lab' })).id
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  const model = await owner.api.instanceModel.createModel({
    provider_id: provider.id,
    name: 'Tiny',
    model: 'tiny',
    price_in: 1,
    price_out: 2,
  })
  const lab: ChatLab = {
    t,
    owner,
    spaceId,
    server,
    modelId: model.id,
    async createBot(config = {}, person = owner) {
      const { bot_id: id } = await person.api.bot.create({ space_id: spaceId, name: 'Lab bot' })
      await lab.update(
        id,
        { model_info: { model_id: model.id }, suggest_reply_info: { suggest_reply_mode: 2 }, ...config },
        person,
      )
      return id
    },
    async update(botId, config, person = owner) {
      await person.api.bot.updateDraft({ bot_info: { bot_id: botId, ...config } } as never)
    },
    chat: (botId, query, more = {}, person = owner) =>
      person.api.conversation.chat({ bot_id: botId, query, ...more } as never),
    async ask(botId, query, more, person) {
      return readReply(await lab.chat(botId, query, more, person))
    },
    messages: (botId, person = owner) => person.api.conversation.messages({ bot_id: botId, count: 100 }),
  }
  return lab
}

export async function readReply(response: Response): Promise<Reply> {
  const events: ReadEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return toReply(events)
}

export function toReply(events: ReadEvent[]): Reply {
  const list = events.filter(({ event }) => event === 'message').map(({ data }) => data as ChatStreamMessage)
  const order: string[] = []
  for (const { event, data } of events) {
    if (event !== 'message') {
      order.push(event)
      continue
    }
    const { message, is_finish } = data as ChatStreamMessage
    const name = message.type === 'verbose' ? `verbose:${verboseOf(message.content).type}` : message.type
    const step = message.type === 'answer' ? (is_finish ? 'answer.finish' : 'answer') : name
    if (step !== 'answer' || order.at(-1) !== 'answer') order.push(step)
  }
  return {
    events,
    list,
    order,
    text: list
      .filter(({ message }) => message.type === 'answer')
      .map(({ message }) => message.content)
      .join(''),
    conversationId: list[0]?.conversation_id ?? '',
  }
}

/** Parses the two layers of a verbose message. */
export function verboseOf(content: string): { type: string; data: Record<string, unknown> } {
  const { msg_type, data } = JSON.parse(content) as { msg_type: string; data: string }
  return { type: msg_type, data: JSON.parse(data) as Record<string, unknown> }
}

/** Reads a stream until `isEnough` returns true, and leaves it open. */
export async function readUntil(response: Response, isEnough: (events: ReadEvent[]) => boolean) {
  const events: ReadEvent[] = []
  const source = eventsOf(response)
  while (!isEnough(events)) {
    const { value, done } = await source.next()
    if (done) break
    events.push(value)
  }
  return {
    events,
    /** Reads the rest of the stream. */
    async rest(): Promise<ReadEvent[]> {
      for await (const event of source) events.push(event)
      return events
    },
    /** Closes the stream, as when the client disconnects. */
    leave: () => source.return(undefined),
  }
}
