import { wxDecrypt, wxEncrypt, wxEncryptFile, wxSignature } from '../adapters/wx/crypto.ts'
import { createBoard } from './board.ts'
import { simulateLink } from './wecom-ai-bot-link.ts'
import { answer, CUT, type Delivery, jsonOf, type Saying, type ShownMessage, type Simulator } from './simulator.ts'

const config = {
  bot_id: 'aib-lab',
  bot_secret: 'aib-secret',
  token: 'ai-token',
  aes_key: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
}
/** Over a connection, each file has a key of its own. */
const FILE_KEY = 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba'
const RECEIVER = ''
interface StreamAnswer {
  stream?: {
    id: string
    finish: boolean
    content: string
    msg_item?: { image: { base64: string; md5: string } }[]
  }
  template_card?: { button_list: { text: string; key: string }[]; task_id: string }
}
export interface AiBotSimulator extends Simulator {
  link: ReturnType<typeof simulateLink>
  challenge(): Delivery
  answered(body: string): Delivery | undefined
  /** Sends a message in the name of another bot. */
  sayAs(botId: string, saying: Saying): Delivery
  /** A person opens the chat with the bot. */
  enter(from: Saying['from']): Delivery
  /** Our decrypted response to a call. */
  opened(body: string): Record<string, unknown> | undefined
}

