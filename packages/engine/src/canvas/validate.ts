import { kinds } from '#nodes/registry.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { compileCanvas } from './compile.ts'
import { field, listField, numberField, textField } from './fields.ts'
import { checkLines } from './validate/lines.ts'
import { checkReferences } from './validate/references.ts'
import { type Issue, type Level, nodeIssue } from './validate/issue.ts'

export type { Issue } from './validate/issue.ts'
import { nameOf, parseCanvas, type RawCanvas, type RawNode } from './parse.ts'

export interface ValidateOptions {
  /** Current outputs of the workflow behind a node; undefined when it does not exist. */
  terminateOf?: (ref: { workflowId: string; version: string }) => 'variables' | 'answer' | undefined
  /** Declared types of global variables, by scope and name: `app.x` is `string`, `list<string>` … */
  globals?: Readonly<Record<string, string>>
}

const composite = new Set<string>([NodeType.Loop, NodeType.Batch])

/** Every fault of a canvas that a person can mend, each naming its node or its line. Nothing of the canvas is run. */
export function validate(source: unknown, options: ValidateOptions = {}): Issue[] {
  let canvas: RawCanvas
  try {
    canvas = parseCanvas(source)
  } catch (thrown) {
    return [asIssue(thrown)]
  }
  const issues: Issue[] = []
  const root = levelOf(canvas.nodes, canvas.edges, undefined)
  for (const level of [root, ...bodies(root)]) {
    checkLines(level, issues)
    checkReferences(level, issues)
    for (const node of level.nodes) checkNode(node, level, options, issues)
  }
  return issues.length ? issues : lastWord(canvas)
}

/** Problems that only show in the whole graph. */
function lastWord(canvas: RawCanvas): Issue[] {
  try {
    compileCanvas(canvas)
    return []
  } catch (thrown) {
    return [asIssue(thrown)]
  }
}

function asIssue(thrown: unknown): Issue {
  if (!(thrown instanceof EngineError)) throw thrown
  const code =
    thrown.message === 'start node not found' ? 'noStart' : thrown.message === 'end node not found' ? 'noEnd' : 'other'
  return nodeIssue({ id: thrown.nodeId ?? '' }, code, thrown.message)
}

function levelOf(nodes: RawNode[], edges: Level['edges'], parent: { node: RawNode; level: Level } | undefined): Level {
  const shown = nodes.filter((node) => node.type !== NodeType.Comment)
  return { nodes: shown, edges, parent: parent?.node, outer: parent?.level }
}

const bodies = (root: Level): Level[] =>
  root.nodes
    .filter((node) => composite.has(node.type))
    .map((node) => levelOf(node.blocks, node.edges, { node, level: root }))

function checkNode(node: RawNode, level: Level, options: ValidateOptions, issues: Issue[]): void {
  if (!kinds.has(node.type))
    issues.push(nodeIssue(node, 'unknownType', `unsupported block type ${node.type} of node ${nameOf(node)}`))
  if (level.parent && composite.has(node.type)) {
    issues.push(nodeIssue(level.parent, 'nested', 'composite nodes such as batch/loop cannot be nested'))
  }
  if (node.type === NodeType.SubWorkflow || node.type === NodeType.Imageflow) checkSubWorkflow(node, options, issues)
  if (node.type === NodeType.AssignVariable) checkAssignments(node, options, issues)
}

function checkSubWorkflow(node: RawNode, { terminateOf }: ValidateOptions, issues: Issue[]): void {
  if (!terminateOf) return
  const ref = { workflowId: textField(node.inputs, 'workflowId'), version: textField(node.inputs, 'workflowVersion') }
  const expected = numberField(node.inputs, 'type') === 1 ? 'answer' : 'variables'
  if (terminateOf(ref) !== expected)
    issues.push(nodeIssue(node, 'subChanged', 'sub workflow has been modified, please refresh the page'))
}

function checkAssignments(node: RawNode, { globals }: ValidateOptions, issues: Issue[]): void {
  if (!globals) return
  for (const param of listField(node.inputs, 'inputParameters')) {
    const left = field(param, 'left')
    const content = field(field(left, 'value'), 'content')
    const scope = textField(content, 'source').replace('global_variable_', '')
    const name = listField(content, 'path').map(String)[0] ?? ''
    const declared = globals[`${scope}.${name}`]
    if (declared !== undefined && declared !== typeText(left)) {
      issues.push(
        nodeIssue(
          node,
          'variableChanged',
          `the variable "${name}" of node ${nameOf(node)} has another type now; please choose it again`,
          [name],
        ),
      )
    }
  }
}

function typeText(raw: unknown): string {
  const type = textField(raw, 'type')
  return type === 'list' ? `list<${textField(field(raw, 'schema'), 'type')}>` : type
}
