import { answerDate } from './dates.ts'
import { knownList, numberOf } from './known-lists.ts'
import { languageNamed, translateText, translateWord } from './little-dictionary.ts'
import { type Language, phrasesIn } from './phrases.ts'
import { evaluateSum, tidy } from './evaluate-sum.ts'
import { stepsOf } from './steps.ts'
import { sentencesOf, wordsOf } from './words.ts'

interface About {
  language: Language
  /** As stated in the prompt. */
  now: number | undefined
}
type Rule = (text: string, about: About) => string | undefined
const MAX_WORDS = 20_000
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const unquoted = (text: string) => /^["“「']([\s\S]+)["”」']\.?$/.exec(text.trim())?.[1] ?? text.trim()

/** The subject of an instruction: the text after its colon or its words, else the quoted or the preceding text. */
function contentOf(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const rest = text
    .slice(match.index + match[0].length)
    .replace(/^\s*(after me|the following|this|words?|text|sentence|with)?\s*[:：,，]?\s*/i, '')
    .replace(/^[.!?。！？]+$/, '')
  const quoted = /["“「]([^"”」]+)["”」]/.exec(text)?.[1]
  const before = text
    .slice(0, match.index)
    .replace(/^\s*(please\s+)?(write|say|put|print|show|convert|turn|make|把|将|请)\s*/i, '')
  return unquoted(rest) || quoted || unquoted(before.replace(/[:：]\s*$/, '')) || undefined
}

const identity: Rule = (text, { language }) =>
  /\b(who|what) are you\b|\bwhich model\b|\bare you (an? )?(gpt|claude|gemini|human|real|ai)\b|你是谁|你是什么|哪个模型|什么模型/i.test(
    text,
  )
    ? phrasesIn(language).identity
    : undefined
const secretive: Rule = (text, { language }) =>
  /(system prompt|your (instructions|prompt|rules)|ignore (all |your |the |previous )+(instructions|rules)|系统提示词|忽略.{0,6}(指令|规则)|你的(提示词|指令))/i.test(
    text,
  )
    ? phrasesIn(language).keepsPrompt
    : undefined

const greeting =
  /^(hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|早上好|晚上好|bonjour|hallo|hola|こんにちは)([ ,]+(there|everyone|all|bot|friend|大家))?[\s.!。！~]*$/i
const greetBack: Rule = (text, { language }) => {
  if (greeting.test(text.trim()))
    return `${capital(translateWord('hello', language)!)}${language === 'zh' ? '！' : '! '}${phrasesIn(language).identity}`
  return /^(thanks|thank you|thx|谢谢|多谢)[\s.!。！\w]{0,20}$/i.test(text.trim())
    ? phrasesIn(language).welcome
    : undefined
}
/** "say hello in French", "how do you say cat in German", "用法语说你好". */
const sayIn: Rule = (text, about) => {
  const match =
    /\b(?:say|write|greet (?:me|us|everyone)|how (?:do|would) (?:you|i|we) say|what is|what's)\s*["“]?(.*?)["”]?\s+in\s+([A-Za-zÀ-ÿ]+)[\s.?!]*$/i.exec(
      text,
    )
  const chinese = /用\s*(\S{2,5}?)\s*(?:说|写|问候)\s*[“"]?([^”"。！？]+)[”"]?/.exec(text)
  const [word, name] = match ? [match[1] || 'hello', match[2]!] : [chinese?.[2], chinese?.[1] ?? '']
  const to = languageNamed(name)
  if (!to || word === undefined) return undefined
  return translated(word, to, about)
}
const translate: Rule = (text, about) => {
  const match =
    /\btranslate\s+(?:this |the following |the words? |the sentence )?([\s\S]*?)\s*(?:in)?to\s+([A-Za-zÀ-ÿ]+)\s*[:：]?\s*([\s\S]*)$/i.exec(
      text,
    )
  const chinese =
    /(?:把|将)?\s*[“"]?([^“”"]*?)[”"]?\s*(?:翻译|译)(?:成|为)\s*([\u3400-\u9fff]{2,4}?文?)\s*(?:[:：]\s*([\s\S]+))?$/.exec(
      text,
    )
  const found = match ?? chinese
  const to = languageNamed(found?.[2] ?? '')
  if (!found || !to) return undefined
  const words = unquoted(found[3]?.trim() || found[1]!.replace(/^(from \w+)?\s*[:：]?/i, ''))
  return words ? translated(words, to, about) : undefined
}
function translated(words: string, to: Parameters<typeof translateText>[1], { language }: About): string {
  const { text, unknown } = translateText(words, to)
  if (unknown.length && !text.replaceAll(/[\s,;，；、.]/g, '').replace(unknown.join(''), ''))
    return phrasesIn(language).noWord(unknown.join(' '))
  return unknown.length ? `${text} (${phrasesIn(language).noWord(unknown.join(', '))})` : text
}

