import type { Adapter } from '../../adapter.ts'
import { apiBase, plainField, secretField } from '../fields.ts'
import { formWith } from '../form.ts'
import { plainText, render } from '../render.ts'
import { callWx, checkWx, downloadWx, receiveWx, type WxApi, wxEvent } from '../wx/wx.ts'

const api: WxApi = {
  name: 'WeCom',
  nameZh: '企业微信',
  origin: 'https://qyapi.weixin.qq.com',
  tokenPath: ({ corp_id: id = '', secret = '' }) =>
    `/cgi-bin/gettoken?corpid=${encodeURIComponent(id)}&corpsecret=${encodeURIComponent(secret)}`,
}

/** An app of WeCom. It has no buttons that everybody may press, so choices are numbered. */
export const wecom: Adapter = {
  connectorId: '20000005',
  setup: {
    modes: ['webhook'],
    steps: [
      {
        text: { en: 'Create an app under App Management', zh: '在“应用管理”中创建自建应用' },
        url: 'https://work.weixin.qq.com/wework_admin/frame#apps',
      },
      { text: { en: 'Under Receive Messages, enter this address', zh: '在“接收消息”中填写此地址' }, copies: 'hookUrl' },
      {
        text: {
          en: 'Make a token and an encoding key there, enter both here and save, then save there',
          zh: '在该页随机生成 Token 与 EncodingAESKey，先填写到此处保存，再在该页保存',
        },
      },
      {
        text: {
          en: 'Add the address of this server to the trusted IPs of the app',
          zh: '将本服务器地址加入应用的“企业可信 IP”',
        },
      },
    ],
    fields: [
      plainField('corp_id', 'Corp ID', '企业 ID'),
      plainField('agent_id', 'Agent ID'),
      secretField('secret', 'Secret'),
      secretField('token', 'Token'),
      secretField('aes_key', 'EncodingAESKey'),
      apiBase('qyapi.weixin.qq.com'),
    ],
  },
  can: { maxText: 600, maxChoices: 0, takesKey: false, rates: { account: { count: 10, seconds: 1 } } },
  receive: (request, place) => receiveWx(request, place, place.config.corp_id ?? '', wxEvent),
  async check(place) {
    await checkWx(api, place)
    const path = `/cgi-bin/agent/get?agentid=${encodeURIComponent(place.config.agent_id!)}`
    const agent = await callWx<{ name?: string }>(api, place, path)
    const identity = `${place.config.corp_id}:${place.config.agent_id}`
    return { profile: { name: agent.name ?? '', identity }, missing: [] }
  },
  async send(place, to, out, _key, bytes) {
    const base = { touser: to.chatId, agentid: Number(place.config.agent_id) }
    const { file } = out
    let content: object = { msgtype: 'text', text: { content: render(out.text, plainText) || '…' } }
    if (file && bytes) {
      const type = file.kind === 'image' ? 'image' : 'file'
      const form = await formWith({}, { field: 'media', name: file.name, type: file.contentType, bytes })
      const { media_id } = await callWx<{ media_id: string }>(
        api,
        place,
        `/cgi-bin/media/upload?type=${type}`,
        undefined,
        form,
      )
      content = { msgtype: type, [type]: { media_id } }
    }
    return (
      (await callWx<{ msgid?: string }>(api, place, '/cgi-bin/message/send', { ...base, ...content })).msgid ?? 'sent'
    )
  },
  download: (place, { ref }) => downloadWx(api, place, `/cgi-bin/media/get?media_id=${encodeURIComponent(ref)}`),
}
