import { NodeType } from '@orrery/engine/node-type'

const CHATFLOW = 3

/** Initial canvas: unconnected start and end, with titles in the author's language. */
export function firstCanvas(flowMode: number, locale: 'en' | 'zh-CN' = 'en'): string {
  const isChat = flowMode === CHATFLOW
  const titles = locale === 'zh-CN' ? { start: '开始', end: '结束' } : { start: 'Start', end: 'End' }
  const outputs = isChat
    ? [
        { type: 'string', name: 'USER_INPUT', required: true },
        { type: 'string', name: 'CONVERSATION_NAME', required: false, defaultValue: 'Default' },
      ]
    : [{ type: 'string', name: 'input', required: false }]
  const start = {
    id: '100001',
    type: NodeType.Start,
    meta: { position: { x: 0, y: 0 } },
    data: {
      nodeMeta: { title: titles.start, description: '', icon: '', subTitle: '' },
      outputs,
      trigger_parameters: outputs,
    },
  }
  const inputs = isChat
    ? {
        terminatePlan: 'useAnswerContent',
        streamingOutput: true,
        inputParameters: [emptyParam('output')],
        content: { type: 'string', value: { type: 'literal', content: '{{output}}' } },
      }
    : { terminatePlan: 'returnVariables', inputParameters: [emptyParam('output')] }
  const end = {
    id: '900001',
    type: NodeType.End,
    meta: { position: { x: 1000, y: 0 } },
    data: { nodeMeta: { title: titles.end, description: '', icon: '', subTitle: '' }, inputs },
  }
  return JSON.stringify({ nodes: [start, end], edges: [], versions: { loop: 'v2', batch: 'v2' } })
}

const emptyParam = (name: string) => ({
  name,
  input: { type: 'string', value: { type: 'ref', content: { source: 'block-output', blockID: '', name: '' } } },
})
