import type { BotConfig } from '@orrery/contract'
import type { CheckupModule } from '@orrery/contract/shared/checkup-enums'
import type { SkillTool } from '#domains/chat/agent/shared/skill-ports.ts'
import { sha256 } from '#kit/secrets.ts'
import type { RowCheck } from '../shared/checks.ts'
import type { ShippedName } from './shipped.ts'

export type Language = 'en' | 'zh'
/** One turn of a row: the question and what is expected of the answer. */
interface GeneratedTurn {
  input: string
  reference_output?: string
  expected_calls?: string
  chunk?: string
  agent?: string
  value?: string
}
export interface GeneratedRow {
  turns: GeneratedTurn[]
  checks: RowCheck[]
}
/** A skill of a bot, with the rows that test it. The hash covers everything that the rows depend on. */
export interface Skill {
  key: string
  module: CheckupModule
  subDivision: string
  name: string
  hash: string
  rows: GeneratedRow[]
  /** A model may rephrase the questions in natural words. */
  isRewritable?: boolean
}
export interface Chunk {
  id: string
  content: string
  documentName: string
}
/** A table and the values of a sample row; null if the bot may not write. */
export interface Table {
  tool: SkillTool
  row: Record<string, string> | null
}
/** Everything that rows are created from. */
export interface BotFacts {
  name: string
  description: string
  config: BotConfig
  persona: string
  language: Language
  tools: SkillTool[]
  workflows: SkillTool[]
  tables: Table[]
  tasks: SkillTool[]
  bases: { id: string; name: string; chunks: Chunk[] }[]
  shipped(name: ShippedName, language: Language): string[]
}
export const columns = ['input', 'reference_output', 'expected_calls', 'chunk', 'agent', 'value'] as const

export const hashOf = (...parts: unknown[]): string => sha256(JSON.stringify(parts)).slice(0, 32)
export const legalName = (name: string): string => name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'tool'
export const callsOf = (...calls: { name: string; arguments?: Record<string, unknown> }[]): string =>
  JSON.stringify(calls)
export const languageOf = (text: string): Language => (/[\u3400-\u9fff]{2}/.test(text) ? 'zh' : 'en')
/** Turns an identifier into words. */
export const toWords = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
