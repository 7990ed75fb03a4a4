import { kinds } from '#nodes/registry.ts'
import { CanvasError, EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { compileCanvas } from './compile.ts'
import { field, listField, numberField, textField } from './fields.ts'
import { isEmptyInput } from './empty-input.ts'
import { checkAlone } from './graph.ts'
import { checkAssignments } from './validate/assignments.ts'
import { checkLines } from './validate/lines.ts'
import { checkReferences } from './validate/references.ts'
import { type Issue, type IssueCode, type Level, nodeIssue, reachableOf } from './validate/issue.ts'

export type { Issue } from './validate/issue.ts'
import { nameOf, parseCanvas, type RawCanvas, type RawNode } from './parse.ts'

export interface ValidateOptions {
  /** What the called workflow of a node returns now; undefined if the workflow does not exist. */
  terminateOf?: (ref: { workflowId: string; version: string }) => 'variables' | 'answer' | undefined
  /** Required inputs of the called workflow. */
  requiredOf?: (ref: { workflowId: string; version: string }) => readonly string[]
  /** Declared types of global variables by scope and name: `app.x` is `string`, `list<string>` … */
  globals?: Readonly<Record<string, string>>
}

const composite = new Set<string>([NodeType.Loop, NodeType.Batch])
const calling = new Set<string>([NodeType.SubWorkflow, NodeType.Imageflow])
const assigning = new Set<string>([NodeType.AssignVariable, NodeType.LoopSetVariable])
const checkedElsewhere = new Set<IssueCode>(['emptyReference', 'brokenReference', 'unknownType', 'nested'])

/** All faults of a canvas that a person can fix, each with its node or line. Nothing of the canvas is run. */
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
    checkReferences(level, options.globals, issues)
    const reachable = reachableOf(level)
    for (const node of level.nodes) {
      checkNode(node, level, options, issues)
      // An unreachable node is not run.
      if (!reachable.has(node.id)) continue
      checkSettings(node, level, issues)
      checkGiven(node, options, issues)
    }
  }
  return issues.length ? issues : compileIssues(canvas)
}

/** The first fault that keeps the canvas from being compiled. Nodes that nothing leads to do not count. */
export function blockerOf(source: unknown): Issue | undefined {
  try {
    return compileIssues(parseCanvas(source))[0]
  } catch (thrown) {
    return asIssue(thrown)
  }
}

/** Problems that only show when the whole graph is compiled. */
function compileIssues(canvas: RawCanvas): Issue[] {
  try {
    compileCanvas(canvas)
    return []
  } catch (thrown) {
    return [asIssue(thrown)]
  }
}

/** Faults of one node by itself. Other checks cover its type, its place and its references. */
function checkSettings(node: RawNode, level: Level, issues: Issue[]): void {
  if (!kinds.has(node.type) || (level.parent && composite.has(node.type))) return
  try {
    checkAlone(node, level.parent, kinds)
  } catch (thrown) {
    const issue = asIssue(thrown)
    const isReported = issues.some((other) => other.nodeId === issue.nodeId && other.code === issue.code)
    // A fault inside a loop or batch is reported for the inner node only.
    if (!isReported && issue.nodeId === node.id && !checkedElsewhere.has(issue.code)) issues.push(issue)
  }
}

function asIssue(thrown: unknown): Issue {
  if (!(thrown instanceof EngineError)) throw thrown
  const { fault, names } = thrown instanceof CanvasError ? thrown : { fault: 'other' as const, names: [] }
  return nodeIssue({ id: thrown.nodeId ?? '' }, fault, thrown.message, names)
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
  if (calling.has(node.type)) checkSubWorkflow(node, options, issues)
  if (assigning.has(node.type)) checkAssignments(node, level, options.globals, issues)
}

const calledBy = (node: RawNode) => ({
  workflowId: textField(node.inputs, 'workflowId'),
  version: textField(node.inputs, 'workflowVersion'),
})

function checkSubWorkflow(node: RawNode, { terminateOf }: ValidateOptions, issues: Issue[]): void {
  if (!terminateOf) return
  const expected = numberField(node.inputs, 'type') === 1 ? 'answer' : 'variables'
  if (terminateOf(calledBy(node)) !== expected)
    issues.push(nodeIssue(node, 'subChanged', 'sub workflow has been modified, please refresh the page'))
}

function checkGiven(node: RawNode, { requiredOf }: ValidateOptions, issues: Issue[]): void {
  if (!calling.has(node.type) || !requiredOf) return
  const params = listField(node.inputs, 'inputParameters')
  for (const name of requiredOf(calledBy(node))) {
    const given = params.find((param) => textField(param, 'name') === name)
    const input = field(given, 'input')
    // An empty text counts as a given text.
    if (!isEmptyInput(input) || field(field(input, 'value'), 'content') === '') continue
    const message = `node ${nameOf(node)} does not give "${name}", which the workflow that it calls needs`
    issues.push(nodeIssue(node, 'inputMissing', message, [name]))
  }
}
