import { field, listField, textField } from '#canvas/fields.ts'
import { isObject } from '#values/own.ts'
import type { StoredNode } from './shapes.ts'
import { typeText } from './type-text.ts'
import type { ValueType } from './shapes.ts'

/** One piece of a row: a name in a chip, plain text, a type, or a word to be translated (`card.<word>`). */
export type CardPiece =
  | { chip: string }
  | { text: string }
  | { type: string }
  /** A cron expression, which the editor shows in words. */
  | { cron: string }
  | { word: string; values?: Record<string, string | number> }
  /** An id for which the editor looks up the name. */
  | { of: 'model' | 'knowledge' | 'database' | 'workflow' | 'node'; id: string; name?: string }

export interface CardRow {
  /** A word (`card.<label>`) or, if `name` is set, a label beside the name that a person chose. */
  label: string
  name?: string
  pieces: readonly CardPiece[]
  /** The port that the row is drawn beside. */
  port?: string
}

const shown = 3

/** Chips with the names of inputs, and `+2` for those that do not fit. */
export function inputRow(data: unknown, label = 'in', path = 'inputParameters'): CardRow[] {
  const names = listField(field(data, 'inputs'), path)
    .map((item) => textField(item, 'name'))
    .filter(Boolean)
  return names.length ? [{ label, pieces: chips(names) }] : []
}

export function chips(names: readonly string[], room = shown): CardPiece[] {
  const pieces: CardPiece[] = names.slice(0, room).map((chip) => ({ chip }))
  if (names.length > room) pieces.push({ chip: `+${names.length - room}` })
  return pieces
}

/** A single output with its type; several outputs by name only. */
export function outputRow(data: unknown): CardRow[] {
  const outputs = listField(data, 'outputs').filter((item) => !isErrorOutput(item))
  const [only] = outputs
  if (!only) return []
  if (outputs.length > 1) return [{ label: 'out', pieces: chips(outputs.map((output) => textField(output, 'name'))) }]
  return [{ label: 'out', pieces: [{ chip: textField(only, 'name') }, { type: typeText(shapeOf(only)) }] }]
}

/** Outputs of loops carry their type inside `input`. */
export const shapeOf = (output: unknown): Partial<ValueType> =>
  (isObject(field(output, 'input')) ? field(output, 'input') : output) as Partial<ValueType>

const isErrorOutput = (value: unknown): boolean => ['errorBody', 'isSuccess'].includes(textField(value, 'name'))

/** Short form of a value: the last part of a reference, or the fixed text. */
export function valuePiece(blockInput: unknown): CardPiece {
  const value = field(blockInput, 'value')
  const content = field(value, 'content')
  if (textField(value, 'type') === 'ref') {
    const global = textField(content, 'source').startsWith('global_variable_')
    const name = global ? listField(content, 'path').join('.') : textField(content, 'name')
    return { chip: name || '?' }
  }
  const text = typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content)
  return text === '' ? { word: 'empty' } : { text: cut(text) }
}

export const cut = (text: string, most = 40): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

export const inputsOf = (node: StoredNode): unknown => field(node.data, 'inputs')

/** Error handling, if configured. */
export function errorRow(node: StoredNode): CardRow[] {
  const setting = field(inputsOf(node), 'settingOnError')
  const pieces: CardPiece[] = []
  const retries = Number(field(setting, 'retryTimes') ?? 0)
  const process = Number(field(setting, 'processType') ?? 0)
  if (retries > 0) pieces.push({ word: 'retries', values: { count: retries } })
  if (textField(field(setting, 'ext'), 'backupLLMParam')) pieces.push({ word: 'backup' })
  if (process === 2) pieces.push({ word: 'defaultData' })
  return pieces.length ? [{ label: 'error', pieces }] : []
}
