import { isObject } from '#values/own.ts'
import { field, listField, textField } from '../fields.ts'
import { nameOf, type RawNode } from '../parse.ts'
import { type Issue, type Level, nodeIssue } from './issue.ts'

/** Checks assigned values against the current type of the variable, which may have changed since it was chosen. */
export function checkAssignments(
  node: RawNode,
  level: Level,
  globals: Readonly<Record<string, string>> | undefined,
  issues: Issue[],
): void {
  for (const param of listField(node.inputs, 'inputParameters')) {
    const left = field(param, 'left')
    const name = variableName(left)
    const declared = globals?.[name.key]
    if (declared !== undefined && declared !== typeText(left)) {
      const message = `the variable "${name.shown}" of node ${nameOf(node)} has another type now; please choose it again`
      issues.push(nodeIssue(node, 'variableChanged', message, [name.shown]))
      continue
    }
    const right = field(param, 'right') ?? field(param, 'input')
    const [wanted, given] = [typeText(left), givenType(right, level)]
    if (!wanted || !given || fits(given, wanted)) continue
    const message = `the variable "${name.shown}" of node ${nameOf(node)} is ${wanted}, but it is given ${given}`
    issues.push(nodeIssue(node, 'misfit', message, [name.shown, wanted, given]))
  }
}

/** Integers fit floats; otherwise the types must be equal. A list without an element type fits any list. */
function fits(given: string, wanted: string): boolean {
  if (given === wanted || (given === 'integer' && wanted === 'float')) return true
  return wanted === 'list<>' ? given.startsWith('list<') : given === 'list<>' && wanted.startsWith('list<')
}

function variableName(left: unknown): { key: string; shown: string } {
  const content = field(field(left, 'value'), 'content')
  const scope = textField(content, 'source').replace('global_variable_', '')
  const shown = listField(content, 'path').map(String)[0] ?? textField(content, 'name')
  return { key: `${scope}.${shown}`, shown }
}

/** The type that is declared now for a referenced output, or the type of a fixed value. */
function givenType(input: unknown, level: Level): string {
  const value = field(input, 'value')
  if (textField(value, 'type') !== 'ref') return typeText(input)
  const content = field(value, 'content')
  const [first, ...rest] = textField(content, 'name').split('.')
  const source = findNode(level, textField(content, 'blockID'))
  let at: unknown = first && source && named(listField(source.data, 'outputs'), first)
  for (const step of rest) at = isObject(at) ? named(listField(at, 'schema'), step) : undefined
  // Outputs of loops and batches carry their type inside `input`.
  return typeText(isObject(field(at, 'input')) ? field(at, 'input') : at) || typeText(input)
}

function findNode(level: Level, id: string): RawNode | undefined {
  // Inside a loop the id of the loop refers to the current round.
  if (id === level.parent?.id) return undefined
  for (let at: Level | undefined = level; at; at = at.outer) {
    const found = at.nodes.find((node) => node.id === id)
    if (found) return found
  }
  return undefined
}

const named = (list: unknown[], name: string): unknown => list.find((item) => textField(item, 'name') === name)

function typeText(raw: unknown): string {
  const type = textField(raw, 'type')
  return type === 'list' ? `list<${textField(field(raw, 'schema'), 'type')}>` : type
}
