import type { ToolCall, ToolSpec } from '../chat-types.ts'
import { type Facts, factsOf } from './facts.ts'
import { fillSchema } from './fill-schema.ts'
import { hasChinese, overlap, wordsOf } from './words.ts'

const NAME_WEIGHT = 3
const MIN_SCORE = 3

/** Chooses the tools that the message asks for, with arguments that fit their schemas. */
export function chooseTools(text: string, tools: ToolSpec[], isRequired: boolean): ToolCall[] {
  if (!tools.length || refusesTools(text)) return []
  const parts = clausesOf(text).map((clause) => ({ clause, best: bestTool(clause, tools) }))
  const clear = parts.filter(({ best }) => best.score >= MIN_SCORE)
  // "the weather in Oslo and the time in Rome" makes two calls; "add milk and eggs" makes one.
  const chosen = clear.length > 1 ? clear : [{ clause: text, best: bestTool(text, tools) }]
  return chosen
    .filter(({ best }) => best.score >= MIN_SCORE || isRequired)
    .map(({ clause, best: { tool } }, index) => ({
      id: `offline_${index + 1}`,
      name: tool.name,
      arguments: JSON.stringify(argumentsFor(clause, tool)),
    }))
}

const refusesTools = (text: string) =>
  /\b(without|don't use|do not use|no) (any )?tools?\b|不要(使用|调用)工具/i.test(text)

const clausesOf = (text: string) =>
  text
    .split(/\band\b|\bthen\b|[,;，；]|以及|然后|并且|和/)
    .map((clause) => clause.trim())
    .filter((clause) => clause.length > 2)

function bestTool(text: string, tools: ToolSpec[]) {
  const words = new Set(wordsOf(text))
  const score = (tool: ToolSpec) => {
    if (text.toLowerCase().includes(tool.name.toLowerCase())) return 100
    const parameters = Object.keys((tool.parameters.properties ?? {}) as object).join(' ')
    const name = tool.name.replaceAll(/[_-]/g, ' ')
    // A description begins with the purpose of the tool, and may end with when to use it.
    const verb = tool.description.split(/\s+/, 2).join(' ')
    const occasion = /\bwhen: (.+)$/s.exec(tool.description)?.[1] ?? ''
    return (
      NAME_WEIGHT * overlap(words, `${name} ${verb} ${occasion}`) +
      // Two Chinese characters carry less information than a word.
      overlap(words, `${tool.description} ${parameters}`) * (hasChinese(text) ? 1 : 1.5)
    )
  }
  return tools
    .map((tool) => ({ tool, score: score(tool) }))
    .reduce((best, item) => (item.score > best.score ? item : best))
}

function argumentsFor(text: string, tool: ToolSpec): unknown {
  const facts = factsOf(text)
  const filled = fillSchema({ type: 'object', ...tool.parameters }, facts) as Record<string, unknown>
  const properties = (tool.parameters.properties ?? {}) as Record<string, { description?: string }>
  // The only tool whose argument is in a language of its own: a table, queried in SQL.
  if ('sql' in properties)
    filled.sql =
      /\b(select|insert|update|delete)\b.+/is.exec(facts.quoted[0] ?? '')?.[0] ??
      insertFor(facts, tool) ??
      `SELECT * FROM ${tool.name}`
  return filled
}
const asksToAdd = /\b(add|save|insert|store|record)\b|添加|保存|新增/i
/** An INSERT with the values that the message assigns to columns of the table. */
function insertFor({ text, pairs }: Facts, { name, description }: ToolSpec): string | undefined {
  if (!asksToAdd.test(text) || description.includes('SELECT only')) return undefined
  const columns = description.slice(description.indexOf('Columns: '))
  const given = [...pairs].filter(([key]) => new RegExp(`(?:: |; )${key} `, 'i').test(columns))
  if (!given.length) return undefined
  const values = given.map(([, value]) => `'${value.replaceAll("'", "''")}'`)
  return `INSERT INTO ${name} (${given.map(([key]) => key).join(', ')}) VALUES (${values.join(', ')})`
}