const repeat: Rule = (text) =>
  contentOf(text, /^\s*(please\s+)?(repeat|say exactly|echo|say)\b|^\s*(请)?(重复|复述|跟我说)/i)
const upper: Rule = (text) =>
  contentOf(
    text,
    /\b(in |to |into )?(all )?(upper[- ]?case|capital letters|capitals)\b|转?(成|为)?大写/i,
  )?.toUpperCase()
const lower: Rule = (text) =>
  contentOf(text, /\b(in |to |into )?(lower[- ]?case|small letters)\b|转?(成|为)?小写/i)?.toLowerCase()
const reverse: Rule = (text) => {
  const content = contentOf(text, /^\s*(please\s+)?reverse\b|^\s*(请)?(倒序|反转)/i)
  return content && [...content].reverse().join('')
}
const countTo: Rule = (text) => {
  const down = /\bcount (?:down|backwards?) from (\d+)(?: to (\d+))?|从\s*(\d+)\s*倒数(?:到\s*(\d+))?/i.exec(text)
  const match = /\bcount (?:up )?(?:from (\d+) )?to (\d+)(?: by (\w+))?|从\s*(\d+)\s*数到\s*(\d+)|数到\s*(\d+)/i.exec(
    text,
  )
  if (!down && !match) return undefined
  const from = Number(down ? (down[1] ?? down[3]) : (match![1] ?? match![4] ?? 1))
  const to = Number(down ? (down[2] ?? down[4] ?? 1) : (match![2] ?? match![5] ?? match![6]))
  const step = Math.max(1, numberOf(match?.[3] ?? '1') ?? 1)
  const length = Math.min(MAX_WORDS, Math.floor(Math.abs(to - from) / step) + 1)
  return Array.from({ length }, (_, at) => from + at * step * Math.sign(to - from || 1)).join(' ')
}
const countThings: Rule = (text, { language }) => {
  const words = contentOf(text, /\b(count|how many) (the )?words( are)?( in| of)?\b/i)
  if (words)
    return phrasesIn(language).counted(language === 'zh' ? '个词' : 'words', words.split(/\s+/).filter(Boolean).length)
  const signs = contentOf(
    text,
    /\b(count|how many) (the )?(characters|letters)( are)?( in| of)?\b|(数|统计)(一下)?字数|多少个?字/i,
  )
  return signs && phrasesIn(language).counted(language === 'zh' ? '个字' : 'characters', [...signs].length)
}
const amount = '\\d+|a few|some|a couple of|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const list: Rule = (text, { language }) => {
  const match =
    new RegExp(
      `\\b(?:list|name|give me|tell me|show me|write down)\\s+(?:me )?(?:(?:the )?(${amount})|(?:all )?the)\\s+([\\w ]{2,40}?)\\s*[.!?]*$`,
      'i',
    ).exec(text) ??
    /(?:列出|说出|列举|给我|举出)\s*(\d+|[一二两三四五六七八九十几])?\s*[个条项种座]?([\u3400-\u9fff\w]{1,20})/.exec(
      text,
    )
  if (!match) return undefined
  const things = knownList(match[2]!, language === 'zh')
  if (!things) return phrasesIn(language).noList(match[2]!.trim())
  const wanted = match[1] ? numberOf(match[1])! : things.length
  const lines = things.slice(0, wanted).map((thing, at) => `${at + 1}. ${thing}`)
  return wanted > things.length ? `${lines.join('\n')}\n${phrasesIn(language).noMore(things.length)}` : lines.join('\n')
}
/** 12 * 7, the sum of 1, 2 and 3, the largest of 4 and 9. */
const sums: Rule = (text) => {
  const asked =
    /(?:\b(?:what is|what's|calculate|compute|how much is|solve|work out)\b|计算|算一下|等于多少|是多少|=\s*\??$)/i.test(
      text,
    )
  const expression = /[-(（]*\d[\d\s.+\-−*/×÷x%^()（）]*[+\-−*/×÷x%^][\d\s.+\-−*/×÷x%^()（）]*\d[)）]*/
    .exec(text)?.[0]
    .trim()
  const isWhole = expression !== undefined && /^[\s=?？]*$/.test(text.replace(expression, ''))
  const value = expression !== undefined && (asked || isWhole) ? evaluateSum(expression) : undefined
  if (value !== undefined) return `${expression} = ${value}`
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits))
  if (numbers.length < 2) return undefined
  const total = numbers.reduce((sum, number) => sum + number, 0)
  if (/\b(sum of|add( up)?|total of|plus)\b|之和|相加|求和|加起来/i.test(text))
    return `${numbers.join(' + ')} = ${tidy(total)}`
  if (/\b(average|mean) of\b|平均/i.test(text)) return String(tidy(total / numbers.length))
  if (/\b(largest|biggest|greatest|maximum|max)\b|最大/i.test(text)) return String(Math.max(...numbers))
  if (/\b(smallest|least|minimum|min)\b|最小/i.test(text)) return String(Math.min(...numbers))
  if (/\b(product of|multiply)\b|之积|相乘/i.test(text))
    return `${numbers.join(' × ')} = ${tidy(numbers.reduce((product, number) => product * number, 1))}`
  return undefined
}
const sort: Rule = (text) => {
  const content = contentOf(
    text,
    /^\s*(please\s+)?(sort|put in (alphabetical )?order)\b( alphabetically)?|^\s*(请)?排序/i,
  )
  const items = content?.split(/\s*[,;，；、]\s*|\s+and\s+/).filter(Boolean) ?? []
  if (items.length < 2) return undefined
  const areNumbers = items.every((item) => /^-?\d+(\.\d+)?$/.test(item))
  return items.toSorted((a, b) => (areNumbers ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0)).join(', ')
}
const DEFAULT_SENTENCES = 2
/** The first sentences: without understanding a text, its beginning is the best summary. */
const summarise: Rule = (text) => {
  const content = contentOf(
    text,
    /\b(summari[sz]e|sum up|give (me )?a summary of)\b( in \w+ sentences?)?|(总结|概括|摘要)(一下)?(以下|下面)?(的?(内容|文字|文章))?/i,
  )
  if (!content) return undefined
  const wanted = numberOf(/\bin (\w+) sentences?\b/i.exec(text)?.[1] ?? '') ?? DEFAULT_SENTENCES
  const sentences = sentencesOf(content)
  return sentences.length ? sentences.slice(0, wanted).join(/[\u3400-\u9fff]/.test(content) ? '' : ' ') : undefined
}
const date: Rule = (text, { language, now }) => answerDate(text, language, now)
/** Long answers on demand: to test streaming, stopping and scrolling. */
const lengthy: Rule = (text) => {
  const match = /\b(\d+)[- ]words?\b|(\d+)\s*字/.exec(text)
  if (!match || !/\b(write|text|story|essay|answer)\b|写|文章/i.test(text)) return undefined
  const topic = wordsOf(text).filter((word) => !/^\d+$|^(write|text|word|story|essay|answer)$/.test(word))
  const filler = [...topic, 'one', 'word', 'after', 'another', 'without', 'any', 'meaning']
  const n = Math.min(Number(match[1] ?? match[2]), MAX_WORDS)
  return Array.from({ length: n }, (_, at) => filler[at % filler.length] + ((at + 1) % 12 === 0 ? '.' : '')).join(' ')
}

const rules: Rule[] = [
  greetBack,
  translate,
  upper,
  lower,
  sayIn,
  summarise,
  sort,
  repeat,
  reverse,
  countTo,
  countThings,
  list,
  date,
  sums,
  lengthy,
]
const follow = (text: string, about: About): string | undefined => {
  for (const rule of rules) {
    const answer = rule(text, about)
    if (answer) return answer
  }
  return undefined
}

/** Carries out one or several simple instructions; undefined when none is recognised. */
export function followInstruction(text: string, about: About): string | undefined {
  const guarded = identity(text, about) ?? secretive(text, about)
  if (guarded) return guarded
  const steps = stepsOf(text)
  if (steps.length < 2) return follow(text, about)
  const answers = steps.map((step) => follow(step, about))
  if (!answers.some(Boolean)) return follow(text, about)
  return answers.map((answer, at) => answer ?? phrasesIn(about.language).notDone(steps[at]!)).join('\n')
}
