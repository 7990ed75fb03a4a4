import type { Adapter } from '../../adapter.ts'
import { apiBase, plainField, secretField } from '../fields.ts'
import { checkWx, type WxApi } from '../wx/wx.ts'
import { customerService, tokenPath } from './customer-message.ts'

const api: WxApi = {
  name: 'WeChat mini program',
  nameZh: '微信小程序',
  origin: 'https://api.weixin.qq.com',
  tokenPath,
}

/** The customer service of a mini program: people write to it from a button of the program. */
export const miniProgram: Adapter = {
  connectorId: '20000004',
  setup: {
    modes: ['webhook'],
    steps: [
      {
        text: {
          en: 'Copy the AppID and the secret under Development Settings of the mini program',
          zh: '在小程序的“开发设置”中复制 AppID 与 AppSecret',
        },
        url: 'https://mp.weixin.qq.com/',
      },
      { text: { en: 'Under Message Push, enter this address', zh: '在“消息推送”中填写此地址' }, copies: 'hookUrl' },
      {
        text: {
          en: 'Choose the safe mode and JSON or XML. Make up a token and an encoding key, enter both here and save, then enable it there',
          zh: '选择“安全模式”，数据格式 JSON 或 XML 均可，设置 Token 与 EncodingAESKey，先填写到此处保存，再在该页启用',
        },
      },
      {
        text: {
          en: 'Add a button with open-type="contact" to the mini program. A program that shows the web page of the bot can be downloaded below',
          zh: '在小程序中添加 open-type="contact" 的按钮。也可在下方下载直接打开智能体网页的小程序',
        },
      },
    ],
    fields: [
      plainField('app_id', 'AppID'),
      secretField('app_secret', 'AppSecret'),
      secretField('token', 'Token'),
      secretField('aes_key', 'EncodingAESKey'),
      apiBase('api.weixin.qq.com'),
    ],
  },
  ...customerService(api),
  async check(place) {
    await checkWx(api, place)
    return { profile: { name: place.config.app_id!, identity: place.config.app_id! }, missing: [] }
  },
}
