import { BOT_LIMITS, emptyBotConfig } from '@orrery/contract'
import { parse } from 'yaml'
import { bundleErrors } from '../bundle.errors.ts'
import type { BundleItem } from '../bundle-types.ts'
import {
  aggregateNode,
  answerNode,
  edge,
  END,
  endNode,
  type Field,
  type NodeWish,
  param,
  ref,
  START,
  startNode,
  writeCanvas,
} from '../canvas-build.ts'
import { type Json, list, object, shorten, text } from '../read-value.ts'
import { converters, outputName, portOf, startFields } from './dify-nodes.ts'
import { createReferences, type References } from './dify-references.ts'

export interface DifyFile {
  items: BundleItem[]
  leftOut: { what: string; where: string }[]
}
const MAX_YAML = 5 * 1024 * 1024

/** The parsed file when it is an application of that product, else undefined. */
export function parseDify(content: string): Json | undefined {
  if (content.length > MAX_YAML) return undefined
  let value: unknown
  try {
    value = parse(content, { maxAliasCount: 50 })
  } catch {
    return undefined
  }
  const file = object(value)
  return file.kind === 'app' && text(object(file.app).mode, 40) ? file : undefined
}

export function readDify(file: Json, model: string): DifyFile {
  const leftOut: DifyFile['leftOut'] = []
  const skip = (what: string, where: string) => void leftOut.push({ what, where })
  const app = object(file.app)
  const mode = text(app.mode, 40)
  const head = {
    id: 'dify',
    name: shorten(text(app.name, 1000), BOT_LIMITS.name) || 'Imported',
    description: shorten(text(app.description, 5000), BOT_LIMITS.description),
    icon: '',
    project: '',
    published: false,
    needs: [],
    models: [],
  }
  if (mode === 'chat' || mode === 'agent-chat')
    return { items: [{ ...head, kind: 'bot', subType: 0, content: readBot(object(file.model_config), skip) }], leftOut }
  if (mode !== 'workflow' && mode !== 'advanced-chat') throw bundleErrors.unknownDsl({ mode })
  const isChat = mode === 'advanced-chat'
  const schema = readFlow(object(file.workflow), isChat, model, skip)
  const flowMode = isChat ? 3 : 0
  return {
    items: [{ ...head, kind: 'workflow', subType: flowMode, content: { schema, flowMode }, models: [] }],
    leftOut,
  }
}

function readBot(config: Json, skip: (what: string, where: string) => void) {
  const bot = emptyBotConfig()
  const forms = list(config.user_input_form).map((one) => object(Object.values(object(one))[0]))
  for (const tool of list(object(config.agent_mode).tools).map(object))
    skip(`the tool ${text(tool.tool_name, 200) || text(tool.provider_id, 200)}`, 'agent_mode')
  for (const one of list(object(object(config.dataset_configs).datasets).datasets))
    skip(`the knowledge base ${text(object(object(one).dataset).id, 100)}`, 'dataset_configs')
  return {
    ...bot,
    prompt_info: { ...bot.prompt_info, prompt: text(config.pre_prompt, BOT_LIMITS.persona) },
    onboarding_info: {
      ...bot.onboarding_info,
      prologue: shorten(text(config.opening_statement, 5000), BOT_LIMITS.prologue),
      suggested_questions: list(config.suggested_questions)
        .map((one) => shorten(text(one, 1000), BOT_LIMITS.suggestion))
        .filter(Boolean),
    },
    variable_list: forms.flatMap((form) => {
      const key = text(form.variable, 50)
      return /^[A-Za-z_]\w*$/.test(key)
        ? [
            {
              key,
              description: text(form.label, 500),
              default_value: text(form.default, 4000),
              is_system: false,
              prompt_disabled: false,
              is_disabled: false,
            },
          ]
        : []
    }),
  }
}

