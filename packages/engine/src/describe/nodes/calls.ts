import { textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { errorRow, inputRow, inputsOf, outputRow } from '../card-row.ts'
import { batchSection, errorSection, inputSection, outputSection } from '../common-fields.ts'
import type { NodeDescription } from '../description.ts'
import { onePort } from '../port.ts'
import { param } from '../shapes.ts'
import { readSlot } from '../slot.ts'

const apiParam = (name: string) => ({ path: 'inputs.apiParam', param: name, literal: 'string' }) as const
export const toolParams = {
  pluginId: apiParam('pluginID'),
  pluginName: apiParam('pluginName'),
  pluginVersion: apiParam('pluginVersion'),
  toolId: apiParam('apiID'),
  toolName: apiParam('apiName'),
} as const

export const plugin: NodeDescription = {
  type: NodeType.Api,
  category: '',
  group: 'core',
  tone: 'net',
  icon: 'blocks',
  place: 'anywhere',
  offered: true,
  data: () => ({
    inputs: {
      apiParam: ['apiID', 'apiName', 'pluginID', 'pluginName', 'pluginVersion', 'tips', 'outDocLink'].map((name) =>
        param(name, 'string', ''),
      ),
      inputParameters: [],
      settingOnError: { switch: false, processType: 1, timeoutMs: 180_000, retryTimes: 0 },
    },
    outputs: [],
  }),
  ports: onePort,
  sections: [
    { id: 'tool', fields: [{ id: 'tool', kind: 'tool', path: 'inputs.apiParam', required: true }] },
    inputSection({ asked: true }),
    outputSection('fixed'),
    batchSection,
    errorSection(180_000),
  ],
  rows: (node) => {
    const tool = String(readSlot(node.data, toolParams.toolName) ?? '')
    return [
      { label: 'tool', pieces: [tool ? { chip: tool } : { word: 'none' }] },
      ...inputRow(node.data),
      ...errorRow(node),
      ...outputRow(node.data),
    ]
  },
  also: ['inputs.pluginFrom'],
}

export const subWorkflow: NodeDescription = {
  type: NodeType.SubWorkflow,
  category: '',
  group: 'core',
  tone: 'logic',
  icon: 'workflow',
  place: 'anywhere',
  offered: true,
  data: () => ({
    inputs: { workflowId: '', workflowVersion: '', type: 0, spaceId: '', inputDefs: [], inputParameters: [] },
    outputs: [],
  }),
  ports: onePort,
  sections: [
    { id: 'workflow', fields: [{ id: 'workflow', kind: 'workflow', path: 'inputs', required: true }] },
    inputSection({ asked: true }),
    outputSection('fixed'),
    batchSection,
    errorSection(600_000, 180_000),
  ],
  rows: (node) => {
    const id = textField(inputsOf(node), 'workflowId')
    return [
      { label: 'runs', pieces: [id ? { of: 'workflow', id } : { word: 'none' }] },
      ...inputRow(node.data),
      ...errorRow(node),
      ...outputRow(node.data),
    ]
  },
  also: ['inputs.inputDefs', 'inputs.workflowId', 'inputs.workflowVersion', 'inputs.type', 'inputs.spaceId'],
}

export const imageflow: NodeDescription = {
  ...subWorkflow,
  type: NodeType.Imageflow,
  category: 'image',
  hidden: true,
  group: 'image',
  icon: 'images',
  offered: false,
}
