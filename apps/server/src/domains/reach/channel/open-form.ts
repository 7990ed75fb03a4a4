import { type CardField, writeFields } from '@orrery/contract/shared/interrupt-card'

/** A form of a run, asked for field by field where the platform has none. */
export interface OpenForm {
  fields: CardField[]
  values: Record<string, string>
  /** The events that gave the last value: taken up by another process, they do not give the next one too. */
  lastBatch: string
}
export const openForm = (fields: readonly CardField[]): OpenForm | null =>
  fields.length ? { fields: [...fields], values: {}, lastBatch: '' } : null

const isLeft = ({ values }: OpenForm, { name }: CardField) => !(name in values)
export const nextField = (form: OpenForm): CardField | undefined => form.fields.find((field) => isLeft(form, field))

/** The form with one more value. */
export function filledIn(form: OpenForm, text: string, batchId: string): OpenForm {
  const field = nextField(form)
  if (!field || form.lastBatch === batchId) return form
  return { ...form, values: { ...form.values, [field.name]: text.trim() }, lastBatch: batchId }
}
/** All of it, as the run reads it. */
export const formText = ({ fields, values }: OpenForm): string => writeFields(fields, values)
