import { aggregate } from './aggregate.ts'
import { batch } from './batch.ts'
import { code } from './code.ts'
import { conversationNodes } from './conversation.ts'
import { insert, remove, select, sql, update } from './database.ts'
import { end, output } from './emitters.ts'
import { http } from './http.ts'
import { drawCanvas, generateImage, referenceImage } from './images.ts'
import { input } from './input.ts'
import { intent } from './intent.ts'
import { fromJson, toJson } from './json.ts'
import { memory, removeKnowledge, retrieve, writeKnowledge } from './knowledge.ts'
import { llm } from './llm.ts'
import { breakLoop, continueLoop, setLoopVariable } from './loop-steps.ts'
import { loop } from './loop.ts'
import type { NodeKind } from './node-kind.ts'
import { plugin } from './plugin.ts'
import { question } from './question.ts'
import { sceneChat, sceneVariable } from './scene.ts'
import { selector } from './selector.ts'
import { start } from './start.ts'
import { imageflow, subWorkflow } from './sub-workflow.ts'
import { text } from './text.ts'
import { deleteTrigger, readTrigger, upsertTrigger } from './triggers.ts'
import { assign, variable } from './variables.ts'

const all: NodeKind[] = [
  start,
  end,
  llm,
  plugin,
  code,
  retrieve,
  selector,
  subWorkflow,
  variable,
  sql,
  output,
  imageflow,
  text,
  generateImage,
  referenceImage,
  question,
  breakLoop,
  setLoopVariable,
  loop,
  intent,
  drawCanvas,
  sceneVariable,
  sceneChat,
  memory,
  writeKnowledge,
  batch,
  continueLoop,
  input,
  aggregate,
  upsertTrigger,
  deleteTrigger,
  readTrigger,
  assign,
  update,
  select,
  remove,
  http,
  insert,
  toJson,
  fromJson,
  removeKnowledge,
  ...conversationNodes,
]

/** Every node type by its number on the canvas. Comments (31) are not run and not listed. */
export const kinds: ReadonlyMap<string, NodeKind> = new Map(all.map((kind) => [kind.type, kind]))
