import { boolField, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import type { StoredNode } from './shapes.ts'

/** An outgoing port of a node. */
export interface Port {
  /** `sourcePortID`; empty for the only port of a plain node. */
  id: string
  /** Its label: `port.<words>`, unless the user gave a name. */
  words: 'next' | 'if' | 'elseIf' | 'else' | 'option' | 'other' | 'error' | 'success'
  name?: string
  /** Number from 1 among ports of the same kind. */
  place?: number
}

const plain: readonly Port[] = [{ id: '', words: 'next' }]
export const errorPortId = 'branch_error'

/** All outgoing ports: those of the branches, and the error port if the node has an error branch. */
export function outPorts(own: (inputs: unknown) => readonly Port[] | undefined) {
  return (node: StoredNode): readonly Port[] => {
    const inputs = objectField(node.data, 'inputs')
    const mine = own(inputs)
    if (!hasErrorBranch(inputs)) return mine ?? plain
    return [...(mine ?? [{ id: 'default', words: 'success' } as const]), { id: errorPortId, words: 'error' }]
  }
}

/** In batch mode a failure belongs to its item, so there is no error branch. */
export const hasErrorBranch = (inputs: unknown): boolean =>
  numberField(objectField(inputs, 'settingOnError'), 'processType') === 3 &&
  !boolField(objectField(inputs, 'batch'), 'batchEnable')

export const onePort = outPorts(() => undefined)
export const noPorts = (): readonly Port[] => []

const numbered = (list: unknown[]): Port[] =>
  list.map((item, i) => ({ id: `branch_${i}`, words: 'option', name: textField(item, 'name'), place: i + 1 }))

export const selectorPorts = outPorts((inputs) => [
  ...listField(inputs, 'branches').map((_, i): Port =>
    i ? { id: `true_${i}`, words: 'elseIf', place: i } : { id: 'true', words: 'if' },
  ),
  { id: 'false', words: 'else' },
])

export const intentPorts = outPorts((inputs) => [
  ...numbered(listField(inputs, 'intents')),
  { id: 'default', words: 'other' },
])

export const questionPorts = outPorts((inputs) => {
  if (textField(inputs, 'answer_type') !== 'option') return undefined
  const dynamic = textField(inputs, 'option_type') === 'dynamic'
  const options: Port[] = dynamic ? [{ id: 'branch_0', words: 'option' }] : numbered(listField(inputs, 'options'))
  return [...options, { id: 'default', words: 'other' }]
})
