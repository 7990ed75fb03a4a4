import { DEFAULT_MAX_NODES, type Issue } from '@orrery/engine'

type Words = readonly [en: string, zh: string]

/** User-facing texts for what keeps a canvas from running. `{name}` is the setting, variable or type in question. */
const words: Partial<Record<Issue['code'], Words>> = {
  notCanvas: [
    'part of the canvas cannot be read. Restore an earlier version',
    '画布中有无法读取的内容，请恢复到较早的版本',
  ],
  noStart: ['there is no Start node', '缺少开始节点'],
  noEnd: ['there is no End node', '缺少结束节点'],
  startOpen: ['Start is not connected', '开始节点未连线'],
  endOpen: ['End is not connected', '结束节点未连线'],
  secondOne: ['there can be only one Start and one End', '只能有一个开始节点和一个结束节点'],
  fixedId: ['Start or End has a wrong ID. Remove it and add it again', '开始或结束节点的标识不正确，请移除后重新添加'],
  fixedInside: ['Start and End cannot be inside a loop or batch', '开始和结束节点不能放在循环或批处理中'],
  sameId: ['another node has the same ID', '有另一个节点使用相同的标识'],
  tooMany: [
    `{name} nodes are too many, a canvas can have at most ${DEFAULT_MAX_NODES}. Move some into another workflow`,
    `画布上有 {name} 个节点，最多 ${DEFAULT_MAX_NODES} 个，请将部分节点移到其他工作流`,
  ],
  nested: ['loops and batches cannot be nested', '循环与批处理不能相互嵌套'],
  unknownType: ['this type of node is not known here', '未知的节点类型'],
  brokenReference: [
    'a value comes from a node that does not exist or does not run before it. Choose another one',
    '引用的节点不存在或不在其之前运行，请重新选择',
  ],
  emptyReference: ['a value has not been chosen. Choose one, then run again', '有取值尚未选择，请选择后重新运行'],
  ownReference: ['it references its own output', '引用了自己的输出'],
  waitsForItself: ['its connections or references form a cycle', '连线或引用形成了环路'],
  ring: ['the connections form a cycle', '连线形成了环路'],
  fixedValue: ['a value does not have the type {name}', '有值不是 {name} 类型'],
  notChosen: ['“{name}” has not been chosen', '尚未设置“{name}”'],
  unknownSetting: ['the setting “{name}” is not known here. Choose it again', '“{name}”的设置无法识别，请重新选择'],
  notPositive: ['“{name}” must be greater than 0', '“{name}”须大于 0'],
  needsBreak: ['an endless loop needs a Break node', '无限循环中须有“终止循环”节点'],
  onlyInLoop: ['it can only be used inside a loop', '只能放在循环中'],
  noVariable: ['row {name} has no variable that can be set here', '第 {name} 行没有可赋值的变量'],
  readOnly: ['the system variable “{name}” is read-only', '系统变量“{name}”不可修改'],
  batchOutput: [
    'in batch mode it must have exactly one output: a list of objects',
    '批处理模式下只能有一个输出，且须为对象列表',
  ],
  noDefaultData: ['it returns default data on errors, but none is set', '设置了出错时返回默认数据，但尚未填写'],
  unreachable: ['it cannot be reached from Start', '从开始节点无法到达'],
  deadEnd: ['it is not connected to a next node', '没有连接后续节点'],
  portOpen: ['a branch is not connected to a next node', '有分支没有连接后续节点'],
  lineGone: ['a connection leads to a node that does not exist', '连线指向的节点已不存在'],
  bodyStart: ['nothing inside is connected to its start', '内部没有节点与起点相连'],
  bodyEnd: ['nothing inside is connected to its end', '内部没有节点与终点相连'],
  subChanged: ['the workflow it calls has changed. Choose it again', '所调用的工作流已变更，请重新选择'],
  inputMissing: ['the workflow it calls needs “{name}”. Enter a value', '所调用的工作流需要“{name}”，请为其赋值'],
  variableChanged: [
    'the variable “{name}” has a different type now. Choose it again',
    '变量“{name}”的类型已变更，请重新选择',
  ],
  variableGone: ['the variable “{name}” does not exist. Choose another one', '变量“{name}”已不存在，请重新选择'],
}

export interface CanvasProblem {
  code: string
  message: string
  nodeId?: string
  names: readonly string[]
}

/**
 * Describes a problem in both languages, with the title of its node. A code without a text gets the message of the
 * engine.
 */
export function faultWords(schema: string, { code, message, nodeId, names }: CanvasProblem) {
  const known = Object.hasOwn(words, code) ? words[code as Issue['code']] : undefined
  const [en, zh] = known ?? [message, message]
  const title = nodeId ? titleOf(schema, nodeId) : ''
  const fill = (text: string) => text.replaceAll('{name}', names[0] ?? '')
  return {
    message: title ? `${title}: ${fill(en)}` : fill(en),
    messageZh: title ? `${title}：${fill(zh)}` : fill(zh),
  }
}

interface TitledNode {
  id?: unknown
  blocks?: unknown
  data?: { nodeMeta?: { title?: unknown } }
}

/** The title of a node, at any depth of the canvas. */
function titleOf(schema: string, nodeId: string): string {
  const find = (nodes: unknown): string => {
    for (const node of Array.isArray(nodes) ? (nodes as (TitledNode | null)[]) : []) {
      if (String(node?.id) === nodeId) return String(node?.data?.nodeMeta?.title ?? '')
      const inner = find(node?.blocks)
      if (inner) return inner
    }
    return ''
  }
  try {
    return find((JSON.parse(schema) as { nodes?: unknown } | null)?.nodes)
  } catch {
    return ''
  }
}
