import { createHash } from 'node:crypto'
import type { Choice, Outgoing, Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { faultOfStatus, jsonInit, readJson } from '../call.ts'
import { choiceCard, choiceLine } from './card.ts'

/** The platform stops waiting for an answer after six minutes. Before that, the answer is closed with a notice. */
const STREAM_MS = 5 * 60_000
const KEEP_MS = 24 * 3600_000
const MAX_IMAGE = 2 * 1024 * 1024
const later = '回答仍在生成，完成后将以新消息发送。 The answer takes longer and follows as a new message.'

interface Part {
  at: number
  text: string
  image?: string
  choices?: Choice[]
}
interface Stream {
  /** When the message arrived. */
  at?: number
  /** The answer is complete. */
  finish?: boolean
  /** The platform was told that this answer is finished. */
  closed?: boolean
  /** The call to respond to, if the message came over a connection of ours. */
  req?: string
  parts?: Record<string, Part>
}
const keyOf = (id: string) => `stream ${id}`
export const readStream = async (place: Place, id: string): Promise<Stream> => {
  const { at, finish, closed, req, ...rest } = ((await place.notes.get(keyOf(id))) ?? {}) as Stream &
    Record<string, unknown>
  const parts = Object.entries(rest).filter(([key]) => key.startsWith('part '))
  return {
    ...(at !== undefined && { at }),
    ...(finish && { finish }),
    ...(closed && { closed }),
    ...(req && { req }),
    parts: Object.fromEntries(parts) as Record<string, Part>,
  }
}
export const noteStream = (place: Place, id: string, value: Omit<Stream, 'parts'>) =>
  place.notes.put(keyOf(id), { ...value }, KEEP_MS)

/** The current state of an answer, in the format of the platform. */
export async function currentAnswer(place: Place, id: string): Promise<{ stream: { finish: boolean } }> {
  const { at, finish = false, closed, parts = {} } = await readStream(place, id)
  const said = Object.values(parts).toSorted((a, b) => a.at - b.at)
  const text = said.map((part) => part.text).filter(Boolean)
  const isLate = !finish && (closed || at === undefined || place.clock.now() - at > STREAM_MS)
  if (isLate && !closed) await noteStream(place, id, { closed: true })
  const images = said.flatMap(({ image }) => (image ? [image] : []))
  const isEnd = finish || isLate
  const choices = said.flatMap((part) => part.choices ?? [])
  // Buttons are sent once, with the end of the answer.
  const hasCard = finish && choices.length > 0
  const answer = {
    msgtype: hasCard ? 'stream_with_template_card' : 'stream',
    ...(hasCard && { template_card: choiceCard(id, choices) }),
    stream: {
      id,
      finish: isEnd,
      content: [...text, ...(isLate ? [later] : [])].join('\n\n'),
      // The platform shows pictures only at the end of an answer.
      ...(isEnd && images.length && { msg_item: images.map(imageItem) }),
    },
  }
  return answer
}
/** The buttons below an answer. */
export const choicesOf = async (place: Place, id: string): Promise<Choice[]> =>
  Object.values((await readStream(place, id)).parts ?? {}).flatMap(({ choices }) => choices ?? [])
const imageItem = (base64: string) => ({
  msgtype: 'image',
  image: { base64, md5: createHash('md5').update(Buffer.from(base64, 'base64')).digest('hex') },
})

/** Adds a part to an answer that the platform still accepts. If it is too late, calls `late` and returns false. */
export async function addPart(
  place: Place,
  id: string,
  key: string,
  out: Outgoing,
  bytes?: Buffer,
  late: () => Promise<void> = () => sendToReplyUrl(place, out.reply.url ?? '', out),
): Promise<boolean> {
  const { at, closed, finish } = await readStream(place, id)
  const { file } = out
  const isShown = file?.kind === 'image' && bytes !== undefined && bytes.length <= MAX_IMAGE
  const text = file && !isShown ? `[${file.name}](${file.url})` : out.text
  const isOpen = at !== undefined && !closed && !finish && place.clock.now() - at <= STREAM_MS
  const isTooLate = !isOpen && !(finish && !closed)
  // The address accepts only one more message, so it is not used for a partial answer.
  if (isTooLate && out.isOpen) throw new ChannelFault('later', { en: later, zh: later })
  if (isTooLate) {
    await late()
    return false
  }
  const part: Part = {
    at: place.clock.now(),
    text,
    ...(isShown && { image: bytes.toString('base64') }),
    ...(out.choices.length && { choices: out.choices }),
  }
  await place.notes.put(keyOf(id), { [`part ${key}`]: part, ...(out.isLast && { finish: true }) }, KEEP_MS)
  return true
}

/** Uses the address that came with a message or a press, which accepts one message. */
export async function sendToReplyUrl(place: Place, url: string, { text, file, choices }: Outgoing): Promise<void> {
  const content = file ? `[${file.name}](${file.url})` : text + choiceLine(choices)
  const gone = (said: string) =>
    new ChannelFault('never', {
      en: `WeCom takes no more answers to this message${said}. The person has to write again`,
      zh: `企业微信不再接受对该消息的回复${said}，须等待对方重新提问`,
    })
  if (!url) throw gone('')
  const answer = await place.fetch(url, jsonInit({ msgtype: 'markdown', markdown: { content } }))
  const fault = faultOfStatus('WeCom', answer)
  if (fault) throw fault
  const { errcode = 0, errmsg = '' } = await readJson<{ errcode?: number; errmsg?: string }>('WeCom', answer)
  if (errcode) throw gone(` (${errcode} ${errmsg})`)
}
