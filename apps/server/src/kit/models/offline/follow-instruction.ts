import { type Language, phrasesIn } from './phrases.ts'
import { wordsOf } from './words.ts'

type Rule = (text: string, language: Language) => string | undefined
const MOST_WORDS = 20_000

/** The part of an instruction that it is about: what is quoted, or what follows the colon, or the rest of the sentence. */
function contentOf(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const rest = text
    .slice(match.index + match[0].length)
    .replace(/^\s*(after me|the following|this|words?|text)?\s*[:：,，]?\s*/i, '')
  return (/^["“「']([\s\S]+)["”」']\.?$/.exec(rest.trim())?.[1] ?? rest.trim()) || undefined
}

const identity: Rule = (text, language) =>
  /\b(who|what) are you\b|\bwhich model\b|\bare you (an? )?(gpt|claude|gemini|human|real|ai)\b|你是谁|你是什么|哪个模型|什么模型/i.test(
    text,
  )
    ? phrasesIn(language).identity
    : undefined
const secretive: Rule = (text, language) =>
  /(system prompt|your (instructions|prompt|rules)|ignore (all |your |the |previous )+(instructions|rules)|系统提示词|忽略.{0,6}(指令|规则)|你的(提示词|指令))/i.test(
    text,
  )
    ? phrasesIn(language).keepsPrompt
    : undefined
const repeat: Rule = (text) =>
  contentOf(text, /^\s*(please\s+)?(repeat|say exactly|echo|say)\b|^\s*(请)?(重复|复述|跟我说)/i)
const upper: Rule = (text) =>
  contentOf(text, /\b(in |to )?(upper ?case|capital letters|capitals)\b|大写/i)?.toUpperCase()
const lower: Rule = (text) => contentOf(text, /\b(in |to )?(lower ?case|small letters)\b|小写/i)?.toLowerCase()
const reverse: Rule = (text) => {
  const content = contentOf(text, /^\s*(please\s+)?reverse\b|^\s*(请)?(倒序|反转)/i)
  return content && [...content].reverse().join('')
}
const countTo: Rule = (text) => {
  const match = /\bcount (?:from (\d+) )?to (\d+)|从\s*(\d+)\s*数到\s*(\d+)|数到\s*(\d+)/i.exec(text)
  if (!match) return undefined
  const from = Number(match[1] ?? match[3] ?? 1)
  const to = Math.min(Number(match[2] ?? match[4] ?? match[5]), from + MOST_WORDS)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at).join(' ')
}
const countThings: Rule = (text, language) => {
  const words = contentOf(text, /\b(count|how many) (the )?words( in| of)?\b/i)
  if (words)
    return phrasesIn(language).counted(language === 'zh' ? '个词' : 'words', words.split(/\s+/).filter(Boolean).length)
  const signs = contentOf(
    text,
    /\b(count|how many) (the )?(characters|letters)( in| of)?\b|(数|统计)(一下)?字数|多少个?字/i,
  )
  return signs && phrasesIn(language).counted(language === 'zh' ? '个字' : 'characters', [...signs].length)
}
const list: Rule = (text, language) => {
  const match = /\blist (\d+|three|five|ten) ([\w ]{2,40})|列出\s*(\d+)\s*[个条项]?([\u3400-\u9fff\w]{1,20})/i.exec(
    text,
  )
  if (!match) return undefined
  const words: Record<string, number> = { three: 3, five: 5, ten: 10 }
  const n = words[match[1] ?? ''] ?? Number(match[1] ?? match[3])
  const what = (match[2] ?? match[4])!.trim().replace(/s$/, '')
  return Array.from(
    { length: Math.min(n, 100) },
    (_, at) => `${at + 1}. ${phrasesIn(language).listed(what, at + 1)}`,
  ).join('\n')
}
const sum: Rule = (text) => {
  const match = /(-?\d+(?:\.\d+)?)\s*([+\-*/×÷])\s*(-?\d+(?:\.\d+)?)/.exec(text)
  if (!match || !/\b(what is|calculate|compute|how much)\b|=|计算|等于|多少/i.test(text)) return undefined
  const [a, b] = [Number(match[1]), Number(match[3])]
  const value = { '+': a + b, '-': a - b, '*': a * b, '×': a * b, '/': a / b, '÷': a / b }[match[2]!]
  return `${match[0]} = ${value}`
}
/** Long answers on demand: for a look at streaming, stopping and scrolling. */
const lengthy: Rule = (text) => {
  const match = /\b(\d+)[- ]words?\b|(\d+)\s*字/.exec(text)
  if (!match || !/\b(write|text|story|essay|answer)\b|写|文章/i.test(text)) return undefined
  const topic = wordsOf(text).filter((word) => !/^\d+$|^(write|text|word|story|essay|answer)$/.test(word))
  const filler = [...topic, 'one', 'word', 'after', 'another', 'without', 'any', 'meaning']
  const n = Math.min(Number(match[1] ?? match[2]), MOST_WORDS)
  return Array.from({ length: n }, (_, at) => filler[at % filler.length] + ((at + 1) % 12 === 0 ? '.' : '')).join(' ')
}

const rules: Rule[] = [identity, secretive, repeat, upper, lower, reverse, countTo, countThings, list, sum, lengthy]

/** What a plain instruction asks for, done; undefined when it is none of those we know. */
export function followInstruction(text: string, language: Language): string | undefined {
  for (const rule of rules) {
    const answer = rule(text, language)
    if (answer) return answer
  }
  return undefined
}
