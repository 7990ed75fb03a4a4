import { givenField, type GivenLabelValue } from '@orrery/contract'
import { DATASET_LIMITS, DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import { LABEL_LIMITS, LabelStatus } from '@orrery/contract/shared/label-enums'
import { list, object, text, whole } from '#kit/read-json.ts'
import type { Content, DatasetFeatures, DatasetSpec, Field, Turn } from '../dataset-content.ts'
import { nextFields } from '../field-check.ts'
import { readFields } from '../field-wire.ts'
import { readMedia } from '../shared/media.ts'
import { compareSemVer, isSemVer } from '../shared/semver.ts'

/**
 * A dataset with all its versions, as a bundle carries it. Ids come from the source instance and only link the parts
 * of the content to each other.
 */
export interface CarriedDataset {
  category: number
  bizCategory: string
  features: DatasetFeatures
  spec: DatasetSpec
  securityLevel: number
  /** The fields of the draft. */
  fields: Field[]
  /** The tags that provide values of its fields. */
  tags: CarriedTag[]
  /** Oldest first: they are numbered 1, 2, …, and the draft has the next number. */
  versions: CarriedVersion[]
  items: CarriedItem[]
}
export interface CarriedTag {
  id: string
  name: string
  description: string
  values: GivenLabelValue[]
}
interface CarriedVersion {
  version: string
  note: string
  fields: Field[]
}
/** One revision of an item: it belongs to the states `from` up to, but not including, `until`. */
export interface CarriedItem {
  id: string
  key: string
  pos: number
  tags: string[]
  from: number
  until?: number
  turns: Turn[]
}
/** Includes deleted fields, which only earlier versions show. */
const MAX_CARRIED_FIELDS = 1000
const NAME_LENGTH = 50
const types: readonly string[] = ['text', 'image', 'audio', 'video', 'parts'] satisfies Content['type'][]

function readFieldList(value: unknown, at: string): Field[] {
  const read = givenField().array().max(MAX_CARRIED_FIELDS).safeParse(value)
  const fault = read.error?.issues[0]
  if (fault) throw new Error(`${at}: ${fault.path.join('.')} ${fault.message}`)
  if (read.data!.some(({ key }) => !key)) throw new Error(`${at}: a field has no key`)
  return nextFields(readFields(read.data!), [], MAX_CARRIED_FIELDS, () => '')
}

function readValue(value: unknown, depth: number): GivenLabelValue {
  const { tagValueName, description, status, children } = object(value)
  const name = text(tagValueName, 100)
  if (!name || depth > LABEL_LIMITS.height) throw new Error('a tag has no sound values')
  return {
    tagValueName: name,
    description: text(description, 500),
    status: status === LabelStatus.inactive ? LabelStatus.inactive : LabelStatus.active,
    children: list(children).map((child) => readValue(child, depth + 1)),
  }
}
function readTag(value: unknown): CarriedTag {
  const { id, name, description, values } = object(value)
  return {
    id: text(id, 40),
    name: text(name, 100),
    description: text(description, 500),
    values: list(values).map((one) => readValue(one, 1)),
  }
}

function readVersions(value: unknown): CarriedVersion[] {
  const versions = list(value).map((one, at) => {
    const { version, note, fields } = object(one)
    const name = text(version)
    if (name.length > NAME_LENGTH || !isSemVer(name)) throw new Error('a version has no name')
    return { version: name, note: text(note, 2048), fields: readFieldList(fields, `versions[${at}].fields`) }
  })
  for (const [at, { version }] of versions.entries())
    if (at && compareSemVer(version, versions[at - 1]!.version) <= 0) throw new Error('its versions are not in order')
  return versions
}

function readCell(value: unknown): Content {
  const { type, text: said, format } = object(value)
  if (typeof said !== 'string' || said.includes('\0') || !said.isWellFormed()) throw new Error('a cell has no text')
  if (!types.includes(text(type))) throw new Error('a cell has no known type')
  if (type !== 'text' && !readMedia(said)) throw new Error('a cell of files names none')
  return { type: type as Content['type'], text: said, ...(format !== undefined && { format: whole(format) }) }
}
function readTurn(value: unknown, known: ReadonlySet<string>): Turn {
  const cells = Object.entries(object(value)).filter(([key]) => known.has(key))
  return Object.fromEntries(cells.map(([key, cell]) => [key, readCell(cell)]))
}
function readItem(value: unknown, known: ReadonlySet<string>, isMultiTurn: boolean, draft: number): CarriedItem {
  const { id, key, pos, tags, from, until, turns } = object(value)
  const read = list(turns).map((turn) => readTurn(turn, known))
  if (!read.length || read.length > (isMultiTurn ? DATASET_LIMITS.turns : 1))
    throw new Error('a row has too many turns')
  const item: CarriedItem = {
    id: text(id, 40),
    key: text(key, 255),
    pos: typeof pos === 'number' && Number.isFinite(pos) ? pos : 0,
    tags: list(tags)
      .slice(0, 100)
      .map((tag) => text(tag, 255)),
    from: whole(from),
    turns: read,
  }
  if (until !== undefined) item.until = whole(until)
  const { until: end = draft + 1 } = item
  if (!item.id || item.from < 1 || item.from >= end || item.from > draft || (until !== undefined && end > draft))
    throw new Error('a row belongs to no version')
  return item
}
/** Refuses two revisions of one item in the same state, and two items of the draft with the same key. */
function requireOnce(items: CarriedItem[]) {
  const last = new Map<string, CarriedItem>()
  const keys = new Set<string>()
  for (const item of items.toSorted((a, b) => a.from - b.from)) {
    const before = last.get(item.id)
    if (before && (before.until ?? Infinity) > item.from) throw new Error('a row is in one version twice')
    last.set(item.id, item)
    if (item.until !== undefined || !item.key) continue
    if (keys.has(item.key)) throw new Error(`two rows have the key ${item.key}`)
    keys.add(item.key)
  }
}

function readSpec(value: unknown): DatasetSpec {
  const given = object(value)
  const names = ['maxItemCount', 'maxFieldCount', 'maxItemSize', 'maxItemDataNestedDepth'] as const
  return Object.fromEntries(names.flatMap((name) => (whole(given[name]) > 0 ? [[name, whole(given[name])]] : [])))
}

/** Validates untrusted content and drops unknown parts. The rows of the draft are checked against its fields later. */
export function readCarried(content: unknown): CarriedDataset {
  const given = object(content)
  const { editSchema, repeatedData } = object(given.features)
  if (!(Object.values(DatasetCategory) as number[]).includes(whole(given.category)))
    throw new Error('it has no known category')
  const fields = readFieldList(given.fields, 'fields')
  const versions = readVersions(given.versions)
  const known = new Set([fields, ...versions.map((version) => version.fields)].flat().map(({ key }) => key))
  const isMultiTurn = repeatedData === true
  const items = list(given.items).map((item) => readItem(item, known, isMultiTurn, versions.length + 1))
  requireOnce(items)
  return {
    category: whole(given.category),
    bizCategory: text(given.bizCategory, 255),
    features: { editSchema: editSchema !== false, repeatedData: isMultiTurn },
    spec: readSpec(given.spec),
    securityLevel: Math.min(4, Math.max(0, whole(given.securityLevel))),
    fields,
    tags: list(given.tags).map(readTag),
    versions,
    items,
  }
}
