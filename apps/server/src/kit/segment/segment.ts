import { createRequire } from 'node:module'
import type * as jiebaLibrary from '@node-rs/jieba'
import { chineseDictionary } from './chinese-dictionary.ts'

const require = createRequire(import.meta.url)
let jieba: jiebaLibrary.Jieba | undefined
/** The dictionary takes 200 ms and 35 MB to load, so it is loaded with the first Chinese text. */
function chinese(): jiebaLibrary.Jieba {
  if (jieba) return jieba
  const { Jieba } = require('@node-rs/jieba') as typeof jiebaLibrary
  return (jieba = Jieba.withDict(chineseDictionary()))
}

const HAN = /\p{Script=Han}+/gu
const IS_HAN = /^\p{Script=Han}/u
/** A run of Chinese, or a word of another language with its apostrophes, dots and hyphens. */
const WORD = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+(?:['’.-](?:(?!\p{Script=Han})[\p{L}\p{N}])+)*/gu
const MAX_WORD = 64
const stopWords = new Set(
  (
    'a an the of to in on at by for with from and or but if is are was were be been being am do does did has have had it its this that these ' +
    'those as i me my you your he she they them his her their we our us what which who whom how when where why can could should would will ' +
    'may might must not no so than then there here about into over 的 了 是 在 和 与 及 或 也 就 都 而 着 吗 呢 吧 啊 我 你 您 他 她 它 我们 你们 ' +
    '他们 这 那 这个 那个 哪 哪个 什么 怎么 怎样 如何 为什么 多少 请问 可以 能 会 要 有 被 把 对 从 到 给 让 一个 一些 之 其 以 于 上 下 里 中'
  ).split(' '),
)

/** Segments many runs of Chinese in one call: a call costs more than segmenting a short run. */
function cutRuns(runs: string[], cut: (text: string) => string[]): string[][] {
  const words: string[][] = [[]]
  if (!runs.length) return words
  for (const word of cut(runs.join('\n')))
    if (word === '\n') words.push([])
    else words.at(-1)!.push(word)
  return words
}
/** Whole words only, whereas `segment` also finds shorter words inside them. Stop words are left out. */
export const cutChinese = (runs: string[]): string[][] =>
  cutRuns(runs, (text) => chinese().cut(text, true)).map((words) => words.filter((word) => !stopWords.has(word)))
/** The Chinese parts of a text, split into words. */
export const chineseWords = (text: string): string[] => cutChinese(text.normalize('NFKC').match(HAN) ?? []).flat()
export const isStopWord = (word: string): boolean => stopWords.has(word)
/** An English word in the form of the index. */
export const stemmed = (word: string): string => stem(word)

/** Words in the form of the index: lower case, stemmed, Chinese split into words. Used for texts and for queries. */
export function segment(text: string): string[] {
  const tokens: string[] = []
  const runs = text.normalize('NFKC').toLowerCase().match(WORD) ?? []
  const chineseRuns = cutRuns(
    runs.filter((run) => IS_HAN.test(run)),
    (han) => chinese().cutForSearch(han, true),
  ).values()
  for (const run of runs)
    if (IS_HAN.test(run)) tokens.push(...chineseRuns.next().value!.filter((word) => !stopWords.has(word)))
    else addWord(tokens, run)
  return tokens
}

function addWord(tokens: string[], word: string): void {
  if (stopWords.has(word)) return
  const parts = word.split(/['’.-]/).filter(Boolean)
  tokens.push(stem(word.slice(0, MAX_WORD)))
  // `version-2.1` is indexed as a whole and by its parts.
  if (parts.length > 1) for (const part of parts) if (!stopWords.has(part)) tokens.push(stem(part.slice(0, MAX_WORD)))
}

const vowel = /[aeiouy]/
/** Removes the most common English endings. Crude, but equally crude for texts and queries. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let base = word
  if (base.endsWith('ies') && base.length > 4) base = `${base.slice(0, -3)}y`
  else if (/(?:ss|sh|ch|x|z)es$/.test(base)) base = base.slice(0, -2)
  else if (base.endsWith('s') && !/(?:ss|us|is)$/.test(base)) base = base.slice(0, -1)
  for (const ending of ['ing', 'edly', 'ed', 'ly', 'ment', 'ation'])
    if (base.endsWith(ending) && base.length - ending.length >= 3 && vowel.test(base.slice(0, -ending.length))) {
      base = base.slice(0, -ending.length)
      if (/([^aeiouls])\1$/.test(base)) base = base.slice(0, -1)
      break
    }
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base
}

/** Whether a text is mostly Chinese, Japanese or Korean. */
export function isMostlyCjk(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const cjk = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return letters > 0 && cjk / letters > 0.3
}

/** The text form of a tsvector: every token with its positions. PostgreSQL stores at most 256 positions per token. */
export function toTsvector(tokens: readonly string[]): string {
  const places = new Map<string, number[]>()
  tokens.forEach((token, index) => {
    const known = places.get(token)
    if (!known) places.set(token, [Math.min(index + 1, 16_383)])
    else if (known.length < 256) known.push(Math.min(index + 1, 16_383))
  })
  return [...places].map(([token, at]) => `${quoteLexeme(token)}:${at.join(',')}`).join(' ')
}
export const quoteLexeme = (token: string) => `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
