/** Builds small canvases for tests, in the format of the editor. */
type Json = Record<string, unknown>
export const ref = (blockID: string, name: string, type = 'string'): Json => ({
  type,
  value: { type: 'ref', content: { source: 'block-output', blockID, name } },
})
export const literal = (content: unknown, type = 'string'): Json => ({ type, value: { type: 'literal', content } })
export const param = (name: string, input: Json): Json => ({ name, input })
const node = (id: string, type: string, data: Json): Json => ({
  id,
  type,
  meta: { position: { x: 0, y: 0 } },
  data: { nodeMeta: { title: `node ${id}` }, ...data },
})
export const edge = (sourceNodeID: string, targetNodeID: string, sourcePortID = ''): Json => ({
  sourceNodeID,
  targetNodeID,
  sourcePortID,
})
export const canvas = (nodes: Json[], edges: Json[]): string => JSON.stringify({ nodes, edges })

export const startNode = (outputs: Json[] = [{ name: 'input', type: 'string', required: true }]): Json =>
  node('100001', '1', { outputs })
export const endNode = (inputParameters: Json[]): Json =>
  node('900001', '2', { inputs: { terminatePlan: 'returnVariables', inputParameters } })
export const answerNode = (inputParameters: Json[], content: string): Json =>
  node('900001', '2', {
    inputs: { terminatePlan: 'useAnswerContent', streamingOutput: true, inputParameters, content: literal(content) },
  })
export const textNode = (id: string, source: Json, template: string): Json =>
  node(id, '15', {
    inputs: {
      method: 'concat',
      inputParameters: [param('String1', source)],
      concatParams: [param('concatResult', literal(template))],
    },
    outputs: [{ name: 'output', type: 'string' }],
  })
export const codeNode = (id: string, source: Json, code: string): Json =>
  node(id, '5', {
    inputs: { inputParameters: [param('value', source)], code, language: 5 },
    outputs: [{ name: 'result', type: 'string' }],
  })
/** A blank picture of this size. */
export const boardNode = (id: string, width: number, height: number): Json =>
  node(id, '23', {
    inputs: {
      inputParameters: [],
      canvasSchema: JSON.stringify({ width, height, background: '#ffffff', objects: [], customVariableRefs: [] }),
    },
    outputs: [
      { name: 'data', type: 'string', assistType: 2 },
      { name: 'msg', type: 'string' },
    ],
  })
export const questionNode = (id: string, question: string): Json =>
  node(id, '18', {
    inputs: { question, answer_type: 'text', inputParameters: [], llmParam: {}, limit: 3 },
    outputs: [{ name: 'USER_RESPONSE', type: 'string' }],
  })
/** Searches a knowledge base by keywords. `settings` are further settings of the search. */
export const retrieveNode = (id: string, baseId: string, query: Json, settings: Json[] = []): Json =>
  node(id, '6', {
    inputs: {
      inputParameters: [param('Query', query)],
      datasetParam: [
        param('datasetList', literal([baseId], 'list')),
        param('topK', literal(3, 'integer')),
        param('minScore', literal(0, 'float')),
        param('strategy', literal(20, 'integer')),
        ...settings,
      ],
    },
    outputs: [
      { name: 'outputList', type: 'list', schema: { type: 'object', schema: [{ name: 'output', type: 'string' }] } },
    ],
  })
export const httpNode = (id: string, url: string, body: string): Json =>
  node(id, '45', {
    inputs: {
      apiInfo: { method: 'POST', url },
      headers: [],
      params: [],
      auth: { authOpen: false },
      body: { bodyType: 'JSON', bodyData: { json: body } },
      setting: { timeout: 20, retryTimes: 0 },
      inputParameters: [],
    },
    outputs: [
      { name: 'body', type: 'string' },
      { name: 'statusCode', type: 'integer' },
      { name: 'headers', type: 'string' },
    ],
  })
