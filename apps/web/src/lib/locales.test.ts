import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('../locales/', import.meta.url)
const listed = readFileSync(new URL('namespaces.ts', folder), 'utf8')
const languages = ['en', 'zh-CN']
const plural = /_(zero|one|two|few|many|other)$/

const filesOf = (language: string): string[] => readdirSync(new URL(`${language}/`, folder)).sort()
const textsOf = (language: string, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))
const baseKeys = (texts: Record<string, unknown>): string[] =>
  [...new Set(Object.keys(texts).map((key) => key.replace(plural, '')))].sort()
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g))].sort()

describe('texts in two languages', () => {
  it('has the same namespaces in both languages, each listed for its types', () => {
    expect(filesOf('zh-CN')).toEqual(filesOf('en'))
    for (const file of filesOf('en')) expect(listed).toContain(`from './en/${file}'`)
  })

  describe.each(filesOf('en'))('%s', (file) => {
    const [english, chinese] = languages.map((language) => textsOf(language, file)) as [
      Record<string, string>,
      Record<string, string>,
    ]

    it('has exactly the same keys', () => {
      expect(baseKeys(chinese)).toEqual(baseKeys(english))
    })

    it.each(languages)('has a text for every key in %s', (language) => {
      for (const [key, text] of Object.entries(textsOf(language, file))) {
        expect(text, key).toBeTypeOf('string')
        expect(String(text).trim(), key).not.toBe('')
      }
    })

    it.each(languages)('has every plural form that %s needs', (language) => {
      const texts = textsOf(language, file)
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const bases = new Set(
        Object.keys({ ...english, ...chinese })
          .filter((key) => plural.test(key))
          .map((key) => key.replace(plural, '')),
      )
      for (const base of bases) {
        for (const form of forms) expect(Object.keys(texts)).toContain(`${base}_${form}`)
      }
    })

    it('uses the same values in both', () => {
      for (const [key, text] of Object.entries(chinese)) {
        const other = english[key]
        if (other !== undefined) expect(placeholders(text), key).toEqual(placeholders(other))
      }
    })
  })
})