function readFlow(flow: Json, isChat: boolean, model: string, skip: (what: string, where: string) => void): string {
  const graph = object(flow.graph)
  const given = list(graph.nodes)
    .map(object)
    .map((node) => ({ id: text(node.id, 100), data: object(node.data), parent: text(node.parentId, 100) }))
    .filter((node) => node.id && text(node.data.type, 60) && !node.parent)
  const byId = new Map(given.map((node) => [node.id, node]))
  const typeOf = (id: string) => text(byId.get(id)?.data.type, 60)
  const titleOf = (id: string) => text(byId.get(id)?.data.title, 200) || typeOf(id)
  const startId = given.find((node) => typeOf(node.id) === 'start')?.id ?? ''
  const edges = list(graph.edges)
    .map(object)
    .map((one) => ({ from: text(one.source, 100), to: text(one.target, 100), handle: text(one.sourceHandle, 100) }))
    .filter((one) => byId.has(one.from) && byId.has(one.to))
  for (const one of list(flow.environment_variables))
    skip(`the variable env.${text(object(one).name, 100)}`, 'environment_variables')
  for (const one of list(flow.conversation_variables))
    skip(`the variable conversation.${text(object(one).name, 100)}`, 'conversation_variables')

  const refsOf = (where: string): References =>
    createReferences({
      startId,
      isChat,
      outputOf: (id, variable) => outputName(typeOf(id), variable),
      unknown: (what) => skip(`the variable ${what}`, where),
    })
  const leaves = given.filter((node) => !edges.some((one) => one.from === node.id))
  const ends = given.filter((node) => typeOf(node.id) === 'end')
  const answers = given.filter((node) => typeOf(node.id) === 'answer')
  const lone =
    isChat && answers.length === 1 && leaves.some((node) => node.id === answers[0]!.id) ? answers[0]! : undefined
  const chat: Field[] = [
    { name: 'USER_INPUT', required: true },
    { name: 'CONVERSATION_NAME', required: false, defaultValue: 'Default' },
  ]
  const fields = startFields(byId.get(startId)?.data ?? {})
  const nodes: NodeWish[] = [
    startNode(isChat ? [...chat, ...fields.filter((one) => one.name !== 'USER_INPUT')] : fields),
  ]
  for (const { id, data } of given) {
    const type = typeOf(id)
    if (id === startId || type === 'end' || id === lone?.id) continue
    const convert = converters[type]
    const context = { refs: () => refsOf(titleOf(id)), model, leftOut: skip }
    if (convert) nodes.push(convert(id, titleOf(id), data, context))
    else {
      // Kept as it is, for whoever wants to see what it was; nothing here runs it.
      skip(`the node of type ${type}`, titleOf(id))
      nodes.push({ id, type: `dify:${type}`, title: titleOf(id), data: { source: data } })
    }
  }
  const port = (from: string, handle: string) => portOf(typeOf(from), handle, byId.get(from)?.data ?? {})
  const nameOf = (id: string) => (id === startId ? START : id === lone?.id ? END : id)
  const written = edges
    .filter((one) => typeOf(one.to) !== 'end')
    .map((one) => edge(nameOf(one.from), nameOf(one.to), port(one.from, one.handle)))
  if (lone) {
    const refs = refsOf(titleOf(lone.id))
    const content = refs.text(text(lone.data.answer))
    nodes.push(answerNode(refs.inputs(), content))
    return writeCanvas(nodes, written)
  }
  const last = finish(
    ends.map((node) => node.data),
    refsOf,
  )
  nodes.push(...last.nodes)
  const intoEnd = ends.length
    ? edges
        .filter((one) => typeOf(one.to) === 'end')
        .map((one) => ({ from: one.from, port: port(one.from, one.handle) }))
    : leaves.map((node) => ({ from: node.id, port: '' }))
  for (const { from, port: way } of intoEnd) written.push(edge(nameOf(from), last.entry, way))
  if (last.entry !== END) written.push(edge(last.entry, END))
  return writeCanvas(nodes, written)
}

/** One end here for however many there were: of several the one that was reached gives the result. */
function finish(ends: Json[], refsOf: (where: string) => References): { nodes: NodeWish[]; entry: string } {
  const groups = new Map<string, Json[]>()
  for (const data of ends)
    for (const one of list(data.outputs).map(object)) {
      const input = refsOf('end').selector(list(one.value_selector).map((part) => text(part, 200)))
      const name = text(one.variable, 100)
      if (input && name) groups.set(name, [...(groups.get(name) ?? []), input])
    }
  if (ends.length < 2)
    return { nodes: [endNode([...groups].map(([name, [input]]) => param(name, input!)))], entry: END }
  const merge = '800001'
  const merged = [...groups].map(([name, variables]) => ({ name, variables }))
  return {
    nodes: [aggregateNode(merge, 'Merge', merged), endNode(merged.map(({ name }) => param(name, ref(merge, name))))],
    entry: merge,
  }
}
