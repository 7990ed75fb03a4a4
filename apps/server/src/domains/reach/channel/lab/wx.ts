import { wxEncrypt, wxSignature } from '../adapters/wx/crypto.ts'
import { writeXml } from '../adapters/wx/xml.ts'
import { createBoard } from './board.ts'
import { answer, CUT, type Delivery, formOf, jsonOf, type PlatformRequest, type Simulator } from './simulator.ts'

const TOKEN = 'wx-token'
const AES_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
export interface WxSimulator extends Simulator {
  /** A delivery with this body instead of an encrypted message. */
  raw(body: string): Delivery
  challenge(): Delivery
}

/** WeCom and WeChat: encrypted XML in, JSON out. */
function simulateWx(
  now: () => number,
  receiver: string,
  config: Record<string, string>,
  format: 'xml' | 'json' = 'xml',
): WxSimulator {
  const board = createBoard()
  const { faults, shown, typing } = board
  function query(sealed: string): string {
    const timestamp = String(Math.floor(now() / 1000))
    const signature = wxSignature(TOKEN, timestamp, 'n1', sealed)
    return `?${new URLSearchParams({ msg_signature: signature, timestamp, nonce: 'n1' }).toString()}`
  }
  function deliver(fields: Record<string, string>): Delivery {
    // In JSON, numbers of any size are not quoted.
    const json = () => JSON.stringify(fields).replaceAll(/"(\d+)"(?=[,}])/g, '$1')
    const sealed = wxEncrypt(format === 'json' ? json() : writeXml(fields), AES_KEY, receiver)
    return {
      method: 'POST',
      query: query(sealed),
      headers: { 'content-type': format === 'json' ? 'application/json' : 'text/xml' },
      body: format === 'json' ? JSON.stringify({ Encrypt: sealed }) : writeXml({ Encrypt: sealed }),
    }
  }
  interface Sent {
    touser: string
    text?: { content: string }
    image?: { media_id: string }
    file?: { media_id: string }
  }
  /** Files by media id, ours and those of people. */
  const media = new Map<string, { name: string; bytes: Buffer }>()
  async function upload(request: PlatformRequest) {
    const part = (await formOf(request)).get('media') as File
    const id = `media${board.next()}`
    media.set(id, { name: part.name, bytes: Buffer.from(await part.arrayBuffer()) })
    return answer({ media_id: id })
  }
  return {
    faults,
    shown,
    typing,
    config: { ...config, token: TOKEN, aes_key: AES_KEY },
    handle(request) {
      if (faults.outage) return CUT
      const { path } = request
      if (path.endsWith('token'))
        return faults.revoked
          ? answer({ errcode: 40001, errmsg: 'invalid credential' })
          : answer({ access_token: 'wx-access', expires_in: 7200 })
      if (faults.revoked || request.query.get('access_token') !== 'wx-access')
        return answer({ errcode: 40014, errmsg: 'invalid access_token' })
      if (path.endsWith('/agent/get')) return answer({ errcode: 0, name: 'Lab' })
      if (path.endsWith('/typing')) {
        typing.push(jsonOf<{ touser: string }>(request).touser)
        return answer({ errcode: 0 })
      }
      if (path.endsWith('/upload')) return upload(request)
      if (path.endsWith('/media/get')) {
        const found = media.get(request.query.get('media_id') ?? '')
        return found ? { status: 200, body: found.bytes } : answer({ errcode: 40007, errmsg: 'invalid media_id' })
      }
      if (!path.endsWith('/send')) return answer({ errcode: 0 })
      if (board.isTooMany()) return answer({ errcode: 45009, errmsg: 'reach max api daily quota limit' })
      const sent = jsonOf<Sent>(request)
      const kind = sent.image ? 'image' : 'file'
      const file = media.get((sent.image ?? sent.file)?.media_id ?? '')
      const shownFile = file && { file: { ...file, kind } }
      return board.show(sent.touser, sent.text?.content ?? '', (id) => answer({ errcode: 0, msgid: id }), shownFile)
    },
    say({ from, text, file }) {
      const head = {
        ToUserName: receiver,
        FromUserName: from.id,
        CreateTime: String(Math.floor(now() / 1000)),
        MsgId: String(9_000_000_000_000_000_000n + BigInt(board.next())),
      }
      if (!file) return deliver({ ...head, MsgType: 'text', Content: text })
      const id = `media${board.next()}`
      media.set(id, file)
      return deliver({ ...head, MsgType: file.kind === 'audio' ? 'voice' : file.kind, MediaId: id })
    },
    press: () => ({ method: 'POST', headers: {}, body: '' }),
    raw(body) {
      return { method: 'POST', query: query('x'), headers: { 'content-type': 'text/xml' }, body }
    },
    challenge() {
      const echo = wxEncrypt('echo-5', AES_KEY, receiver)
      return {
        method: 'GET',
        query: `${query(echo)}&${new URLSearchParams({ echostr: echo }).toString()}`,
        headers: {},
        body: '',
      }
    },
  }
}
export const simulateWecom = (now: () => number) =>
  simulateWx(now, 'ww1', { corp_id: 'ww1', agent_id: '1000002', secret: 'wecom-secret' })
export const simulateWechat = (now: () => number) =>
  simulateWx(now, 'wx2', { app_id: 'wx2', app_secret: 'wechat-secret' })
/** Uses JSON, as most mini programs do. */
export const simulateMiniProgram = (now: () => number) =>
  simulateWx(now, 'wx0123456789abcdef', { app_id: 'wx0123456789abcdef', app_secret: 'mini-secret' }, 'json')
