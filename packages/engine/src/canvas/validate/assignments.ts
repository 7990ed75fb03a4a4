import { isObject } from '#values/own.ts'
import { field, listField, textField } from '../fields.ts'
import { nameOf, type RawNode } from '../parse.ts'
import { type Issue, type Level, nodeIssue } from './issue.ts'

/** Variables are given values of their own type: of what is declared now, not of what was when they were chosen. */
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

/** A whole number is a number; everything else must be the same. A list or object without a shape takes any. */
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

/** Of a reference the type that the other node declares now; of a fixed value its own. */
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
  // Inside a loop its own name stands for the current round.
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
