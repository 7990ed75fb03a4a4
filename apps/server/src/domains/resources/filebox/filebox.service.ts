import { FILEBOX_LIMITS, FileKind } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { fileboxErrors } from './filebox.errors.ts'
import type { Box, FileFilter, FileboxRepo } from './filebox.repo.ts'
import type { AlbumRow, FileRow } from './filebox.table.ts'
import { kindOf } from './file-kinds.ts'

export type { Box, FileFilter } from './filebox.repo.ts'
export interface FileboxDeps {
  repo: FileboxRepo
  uploads: Pick<UploadService, 'find' | 'store'>
  egress: Egress
  newId: NewId
  clock: Clock
  wake(): Promise<void>
  /** Files that the user sent to the bot in conversations. */
  sentFiles(box: Box): Promise<{ key: string; name: string }[]>
}
export interface GivenFile {
  uri: string
  url: string
  name: string
}
const MB = 1024 * 1024
const FETCH_BYTES = 50 * MB

/** Files of one person with one bot. Every call is limited to the caller's own box. */
export function createFileboxService({ repo, uploads, egress, newId, clock, wake, sentFiles }: FileboxDeps) {
  async function requireRoom(box: Box, size: number) {
    const used = await repo.used(box)
    if (used.files >= FILEBOX_LIMITS.files || used.bytes + size > FILEBOX_LIMITS.bytes)
      throw fileboxErrors.full({ files: FILEBOX_LIMITS.files, mb: FILEBOX_LIMITS.bytes / MB })
  }
  async function put(box: Box, key: string, name: string, conversationId?: string): Promise<FileRow> {
    const stored = await uploads.find(key, box.userId)
    if (!stored) throw errors.notFound({ what: 'file' })
    const known = (await repo.list(box, { uris: [key] })).rows[0]
    if (known) return known
    await requireRoom(box, stored.size)
    const now = clock.now()
    return repo.add({
      id: newId(),
      ...box,
      uri: key,
      name: (name || stored.name || key).slice(0, 200),
      extension: stored.extension,
      kind: kindOf(stored.extension),
      size: stored.size,
      width: stored.width,
      height: stored.height,
      ...(conversationId && { conversationId }),
      createdAt: now,
      updatedAt: now,
    })
  }
  async function fetched(box: Box, url: string, name: string): Promise<{ key: string; name: string }> {
    const answer = await egress.fetch(url, { maxBytes: FETCH_BYTES, timeoutMs: 30_000 })
    const bytes = Buffer.from(await answer.bytes())
    if (!answer.ok || !bytes.byteLength) throw fileboxErrors.emptyFile()
    const shown = name || decodeURIComponent(new URL(url).pathname.split('/').at(-1) || 'file')
    const row = await uploads.store({ userId: box.userId, scene: 'file', name: shown, bytes })
    return { key: row.key, name: shown }
  }
  async function requireAlbum(box: Box, input: { id?: string; name?: string }): Promise<AlbumRow> {
    const albums = await repo.albums(box)
    const found = albums.find((album) => (input.id ? album.id === input.id : album.name === input.name))
    if (!found) throw errors.notFound({ what: 'album' })
    return found
  }
  async function createAlbum(box: Box, name: string, description: string): Promise<AlbumRow> {
    if ((await repo.albums(box)).length >= FILEBOX_LIMITS.albums)
      throw fileboxErrors.tooManyAlbums({ max: FILEBOX_LIMITS.albums })
    const now = clock.now()
    const row = { id: newId(), ...box, name, description, createdAt: now, updatedAt: now }
    if (!(await repo.addAlbum(row))) throw fileboxErrors.albumTaken({ name })
    return row
  }
  return {
    used: repo.used,
    isOn: repo.isOn,
    setOn: repo.setOn,
    albums: repo.albums,
    photos: repo.photos,
    find: repo.find,
    findAlbum: repo.findAlbum,
    pieceCounts: repo.pieceCounts,
    pieces: (row: FileRow) => repo.pieces([row.id]),
    requireAlbum,
    createAlbum,
    /** Adds files that were sent to the bot in conversations, as far as there is room. */
    async sync(box: Box): Promise<void> {
      if (!(await repo.isOn(box))) return
      const known = new Set((await repo.list(box, {}, 1, FILEBOX_LIMITS.files)).rows.map((row) => row.uri))
      const gone = await repo.dropped(box)
      const fresh = (await sentFiles(box)).filter(({ key }) => !known.has(key) && !gone.has(key))
      for (const { key, name } of fresh)
        await put(box, key, name).catch((cause: unknown) => {
          if (!(cause instanceof AppError)) throw cause
        })
      if (fresh.length) await wake()
    },
    list: (box: Box, filter: FileFilter, page?: number, size?: number) => repo.list(box, filter, page, size),
    async require(box: Box, id: string): Promise<FileRow> {
      const [row] = await repo.byIds(box, [id])
      if (!row) throw errors.notFound({ what: 'file' })
      return row
    },
    /** Adds files one by one: a failed file does not affect the others. */
    async add(box: Box, files: GivenFile[], conversationId?: string) {
      if (!(await repo.isOn(box))) throw fileboxErrors.switchedOff()
      const results: { given: GivenFile; row?: FileRow; problem?: AppError }[] = []
      for (const given of files)
        try {
          if (!given.uri && !given.url) throw fileboxErrors.needFile()
          const source = given.uri ? { key: given.uri, name: given.name } : await fetched(box, given.url, given.name)
          const row = await put(box, source.key, source.name, conversationId)
          await repo.takeBack(box, row.uri)
          results.push({ given, row })
        } catch (cause) {
          if (!(cause instanceof AppError)) throw cause
          results.push({ given, problem: cause })
        }
      await wake()
      return results
    },
    change: (box: Box, id: string, change: Partial<FileRow>) => repo.change(box, id, change, clock.now()),
    async removeBy(box: Box, ids: string[], uris: string[]): Promise<FileRow[]> {
      const named = uris.length ? (await repo.list(box, { uris })).rows.map((row) => row.id) : []
      return repo.remove(box, [...new Set([...ids, ...named])])
    },
    async changeAlbum(box: Box, row: AlbumRow, change: { name?: string; description?: string }) {
      const taken = (await repo.albums(box)).some((album) => album.id !== row.id && album.name === change.name)
      if (taken) throw fileboxErrors.albumTaken({ name: change.name! })
      await repo.changeAlbum(row.id, { ...change, updatedAt: clock.now() })
    },
    removeAlbum: (row: AlbumRow) => repo.removeAlbum(row.id),
    async addPhotos(box: Box, albumName: string, items: { id?: string; uri: string }[]): Promise<number> {
      const { rows } = await repo.list(box, {})
      const chosen = items.map(({ id, uri }) => {
        const row = rows.find((row) => (id ? row.id === id : row.uri === uri))
        if (!row) throw errors.notFound({ what: 'file' })
        if (row.kind !== FileKind.image) throw fileboxErrors.notAnImage({ name: row.name })
        return row.id
      })
      const album =
        (await repo.albums(box)).find((album) => album.name === albumName) ?? (await createAlbum(box, albumName, ''))
      await repo.addPhotos(album.id, [...new Set(chosen)], clock.now())
      return chosen.length
    },
    removePhotos: (row: AlbumRow, ids: string[]) => (ids.length ? repo.removePhotos(row.id, ids) : Promise.resolve([])),
  }
}
export type FileboxService = ReturnType<typeof createFileboxService>
