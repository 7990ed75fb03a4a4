import { CHECKUP_LIMITS } from '@orrery/contract/shared/checkup-enums'
import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemRow, SchemaRow } from '#domains/loop/dataset/dataset.table.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import { type ReadySet, readySets, templateSets } from './ready-sets.ts'

export interface LiteSetDeps {
  datasets: Pick<DatasetService, 'create' | 'get' | 'remove'>
  items: Pick<ItemService, 'add' | 'list'>
  newId: NewId
}
const PRIVATE = 2
const AT_ONCE = 500
interface NamedTurn {
  data: { name: string; content: string }[]
}
const live = ({ fields }: SchemaRow) => fields.filter(({ status }) => status === 1)

/** Datasets that belong to one comparison: copies of ready-made sets, and rows of test runs. */
export function createLiteSets({ datasets, items, newId }: LiteSetDeps) {
  /** Makes the name unique. Private datasets are not listed, so nobody sees the suffix. */
  const privateName = (name: string) => `${[...name].slice(0, 200).join('')} ${newId()}`
  async function make(
    spaceId: string,
    userId: string,
    name: string,
    columns: string[],
    rows: NamedTurn[][],
    listing = PRIVATE,
  ) {
    const id = await datasets.create(spaceId, userId, {
      name: listing === PRIVATE ? privateName(name) : name,
      description: '',
      category: DatasetCategory.evaluation,
      bizCategory: '',
      features: { editSchema: true, repeatedData: true },
      spec: { maxItemCount: CHECKUP_LIMITS.datasetRows },
      fields: columns.map((one) => ({ name: one, description: '' })),
      listing,
    })
    try {
      const given = rows.map((turns) => ({ repeatedData: turns }))
      const { problems } = await items.add(id, userId, given, { skipInvalid: false, allowPartial: false })
      const [problem] = problems
      if (problem) throw badInput(`row_groups[${problem.index}]`, problem.en, problem.zh)
    } catch (cause) {
      // Delete the dataset if its rows could not be added.
      await datasets.remove(id, userId)
      throw cause
    }
    return id
  }
  const namedTurns = (row: ItemRow, schema: SchemaRow): NamedTurn[] =>
    row.turns.map((turn) => ({
      data: live(schema).map(({ key, name }) => ({ name, content: turn[key]?.text ?? '' })),
    }))
  async function read(datasetId: string, most: number) {
    const { schema, head } = await datasets.get(datasetId)
    const rows: ItemRow[] = []
    while (rows.length < most) {
      const last = rows.at(-1)
      const after = last && { pos: last.pos, itemId: last.itemId }
      const some = await items.list({ datasetId }, { size: Math.min(AT_ONCE, most - rows.length), page: 1, after })
      rows.push(...some)
      if (!some.length) break
    }
    return { schema, head, rows }
  }
  const turnOf = (columns: string[], cells: string[]): NamedTurn => ({
    data: columns.map((name, at) => ({ name, content: cells[at] ?? '' })),
  })
  return {
    privateName,
    ready: (id: string): ReadySet | undefined => readySets.find((one) => one.id === id),
    template: (id: string): ReadySet | undefined => templateSets.find((one) => one.id === id),
    count: async (datasetId: string): Promise<number> => (await datasets.get(datasetId)).dataset.itemCount,
    copyReady: (spaceId: string, userId: string, set: ReadySet, name: string) =>
      make(
        spaceId,
        userId,
        name,
        set.columns,
        set.rows.map((cells) => [turnOf(set.columns, cells)]),
      ),
    async copy(spaceId: string, userId: string, datasetId: string): Promise<string> {
      const { schema, head, rows } = await read(datasetId, CHECKUP_LIMITS.datasetRows)
      const columns = live(schema).map(({ name }) => name)
      return make(
        spaceId,
        userId,
        head.name.replace(/ \d{6,}$/, ''),
        columns,
        rows.map((row) => namedTurns(row, schema)),
      )
    },
    async createTest(spaceId: string, userId: string, name: string, datasetIds: string[]): Promise<string> {
      const most = CHECKUP_LIMITS.testRows
      if (!datasetIds.length) {
        const [general] = readySets
        const rows = general!.rows.slice(0, most)
        return make(
          spaceId,
          userId,
          name,
          general!.columns,
          rows.map((cells) => [turnOf(general!.columns, cells)]),
        )
      }
      const sources = await Promise.all(datasetIds.map((id) => read(id, CHECKUP_LIMITS.datasetRows)))
      // Take one row of each tag in turn, over all datasets.
      const queues = sources.flatMap(({ rows, schema }) =>
        [...Map.groupBy(rows, ({ tags }) => tags[0] ?? '').values()].map((list) =>
          list.map((row) => ({ row, schema })),
        ),
      )
      const chosen: { row: ItemRow; schema: SchemaRow }[] = []
      for (let at = 0; chosen.length < most && queues.some((queue) => queue.length > at); at += 1)
        for (const queue of queues) chosen.push(...queue.slice(at, at + 1).slice(0, most - chosen.length))
      const columns = [...new Set(chosen.flatMap(({ schema }) => live(schema).map((field) => field.name)))]
      if (!columns.length) throw errors.notFound({ what: 'row' })
      return make(
        spaceId,
        userId,
        name,
        columns,
        chosen.map(({ row, schema }) => namedTurns(row, schema)),
      )
    },
    /** Deletes a dataset together with its comparison; ignores failures, since the dataset may be deleted already. */
    discard: (datasetId: string, userId: string) => datasets.remove(datasetId, userId).catch(() => undefined),
  }
}
export type LiteSets = ReturnType<typeof createLiteSets>
