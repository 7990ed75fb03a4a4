import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson } from '../call.ts'

interface Reply<T> {
  ok: boolean
  result?: T
  error_code?: number
  description?: string
  parameters?: { retry_after?: number }
}
const ORIGIN = 'https://api.telegram.org'
export const addressOf = (place: Place, path: string) => `${baseOf(place.config, ORIGIN)}${path}`

/** Calls a method of the Bot API. */
export async function call<T>(place: Place, method: string, body: object | EgressInit, init?: EgressInit): Promise<T> {
  const url = addressOf(place, `/bot${place.config.token}/${method}`)
  const answer = await place.fetch(url, init ?? jsonInit(body))
  const reply = await readJson<Reply<T>>('Telegram', answer)
  if (reply.ok) return reply.result as T
  throw faultOfReply(reply) ?? faultOfStatus('Telegram', answer) ?? new Error(reply.description)
}

function faultOfReply({ error_code: code, description = '', parameters }: Reply<unknown>): ChannelFault | undefined {
  const said = { en: `Telegram: ${description}`, zh: `Telegram：${description}` }
  if (code === 429) return new ChannelFault('later', said, (parameters?.retry_after ?? 5) * 1000)
  // Telegram returns 404 for an unknown token.
  if (code === 401 || (code === 404 && description === 'Not Found'))
    return new ChannelFault('refused', {
      en: 'Telegram does not accept the token any more. Ask @BotFather for a new one and enter it here',
      zh: 'Telegram 不再接受该令牌，请向 @BotFather 索取新令牌并填写',
    })
  if (code === 409)
    return new ChannelFault('later', {
      en: 'Another program reads the messages of this Telegram bot. Stop it, or use another bot',
      zh: '另一个程序正在接收该 Telegram 机器人的消息，请停止它或换一个机器人',
    })
  if (code === 403)
    return new ChannelFault('never', {
      en: 'Telegram: this person has blocked the bot, or it was removed from the group',
      zh: 'Telegram：对方已屏蔽该机器人，或机器人已被移出群组',
    })
  return code === 400 ? new ChannelFault('never', said) : undefined
}
