import { field, numberField, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { parseJson } from '#values/json.ts'
import { cut, errorRow, inputRow, inputsOf, outputRow } from '../card-row.ts'
import { errorSection, inputSection, outputSection } from '../common-fields.ts'
import type { NodeDescription } from '../description.ts'
import { emptyDrawing } from '../drawing.ts'
import { onePort } from '../port.ts'
import { imageType, param, variable } from '../shapes.ts'

const image = { group: 'image', tone: 'model', place: 'anywhere', offered: true, ports: onePort } as const
const made = () => [variable('data', imageType), variable('msg')]
const setting = () => ({ switch: false, processType: 1, timeoutMs: 60_000, retryTimes: 0 })

export const generateImage: NodeDescription = {
  ...image,
  type: NodeType.ImageGenerate,
  category: 'image',
  icon: 'image-plus',
  data: () => ({
    inputs: {
      modelSetting: { model: '', custom_ratio: { width: 1024, height: 1024 }, ddim_steps: 25 },
      references: [],
      inputParameters: [],
      prompt: { prompt: '', negative_prompt: '' },
      settingOnError: setting(),
    },
    outputs: made(),
  }),
  sections: [
    {
      id: 'picture',
      fields: [
        { id: 'imageModel', kind: 'otherModel', of: 'image', slot: { path: 'inputs.modelSetting.model' } },
        {
          id: 'width',
          kind: 'number',
          slot: { path: 'inputs.modelSetting.custom_ratio.width' },
          min: 256,
          max: 2048,
          unit: 'px',
          initial: 1024,
        },
        {
          id: 'height',
          kind: 'number',
          slot: { path: 'inputs.modelSetting.custom_ratio.height' },
          min: 256,
          max: 2048,
          unit: 'px',
          initial: 1024,
        },
        { id: 'steps', kind: 'number', slot: { path: 'inputs.modelSetting.ddim_steps' }, min: 1, max: 40, initial: 25 },
      ],
    },
    inputSection(),
    {
      id: 'prompt',
      fields: [
        { id: 'imagePrompt', kind: 'prompt', slot: { path: 'inputs.prompt.prompt' }, rows: 3, required: true },
        { id: 'imageNegative', kind: 'prompt', slot: { path: 'inputs.prompt.negative_prompt' }, rows: 2 },
      ],
    },
    { id: 'pictures', folded: true, fields: [{ id: 'pictures', kind: 'pictures', path: 'inputs.references' }] },
    outputSection('fixed'),
    errorSection(),
  ],
  rows: (node) => {
    const ratio = objectField(objectField(inputsOf(node), 'modelSetting'), 'custom_ratio')
    return [
      { label: 'draw', pieces: [{ text: cut(textField(field(inputsOf(node), 'prompt'), 'prompt')) }] },
      {
        label: 'size',
        pieces: [{ text: `${numberField(ratio, 'width') ?? 1024} × ${numberField(ratio, 'height') ?? 1024}` }],
      },
      ...errorRow(node),
      ...outputRow(node.data),
    ]
  },
  also: ['inputs.modelSetting', 'inputs.prompt'],
}

export const referenceImage: NodeDescription = {
  ...image,
  type: NodeType.ImageReference,
  category: 'image',
  hidden: true,
  icon: 'image-up',
  data: () => ({ inputs: { inputParameters: [param('url', imageType)] }, outputs: made() }),
  sections: [
    inputSection(),
    { id: 'rest', fields: [{ id: 'rest', kind: 'rest', path: 'inputs' }] },
    outputSection('tree'),
  ],
  rows: (node) => [...inputRow(node.data), ...outputRow(node.data)],
}

function sizeOf(text: string): string {
  try {
    const drawing = parseJson(text)
    return `${numberField(drawing, 'width') ?? 0} × ${numberField(drawing, 'height') ?? 0}`
  } catch {
    return ''
  }
}

export const drawCanvas: NodeDescription = {
  ...image,
  type: NodeType.DrawingBoard,
  category: 'image',
  icon: 'frame',
  data: () => ({
    inputs: { inputParameters: [], canvasSchema: JSON.stringify(emptyDrawing()), settingOnError: setting() },
    outputs: made(),
  }),
  sections: [
    inputSection(),
    {
      id: 'drawing',
      fields: [{ id: 'drawing', kind: 'drawing', slot: { path: 'inputs.canvasSchema' }, required: true }],
    },
    outputSection('fixed'),
    errorSection(),
  ],
  rows: (node) => [
    ...inputRow(node.data),
    { label: 'size', pieces: [{ text: sizeOf(textField(inputsOf(node), 'canvasSchema')) }] },
    ...errorRow(node),
    ...outputRow(node.data),
  ],
}
