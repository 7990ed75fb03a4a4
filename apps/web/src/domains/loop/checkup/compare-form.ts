import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import type { EvalObject, LiteBatch } from './checkup.queries.ts'

export const kinds = ['bot', 'workflow', 'model'] as const
export type Kind = (typeof kinds)[number]
export const targetTypes = { bot: TargetType.bot, workflow: TargetType.workflow, model: TargetType.model } as const
const ObjectType = { bot: 6, workflow: 2, model: 8 } as const

/** The state of an object that is compared: its draft, its publication, or a stored version. */
export type ObjectState = 'draft' | 'published' | { version: string }
export const objectOf = (kind: Kind, id: string, name: string, given: ObjectState) => {
  const state = given === 'published' ? 2 : 1
  switch (kind) {
    case 'bot':
      return {
        object_type: ObjectType.bot,
        playground_coze_bot_v2: {
          bot_id: id,
          bot_name: name,
          bot_info_type: state,
          ...(typeof given === 'object' && { bot_version: given.version }),
        },
      }
    case 'workflow':
      return { object_type: ObjectType.workflow, chain_task: { task_id: id, task_name: name, version: state } }
    case 'model':
      return { object_type: ObjectType.model, playground_coze_model: { model_id: id, model_name: name } }
  }
}
export function shownObject(given: EvalObject): { kind: Kind; name: string; state: ObjectState } {
  const two = given.playground_coze_bot_v2
  const bot = two ?? given.coze_bot
  const stateOf = (number: number) => (number === 2 ? 'published' : 'draft')
  if (bot) {
    const state = two?.bot_version ? { version: two.bot_version } : stateOf(bot.bot_info_type)
    return { kind: 'bot', name: bot.bot_name, state }
  }
  if (given.chain_task)
    return { kind: 'workflow', name: given.chain_task.task_name, state: stateOf(given.chain_task.version) }
  return { kind: 'model', name: given.playground_coze_model?.model_name ?? '', state: 'draft' }
}
/** Removes the number that makes the names of private copies unique. */
export const nameWithoutId = (name: string): string => name.replace(/ \d{6,}$/, '')
export const statusOf = (batch: LiteBatch): number => batch.coze_batch_task_progress.status

const Process = { prompt: 1, rule: 4, spec: 9 } as const
export type JudgeKind = 'same' | 'contains' | 'words' | 'prompt'
export function ruleOf(kind: JudgeKind, prompt: string, name: string) {
  const contents = ['{{reference_output}}']
  switch (kind) {
    case 'same':
      return { evaluator_type: 10_000, process_type: Process.rule, name, buildin_func_rule: { contents } }
    case 'contains':
      return { evaluator_type: 10_004, process_type: Process.rule, name, buildin_func_rule: { contents } }
    case 'words':
      return { evaluator_type: 20_024, process_type: Process.spec, name, spec_test_rule: {} }
    case 'prompt':
      return { evaluator_type: 1, process_type: Process.prompt, name, prompt_rule: { setting: {}, content: prompt } }
  }
}
/** The kind of a saved judge, by its number on the wire. */
export const judgeOf = (type: number): JudgeKind =>
  type === 10_000 ? 'same' : type === 10_004 ? 'contains' : type === 20_024 ? 'words' : 'prompt'
/** Parses a small CSV file. Quoted cells may contain commas and line breaks. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  const source = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === ',') endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  if (cell || rows.at(-1)!.length) endCell()
  return rows.filter((row) => row.some((one) => one.trim()))
}
