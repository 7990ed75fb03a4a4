import type { api } from '#lib/api.ts'
import type { DatasetField } from './dataset.queries.ts'

export type Inspection = Awaited<ReturnType<typeof api.datasetIo.inspect>>

const bare = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')

/** Maps each column to the field of the same name. Columns without such a field are left out. */
export function firstMapping(
  seen: Pick<Inspection, 'fields'>,
  fields: readonly Pick<DatasetField, 'key' | 'name'>[],
): Record<string, string> {
  const taken = new Set<string>()
  return Object.fromEntries(
    seen.fields.map(({ name }) => {
      const exact = fields.find((field) => field.name === name || field.key === name)
      const found = exact ?? fields.find((field) => bare(field.name) === bare(name))
      if (!found || taken.has(found.key)) return [name, '']
      taken.add(found.key)
      return [name, found.key]
    }),
  )
}
export const mappingsOf = (mapping: Readonly<Record<string, string>>) =>
  Object.entries(mapping).flatMap(([source, target]) => (target ? [{ source, target }] : []))
