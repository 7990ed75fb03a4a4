import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const connectorErrors = defineErrors(ErrorCode.connector, {
  tooMany: {
    status: 400,
    en: 'You have reached the limit of {max} custom channels. Delete one first',
    zh: '你已有 {max} 个自定义渠道，已达上限，请先删除一个',
  },
  severalByOne: {
    status: 400,
    en: 'connector_id_list: give one channel when you install it in several spaces',
    zh: 'connector_id_list：安装到多个空间时只能指定一个渠道',
  },
  noSpaces: {
    status: 400,
    en: 'space_id: name a space, give space_id_list, or set operate_all_space',
    zh: 'space_id：请指定空间，或填写 space_id_list，或设置 operate_all_space',
  },
  inUse: {
    status: 400,
    en: 'Bots of other people are published on this channel ({count}). Ask the owners of the spaces it is installed in to take them off first',
    zh: '仍有 {count} 个他人的智能体发布在此渠道，请先联系所在空间的所有者将其下线',
  },
  closed: {
    status: 400,
    en: 'The account of the creator of this channel is closed, so it cannot be installed',
    zh: '此渠道创建者的账号已停用，无法安装',
  },
  nothingToReview: {
    status: 400,
    en: 'No version of this bot waits for your review. Load the list again',
    zh: '此智能体没有待审核的版本，请刷新列表',
  },
  reasonNeeded: {
    status: 400,
    en: 'reason: say why you reject this version',
    zh: 'reason：请填写驳回原因',
  },
  rejected: {
    status: 400,
    en: 'The creator of the channel rejected this version: {reason}',
    zh: '渠道创建者驳回了此版本：{reason}',
  },
  undecided: {
    status: 400,
    en: 'Nobody reviewed this version within 7 days. Publish it again',
    zh: '此版本 7 天内未获审核，请重新发布',
  },
  noAnswer: {
    status: 400,
    en: 'The program behind the channel did not answer. Ask its creator to check it, then publish again',
    zh: '渠道的程序没有响应，请联系渠道创建者检查后重新发布',
  },
  superseded: {
    status: 400,
    en: 'A newer version was submitted for review',
    zh: '已提交更新的版本审核',
  },
  withdrawn: {
    status: 400,
    en: 'The channel was uninstalled before this version was reviewed',
    zh: '此版本审核前，渠道已被卸载',
  },
  badOauth: {
    status: 400,
    en: 'oauth_config: {problem}',
    zh: 'oauth_config：{problemZh}',
  },
  secretMoved: {
    status: 400,
    en: 'client_secret: enter it again, because token_url points to another server',
    zh: 'client_secret：token_url 已指向其他服务器，请重新填写',
  },
  notAuthorized: {
    status: 400,
    en: 'Connect your account of this channel first, then publish again',
    zh: '请先连接你在此渠道的账号，再重新发布',
  },
  authorizationLost: {
    status: 400,
    en: 'The channel did not accept the authorisation ({reason}). Connect your account again',
    zh: '渠道未接受授权（{reason}），请重新连接账号',
  },
  unknownChoice: {
    status: 400,
    en: '{key}: choose one of the values that the channel offers you',
    zh: '{key}：请选择渠道为你提供的值',
  },
  tooManyKeys: {
    status: 400,
    en: 'configs: a user of a channel can have at most {max} keys',
    zh: 'configs：渠道的每位用户最多 {max} 个键',
  },
})

export const miniProgramErrors = defineErrors(ErrorCode.miniProgram, {
  tooMany: {
    status: 400,
    en: 'domain_list: at most {max} domains. Remove one first',
    zh: 'domain_list：最多 {max} 个域名，请先移除一个',
  },
  taken: { status: 400, en: 'domain: you have added this domain already', zh: 'domain：你已添加此域名' },
  noDomain: {
    status: 400,
    en: 'None of your domains is verified. Verify one under Account, My connectors',
    zh: '你还没有已验证的域名，请先在“账号 > 我的渠道”中验证',
  },
  noPage: {
    status: 400,
    en: 'The bot has no web page yet. Publish it to the web page channel first',
    zh: '智能体还没有网页，请先发布到网页渠道',
  },
  unknownChannel: {
    status: 400,
    en: 'connector_id: only the WeChat mini program ({id}) uses domains',
    zh: 'connector_id：只有微信小程序（{id}）使用域名',
  },
})

export const previewErrors = defineErrors(ErrorCode.preview, {
  ended: {
    status: 404,
    en: 'This preview has ended or never existed. Ask for a new link',
    zh: '此预览已失效或不存在，请索取新的链接',
  },
  notPreviewed: {
    status: 400,
    en: 'connector_ids: channel {id} has no preview',
    zh: 'connector_ids：渠道 {id} 不支持预览',
  },
})
