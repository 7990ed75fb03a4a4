import { type CardField, writeFields } from '@orrery/contract/shared/interrupt-card'

/** A form of a run, asked field by field, since platforms have no forms. */
export interface OpenForm {
  fields: CardField[]
  values: Record<string, string>
  /**
   * The batch that gave the last value, so that a process that takes the batch over does not use it for the next field
   * too.
   */
  lastBatch: string
}
export const openForm = (fields: readonly CardField[]): OpenForm | null =>
  fields.length ? { fields: [...fields], values: {}, lastBatch: '' } : null

const isLeft = ({ values }: OpenForm, { name }: CardField) => !(name in values)
export const nextField = (form: OpenForm): CardField | undefined => form.fields.find((field) => isLeft(form, field))

/** Returns the form with one more value. */
export function filledIn(form: OpenForm, text: string, batchId: string): OpenForm {
  const field = nextField(form)
  if (!field || form.lastBatch === batchId) return form
  return { ...form, values: { ...form.values, [field.name]: text.trim() }, lastBatch: batchId }
}
/** The whole form, in the format that the run reads. */
export const formText = ({ fields, values }: OpenForm): string => writeFields(fields, values)
