import type { LegacyNode } from '@orrery/contract'
import { NodeType } from '@orrery/engine/node-type'
import { nodeTypeOf } from './node-catalog.ts'

type Json = Record<string, unknown>
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const codes: Record<string, number> = { string: 1, integer: 2, boolean: 3, float: 4, list: 5, object: 6 }
const types = ['string', 'string', 'integer', 'boolean', 'float', 'list', 'object']
const typeOf = (code: unknown) => types[Number(code)] ?? 'string'

/** Converts a variable or block input of a canvas to a parameter of the first editor. */
function toParameter(name: string, source: Json): Json {
  const inner = source.type === 'list' ? object(source.schema) : undefined
  const fields = source.type === 'object' ? list(source.schema) : inner?.type === 'object' ? list(inner.schema) : []
  const value = object(source.value)
  const content = object(value.content)
  return {
    name,
    desc: text(source.description),
    required: source.required === true,
    type: codes[text(source.type)] ?? 1,
    ...(inner && { sub_type: codes[text(inner.type)] ?? 1 }),
    sub_parameters: fields.map((field) => toParameter(text(field.name), object(field.input ?? field))),
    ...(value.type === 'ref' && {
      from_node_id: text(content.blockID),
      from_output: text(content.name).split('.').filter(Boolean),
    }),
    ...(value.type === 'literal' && {
      value: typeof value.content === 'string' ? value.content : JSON.stringify(value.content),
    }),
  }
}
function shapeOf(parameter: Json): Json {
  const type = typeOf(parameter.type)
  const fields = list(parameter.sub_parameters).map((item) => toVariable(item))
  if (type === 'object') return { type, schema: fields }
  if (type !== 'list') return { type }
  const element = typeOf(parameter.sub_type)
  return { type, schema: element === 'object' ? { type: element, schema: fields } : { type: element } }
}
const toVariable = (parameter: Json): Json => ({
  name: text(parameter.name),
  ...shapeOf(parameter),
  ...(parameter.required === true && { required: true }),
  ...(text(parameter.desc) && { description: text(parameter.desc) }),
})
function toInput(parameter: Json): Json {
  const from = text(parameter.from_node_id)
  const path = Array.isArray(parameter.from_output) ? parameter.from_output.map(text) : []
  return {
    ...shapeOf(parameter),
    value: from
      ? { type: 'ref', content: { source: 'block-output', blockID: from, name: path.join('.') } }
      : { type: 'literal', content: text(parameter.value) },
  }
}
const toParam = (parameter: Json): Json => ({ name: text(parameter.name), input: toInput(parameter) })
const literal = (name: string, content: unknown): Json => ({
  name,
  input: { type: 'string', value: { type: 'literal', content: text(content) } },
})
/** Merges named settings: given ones replace those of the same name, the others are kept. */
function merged(before: unknown, given: Record<string, unknown>): Json[] {
  const kept = list(before).filter((item) => given[text(item.name)] === undefined)
  return [
    ...kept,
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [literal(name, value)])),
  ]
}
const contentOf = (params: unknown, name: string): string => {
  const input = object(list(params).find((item) => item.name === name)?.input)
  return text(object(input.value).content)
}

/** Applies the parameters of the first editor to a stored node. Settings that they do not contain are kept. */
export function withParam(node: Json, param: Json): Json {
  const data = object(node.data)
  const inputs = { ...object(data.inputs) }
  const changed: Json = { ...data }
  if (Array.isArray(param.input_parameters)) inputs.inputParameters = list(param.input_parameters).map(toParam)
  if (Array.isArray(param.output_parameters)) changed.outputs = list(param.output_parameters).map(toVariable)
  if (param.code_param) {
    inputs.code = text(object(param.code_param).code_snippet)
    inputs.language ??= 5
  }
  if (param.llm_param) {
    const { model_type, temperature, prompt, model_name } = object(param.llm_param)
    inputs.llmParam = merged(inputs.llmParam, { modelType: model_type, temperature, prompt, modleName: model_name })
  }
  if (param.api_param) {
    const api = object(param.api_param)
    inputs.apiParam = merged(inputs.apiParam, {
      pluginID: api.plugin_id,
      apiID: api.api_id,
      apiName: api.api_name,
      pluginName: api.plugin_name,
      pluginVersion: api.plugin_version,
      tips: api.tips,
      outDocLink: api.out_doc_link,
    })
  }
  if (param.dataset_param) {
    const ids = object(param.dataset_param).dataset_list
    const chosen = {
      type: 'list',
      schema: { type: 'string' },
      value: { type: 'literal', content: Array.isArray(ids) ? ids.map(text) : [] },
    }
    inputs.datasetParam = [
      { name: 'datasetList', input: chosen },
      ...list(inputs.datasetParam).filter((item) => item.name !== 'datasetList'),
    ]
  }
  if (param.terminate_plan) {
    const { plan, content } = object(param.terminate_plan)
    inputs.terminatePlan = Number(plan) === 2 ? 'useAnswerContent' : 'returnVariables'
    if (Number(plan) === 2) inputs.content = object(literal('content', content).input)
  }
  if (param.if_param) {
    const branch = object(object(param.if_param).if_branch)
    const conditions = list(branch.if_conditions).map((item) => ({
      operator: Number(item.condition) || 1,
      left: { input: toInput(object(item.first_parameter)) },
      ...(item.second_parameter !== undefined && { right: { input: toInput(object(item.second_parameter)) } }),
    }))
    // The first editor encodes "and" as 1 and "or" as 2; the canvas has them the other way round.
    inputs.branches = [{ condition: { logic: Number(branch.if_condition_relation) === 2 ? 1 : 2, conditions } }]
  }
  if (param.batch) {
    const { is_batch, take_count, input_param } = object(param.batch)
    inputs.batch = {
      ...object(inputs.batch),
      batchEnable: is_batch === true,
      batchSize: Number(take_count) || 100,
      inputLists: input_param ? [toParam(object(input_param))] : [],
    }
  }
  if (Object.keys(inputs).length) changed.inputs = inputs
  return { ...node, data: changed }
}

