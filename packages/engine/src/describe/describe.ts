import type { CardRow } from './card-row.ts'
import type { NodeDescription } from './description.ts'
import { imageflow, plugin, subWorkflow } from './nodes/calls.ts'
import { comment, conversationNodes, sceneChat, sceneVariable } from './nodes/conversation.ts'
import { aggregate, assign, memory, oldVariable, removeKnowledge, retrieve, writeKnowledge } from './nodes/data.ts'
import { insert, remove, select, sql, update } from './nodes/database.ts'
import { drawCanvas, generateImage, referenceImage } from './nodes/image.ts'
import { end, input, output, question, start } from './nodes/io.ts'
import { batch, breakLoop, code, continueLoop, loop, selector, setLoopVariable } from './nodes/logic.ts'
import { intent, llm } from './nodes/models.ts'
import { deleteTrigger, fromJson, http, readTrigger, text, toJson, upsertTrigger } from './nodes/utility.ts'
import { errorPortId, hasErrorBranch } from './port.ts'
import { field } from '#canvas/fields.ts'
import type { StoredNode } from './shapes.ts'

/** Every node type, in the order of the menu. */
export const descriptions: readonly NodeDescription[] = [
  start,
  end,
  llm,
  plugin,
  subWorkflow,
  selector,
  loop,
  batch,
  intent,
  code,
  breakLoop,
  continueLoop,
  setLoopVariable,
  output,
  question,
  input,
  retrieve,
  writeKnowledge,
  removeKnowledge,
  aggregate,
  assign,
  memory,
  oldVariable,
  select,
  insert,
  update,
  remove,
  sql,
  http,
  text,
  toJson,
  fromJson,
  upsertTrigger,
  readTrigger,
  deleteTrigger,
  generateImage,
  drawCanvas,
  referenceImage,
  imageflow,
  ...conversationNodes,
  sceneVariable,
  sceneChat,
  comment,
]

const byType: ReadonlyMap<string, NodeDescription> = new Map(
  descriptions.map((description) => [description.type, description]),
)

/** Description of a node type; undefined for unknown types. */
export const describe = (type: string): NodeDescription | undefined => byType.get(type)

/** The rows of a node's card: its most important settings, and a row for the error branch. */
export function cardRows(node: StoredNode): readonly CardRow[] {
  const rows = describe(node.type)?.rows(node) ?? []
  if (!hasErrorBranch(field(node.data, 'inputs'))) return rows
  return [...rows, { label: 'onError', pieces: [{ word: 'errorBranch' }], port: errorPortId }]
}
