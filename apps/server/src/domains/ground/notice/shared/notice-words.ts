import type { NoticeKind } from '@orrery/contract/shared/notice-kinds'
import type { BothWords, NoticeParams } from './notice-params.ts'
import { alarmWords, releaseWords } from './loop-words.ts'

interface Words {
  title: string
  text: string
}
export interface NoticeWords {
  en: Words
  zh: Words
}
type Render<K extends NoticeKind> = (params: NoticeParams[K]) => NoticeWords

const none: BothWords = { en: '', zh: '' }
const says = (en: string, zh: string, enText = '', zhText = enText): NoticeWords => ({
  en: { title: en, text: enText },
  zh: { title: zh, text: zhText },
})
const shown = (count: number) => count.toLocaleString('en')
/** A reason entered by a person, shown in the language they wrote it in. */
const because = (reason = ''): [string, string] => (reason ? [`Reason: ${reason}`, `原因：${reason}`] : ['', ''])

const render: { [K in NoticeKind]: Render<K> } = {
  channel: (told) =>
    told.event === 'lost'
      ? says(
          `${told.name} no longer answers on ${told.platform.en}`,
          `「${told.name}」在${told.platform.zh}渠道已停止服务`,
          `${told.reason.en}\nMessages are kept until the channel is repaired.`,
          `${told.reason.zh}\n修复渠道之前，收到的消息会保留。`,
        )
      : says(
          `${told.person} disconnected ${told.name} from ${told.platform.en}`,
          `${told.person}已将「${told.name}」与${told.platform.zh}渠道解绑`,
        ),
  delivery: ({ name, platform, count }) =>
    says(
      count === 1
        ? `A message of ${name} could not be delivered on ${platform.en}`
        : `${count} messages of ${name} could not be delivered on ${platform.en}`,
      `「${name}」有 ${count} 条消息未能送达${platform.zh}`,
      'Look at them and send them again, or drop them.',
      '请查看后重新发送或丢弃。',
    ),
  connector: ({ event, name, bot, reason }) =>
    event === 'waits'
      ? says(`${bot} waits for your review on ${name}`, `「${bot}」待你审核，渠道：${name}`)
      : event === 'accepted'
        ? says(`${bot} was accepted on ${name}`, `「${bot}」已通过渠道「${name}」的审核`, ...because(reason))
        : says(`${bot} was rejected on ${name}`, `「${bot}」未通过渠道「${name}」的审核`, ...because(reason)),
  voice: ({ event, name, reason = none }) =>
    event === 'trained'
      ? says(`The voice ${name} is ready`, `音色「${name}」已训练完成`)
      : says(`The voice ${name} could not be trained`, `音色「${name}」训练失败`, reason.en, reason.zh),
  alarm: alarmWords,
  guard: ({ name, reason }) =>
    says(
      `The gray version of ${name} is paused`,
      `${name} 的灰度版本已暂停`,
      `${reason.en}\n\nNobody gets it until a person decides.`,
      `${reason.zh}\n\n在有人处理之前，所有用户都使用正式版本。`,
    ),
  release: releaseWords,
  review: ({ event, name, reason }) =>
    event === 'waits'
      ? says(`The release of ${name} waits for your review`, `「${name}」的发布待你审核`, reason, reason)
      : event === 'approved'
        ? says(`The release of ${name} was approved`, `「${name}」的发布已通过审核`, ...because(reason))
        : says(`The release of ${name} was rejected`, `「${name}」的发布未通过审核`, ...because(reason)),
  import: ({ event, name, added, skipped, reason = none }) =>
    event === 'finished'
      ? says(
          `The import into ${name} is finished`,
          `数据集「${name}」导入完成`,
          `Rows added: ${shown(added)}. Rows left out: ${shown(skipped)}.`,
          `新增 ${shown(added)} 条数据，跳过 ${shown(skipped)} 条。`,
        )
      : says(`The import into ${name} failed`, `数据集「${name}」导入失败`, reason.en, reason.zh),
  experiment: ({ event, name, reason = none }) =>
    event === 'finished'
      ? says(`The experiment ${name} is finished`, `实验「${name}」已完成`)
      : says(`The experiment ${name} failed`, `实验「${name}」失败`, reason.en, reason.zh),
  listing: ({ event, name, reason }) => {
    const [en, zh] = because(reason)
    if (event === 'waits') return says(`${name.en} waits for your review`, `「${name.zh}」的上架申请待你审核`)
    if (event === 'approved') return says(`${name.en} is listed in the store`, `「${name.zh}」已在商店上架`)
    return event === 'rejected'
      ? says(`${name.en} was not accepted for the store`, `「${name.zh}」未通过上架审核`, en, zh)
      : says(`${name.en} was taken out of the store`, `「${name.zh}」已从商店下架`, en, zh)
  },
  invitation: ({ event, name, inviter }) =>
    event === 'space'
      ? says(`${inviter} invited you to the space ${name}`, `${inviter}邀请你加入空间「${name}」`)
      : says(
          `${inviter} invited you to the enterprise ${name}`,
          `${inviter}邀请你加入企业「${name}」`,
          'Accept or decline it in the menu of spaces.',
          '可在空间切换菜单中接受或拒绝。',
        ),
  request: ({ event, name, person = '' }) =>
    event === 'waits'
      ? says(`${person} asks to join ${name}`, `${person}申请加入「${name}」`)
      : event === 'approved'
        ? says(`Your request to join ${name} was approved`, `你加入「${name}」的申请已通过`)
        : says(`Your request to join ${name} was rejected`, `你加入「${name}」的申请未通过`),
}

/** Title and text of a notice, for the inbox and for mail. */
export const wordsOf = <K extends NoticeKind>(kind: K, params: NoticeParams[K]): NoticeWords => render[kind](params)
