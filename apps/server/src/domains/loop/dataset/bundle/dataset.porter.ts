import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { FieldStatus, SchemaKey, SecurityLevel } from '@orrery/contract/shared/dataset-enums'
import { AppError } from '#kit/errors.ts'
import type { Tx } from '#kit/db.ts'
import type { Porter, Target } from '#domains/ground/resource/shared/resource-content.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { Field, Turn } from '../dataset-content.ts'
import { datasetErrors } from '../dataset.errors.ts'
import { type DatasetService, limitsOf } from '../dataset.service.ts'
import { checkTurns } from '../item-check.ts'
import { shownField } from '../field-wire.ts'
import { filesIn, fileTypeOf, type MediaPart, mediaText, readMedia } from '../shared/media.ts'
import { datasetBundleErrors } from './bundle.errors.ts'
import { type CarriedDataset, readCarried } from './carried-dataset.ts'
import type { CarriedRepo } from './carried-dataset.repo.ts'
import type { CarriedTags } from './carried-tags.ts'

export interface DatasetPorterDeps {
  datasets: Pick<DatasetService, 'get' | 'create' | 'rulesFor'>
  repo: CarriedRepo
  tags: CarriedTags
  uploads: Pick<UploadService, 'store'>
}
/** A bundle is one text in memory, so larger datasets must be exported to a file. */
const MAX_ROWS = 20_000
const MAX_MEGABYTES = 30
const MAX_NAME_ATTEMPTS = 1000

/** Exports and imports datasets with their rows, all their versions, and the files in their cells. */
export function createDatasetPorter({ datasets, repo, tags, uploads }: DatasetPorterDeps): Porter {
  async function rowsOf(id: string, name: string): Promise<Pick<CarriedDataset, 'versions' | 'items'>> {
    const size = await repo.sizeOf(id)
    if (size.rows > MAX_ROWS || size.bytes > MAX_MEGABYTES * 1_048_576)
      throw datasetBundleErrors.tooLarge({ name, rows: MAX_ROWS, megabytes: MAX_MEGABYTES })
    return { versions: await repo.versions(id), items: await repo.items(id) }
  }
  /** Imports the content and checks the rows of the draft against its fields, as if they had been added one by one. */
  async function fill(id: string, userId: string, content: CarriedDataset, tx: Tx) {
    await repo.fill(id, userId, content, tx)
    const { dataset: row } = await datasets.get(id, tx)
    const max = limitsOf(row).items
    if (row.itemCount > max) throw datasetErrors.full({ max })
    const rules = await datasets.rulesFor(row, content.fields, tx)
    for (const [at, { turns, until }] of content.items.entries()) {
      const problem = until === undefined ? checkTurns(turns, rules, turns) : undefined
      if (problem)
        throw datasetErrors.badItem({
          field: `items[${at}].${problem.field ?? ''}`,
          problem: problem.en,
          problemZh: problem.zh,
        })
    }
  }
  return {
    async read(id, { withRows }) {
      const { head, dataset: row, schema } = await datasets.get(id)
      const { category, bizCategory, features, spec, securityLevel } = row
      // Rows of the strictest level never leave their space, no matter who exports them.
      const hasRows = withRows && securityLevel !== SecurityLevel.strict
      const { versions, items } = hasRows ? await rowsOf(id, head.name) : { versions: [], items: [] }
      const all = [schema.fields, ...versions.map(({ fields }) => fields)].flat()
      return {
        content: {
          category,
          bizCategory,
          features,
          spec,
          securityLevel,
          items,
          fields: schema.fields.map(shownField),
          tags: await tags.read(head.spaceId, all),
          versions: versions.map(({ fields, ...version }) => ({ ...version, fields: fields.map(shownField) })),
        },
        needs: [],
        files: [...new Set(items.flatMap(({ turns }) => turns.flatMap(filesOf)))],
        published: false,
      }
    },
    check: readCarried,
    async create({ name, description, content }, target) {
      const { spaceId, userId } = target
      const given = content as CarriedDataset
      const ids = await tags.importTags(given.tags, spaceId, userId)
      const own = (fields: Field[]) => fields.map((field) => withTag(field, ids))
      const importFile = fileImporter(target, uploads)
      const here: CarriedDataset = { ...given, fields: own(given.fields), items: [] }
      here.versions = given.versions.map(({ fields, ...version }) => ({ ...version, fields: own(fields) }))
      for (const item of given.items) {
        const turns: Turn[] = []
        for (const turn of item.turns) turns.push(await importTurn(turn, importFile))
        here.items.push({ ...item, turns })
      }
      const { category, bizCategory, features, spec, securityLevel } = here
      const fields = here.fields.filter(({ status }) => status === FieldStatus.available)
      const made = { description, category, bizCategory, features, spec, securityLevel, fields }
      // Names are unique by space and category: a number makes the name of the copy unique.
      for (let n = 1; ; n += 1)
        try {
          const called = n === 1 ? name : `${name} (${n})`
          return await datasets.create(spaceId, userId, { ...made, name: called }, (id, tx) =>
            fill(id, userId, here, tx),
          )
        } catch (cause) {
          const isTaken = cause instanceof AppError && cause.code === ErrorCode.dataset.nameTaken
          if (!isTaken || n === MAX_NAME_ATTEMPTS) throw cause
        }
    },
  }
}

const filesOf = (turn: Turn): string[] =>
  Object.values(turn).flatMap(({ type, text }) => (type === 'text' ? [] : filesIn(text)))

/** A field whose tag is not in the bundle takes any text. */
function withTag({ tagKeyId, ...field }: Field, ids: ReadonlyMap<string, string>): Field {
  if (field.schemaKey !== SchemaKey.choice) return field
  const here = ids.get(tagKeyId ?? '')
  return here ? { ...field, tagKeyId: here } : { ...field, schemaKey: SchemaKey.string }
}

type ImportFile = (part: MediaPart) => Promise<MediaPart | undefined>
/** Uploads each file of the bundle once, for the importing user. Files that are not in the bundle are dropped. */
function fileImporter({ userId, file }: Target, uploads: DatasetPorterDeps['uploads']): ImportFile {
  const known = new Map<string, string | undefined>()
  async function keep(key: string, name: string): Promise<string | undefined> {
    const found = fileTypeOf(key) && (await file(key))
    if (!found) return undefined
    const called = fileTypeOf(name) === fileTypeOf(key) ? name : key.split('/').at(-1)!
    return (await uploads.store({ userId, scene: 'file', name: called, bytes: Buffer.from(found.bytes) })).key
  }
  return async (part) => {
    const { uri, name = '' } = part
    if (uri === undefined) return part
    if (!known.has(uri)) known.set(uri, await keep(uri, name))
    const here = known.get(uri)
    return here === undefined ? undefined : { ...part, uri: here }
  }
}
async function importTurn(turn: Turn, importFile: ImportFile): Promise<Turn> {
  const cells: [string, Turn[string]][] = []
  for (const [key, cell] of Object.entries(turn)) {
    if (cell.type === 'text') {
      cells.push([key, cell])
      continue
    }
    const parts: MediaPart[] = []
    for (const part of readMedia(cell.text) ?? []) parts.push(...[(await importFile(part)) ?? []].flat())
    if (parts.length) cells.push([key, { ...cell, text: mediaText(parts) }])
  }
  return Object.fromEntries(cells)
}
