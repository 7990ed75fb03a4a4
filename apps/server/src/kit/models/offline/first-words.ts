import type { Language } from './phrases.ts'
import { sentencesOf } from './words.ts'

/** A persona that begins with one of these words is an instruction; any other beginning describes the bot. */
const orders =
  /^(?:advise|analy[sz]e|answer|ask|book|check|coach|collect|compare|convert|create|design|draft|edit|explain|find|generate|give|guide|handle|help|keep|make|manage|monitor|organi[sz]e|plan|proofread|read|recommend|remind|reply|review|search|show|sort|suggest|summari[sz]e|support|teach|tell|track|translate|turn|use|watch|write)\b/i
const chineseOrders =
  /^(?:为|帮|协助|根据|按|用|把|将|给|规划|翻译|总结|撰写|编写|写|回答|解答|推荐|分析|整理|检查|审核|讲解|提醒|生成|查询|润色|分类|统计|记录|安排|预订|监控|改写|提取)/
/** Nouns for roles describe the bot itself: "your city trip planner". */
const isDoer =
  /(?:planner|writer|translator|summari[sz]er|checker|proofreader|reviewer|tracker|watcher|monitor|sorter|organi[sz]er|manager|finder|adviser|guide|tutor|coach|analyst|converter|generator|maker|reader|collector|editor|booker|designer|reminder|assistant|helper)$/i
const MAX_QUESTION = 50

interface Role {
  text: string
  is: 'order' | 'title' | 'other'
}
/** The first sentence of the persona, without the words that address the bot. */
function roleOf(persona: string, language: Language): Role {
  const first = (sentencesOf(persona.replaceAll(/^#+.*$/gm, ''))[0] ?? '').replace(/[.。!！]$/, '').trim()
  const title = first.replace(/^(?:you are|你是(?=[一个名位])?)\s*/i, '')
  if (title !== first) return { text: title, is: 'title' }
  const isOrder = language === 'zh' ? chineseOrders.test(first) : orders.test(first)
  return { text: first, is: isOrder ? 'order' : 'other' }
}
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The opening of a bot, based on the description in its persona. */
export function writeOpening(persona: string, name: string, language: Language): string {
  const { text, is } = roleOf(persona, language)
  if (language === 'zh') {
    const rest = is === 'title' ? `，${text}` : is === 'order' ? `，可以${text}` : ''
    return `你好，我是${name || '你的助手'}${rest}。有什么可以帮你？`
  }
  const called = !name ? 'your assistant' : isDoer.test(name) ? `your ${lowerFirst(name)}` : name
  if (is === 'title') return `Hi, I’m ${called}, ${text}. What can I do for you?`
  return `Hi, I’m ${called}.${is === 'order' ? ` I ${lowerFirst(text)}.` : ''} What can I do for you?`
}

/** Three questions with which a user could begin. */
export function firstQuestions(persona: string, language: Language): string[] {
  const { text, is } = roleOf(persona, language)
  const wish = is === 'order' ? (language === 'zh' ? `可以${text}吗？` : `Can you ${lowerFirst(text)}?`) : ''
  const isShort = wish !== '' && wish.length <= MAX_QUESTION
  return language === 'zh'
    ? ['你能帮我做什么？', isShort ? wish : '可以举个例子吗？', '开始前需要我提供哪些信息？']
    : [
        'What can you help me with?',
        isShort ? wish : 'Can you show me an example?',
        'What do you need from me to start?',
      ]
}
