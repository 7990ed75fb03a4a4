import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { arenaFieldNames } from '@orrery/contract'
import { rootDir } from '#kit/config.ts'
import { bankFields, fieldName } from './tags.ts'

const folder = path.join(rootDir, 'apps/server/src/domains/market/arena/banks')
const described = {
  en: (field: string) => `Questions about ${field.toLowerCase()}, written for this product`,
  'zh-CN': (field: string) => `${field}题目，为本产品原创编写`,
}

/**
 * The banks that ship with the product: one file per field and language, one question per line, its answer after a tab.
 */
export async function builtInBanks() {
  const banks = bankFields.flatMap((field) => (['en', 'zh-CN'] as const).map((locale) => ({ field, locale })))
  return Promise.all(
    banks.map(async ({ field, locale }) => {
      const text = await readFile(path.join(folder, `${arenaFieldNames[field]}.${locale}.txt`), 'utf8')
      const lines = text
        .split('\n')
        .filter((line) => line.trim() && !line.startsWith('#'))
        .map((line) => {
          const [content = '', answer = ''] = line.split('\t')
          return { content: content.trim(), answer: answer.trim() }
        })
      const name = fieldName(field, locale)
      return {
        key: `${arenaFieldNames[field]}.${locale}`,
        field,
        locale,
        name,
        description: described[locale](name),
        lines,
      }
    }),
  )
}
