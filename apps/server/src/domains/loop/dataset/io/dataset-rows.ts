import { FieldStatus } from '@orrery/contract/shared/dataset-enums'
import type { Field, ItemPage, Turn } from '../dataset-content.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { ItemService } from '../item.service.ts'
import type { VersionService } from '../version.service.ts'
import type { ParsedRow } from './parsed-rows.ts'
import { filesOfTurns } from '../media-files.ts'
import type { CopySource } from './job.table.ts'

interface DatasetRowsDeps {
  datasets: DatasetService
  items: Pick<ItemService, 'list'>
  versions: VersionService
}
const PAGE = 500

/** Opens a dataset or a version like a file of rows, with field names as columns. */
export async function openDataset(from: CopySource, { datasets, items, versions }: DatasetRowsDeps) {
  const { head, dataset, schema } = await datasets.get(from.datasetId)
  const version = from.versionId === undefined ? undefined : await versions.of(from.datasetId, from.versionId)
  const { fields } = version ? await versions.schemaOf(version.schemaId) : schema
  const live = fields.filter(({ status }) => status === FieldStatus.available)
  async function* rows(keyOf: (column: string) => string | undefined, isMultiTurn: boolean): AsyncGenerator<ParsedRow> {
    const view = { datasetId: from.datasetId, ...(version && { vn: version.vn }) }
    let after: ItemPage['after']
    for (let line = 0; ;) {
      const page = await items.list(view, { size: PAGE, page: 1, after })
      for (const { itemId, itemKey, turns } of page) {
        line += 1
        const values = turns.map((turn) => valuesOf(turn, live, keyOf))
        const item = isMultiTurn ? { repeatedData: values.map((data) => ({ data })) } : { data: values[0] ?? [] }
        const content = live.flatMap(({ key, name }): [string, string][] => {
          const text = turns.flatMap((turn) => turn[key]?.text ?? []).join('\n')
          return text ? [[name, text]] : []
        })
        yield {
          file: head.name,
          line,
          content,
          item: { ...item, ...(itemKey && { itemKey }) },
          originId: itemId,
          files: filesOfTurns(turns, live),
        }
      }
      const last = page.at(-1)
      if (page.length < PAGE || !last) return
      after = { pos: last.pos, itemId: last.itemId }
    }
  }
  return { name: head.name, fields: live, dataset, lines: version?.itemCount ?? dataset.itemCount, rows }
}

const valuesOf = (turn: Turn, fields: Field[], keyOf: (column: string) => string | undefined) =>
  fields.flatMap(({ key, name }) => {
    const target = keyOf(name)
    const value = turn[key]
    return target && value ? [{ key: target, content: value.text, format: value.format }] : []
  })
