export type { CardPiece, CardRow } from './card-row.ts'
export { cardRows, describe, descriptions } from './describe.ts'
export type {
  Field,
  FieldKind,
  FieldOf,
  FixedInput,
  Group,
  NodeDescription,
  Section,
  Tone,
  When,
} from './description.ts'
export { type Drawing, emptyDrawing, type Layer, type LayerInput, readDrawing } from './drawing.ts'
export { drawingSvg } from './drawing-svg.ts'
export { isEmptyInput, isNothing } from '#canvas/empty-input.ts'
export { imagePalette } from './image-palette.ts'
export { type Gap, gapsOf, goodName, isShown, shownFields } from './gaps.ts'
export { toolParams } from './nodes/calls.ts'
export { llmParams } from './nodes/models.ts'
export { errorPortId, hasErrorBranch, type Port } from './port.ts'
export {
  type BlockInput,
  type BlockValue,
  fileType,
  imageType,
  listType,
  literal,
  objectType,
  type Param,
  param,
  type RefContent,
  reference,
  type StoredNode,
  type ValueType,
  variable,
  type VariableShape,
  type VariableType,
} from './shapes.ts'
export { paramsOf, readPath, readSlot, type Slot, writePath, writeSlot } from './slot.ts'
export { assistNames, elementOf, fieldsOf, isFile, typeOnly, typeText } from './type-text.ts'
export { comparesLength, isUnary, Operator } from '#values/operators.ts'
