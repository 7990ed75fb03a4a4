import { readdirSync, readFileSync } from 'node:fs'
import { nodeWords as english } from '@orrery/engine/words/en'
import { nodeWords as chinese } from '@orrery/engine/words/zh-CN'
import { resourceKinds } from '@orrery/contract/shared/resource-kinds'
import { describe, expect, it } from 'vitest'

interface Term {
  word: RegExp
  instead: string
  except: RegExp | undefined
}

const root = new URL('../../../../', import.meta.url)
const locales = new URL('../locales/', import.meta.url)
const isLatin = (word: string): boolean => /^[\w -]+$/.test(word)
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const listOf = (cell: string): string[] =>
  cell
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
/** Words in Latin letters match only as whole words. */
const matcher = (words: readonly string[], flags: string): RegExp =>
  new RegExp(words.map((word) => (isLatin(word) ? `\\b${escaped(word)}\\b` : escaped(word))).join('|'), flags)

/** The rows of the table of terms: concept, term to use, terms to avoid, exceptions. */
function termsOf(file: string, flags: string): Term[] {
  const rows = readFileSync(new URL(`docs/${file}`, root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.map(([, , instead = '', avoided = '', except = '']) => ({
    word: matcher(listOf(avoided), flags),
    instead,
    // A phrase may contain a comma ("letters, digits"): its parts still match.
    except: except === '' ? undefined : new RegExp(listOf(except).map(escaped).join('|'), `g${flags}`),
  }))
}

function textsOf(language: 'en' | 'zh-CN'): [where: string, text: string][] {
  const folder = new URL(`${language}/`, locales)
  const screens = readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>).map(
      ([key, text]): [string, string] => [`${file} ${key}`, text],
    ),
  )
  const nodes = Object.entries(language === 'en' ? english : chinese).flatMap(
    ([key, { name, about }]): [string, string][] => [
      [`node ${key}`, name],
      [`node ${key}`, about],
    ],
  )
  const kinds = Object.entries(resourceKinds).flatMap(([kind, { en, zh }]) =>
    (language === 'en' ? en : [zh]).map((name): [string, string] => [`kind ${kind}`, name]),
  )
  return [...screens, ...nodes, ...kinds]
}

function faultsOf(language: 'en' | 'zh-CN', terms: readonly Term[]): string[] {
  return textsOf(language).flatMap(([where, text]) => {
    const plain = text.replaceAll(/\{\{.*?\}\}/g, ' ')
    return terms.flatMap(({ word, instead, except }) => {
      const found = word.exec(except ? plain.replaceAll(except, ' ') : plain)
      return found ? [`${where}: "${found[0]}" in "${text}", write ${instead}`] : []
    })
  })
}

describe('the words on the screen', () => {
  const lists = { en: termsOf('terms-en.md', 'i'), 'zh-CN': termsOf('terms-zh.md', '') } as const

  it.each(['en', 'zh-CN'] as const)('follow the list of terms in %s', (language) => {
    expect(lists[language].length).toBeGreaterThan(20)
    expect(faultsOf(language, lists[language])).toEqual([])
  })

  it('use typographic apostrophes', () => {
    expect(textsOf('en').filter(([, text]) => /[A-Za-z]'[a-z]/.test(text))).toEqual([])
  })

  it('have a blank between Chinese and Latin words or figures, and none beside 「」', () => {
    const faults = textsOf('zh-CN').filter(([, text]) => {
      const plain = text.replaceAll(/\{\{.*?\}\}/g, 'x')
      return (
        / 「|」 (?!·|\/)/.test(plain) || /[\u4e00-\u9fff][A-Za-z0-9]{2,}|[A-Za-z0-9]{2,}[\u4e00-\u9fff]/.test(plain)
      )
    })
    expect(faults).toEqual([])
  })
})
