import { describe, type Gap, gapsOf, type Port } from '@orrery/engine/describe'
import type { Issue } from '@orrery/engine/validate'
import { NodeType } from '@orrery/engine/node-type'
import { dataTypeName } from '#lib/data-types.ts'
import { textOf, type Texts } from '#lib/i18n.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { blocksOf, type Canvas, type CanvasNode, isComment, titleOf } from '../document/canvas.ts'
import { indexOf } from '../document/canvas-index.ts'
import {
  addFixed,
  addInput,
  connectBody,
  connectEnd,
  connectFirst,
  connectLast,
  clearValue,
  connectStart,
  limitRounds,
  removeLine,
  removeReference,
  renameNode,
} from './fixes.ts'
import { removeNodes } from '../document/edits/node-edits.ts'
import { isFieldUntouched } from '../nodes/untouched.ts'
import type { Problem } from './problem.ts'
import { referenceFaults, unknownNames } from './reference-faults.ts'
import { asTodo, isIssueTodo } from './todo.ts'

type T = Texts<'workflow-node'>
type Key = TextKey<'workflow-node'>
const typeName = (type: string): string => dataTypeName(textOf('ui'), type)

/** All problems of the canvas and its nodes: errors and warnings. */
export function findProblems(
  canvas: Canvas,
  issues: readonly Issue[],
  t: T,
  called: readonly Called[] = [],
): Problem[] {
  const nodes = canvas.nodes.flatMap((node) => [node, ...blocksOf(node)]).filter((node) => !isComment(node))
  const lost = new Set(issues.filter((issue) => issue.code === 'unreachable').map((issue) => issue.nodeId))
  const blocked = new Set(issues.filter((issue) => issue.code === 'emptyReference').map((issue) => issue.nodeId))
  const own = nodes.flatMap((node) => [
    ...gapProblems(node, blocked.has(node.id), t),
    ...referenceProblems(canvas, node, lost.has(node.id), t),
    ...nameProblems(node, t),
  ])
  // Only an error may replace an issue of the engine: a warning must not hide what prevents a run.
  const covered = new Set(own.filter((item) => item.level === 'error').map((item) => item.nodeId))
  const lines = issues.flatMap((issue, place) => {
    const problem = issueProblem(canvas, issue, place, covered, t)
    return problem ? asTodo(problem, isIssueTodo(canvas, issue.code, problem.nodeId)) : []
  })
  return unique([...lines, ...own, ...calledProblems(nodes, called, t), ...titleProblems(nodes, t)])
}

const unique = (list: readonly Problem[]): Problem[] => [...new Map(list.map((item) => [item.id, item])).values()]

const gaps = new WeakMap<CanvasNode, Gap[]>()

/** With `isBlocked`, a missing value prevents the workflow from running and is therefore an error. */
function gapProblems(node: CanvasNode, isBlocked: boolean, t: T): Problem[] {
  const found = gaps.get(node) ?? gapsOf(node)
  gaps.set(node, found)
  return found.map(({ field, item, code, weight }) => {
    const found = describe(node.type)!
      .sections.flatMap((section) => section.fields)
      .find((other) => other.id === field)
    const name = t(`field.${found?.words ?? field}` as Key)
    const problem: Problem = {
      id: `${node.id}/gap/${field}/${code}/${item ?? ''}`,
      level: isBlocked && code === 'value' ? 'error' : weight,
      nodeId: node.id,
      field,
      message: t(`gap.${code}`, { field: name, item: item ?? '' }),
    }
    return asTodo(problem, isFieldUntouched(node, field))
  })
}

/** On an unreachable node, only broken references are reported, because its earlier nodes are unknown. */
function referenceProblems(canvas: Canvas, node: CanvasNode, isLost: boolean, t: T): Problem[] {
  const faults = referenceFaults(canvas, node).filter((referenceFault) => !isLost || referenceFault.kind === 'broken')
  return faults.map(({ kind, ref, name, target }) => ({
    id: `${node.id}/ref/${ref.blockID}/${ref.name}`,
    level: kind === 'beside' ? 'warning' : 'error',
    nodeId: node.id,
    message:
      kind !== 'broken' && target
        ? t('problem.behind', { name, title: titleOf(target) })
        : t('problem.broken', { name }),
    fix: { label: t('fix.removeReference'), apply: (now) => removeReference(now, node.id, ref) },
  }))
}

function nameProblems(node: CanvasNode, t: T): Problem[] {
  return unknownNames(node).map(({ field, name }) => ({
    id: `${node.id}/name/${field}/${name}`,
    level: 'warning',
    nodeId: node.id,
    field,
    message: t('problem.unknownInput', { name: `{{${name}}}` }),
    fix: { label: t('fix.addInput'), apply: (now) => addInput(now, node.id, name) },
  }))
}

/** Two nodes with the same title cannot be distinguished when a person selects a value. */
function titleProblems(nodes: readonly CanvasNode[], t: T): Problem[] {
  const seen = new Set<string>()
  return nodes.flatMap((node): Problem[] => {
    const title = titleOf(node)
    if (!title || !seen.has(title)) {
      seen.add(title)
      return []
    }
    return [
      {
        id: `${node.id}/title`,
        level: 'warning',
        nodeId: node.id,
        message: t('problem.title', { title }),
        fix: { label: t('fix.rename'), apply: (now) => renameNode(now, node.id) },
      },
    ]
  })
}

