import type { Adapter } from '../../adapter.ts'
import { apiBase, plainField, secretField } from '../fields.ts'
import { callWx, checkWx, type WxApi } from '../wx/wx.ts'
import { customerService, tokenPath } from './customer-message.ts'

const api: WxApi = {
  name: 'WeChat',
  nameZh: '微信公众号',
  origin: 'https://api.weixin.qq.com',
  tokenPath,
}

/** A verified official account of WeChat. Messages are encrypted, and answers are sent as customer service messages. */
export const wechat: Adapter = {
  connectorId: '20000003',
  setup: {
    modes: ['webhook'],
    steps: [
      {
        text: {
          en: 'You need a verified official account: others may not send messages by themselves',
          zh: '需要已认证的公众号，未认证的账号没有客服消息权限',
        },
        url: 'https://mp.weixin.qq.com/',
      },
      {
        text: { en: 'Under Basic Configuration, enter this address', zh: '在“基本配置”的服务器配置中填写此地址' },
        copies: 'hookUrl',
      },
      {
        text: {
          en: 'Choose the safe mode. Make up a token and an encoding key, enter both here and save, then enable it there',
          zh: '选择“安全模式”，设置 Token 与 EncodingAESKey，先填写到此处保存，再在该页启用',
        },
      },
      { text: { en: 'Add the address of this server to the IP whitelist', zh: '将本服务器地址加入 IP 白名单' } },
    ],
    fields: [
      plainField('app_id', 'App ID'),
      secretField('app_secret', 'App Secret'),
      secretField('token', 'Token'),
      secretField('aes_key', 'EncodingAESKey'),
      apiBase('api.weixin.qq.com'),
    ],
  },
  ...customerService(api),
  async check(place) {
    await checkWx(api, place)
    // Refused to accounts that may not send; the error explains that.
    await callWx(api, place, '/cgi-bin/customservice/getkflist')
    return { profile: { name: place.config.app_id!, identity: place.config.app_id! }, missing: [] }
  },
}
