const opening =
  /^(?:请|帮我|帮忙|我想要|我需要|我要|想要|做|创建|制作|设计|搭建|一个|一款|能够|可以|能|用来|用于|专门|你是|一名|一位)+/
const closing = /的?(?:智能体|机器人|bot|助手)$/i
const verbs =
  /规划|翻译|总结|撰写|编写|解答|推荐|分析|整理|检查|审核|讲解|提醒|生成|查询|润色|分类|统计|记录|安排|预订|监控|改写|归纳|提取|写/
const asked = /(?:回答|解答)(?:关于|有关)?(.{1,10}?)(?:的|相关)*(?:问题|疑问|提问)/
/** Attributes before the object that do not belong into a name. */
const before = /^(?:收到的|我们的|我们|我的|各种|一些|每天的|每日的|所有的|所有|一份|一篇|短小的|简单的)+/
const ends = /并|和|与|及|以及|然后|给|供|，|、/
const isNamed = /(?:助手|教练|专家|顾问|老师|管家|向导|客服|翻译|编辑|秘书|陪练|摘要|总结|日报)$/

/** “为忙碌的人规划短途旅行” → “短途旅行规划助手”. If no name can be derived, the sentence is used. */
export function chineseName(sentence: string, most: number): string {
  const phrase = sentence.replace(opening, '').replace(closing, '')
  const about = asked.exec(phrase)?.[1]?.replace(before, '')
  if (about) return `${about}问答助手`
  const verb = verbs.exec(phrase)
  const object = verb
    ? phrase
        .slice(verb.index + verb[0].length)
        .split(ends)[0]!
        .replace(before, '')
    : ''
  if (verb && object.length >= 1 && object.length + verb[0].length + 2 <= most) {
    const doing = verb[0] === '写' ? '写作' : verb[0]
    return `${object}${doing}助手`
  }
  return isNamed.test(phrase) || phrase.length + 2 > most ? phrase || sentence : `${phrase}助手`
}
