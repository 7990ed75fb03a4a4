import type { InputSpec, Source } from '#canvas/plan.ts'
import { md5 } from '#values/md5.ts'
import { valueText } from '#values/json.ts'
import type { Values } from '#values/own.ts'
import { type Part, type Placeholder, renderPlaceholder } from '#values/template.ts'
import { anyType } from '#values/types.ts'
import type { CompileScope } from '../node-kind.ts'

const mark = /\{\{([^{}]*)\}\}/g
const outputOf = /^block_output_([^.[\]]+)((?:\.[^.[\]]+|\[\d{1,9}\])+)$/
const globalOf = /^(global_variable_(?:app|user|system))\s*\["([^"]*)"\]((?:\.[^.[\]]+|\[\d{1,9}\])*)$/
const step = /\.([^.[\]]+)|\[(\d+)\]/g

/** A text with embedded references. Each reference becomes an input whose name is a hash of its text. */
export interface Embedded {
  parts: readonly Part[]
  inputs: InputSpec[]
}

export function parseEmbedded(scope: CompileScope, text: string, prefix: string): Embedded {
  const parts: Part[] = []
  const inputs = new Map<string, InputSpec>()
  let last = 0
  for (const match of text.matchAll(mark)) {
    const expression = match[1]!.trim()
    const found = reference(scope, expression)
    if (!found) continue
    const name = prefix + md5(match[1]!)
    inputs.set(name, { name, type: anyType, source: found.source })
    if (match.index > last) parts.push(text.slice(last, match.index))
    parts.push({ raw: match[0], expression, root: name, path: found.rest } satisfies Placeholder)
    last = match.index + match[0].length
  }
  if (last < text.length) parts.push(text.slice(last))
  return { parts, inputs: [...inputs.values()] }
}

/** Splits an expression: names up to the first index form the reference, the rest is walked when the text is filled. */
function reference(scope: CompileScope, expression: string): { source: Source; rest: (string | number)[] } | undefined {
  const output = outputOf.exec(expression)
  if (output) {
    const path = stepsOf(output[2]!)
    const firstIndex = path.findIndex((item) => typeof item === 'number')
    const cut = firstIndex < 0 ? path.length : firstIndex
    return { source: scope.reference(output[1]!, path.slice(0, cut).map(String)), rest: path.slice(cut) }
  }
  const global = globalOf.exec(expression)
  const source = global && scope.global(global[1]!, [global[2]!])
  return source ? { source, rest: stepsOf(global[3] ?? '') } : undefined
}

const stepsOf = (text: string): (string | number)[] =>
  [...text.matchAll(step)].map((match) => match[1] ?? Number(match[2]))

export function fill(embedded: Embedded, input: Values): string {
  return embedded.parts
    .map((part) => (typeof part === 'string' ? part : renderPlaceholder(part, input, valueText)))
    .join('')
}

/** Fills a JSON text: values inside a quoted string are escaped, values outside are inserted as they are. */
export function fillJson(embedded: Embedded, input: Values): string {
  let out = ''
  let quoted = false
  for (const part of embedded.parts) {
    if (typeof part === 'string') {
      quoted = endsQuoted(part, quoted)
      out += part
    } else {
      const text = renderPlaceholder(part, input, valueText)
      out += quoted ? JSON.stringify(text).slice(1, -1) : text
    }
  }
  return out
}

function endsQuoted(text: string, before: boolean): boolean {
  let quoted = before
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && quoted) i++
    else if (text[i] === '"') quoted = !quoted
  }
  return quoted
}
