import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { ModelReply } from '#ports.ts'
import type { Outcome } from '#run/outcome.ts'

import { parseJson, stableJson } from '#values/json.ts'
import { isObject, type Values } from '#values/own.ts'
import type { Variable } from '#values/types.ts'
import { convertOutputs } from '../convert-outputs.ts'
import { objectSchema } from './json-schema.ts'

export interface AnswerShape {
  json: boolean
  /** The output that receives the text; unused in JSON mode. */
  field: string
  reasoning: boolean
  outputs: readonly Variable[]
}

const reasoningField = 'reasoning_content'
const ownFields = new Set([reasoningField, 'errorBody', 'isSuccess'])

/** Decides between text and JSON. A single text output is filled with plain text even if the setting says JSON. */
export function answerShape(format: string, outputs: readonly Variable[]): AnswerShape {
  const wanted = outputs.filter((output) => !ownFields.has(output.name))
  const [only] = wanted
  const isText = wanted.length === 1 && only!.type.kind === 'string'
  return {
    json: format === 'json' && !isText && wanted.length > 0,
    field: only?.name ?? 'output',
    reasoning: outputs.some((output) => output.name === reasoningField),
    outputs: wanted,
  }
}

export function jsonInstruction(shape: AnswerShape): string {
  const schema = stableJson(objectSchema(shape.outputs))
  return `\n\nReply with one JSON object and nothing else. It must follow this JSON Schema:\n${schema}`
}

export const jsonSchemaOf = (shape: AnswerShape): Values | undefined =>
  shape.json ? objectSchema(shape.outputs) : undefined

export function toOutcome(shape: AnswerShape, reply: ModelReply): Outcome {
  const reasoning = shape.reasoning ? { [reasoningField]: reply.reasoning ?? '' } : undefined
  if (!shape.json) return { output: { [shape.field]: reply.text, ...reasoning }, raw: reply.text }
  const parsed = extractJson(reply.text)
  if (!isObject(parsed)) {
    const warning = {
      path: 'output',
      type: 'object',
      message: 'the answer of the model is not a JSON object',
      messageZh: '模型的回复不是 JSON 对象',
      code: ErrorCode.engine.outputParse,
    }
    return { output: { ...reasoning }, raw: reply.text, warnings: [warning] }
  }
  const outcome = convertOutputs(shape.outputs, parsed)
  return { ...outcome, output: { ...outcome.output, ...reasoning }, raw: reply.text }
}

/** Extracts JSON from an answer that may contain it in a code fence or between sentences. */
export function extractJson(text: string): unknown {
  for (const candidate of [text.trim(), fenced(text), between(text, '{', '}'), between(text, '[', ']')]) {
    if (!candidate) continue
    try {
      return parseJson(candidate)
    } catch {
      // Try the next candidate.
    }
  }
  return undefined
}

function fenced(text: string): string {
  const open = text.indexOf('```')
  const begin = open < 0 ? -1 : text.indexOf('\n', open)
  const close = begin < 0 ? -1 : text.indexOf('```', begin)
  return close < 0 ? '' : text.slice(begin + 1, close).trim()
}

function between(text: string, open: string, close: string): string {
  const [from, to] = [text.indexOf(open), text.lastIndexOf(close)]
  return from < 0 || to <= from ? '' : text.slice(from, to + 1)
}
