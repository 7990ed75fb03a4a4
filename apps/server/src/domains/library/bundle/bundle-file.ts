import { gzipSync, gunzipSync } from 'node:zlib'
import { isPortable } from '@orrery/contract'
import { bundleErrors } from './bundle.errors.ts'
import { hashOf } from './shared/content-hash.ts'
import type { BundleItem, CarriedFile } from '#domains/ground/resource/shared/resource-content.ts'
import { MAX_ITEMS } from './bundle.service.ts'
import { list, object, shorten, text, whole } from '#kit/read-json.ts'

const FORMAT = 'orrery.bundle'
const VERSION = 1
const MAX_FILE_MB = 50

export interface BundleFile {
  roots: string[]
  items: BundleItem[]
  files: Map<string, CarriedFile>
}

/** Writes a bundle as text that can be stored, read by people, and checked for changes. */
export function writeBundle({ roots, items, files }: BundleFile): { content: string; hash: string } {
  const carried = Object.fromEntries(
    [...files].map(([key, { bytes, contentType }]) => [
      key,
      { type: contentType, gzip: gzipSync(bytes).toString('base64') },
    ]),
  )
  const body = { format: FORMAT, version: VERSION, roots, items, files: carried }
  const hash = hashOf(body)
  const content = JSON.stringify({ ...body, hash })
  if (content.length > MAX_FILE_MB * 1024 * 1024) throw bundleErrors.tooLarge({ max: MAX_FILE_MB })
  return { content, hash }
}

export function isBundle(value: unknown): boolean {
  return object(value).format === FORMAT
}

/** Parses a bundle; refuses one that was changed, is incomplete, or was written by a newer version. */
export function readBundle(value: unknown): BundleFile {
  const { hash, ...body } = object(value)
  if (body.format !== FORMAT) throw bundleErrors.notABundle()
  if (whole(body.version, -1) !== VERSION)
    throw bundleErrors.newer({ version: text(body.version, 20) || '?', known: VERSION })
  if (typeof hash !== 'string' || !hash) throw bundleErrors.noHash()
  if (hashOf(body) !== hash) throw bundleErrors.changed()
  const items = list(body.items)
  if (items.length > MAX_ITEMS) throw bundleErrors.tooMany({ max: MAX_ITEMS })
  let room = MAX_FILE_MB * 1024 * 1024
  const files = new Map<string, CarriedFile>()
  for (const [key, item] of Object.entries(object(body.files))) {
    const { type, gzip } = object(item)
    const bytes = unzip(text(gzip, Number.MAX_SAFE_INTEGER), room)
    room -= bytes.byteLength
    files.set(key, { bytes, contentType: text(type, 100) })
  }
  return { roots: list(body.roots).map((id) => text(id, 40)), items: items.map(readItem), files }
}

/** Unpacks at most `room` bytes: a small file may expand to an enormous one. */
function unzip(packed: string, room: number): Buffer {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: Math.max(1, room) })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw bundleErrors.tooLarge({ max: MAX_FILE_MB })
    throw bundleErrors.notABundle()
  }
}

function readItem(value: unknown): BundleItem {
  const given = object(value)
  const kind = text(given.kind, 20)
  if (!isPortable(kind)) throw bundleErrors.notABundle()
  const id = text(given.id, 40)
  const name = shorten(text(given.name, 1000), 100)
  if (!id || !name) throw bundleErrors.badItem({ kind, name: name || '?', problem: 'it has no id or no name' })
  return {
    kind,
    id,
    name,
    description: shorten(text(given.description, 20_000), 2000),
    icon: text(given.icon, 500),
    subType: whole(given.subType),
    project: text(given.project, 40),
    published: given.published === true,
    needs: list(given.needs).flatMap((item) => {
      const need = object(item)
      const of = text(need.kind, 20)
      return isPortable(of) && text(need.id, 40) ? [{ kind: of, id: text(need.id, 40) }] : []
    }),
    models: list(given.models)
      .map((item) => text(item, 40))
      .filter(Boolean),
    content: given.content,
  }
}
