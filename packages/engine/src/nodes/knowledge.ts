import { boolField, field, listField, numberField, objectField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { callOf, missingPort, need } from '#run/call.ts'
import { valueText } from '#values/json.ts'
import { isObject, type Values } from '#values/own.ts'
import { convertOutputs } from './convert-outputs.ts'
import { type SearchSetting, strategies } from './llm/knowledge.ts'
import { historyOf } from './llm/prompt.ts'
import { literalParams } from './literal-params.ts'
import type { CompileScope, NodeKind } from './node-kind.ts'

interface RetrieveConfig {
  ids: string[]
  search: SearchSetting
  rounds: number
}

const common = {
  needs: ['knowledge'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 60_000,
} as const

/** The knowledge bases from the first parameter, whatever its name, and the other parameters. */
function knowledgeIds(scope: CompileScope): { ids: string[]; params: Values } {
  const list = listField(scope.node.inputs, 'datasetParam')
  const first = [...literalParams(list.slice(0, 1)).values()][0]
  const ids = (Array.isArray(first) ? first : [first]).map(valueText).filter(Boolean)
  return { ids, params: Object.fromEntries(literalParams(list.slice(1))) }
}

export const retrieve: NodeKind<RetrieveConfig> = {
  ...common,
  type: NodeType.Dataset,
  compile(scope) {
    const { ids, params } = knowledgeIds(scope)
    if (!ids.length) scope.fail('no knowledge base is chosen', { fault: 'notChosen', names: ['knowledge'] })
    const history = objectField(scope.node.inputs, 'chatHistorySetting')
    const topK = numberField(params, 'topK')
    const minScore = numberField(params, 'minScore')
    const rerankModel = valueText(params.rerankModel ?? '')
    return {
      inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')),
      config: {
        ids,
        rounds: boolField(history, 'enableChatHistory') ? (numberField(history, 'chatHistoryRound') ?? 3) : 0,
        search: {
          ...(topK === undefined ? {} : { topK }),
          ...(minScore === undefined ? {} : { minScore }),
          strategy: strategies[numberField(params, 'strategy') ?? 0] ?? 'semantic',
          useRerank: boolField(params, 'useRerank'),
          ...(rerankModel ? { rerankModel } : {}),
          useRewrite: boolField(params, 'useRewrite'),
          useNl2sql: boolField(params, 'useNl2sql'),
        },
      },
    }
  },
  async run(task, { ids, search, rounds }) {
    const port = need(task, 'knowledge')
    const history = await historyOf(task, rounds)
    const query = valueText(task.input.Query)
    const outputList = await port.retrieve({ ...search, knowledgeIds: ids, query, history }, callOf(task))
    return task.node.outputs.length ? convertOutputs(task.node.outputs, { outputList }) : { output: { outputList } }
  },
}

interface WriteConfig {
  knowledgeId: string
  strategy: Values
}

export const writeKnowledge: NodeKind<WriteConfig> = {
  ...common,
  type: NodeType.DatasetWrite,
  effect: true,
  compile(scope) {
    const strategy = objectField(scope.node.inputs, 'strategyParam') ?? {}
    const [knowledgeId] = knowledgeIds(scope).ids
    if (!knowledgeId) return scope.fail('no knowledge base is chosen', { fault: 'notChosen', names: ['knowledge'] })
    return { inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: { knowledgeId, strategy } }
  },
  async run(task, { knowledgeId, strategy }) {
    const port = need(task, 'knowledge')
    if (!port.write) throw missingPort(task, 'knowledge.write')
    const fileUrl = valueText(task.input.knowledge)
    const fileName = task.run.files.get(fileUrl) ?? ''
    return { output: { ...(await port.write({ knowledgeId, fileUrl, fileName, strategy }, callOf(task))) } }
  },
}

export const removeKnowledge: NodeKind<{ knowledgeId: string }> = {
  ...common,
  type: NodeType.KnowledgeDelete,
  effect: true,
  compile: (scope) => ({
    inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')),
    // The knowledge base is optional: the document id is enough.
    config: { knowledgeId: knowledgeIds(scope).ids[0] ?? '' },
  }),
  async run(task, { knowledgeId }) {
    const port = need(task, 'knowledge')
    if (!port.remove) throw missingPort(task, 'knowledge.remove')
    const documentId = valueText(task.input.documentID)
    return { output: { isSuccess: await port.remove({ knowledgeId, documentId }, callOf(task)) } }
  },
}

/** Searches the long-term memory of the person with a question. */
export const memory: NodeKind<undefined> = {
  type: NodeType.LTM,
  needs: ['memory'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 60_000,
  compile: (scope) => ({ inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')), config: undefined }),
  async run(task) {
    const port = need(task, 'memory')
    const rounds = task.input.enableChatHistory === true ? Number(task.input.chatHistoryRound ?? 3) : 0
    const history = await historyOf(task, rounds)
    const outputList = await port.recall({ query: valueText(task.input.Query), history }, callOf(task))
    const found = { outputList: outputList.filter(isObject) }
    return task.node.outputs.length ? convertOutputs(task.node.outputs, found) : { output: found }
  },
}
