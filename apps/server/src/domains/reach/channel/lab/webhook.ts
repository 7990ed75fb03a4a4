import { randomUUID } from 'node:crypto'
import { sign, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import {
  answer,
  CUT,
  type Delivery,
  jsonOf,
  noFaults,
  type Saying,
  type ShownMessage,
  type Simulator,
} from './simulator.ts'

interface Told {
  event: string
  id?: string
  chat?: { id: string; thread?: string; kind?: string }
  text?: string
  actions?: { id: string; label: string }[]
  file?: { name: string; kind: string; content: string }
}

/** A program of a user. It deduplicates messages by delivery id. */
export function simulateWebhook(
  now: () => number,
  origin: () => string = () => '',
): Simulator & { secret: string; received: Told[] } {
  const faults = noFaults()
  const shown: (ShownMessage & { isGroup: boolean })[] = []
  const typing: string[] = []
  const received: Told[] = []
  const seen = new Set<string>()
  const files = new Map<string, Buffer>()
  const simulator = {
    faults,
    shown,
    typing,
    received,
    secret: '',
    config: {},
    handle(request: Parameters<Simulator['handle']>[0]) {
      if (faults.outage) return CUT
      const at = /^\/files\/(.+)$/.exec(request.path)?.[1]
      if (at) return { status: 200, body: files.get(at) ?? '' }
      if (faults.revoked) return answer({}, 401)
      const told = jsonOf<Told>(request)
      if (faults.tooMany > 0 && told.event === 'message') {
        faults.tooMany -= 1
        return answer({}, 429, { 'retry-after': '1' })
      }
      const delivery = request.headers['x-orrery-delivery'] ?? ''
      if (!seen.has(delivery)) take(told)
      seen.add(delivery)
      if (faults.cut > 0 && told.event === 'message') {
        faults.cut -= 1
        return CUT
      }
      return answer({ ok: true })
    },
    say({ chatId, from, text, isGroup = false, mentions = false, thread, file }: Saying): Delivery {
      if (file) files.set(file.name, file.bytes)
      return signed({
        id: randomUUID(),
        chat: { id: chatId, kind: isGroup ? 'group' : 'direct', ...(thread && { thread }) },
        sender: { id: from.id, name: from.name, ...(from.locale && { locale: from.locale }) },
        text,
        is_to_bot: mentions,
        ...(file && { files: [{ kind: file.kind, name: file.name, url: `${origin()}/files/${file.name}` }] }),
      })
    },
    press(messageId: string, choiceId: string, from: { id: string; name: string }): Delivery {
      const message = shown.find(({ id }) => id === messageId)!
      const chat = { id: message.chatId, kind: message.isGroup ? 'group' : 'direct' }
      return signed({ id: randomUUID(), chat, sender: from, action: choiceId, is_to_bot: true })
    },
  }
  function take(told: Told) {
    received.push(told)
    if (told.event === 'typing') typing.push(told.chat!.id)
    if (told.event === 'message')
      shown.push({
        id: told.id!,
        chatId: told.chat!.id,
        threadKey: told.chat!.thread ?? '',
        text: told.text ?? '',
        buttons: told.actions ?? [],
        versions: [told.text ?? ''],
        isGroup: told.chat!.kind === 'group',
        ...(told.file && {
          file: { name: told.file.name, kind: told.file.kind, bytes: Buffer.from(told.file.content, 'base64') },
        }),
      })
    if (told.event !== 'message.edit') return
    const message = shown.find(({ id }) => id === told.id)
    if (!message) return
    message.text = told.text ?? ''
    message.versions.push(message.text)
    message.buttons = told.actions ?? []
  }
  function signed(event: object): Delivery {
    const body = JSON.stringify(event)
    const seconds = Math.floor(now() / 1000)
    return {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: sign(simulator.secret, seconds, body),
      },
      body,
    }
  }
  return simulator
}
