import type { Field } from './dataset-content.ts'
import type { GivenField } from './field-check.ts'

interface WithTag {
  tagFieldConfig?: { tagInfo: { tagKeyID: string } } | undefined
}
/** Converts fields of the wire to those of the service. */
export const readFields = <T extends GivenField & WithTag>(given: T[]): GivenField[] =>
  given.map(({ tagFieldConfig, ...field }) => ({
    ...field,
    ...(tagFieldConfig && { tagKeyId: tagFieldConfig.tagInfo.tagKeyID }),
  }))
export const shownField = ({ tagKeyId, ...field }: Field) => ({
  ...field,
  ...(tagKeyId !== undefined && { tagFieldConfig: { tagInfo: { tagKeyID: tagKeyId } } }),
})
