import type { Field } from './dataset-content.ts'
import type { FieldInput } from './field-check.ts'

interface WithTag {
  tagFieldConfig?: { tagInfo: { tagKeyID: string } } | undefined
}
/** Converts fields of the wire to those of the service. */
export const readFields = <T extends FieldInput & WithTag>(given: T[]): FieldInput[] =>
  given.map(({ tagFieldConfig, ...field }) => ({
    ...field,
    ...(tagFieldConfig && { tagKeyId: tagFieldConfig.tagInfo.tagKeyID }),
  }))
export const shownField = ({ tagKeyId, ...field }: Field) => ({
  ...field,
  ...(tagKeyId !== undefined && { tagFieldConfig: { tagInfo: { tagKeyID: tagKeyId } } }),
})
