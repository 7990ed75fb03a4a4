import type { InterfaceDocument } from '@orrery/contract'
import { componentOf, nodesOf } from '@orrery/engine/interface'
import { later } from '#ui/later.tsx'
import { PlainText } from './plain-text.tsx'

/** Components whose code is loaded only by pages that use them, because most pages do not. */
export const AnswerText = later(async () => (await import('#domains/chat/chat/index.ts')).AnswerText, PlainText)
export const ChoiceInput = later(async () => (await import('./choice-input.tsx')).ChoiceInput)
export const ChoiceMenu = later(async () => (await import('./overlay-parts.tsx')).ChoiceMenu)
export const DataTable = later(async () => (await import('./data-table.tsx')).DataTable)
export const FormInput = later(async () => (await import('./form-input.tsx')).FormInput)
export const Overlay = later(async () => (await import('./overlay-parts.tsx')).Overlay)
export const ShownPart = later(async () => (await import('./shown-parts.tsx')).ShownPart)

const ofType: Record<string, { fetch: () => Promise<unknown> }> = {
  markdown: AnswerText,
  table: DataTable,
  dialog: Overlay,
  drawer: Overlay,
  menu: ChoiceMenu,
  progress: ShownPart,
  json: ShownPart,
  icon: ShownPart,
  code: ShownPart,
  callout: ShownPart,
}
export const choiceTypes: ReadonlySet<string> = new Set([
  'checkbox',
  'switch',
  'select',
  'radio',
  'multiselect',
  'rating',
  'slider',
  'file',
])
const fetchPart = (type: string): Promise<unknown> | undefined =>
  ofType[type]?.fetch() ??
  (componentOf(type)?.isInput ? (choiceTypes.has(type) ? ChoiceInput : FormInput).fetch() : undefined)

/** Resolves when the code of all components on the pages is loaded. */
export async function fetchParts(document: InterfaceDocument): Promise<void> {
  await Promise.all([...new Set(nodesOf(document).map(({ type }) => type))].map(fetchPart))
}
