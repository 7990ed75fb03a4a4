import { isObject } from '#values/own.ts'
import { field, listField, textField } from '../fields.ts'
import { nameOf, type RawNode } from '../parse.ts'
import { type Issue, type Level, nodeIssue, reachableOf } from './issue.ts'

/** Declared variables; undefined if their owner is unknown. */
type Globals = Readonly<Record<string, string>> | undefined

const parameterName = /^[A-Za-z_][A-Za-z0-9_]*$/
const deepest = 40
const nothing: ReadonlySet<string> = new Set()

/** Checks that parameters have valid names and refer to nodes that exist and are connected. */
export function checkReferences(level: Level, globals: Globals, issues: Issue[]): void {
  const visible = new Set<string>()
  for (let at: Level | undefined = level; at; at = at.outer) for (const id of reachableOf(at)) visible.add(id)
  const reachable = reachableOf(level)
  for (const node of level.nodes) {
    if (!reachable.has(node.id)) continue
    // A loop or batch also sees the nodes inside it, and a node in batch mode its own items.
    const own =
      node.blocks.length || batchMode(node) ? new Set([node.id, ...node.blocks.map((block) => block.id)]) : nothing
    for (const param of listField(node.inputs, 'inputParameters')) {
      const name = textField(param, 'name')
      if (field(param, 'input') && !parameterName.test(name)) {
        issues.push(
          nodeIssue(
            node,
            'parameterName',
            `the parameter "${name}" of node ${nameOf(node)} must begin with a letter and hold only letters, digits and "_"`,
            [name],
          ),
        )
      }
    }
    for (const content of referencesIn([node.inputs, field(node.data, 'outputs')]))
      checkOne(node, content, (id) => visible.has(id) || own.has(id), globals, issues)
  }
}

const batchMode = (node: RawNode): boolean => isObject(field(node.inputs, 'batch'))

function checkOne(
  node: RawNode,
  content: unknown,
  isVisible: (id: string) => boolean,
  globals: Globals,
  issues: Issue[],
): void {
  if (textField(content, 'source').startsWith('global_variable_')) return checkGlobal(node, content, globals, issues)
  const id = textField(content, 'blockID')
  if (!id)
    issues.push(nodeIssue(node, 'emptyReference', `ref block error, not found [blockID] in node ${nameOf(node)}`))
  // The order of the two ids in this message is part of the format.
  else if (!isVisible(id))
    issues.push(
      nodeIssue(node, 'brokenReference', `the node id "${node.id}" on which node id "${id}" depends does not exist`, [
        id,
      ]),
    )
}

/** Reports a global variable that no longer exists. System variables always exist. */
function checkGlobal(node: RawNode, content: unknown, globals: Globals, issues: Issue[]): void {
  const scope = textField(content, 'source').replace('global_variable_', '')
  const [name] = listField(content, 'path').map(String)
  if (!globals || !name || scope === 'system' || Object.hasOwn(globals, `${scope}.${name}`)) return
  const message = `the variable "${name}" of node ${nameOf(node)} does not exist any more; please choose another one`
  if (!issues.some((issue) => issue.nodeId === node.id && issue.message === message))
    issues.push(nodeIssue(node, 'variableGone', message, [name]))
}

function* referencesIn(value: unknown, depth = 0): Generator<unknown> {
  if (depth > deepest) return
  if (Array.isArray(value)) for (const found of value) yield* referencesIn(found, depth + 1)
  if (!isObject(value)) return
  if (textField(value, 'type') === 'ref' && isObject(field(value, 'content'))) yield field(value, 'content')
  else for (const found of Object.values(value)) yield* referencesIn(found, depth + 1)
}
