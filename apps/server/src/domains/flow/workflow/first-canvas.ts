import { FlowMode } from '@orrery/contract'
import { describe, imageType, type Param, reference, type VariableShape } from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import { nodeWords as en } from '@orrery/engine/words/en'
import { nodeWords as zh } from '@orrery/engine/words/zh-CN'

const START = '100001'
const END = '900001'
const PICTURE = '110001'

/** Distance between two cards: the width of a card and an edge long enough to insert another node. */
const STEP = 320
const through = [{ sourceNodeID: START, targetNodeID: END }]

interface Canvas {
  nodes: object[]
  edges: object[]
}

/**
 * Initial canvas, with titles in the author's language: start and end, and for an image flow an image node between
 * them.
 */
export function firstCanvas(flowMode: number, locale: 'en' | 'zh-CN' = 'en'): string {
  const words = locale === 'zh-CN' ? zh : en
  const make = flowMode === FlowMode.chatFlow ? chat : flowMode === FlowMode.imageflow ? picture : plain
  return JSON.stringify({ ...make(words), versions: { loop: 'v2', batch: 'v2' } })
}

const plain = (words: typeof en): Canvas => ({
  nodes: [
    start(words, [{ type: 'string', name: 'input', required: false }]),
    end(words, STEP, { terminatePlan: 'returnVariables', inputParameters: [emptyParam('output')] }),
  ],
  edges: through,
})

const chat = (words: typeof en): Canvas => ({
  nodes: [
    start(words, [
      { type: 'string', name: 'USER_INPUT', required: true },
      { type: 'string', name: 'CONVERSATION_NAME', required: false, defaultValue: 'Default' },
    ]),
    end(words, STEP, {
      terminatePlan: 'useAnswerContent',
      streamingOutput: true,
      inputParameters: [emptyParam('output')],
      content: { type: 'string', value: { type: 'literal', content: '{{output}}' } },
    }),
  ],
  edges: through,
})

/** Generates a picture from a text. */
function picture(words: typeof en): Canvas {
  const data = describe(NodeType.ImageGenerate)!.data() as { inputs: object }
  const nodeMeta = titled(words.ImageGenerate.name)
  const inputs = {
    ...data.inputs,
    inputParameters: [{ name: 'prompt', input: reference('string', START, 'prompt') }],
    prompt: { prompt: '{{prompt}}', negative_prompt: '' },
  }
  const output: Param = { name: 'output', input: reference(imageType, PICTURE, 'data') }
  return {
    nodes: [
      start(words, [{ type: 'string', name: 'prompt', required: true }]),
      { ...placed(PICTURE, NodeType.ImageGenerate, STEP), data: { nodeMeta, ...data, inputs } },
      end(words, STEP * 2, { terminatePlan: 'returnVariables', inputParameters: [output] }),
    ],
    edges: [
      { sourceNodeID: START, targetNodeID: PICTURE },
      { sourceNodeID: PICTURE, targetNodeID: END },
    ],
  }
}

const titled = (title: string) => ({ title, description: '', icon: '', subTitle: '' })
const placed = (id: string, type: string, x: number) => ({ id, type, meta: { position: { x, y: 0 } } })

const start = (words: typeof en, outputs: VariableShape[]) => ({
  ...placed(START, NodeType.Start, 0),
  data: { nodeMeta: titled(words.Start.name), outputs, trigger_parameters: outputs },
})
const end = (words: typeof en, x: number, inputs: object) => ({
  ...placed(END, NodeType.End, x),
  data: { nodeMeta: titled(words.End.name), inputs },
})
const emptyParam = (name: string) => ({ name, input: reference('string', '', '') })