export function toLegacyNode(node: Json, workflowId: string, edges: readonly Json[]): LegacyNode {
  const data = object(node.data)
  const inputs = object(data.inputs)
  const meta = object(data.nodeMeta)
  const type = text(node.type)
  const id = text(node.id)
  const known = nodeTypeOf.get(type)
  const place = object(object(node.meta).position)
  const input_parameters = list(inputs.inputParameters).map((item) => toParameter(text(item.name), object(item.input)))
  const output_parameters = list(data.outputs).map((item) => toParameter(text(item.name), object(item.input ?? item)))
  return {
    workflow_id: workflowId,
    node_id: id,
    node_name: text(meta.title) || (known?.en ?? type),
    node_type: Number(type) || 0,
    node_param: { input_parameters, output_parameters, ...special(type, inputs, edges, id) },
    lay_out: { x: Number(place.x) || 0, y: Number(place.y) || 0 },
    desc: {
      desc: text(meta.description) || (known?.descEn ?? ''),
      name: known?.en ?? type,
      icon_url: text(meta.icon),
      support_batch: known?.batch ? 2 : 1,
      link_limit: 0,
    },
    depends_on: edges.filter((edge) => text(edge.targetNodeID) === id).map((edge) => text(edge.sourceNodeID)),
    open_api: { input_list: input_parameters, output_list: output_parameters },
  }
}

function special(type: string, inputs: Json, edges: readonly Json[], id: string): Json {
  switch (type) {
    case NodeType.End:
      return {
        terminate_plan: {
          plan: inputs.terminatePlan === 'useAnswerContent' ? 2 : 1,
          content: text(object(object(inputs.content).value).content),
        },
      }
    case NodeType.LLM:
      return {
        llm_param: {
          model_type: Number(contentOf(inputs.llmParam, 'modelType')) || 0,
          temperature: Number(contentOf(inputs.llmParam, 'temperature')) || 0,
          prompt: contentOf(inputs.llmParam, 'prompt'),
          model_name: contentOf(inputs.llmParam, 'modleName'),
        },
      }
    case NodeType.Api:
      return {
        api_param: {
          plugin_id: contentOf(inputs.apiParam, 'pluginID'),
          api_id: contentOf(inputs.apiParam, 'apiID'),
          api_name: contentOf(inputs.apiParam, 'apiName'),
          plugin_name: contentOf(inputs.apiParam, 'pluginName'),
          plugin_version: contentOf(inputs.apiParam, 'pluginVersion'),
        },
      }
    case NodeType.Code:
      return { code_param: { code_snippet: text(inputs.code) } }
    case NodeType.Dataset: {
      const chosen = object(list(inputs.datasetParam).find((item) => item.name === 'datasetList')?.input)
      const ids = object(chosen.value).content
      return { dataset_param: { dataset_list: Array.isArray(ids) ? ids.map(text) : [] } }
    }
    case NodeType.If: {
      const condition = object(list(inputs.branches)[0]?.condition)
      const next = (port: string) =>
        edges
          .filter((edge) => text(edge.sourceNodeID) === id && text(edge.sourcePortID) === port)
          .map((edge) => text(edge.targetNodeID))
      return {
        if_param: {
          if_branch: {
            if_conditions: list(condition.conditions).map((item) => ({
              first_parameter: toParameter('', object(object(item.left).input)),
              condition: Number(item.operator),
              second_parameter: toParameter('', object(object(item.right).input)),
            })),
            if_condition_relation: Number(condition.logic) === 1 ? 2 : 1,
            next_node_id: next('true'),
          },
          else_branch: { if_conditions: [], next_node_id: next('false') },
        },
      }
    }
    default:
      return {}
  }
}
