import { describe, type Field, isShown, readPath, readSlot } from '@orrery/engine/describe'
import { blocksOf, type CanvasNode, type NodeData } from '../document/canvas.ts'

const valueOf = (data: NodeData, field: Field): unknown => {
  if (field.kind === 'code') return readSlot(data, field.code)
  return 'slot' in field ? readSlot(data, field.slot) : readPath(data, field.path)
}

/** Whether a field has its initial value. A model counts as initial, because it is filled in automatically. */
export function isFieldUntouched(node: CanvasNode, fieldId: string): boolean {
  const found = describe(node.type)
  const fields = found?.sections.flatMap((section) => section.fields).filter((field) => field.id === fieldId) ?? []
  return fields.length > 0 && fields.every((field) => isAsCreated(node, field, found!.data() as NodeData))
}

/** Whether all fields of a node have their initial values. */
export function isUntouched(node: CanvasNode): boolean {
  const found = describe(node.type)
  if (!found || blocksOf(node).length > 0) return false
  const first = found.data() as NodeData
  return found.sections.every((section) =>
    section.fields.filter((field) => isShown(node.data, field.when)).every((field) => isAsCreated(node, field, first)),
  )
}

const isAsCreated = (node: CanvasNode, field: Field, first: NodeData): boolean =>
  field.kind === 'model' || JSON.stringify(valueOf(node.data, field)) === JSON.stringify(valueOf(first, field))