/** A called draft that cannot run. */
export interface Called {
  workflowId: string
  name: string
  count: number
}

/** Reported at the node that calls the draft, or at the whole canvas if another draft calls it. */
function calledProblems(nodes: readonly CanvasNode[], called: readonly Called[], t: T): Problem[] {
  return called.map(({ workflowId, name, count }) => ({
    id: `called/${workflowId}`,
    level: 'error',
    nodeId: nodes.find((node) => node.data?.inputs?.['workflowId'] === workflowId)?.id ?? '',
    message: t('problem.called', { name, count }),
    workflowId,
  }))
}

/** Issues that the checks of fields and references report more precisely. */
const coveredCodes = new Set<Issue['code']>([
  'parameterName',
  'emptyReference',
  'brokenReference',
  'ownReference',
  'notChosen',
  'noVariable',
  'noDefaultData',
  'waitsForItself',
  'other',
])

function issueProblem(
  canvas: Canvas,
  issue: Issue,
  place: number,
  covered: ReadonlySet<string>,
  t: T,
): Problem | undefined {
  const { nodeId, code, names, path, message } = issue
  if (covered.has(nodeId) && coveredCodes.has(code)) return undefined
  const at =
    nodeId ||
    (path ? (indexOf(canvas).has(path.end) ? path.end : indexOf(canvas).has(path.start) ? path.start : '') : '')
  const base = {
    id: `issue/${code}/${at}/${code === 'other' ? place : names.join()}/${path ? `${path.start}-${path.end}` : ''}`,
    level: 'error' as const,
    nodeId: at,
  }
  const fix = (key: Key, apply: (now: Canvas) => Canvas) => ({ fix: { label: t(key), apply } })
  const simple = (more: Partial<Problem> = {}): Problem => ({
    ...base,
    message: t(`problem.${code}` as Key, { name: names[0] ?? '' }),
    ...more,
  })
  switch (code) {
    case 'startOpen':
      return simple(fix('fix.connectStart', connectFirst))
    case 'endOpen':
      return simple(fix('fix.connectEnd', connectLast))
    case 'unreachable':
      return simple(fix('fix.connectStart', (now) => connectStart(now, nodeId)))
    case 'deadEnd':
      return simple(fix('fix.connectEnd', (now) => connectEnd(now, nodeId)))
    case 'portOpen':
      return {
        ...base,
        message: t('problem.portOpen', { count: names.length, ports: portNames(canvas, nodeId, names, t) }),
        ...fix('fix.connectEnd', (now) => connectEnd(now, nodeId)),
      }
    case 'ring':
      return simple(path && fix('fix.removeLine', (now) => removeLine(now, path, true)))
    case 'lineGone':
      return simple(path && fix('fix.removeLine', (now) => removeLine(now, path, false)))
    case 'bodyStart':
    case 'bodyEnd':
      return simple(fix('fix.connectBody', (now) => connectBody(now, nodeId)))
    case 'noStart':
      return simple(fix('fix.addStart', (now) => addFixed(now, NodeType.Start, t('type.Start'))))
    case 'noEnd':
      return simple(fix('fix.addEnd', (now) => addFixed(now, NodeType.End, t('type.End'))))
    case 'needsBreak':
      return simple({ field: 'loopType', ...fix('fix.countRounds', (now) => limitRounds(now, nodeId)) })
    case 'fixedValue': {
      const [type = '', value = ''] = names
      const message = t('problem.fixedValue', { name: typeName(type), value })
      return { ...base, message, ...fix('fix.clearValue', (now) => clearValue(now, nodeId, value)) }
    }
    case 'onlyInLoop':
    case 'fixedInside':
    case 'secondOne':
    case 'sameId':
    case 'unknownType':
      return simple(fix('fix.removeNode', (now) => removeNodes(now, [nodeId])))
    case 'misfit': {
      const [name = '', type = '', given = ''] = names
      return {
        ...base,
        message: t('problem.assigned', { name, type: typeName(type), given: typeName(given) }),
        field: 'assign',
      }
    }
    case 'inputMissing':
      return { ...base, message: t('problem.inputMissing', { name: names[0] ?? '' }), field: 'inputs' }
    case 'noVariable':
    case 'readOnly':
    case 'variableChanged':
      return simple({ field: 'assign' })
    case 'variableGone':
      return simple()
    case 'notChosen':
    case 'notPositive':
    case 'unknownSetting':
      return simple({ message: t(`problem.${code}`, { name: t(`setting.${names[0] ?? ''}` as Key) }) })
    case 'batchOutput':
    case 'emptyReference':
    case 'fixedId':
    case 'nested':
    case 'noDefaultData':
    case 'notCanvas':
    case 'ownReference':
    case 'subChanged':
    case 'tooMany':
    case 'waitsForItself':
      return simple()
    default:
      return { ...base, message: t('problem.other', { message }) }
  }
}

function portNames(canvas: Canvas, nodeId: string, ids: readonly string[], t: T): string {
  const node = indexOf(canvas).get(nodeId)?.node
  const ports: readonly Port[] = node ? (describe(node.type)?.ports(node) ?? []) : []
  return ids
    .map((id) => {
      const port = ports.find((port) => port.id === id)
      return port ? port.name || t(`port.${port.words}`, { place: port.place ?? '' }) : id
    })
    .join(', ')
}
