import type { Adapter, Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, jsonInit, readJson } from '../call.ts'
import { apiBase, plainField, secretField } from '../fields.ts'

interface Reply {
  err_no?: number
  err_tips?: string
  data?: { access_token?: string }
}
const name = { en: 'Douyin mini program', zh: '抖音小程序' }
/** Error codes for a wrong id and a wrong secret. */
const badCredentials = new Set([40015, 40017])

/** Checks id and secret by requesting a token, which is not used otherwise. */
async function checkCredentials(place: Place): Promise<void> {
  const { app_id: appid = '', app_secret: secret = '' } = place.config
  const url = `${baseOf(place.config, 'https://developer.toutiao.com')}/api/apps/v2/token`
  const answer = await place.fetch(url, jsonInit({ appid, secret, grant_type: 'client_credential' }))
  const { err_no: fault, err_tips: words = '', data } = await readJson<Reply>(name.en, answer)
  if (fault === 0 && data?.access_token) return
  if (badCredentials.has(fault ?? 0))
    throw new ChannelFault('refused', {
      en: `${name.en} does not accept the id and secret. Copy both again`,
      zh: `${name.zh}不接受该 AppID 与 AppSecret，请重新复制`,
    })
  throw new ChannelFault('later', {
    en: `${name.en}: ${words} (${fault ?? ''})`,
    zh: `${name.zh}：${words}（${fault ?? ''}）`,
  })
}

/** Signs visitors in. They chat through the API, on a page of the mini program itself. */
export const douyinMiniProgram: Adapter = {
  connectorId: '20000016',
  setup: {
    modes: ['webhook'],
    isLocalFine: true,
    steps: [
      {
        text: {
          en: 'Copy the AppID and the secret under Development Settings of the mini program',
          zh: '在小程序的“开发配置”中复制 AppID 与 AppSecret',
        },
        url: 'https://developer.open-douyin.com/',
      },
      {
        text: {
          en: 'Add the domain of this server to the request domains of the mini program',
          zh: '将本服务器的域名加入小程序的 request 合法域名',
        },
      },
      {
        text: {
          en: 'In the mini program send the code of tt.login to /adapter/mp/v1/code2session, with connector_id 20000016. The token in the answer opens chats with this bot for two hours',
          zh: '在小程序中将 tt.login 返回的 code 发送到 /adapter/mp/v1/code2session，connector_id 填 20000016，返回的令牌两小时内可与该智能体对话',
        },
      },
    ],
    fields: [plainField('app_id', 'AppID'), secretField('app_secret', 'AppSecret'), apiBase('developer.toutiao.com')],
  },
  can: { maxText: 1000, maxChoices: 0, takesKey: false, rates: {} },
  async check(place) {
    await checkCredentials(place)
    return { profile: { name: place.config.app_id!, identity: place.config.app_id! }, missing: [] }
  },
  // Nobody sends messages through the platform, so there is never an answer to send.
  async send() {
    throw new ChannelFault('never', { en: `${name.en}: it takes no messages`, zh: `${name.zh}不接收消息` })
  },
}