/** WeCom with an AI bot: encrypted JSON, and answers that it polls until they are complete. */
export function simulateWecomAiBot(now: () => number, origin: () => string): AiBotSimulator {
  const board = createBoard()
  const { faults, shown } = board
  const files = new Map<string, Buffer>()
  const usedUrls = new Set<string>()
  /** The chat that a stream belongs to. */
  const chats = new Map<string, string>()
  const asked = new Map<string, string>()
  let lastChat = ''
  const link = simulateLink({ board, config, show: (body) => shownWith(body as StreamAnswer) })

  function query(sealed: string): string {
    const timestamp = String(Math.floor(now() / 1000))
    const signature = wxSignature(config.token, timestamp, 'n1', sealed)
    return `?${new URLSearchParams({ msg_signature: signature, timestamp, nonce: 'n1' }).toString()}`
  }
  function deliver(message: object): Delivery {
    const encrypt = wxEncrypt(JSON.stringify(message), config.aes_key, RECEIVER)
    const headers = { 'content-type': 'application/json' }
    return { method: 'POST', query: query(encrypt), headers, body: JSON.stringify({ encrypt }) }
  }
  function sayAs(botId: string, { chatId, from, text, isGroup = false, file }: Saying): Delivery {
    const id = `msg${board.next()}`
    lastChat = chatId
    asked.set(id, chatId)
    const path = `/media/${id}/${file?.name ?? ''}`
    if (file) files.set(path, wxEncryptFile(file.bytes, config.aes_key))
    if (file) files.set(`/own${path}`, wxEncryptFile(file.bytes, FILE_KEY))
    const media = { url: `${origin()}${path}` }
    const message = {
      msgid: id,
      aibotid: botId,
      ...(isGroup && { chatid: chatId }),
      chattype: isGroup ? 'group' : 'single',
      from: { userid: from.id },
      response_url: `${origin()}/respond/${id}`,
      ...(file
        ? { msgtype: file.kind, [file.kind]: media }
        : { msgtype: 'text', text: { content: isGroup ? `@Bot ${text}` : text } }),
    }
    const own = { url: `${origin()}/own${path}`, aeskey: FILE_KEY }
    link.tell('aibot_msg_callback', { ...message, ...(file && { [file.kind]: own }) })
    return deliver(message)
  }
  function happens(message: object): Delivery {
    link.tell('aibot_event_callback', message)
    return deliver(message)
  }
  function event(from: Saying['from'], chatId: string, happened: object) {
    const id = `evt${board.next()}`
    asked.set(id, chatId)
    const isGroup = chatId !== from.id
    return {
      msgid: id,
      aibotid: config.bot_id,
      ...(isGroup && { chatid: chatId }),
      chattype: isGroup ? 'group' : 'single',
      from: { userid: from.id },
      response_url: `${origin()}/respond/${id}`,
      msgtype: 'event',
      event: happened,
    }
  }
  function opened(body: string): Record<string, unknown> | undefined {
    if (!body.startsWith('{')) return undefined
    const { encrypt, msgsignature, timestamp, nonce } = JSON.parse(body) as Record<string, string>
    if (msgsignature !== wxSignature(config.token, String(timestamp), nonce!, encrypt!)) return undefined
    return JSON.parse(wxDecrypt(encrypt!, config.aes_key, RECEIVER)) as Record<string, unknown>
  }
  const ended = new Set<string>()
  /** A stream is one message on the screen, which grows. */
  function show({ id, content, finish, msg_item: items = [] }: NonNullable<StreamAnswer['stream']>) {
    if (!chats.has(id)) chats.set(id, lastChat)
    const known = shown.find((message) => message.id === id)
    if (!known) {
      const chatId = chats.get(id)!
      // If several deliveries of one message poll for it, a finished answer may arrive once more.
      if ((content || items.length) && !ended.has(id)) board.show(chatId, content, () => CUT, { id })
    } else if (known.text !== content) {
      known.text = content
      known.versions.push(content)
    }
    if (finish) ended.add(id)
    const [image] = items
    const message = shown.find((item) => item.id === id)
    if (finish && image && message)
      message.file = { name: 'image', kind: 'image', bytes: Buffer.from(image.image.base64, 'base64') }
  }
  function shownWith({ stream, template_card: card }: StreamAnswer) {
    if (!stream) return
    show(stream)
    const message = shown.find(({ id }) => id === stream.id)
    if (card && message) message.buttons = card.button_list.map(({ key, text }) => ({ id: key, label: text }))
  }
  return {
    link,
    open: link.open,
    faults,
    shown,
    typing: board.typing,
    config,
    sayAs,
    say: (saying) => sayAs(config.bot_id, saying),
    enter: (from) => happens(event(from, from.id, { eventtype: 'enter_chat', enter_chat: {} })),
    opened,
    press(messageId, choiceId, from) {
      const { chatId } = shown.find(({ id }) => id === messageId)!
      const pressed = { card_type: 'button_interaction', event_key: choiceId, task_id: messageId }
      return happens(event(from, chatId, { eventtype: 'template_card_event', template_card_event: pressed }))
    },
    challenge() {
      const echo = wxEncrypt('echo-6', config.aes_key, RECEIVER)
      const text = `${query(echo)}&${new URLSearchParams({ echostr: echo }).toString()}`
      return { method: 'GET', query: text, headers: {}, body: '' }
    },
    answered(body) {
      const said = (opened(body) ?? {}) as StreamAnswer
      const { stream } = said
      if (!stream) return undefined
      if (faults.cut > 0) faults.cut -= 1
      else {
        shownWith(said)
        if (stream.finish) return undefined
      }
      return deliver({
        msgid: `r${board.next()}`,
        aibotid: config.bot_id,
        msgtype: 'stream',
        stream: { id: stream.id },
      })
    },
    handle(request) {
      if (faults.outage) return CUT
      const file = files.get(request.path)
      if (file) return { status: 200, body: file }
      const id = /^\/respond\/(.+)$/.exec(request.path)?.[1]
      const chatId = asked.get(id ?? '')
      if (!chatId || usedUrls.has(id!)) return answer({ errcode: 60140, errmsg: 'invalid response url' })
      usedUrls.add(id!)
      const { content } = jsonOf<{ markdown: { content: string } }>(request).markdown
      return board.show(chatId, content, () => answer({ errcode: 0 }), {} satisfies Partial<ShownMessage>)
    },
  }
}
