import { FieldType } from '@orrery/contract'
import type { Field } from './database.table.ts'
import { quoteName, quoteText } from './field-values.ts'

const counts = /\b(how many|count|number of)\b|多少|几(条|行|个)|数量/i
const alls = /^\s*(show|list|give me|display|all)\b|^(显示|列出|查看)|所有|全部/i
const sums: [RegExp, string][] = [
  [/\b(average|mean)\b|平均/i, 'avg'],
  [/\b(sum|total)\b|总和|合计|总计/i, 'sum'],
  [/\b(maximum|max|highest|largest|latest)\b|最大|最高|最晚|最新/i, 'max'],
  [/\b(minimum|min|lowest|smallest|earliest)\b|最小|最低|最早/i, 'min'],
]
const above = /(?:above|over|after|more than|greater than|>|大于|超过|晚于)/.source
const below = /(?:below|under|before|less than|<|小于|低于|早于)/.source
const equal = /(?:is|are|equals?|=|in|为|是|等于)/.source
const value = /\s*["'“‘]?([^"'“”‘’,，。?？]+?)["'”’]?\s*(?:$|[,，。?？]|\band\b|的)/.source

/**
 * Answers plain questions without a model: a count, all rows, or one aggregate of a field, with at most one condition
 * on a named field. Returns undefined for anything else instead of guessing.
 */
export function plainQuestion(question: string, table: string, fields: Field[]): string | undefined {
  const named = fields.filter((field) => mentions(question, field.name)).sort((a, b) => b.name.length - a.name.length)
  const where = named.map((field) => conditionOn(field, question)).find((item) => item !== undefined)
  const tail = where ? ` WHERE ${where.sql}` : ''
  const from = `FROM ${quoteName(table)}${tail}`
  const figure = sums.find(([words]) => words.test(question))?.[1]
  const measured = named.find(
    (field) => field !== where?.field && field.type !== FieldType.text && field.type !== FieldType.boolean,
  )
  if (figure && measured && (figure === 'max' || figure === 'min' || measured.type !== FieldType.date))
    return `SELECT ${figure}(${quoteName(measured.name)}) AS ${quoteName(`${figure}_${measured.name}`)} ${from}`
  if (counts.test(question)) return `SELECT count(*) AS n ${from}`
  return alls.test(question) || where ? `SELECT * ${from} LIMIT 100` : undefined
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const nameOf = (name: string) => `(?<![a-z0-9_])${escaped(name).replaceAll('_', '[_ ]')}(?![a-z0-9_])`
const mentions = (question: string, name: string) => new RegExp(nameOf(name), 'i').test(question)

function conditionOn(field: Field, question: string): { field: Field; sql: string } | undefined {
  const compared: [string, string][] = [
    [above, '>'],
    [below, '<'],
    [equal, '='],
  ]
  for (const [words, sign] of compared) {
    const given = new RegExp(`${nameOf(field.name)}\\s*(?:is\\s+)?${words}${value}`, 'i').exec(question)?.[1]?.trim()
    if (!given) continue
    const name = quoteName(field.name)
    if (field.type === FieldType.text)
      return sign === '=' ? { field, sql: `${name} ILIKE ${quoteText(given)}` } : undefined
    const isNumber = field.type === FieldType.number || field.type === FieldType.float
    const fits = isNumber
      ? /^-?\d+(\.\d+)?$/.test(given)
      : field.type === FieldType.date
        ? /^\d{4}-\d{2}-\d{2}/.test(given)
        : /^(true|false)$/i.test(given)
    if (fits) return { field, sql: `${name} ${sign} ${isNumber ? given : quoteText(given)}` }
  }
  return undefined
}
