import type { OfferedValue } from '#lib/add-to-dataset.ts'
import type { NodeEntry } from '../run-model.ts'

const start = '100001'
const end = '900001'

/** Inputs and outputs of a run, by the names of the variables. */
export function valuesOf(nodes: ReadonlyMap<string, Pick<NodeEntry, 'result'>>): OfferedValue[] {
  const given = nodes.get(start)?.result
  const inputs = named(given?.input || given?.output)
  const taken = new Set(inputs.map(({ name }) => name))
  const outputs = named(nodes.get(end)?.result.output)
  return [
    ...inputs,
    // An output may have the same name as an input.
    ...outputs.map(({ name, text }) => ({ name: taken.has(name) ? `output.${name}` : name, text })),
  ]
}

function named(json: string | undefined): OfferedValue[] {
  const value = parsed(json ?? '')
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, one]) =>
      one === null || one === '' ? [] : [{ name, text: textOf(one) }],
    )
  return value === undefined || value === '' ? [] : [{ name: 'output', text: textOf(value) }]
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
