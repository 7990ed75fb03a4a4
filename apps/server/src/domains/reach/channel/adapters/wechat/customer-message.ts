import type { Adapter, Outgoing, Place, Target } from '../../adapter.ts'
import { formWith } from '../form.ts'
import { plainText, render } from '../render.ts'
import { callWx, downloadWx, receiveWx, type WxApi, wxEvent } from '../wx/wx.ts'

export const tokenPath = ({ app_id: id = '', app_secret: secret = '' }: Record<string, string>) =>
  `/cgi-bin/token?grant_type=client_credential&appid=${encodeURIComponent(id)}&secret=${encodeURIComponent(secret)}`

/**
 * Sends an answer, by the same call for official accounts and mini programs. Files other than pictures are sent as
 * links.
 */
async function sendCustomerMessage(
  api: WxApi,
  place: Place,
  to: Target,
  { file }: Outgoing,
  text: string,
  bytes: Buffer | undefined,
): Promise<void> {
  let content: object = { msgtype: 'text', text: { content: text || '…' } }
  if (file?.kind === 'image' && bytes) {
    const form = await formWith({}, { field: 'media', name: file.name, type: file.contentType, bytes })
    const { media_id } = await callWx<{ media_id: string }>(
      api,
      place,
      '/cgi-bin/media/upload?type=image',
      undefined,
      form,
    )
    content = { msgtype: 'image', image: { media_id } }
  } else if (file) content = { msgtype: 'text', text: { content: `${file.name}\n${file.url}` } }
  await callWx(api, place, '/cgi-bin/message/custom/send', { touser: to.chatId, ...content })
}
async function sendTyping(api: WxApi, place: Place, to: Target): Promise<void> {
  await callWx(api, place, '/cgi-bin/message/custom/typing', { touser: to.chatId, command: 'Typing' })
}

/** The part that official accounts and mini programs share; their set-up and check differ. */
export const customerService = (api: WxApi): Pick<Adapter, 'can' | 'receive' | 'send' | 'typing' | 'download'> => ({
  can: {
    maxText: 600,
    maxChoices: 0,
    takesKey: false,
    typingMs: 15_000,
    rates: { account: { count: 20, seconds: 1 } },
  },
  receive: (request, place) => receiveWx(request, place, place.config.app_id ?? '', wxEvent),
  async send(place, to, out, key, bytes) {
    await sendCustomerMessage(api, place, to, out, render(out.text, plainText), bytes)
    return key
  },
  typing: (place, to) => sendTyping(api, place, to),
  download: (place, { ref }) => downloadWx(api, place, `/cgi-bin/media/get?media_id=${encodeURIComponent(ref)}`),
})