export const subNode = (id: string, workflowId: string, version: string, source: Json): Json =>
  node(id, '9', {
    inputs: { workflowId, workflowVersion: version, type: 0, inputParameters: [param('input', source)] },
    outputs: [{ name: 'output', type: 'string' }],
  })
export const outputNode = (id: string, source: Json, content: string): Json =>
  node(id, '13', {
    inputs: { inputParameters: [param('text', source)], content: literal(content), streamingOutput: true },
  })

/** Start, one text node, End. */
export const greeting = (template = 'Hello {{String1}}'): string =>
  canvas(
    [startNode(), textNode('2', ref('100001', 'input'), template), endNode([param('output', ref('2', 'output'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )

/** A chain of text nodes, with `count` nodes in total. */
export function chain(count: number, template = '{{String1}}.'): string {
  const texts = Array.from({ length: count - 2 }, (_, at) => String(at + 2))
  const ids = ['100001', ...texts, '900001']
  return canvas(
    [
      startNode(),
      ...texts.map((id, at) => textNode(id, at ? ref(texts[at - 1]!, 'output') : ref('100001', 'input'), template)),
      endNode([param('output', ref(texts.at(-1)!, 'output'))]),
    ],
    ids.slice(1).map((id, at) => edge(ids[at]!, id)),
  )
}

/** Start, one JavaScript node, End. */
export const codeOnly: string = canvas(
  [
    startNode(),
    codeNode('2', ref('100001', 'input'), 'function main({ params }) { return { result: params.value + "!" } }'),
    endNode([param('output', ref('2', 'result'))]),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)

/** Start, a chain of HTTP requests, End: every node has an external effect. */
export function requests(url: string, count: number): string {
  const ids = Array.from({ length: count }, (_, at) => String(at + 2))
  const all = ['100001', ...ids, '900001']
  return canvas(
    [
      startNode(),
      ...ids.map((id) => httpNode(id, url, `{"node":"${id}"}`)),
      endNode([param('output', ref(ids.at(-1)!, 'body'))]),
    ],
    all.slice(1).map((id, at) => edge(all[at]!, id)),
  )
}

/** Start, a batch with one text node per item of a list, End. */
export const batchOf = (size: number): string => {
  const items = { name: 'items', type: 'list', schema: { type: 'string' } }
  const list = (input: Json): Json => ({ ...input, schema: { type: 'string' } })
  const rounds = node('2', '28', {
    inputs: {
      batchSize: literal(String(size), 'integer'),
      concurrentSize: literal('10', 'integer'),
      inputParameters: [param('item', list(ref('100001', 'items', 'list')))],
    },
    outputs: [param('out', list(ref('3', 'output', 'list')))],
  })
  const blocks = [textNode('3', ref('2', 'item'), '<{{String1}}>')]
  const edges = [
    { sourceNodeID: '2', targetNodeID: '3', sourcePortID: 'batch-function-inline-output' },
    { sourceNodeID: '3', targetNodeID: '2', targetPortID: 'batch-function-inline-input' },
  ]
  return canvas(
    [startNode([items]), { ...rounds, blocks, edges }, endNode([param('output', list(ref('2', 'out', 'list')))])],
    [edge('100001', '2'), edge('2', '900001', 'batch-output')],
  )
}

/** A workflow that passes its input to a model and returns the answer. */
export function asking(modelId: string, more: Json = {}): string {
  const settings = { modelType: modelId, modleName: 'Model', prompt: '{{q}}', systemPrompt: '', responseFormat: '0' }
  const model = node('2', '3', {
    inputs: {
      inputParameters: [param('q', ref('100001', 'input'))],
      llmParam: Object.entries(settings).map(([name, content]) => param(name, literal(content))),
      ...more,
    },
    outputs: [{ name: 'output', type: 'string' }],
  })
  return canvas(
    [startNode(), model, endNode([param('output', ref('2', 'output'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
}
