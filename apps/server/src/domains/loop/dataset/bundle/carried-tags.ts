import { LabelStatus, LabelType } from '@orrery/contract/shared/label-enums'
import type { GivenLabelValue } from '@orrery/contract'
import type { LabelService } from '../../label/label.service.ts'
import type { LabelValue } from '../../label/label.table.ts'
import type { Field } from '../dataset-content.ts'
import type { CarriedTag } from './carried-dataset.ts'

const FIRST_VERSION = '1.0.0'
const valueOf = ({ name, description, status, children }: LabelValue): GivenLabelValue => ({
  tagValueName: name,
  description,
  status: status === LabelStatus.inactive ? LabelStatus.inactive : LabelStatus.active,
  children: children.map(valueOf),
})
const namesOf = (values: GivenLabelValue[]): string[] =>
  values.flatMap(({ tagValueName, children }) => [tagValueName, ...namesOf(children)])

/** Exports the tags that fields of a dataset use, and maps them to tags of another space. */
export function createCarriedTags(labels: Pick<LabelService, 'get' | 'search' | 'create' | 'addValues'>) {
  /** Finds a tag of the space by its exact name. */
  async function findByName(spaceId: string, name: string): Promise<string | undefined> {
    const { rows } = await labels.search({ spaceId, name, statuses: [LabelStatus.active] }, 1, 100)
    return rows.find((row) => row.name === name)?.id
  }
  return {
    async read(spaceId: string, fields: Field[]): Promise<CarriedTag[]> {
      const tags: CarriedTag[] = []
      for (const id of new Set(fields.flatMap(({ tagKeyId }) => tagKeyId ?? []))) {
        const { row } = await labels.get(spaceId, id)
        tags.push({ id, name: row.name, description: row.description, values: row.tree.map(valueOf) })
      }
      return tags
    },
    /**
     * Maps the ids in the content to tags of the space: a tag with the same name gets the missing values, otherwise a
     * new one is created.
     */
    async importTags(tags: CarriedTag[], spaceId: string, userId: string): Promise<Map<string, string>> {
      const ids = new Map<string, string>()
      for (const { id, name, description, values } of tags) {
        const present = await findByName(spaceId, name)
        if (present) await labels.addValues(spaceId, userId, present, namesOf(values))
        const given = { name, description, type: LabelType.shared, version: FIRST_VERSION, values }
        ids.set(id, present ?? (await labels.create(spaceId, userId, given)))
      }
      return ids
    },
  }
}
export type CarriedTags = ReturnType<typeof createCarriedTags>
