import { and, asc, count, desc, eq, gte, ilike, inArray, lte, sql, sum } from 'drizzle-orm'
import { type Db, likeText } from '#kit/db.ts'
import {
  type AlbumRow,
  fileboxAlbum as album,
  fileboxAlbumPhoto as photo,
  fileboxDropped as dropped,
  fileboxFile as file,
  fileboxPiece as piece,
  fileboxUse as use,
  type FileRow,
  FileState,
  type PieceRow,
} from './filebox.table.ts'

/** The box of one person with one bot. */
export interface Box {
  botId: string
  userId: string
}
export interface FileFilter {
  kind?: number
  word?: string
  format?: string
  uris?: string[]
  from?: number
  to?: number
}

export function createFileboxRepo(db: Db) {
  const ofBox = ({ botId, userId }: Box) => and(eq(file.botId, botId), eq(file.userId, userId))
  const where = (box: Box, filter: FileFilter) =>
    and(
      ofBox(box),
      filter.kind ? eq(file.kind, filter.kind) : undefined,
      filter.format ? eq(file.extension, filter.format.replace(/^\./, '').toLowerCase()) : undefined,
      filter.word ? ilike(file.name, likeText(filter.word)) : undefined,
      filter.uris?.length ? inArray(file.uri, filter.uris) : undefined,
      filter.from === undefined ? undefined : gte(file.createdAt, filter.from),
      filter.to === undefined ? undefined : lte(file.createdAt, filter.to),
    )
  return {
    async used(box: Box): Promise<{ files: number; bytes: number }> {
      const [row] = await db
        .select({ n: count(), bytes: sum(file.size) })
        .from(file)
        .where(ofBox(box))
      return { files: row!.n, bytes: Number(row!.bytes ?? 0) }
    },
    async list(box: Box, filter: FileFilter, page = 1, size = 200): Promise<{ rows: FileRow[]; total: number }> {
      const rows = await db
        .select()
        .from(file)
        .where(where(box, filter))
        .orderBy(desc(file.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(file).where(where(box, filter))
      return { rows, total: total!.n }
    },
    byIds: (box: Box, ids: string[]): Promise<FileRow[]> =>
      ids.length
        ? db
            .select()
            .from(file)
            .where(and(ofBox(box), inArray(file.id, ids)))
        : Promise.resolve([]),
    find: async (id: string): Promise<FileRow | undefined> => (await db.select().from(file).where(eq(file.id, id)))[0],
    /** Inserts a file, or returns the existing row if the same file is already in the box. */
    async add(row: typeof file.$inferInsert): Promise<FileRow> {
      const [made] = await db
        .insert(file)
        .values(row)
        .onConflictDoUpdate({
          target: [file.botId, file.userId, file.uri],
          set: { updatedAt: row.updatedAt },
        })
        .returning()
      return made!
    },
    async change(box: Box, id: string, change: Partial<FileRow>, now: number): Promise<boolean> {
      const rows = await db
        .update(file)
        .set({ ...change, updatedAt: now })
        .where(and(ofBox(box), eq(file.id, id)))
        .returning({ id: file.id })
      return rows.length > 0
    },
    /** Removed files are remembered, so that a sync with conversations does not add them again. */
    async remove(box: Box, ids: string[]): Promise<FileRow[]> {
      if (!ids.length) return []
      return db.transaction(async (tx) => {
        const gone = await tx
          .delete(file)
          .where(and(ofBox(box), inArray(file.id, ids)))
          .returning()
        if (gone.length)
          await tx
            .insert(dropped)
            .values(gone.map(({ uri }) => ({ ...box, uri })))
            .onConflictDoNothing()
        return gone
      })
    },
    dropped: async ({ botId, userId }: Box): Promise<Set<string>> => {
      const rows = await db
        .select({ uri: dropped.uri })
        .from(dropped)
        .where(and(eq(dropped.botId, botId), eq(dropped.userId, userId)))
      return new Set(rows.map((row) => row.uri))
    },
    async takeBack({ botId, userId }: Box, uri: string) {
      await db.delete(dropped).where(and(eq(dropped.botId, botId), eq(dropped.userId, userId), eq(dropped.uri, uri)))
    },
    async claim(now: number, leaseMs: number): Promise<FileRow | undefined> {
      const next = db
        .select({ id: file.id })
        .from(file)
        .where(and(eq(file.state, FileState.waiting), lte(file.leaseUntil, now)))
        .orderBy(asc(file.id))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await db
        .update(file)
        .set({ leaseUntil: now + leaseMs, attempts: sql`attempts + 1` })
        .where(inArray(file.id, next))
        .returning()
      return row
    },
    /** Replaces the result of an earlier attempt in one transaction. */
    async finish(id: string, change: Partial<FileRow>, pieces: PieceRow[]): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.delete(piece).where(eq(piece.fileId, id))
        const [row] = await tx
          .update(file)
          .set({ ...change, leaseUntil: 0 })
          .where(eq(file.id, id))
          .returning({ id: file.id })
        if (row && pieces.length) await tx.insert(piece).values(pieces)
      })
    },
    pieces: (fileIds: string[]): Promise<PieceRow[]> =>
      fileIds.length
        ? db.select().from(piece).where(inArray(piece.fileId, fileIds)).orderBy(asc(piece.fileId), asc(piece.sequence))
        : Promise.resolve([]),
    async pieceCounts(fileIds: string[]): Promise<Map<string, number>> {
      if (!fileIds.length) return new Map()
      const rows = await db
        .select({ id: piece.fileId, n: count() })
        .from(piece)
        .where(inArray(piece.fileId, fileIds))
        .groupBy(piece.fileId)
      return new Map(rows.map((row) => [row.id, row.n]))
    },
    albums: ({ botId, userId }: Box): Promise<AlbumRow[]> =>
      db
        .select()
        .from(album)
        .where(and(eq(album.botId, botId), eq(album.userId, userId)))
        .orderBy(asc(album.id)),
    findAlbum: async (id: string): Promise<AlbumRow | undefined> =>
      (await db.select().from(album).where(eq(album.id, id)))[0],
    async addAlbum(row: AlbumRow): Promise<boolean> {
      const made = await db.insert(album).values(row).onConflictDoNothing().returning({ id: album.id })
      return made.length > 0
    },
    changeAlbum: async (id: string, change: Partial<AlbumRow>) => {
      await db.update(album).set(change).where(eq(album.id, id))
    },
    removeAlbum: async (id: string) => {
      await db.delete(album).where(eq(album.id, id))
    },
    async addPhotos(albumId: string, fileIds: string[], now: number) {
      await db
        .insert(photo)
        .values(fileIds.map((fileId) => ({ albumId, fileId, addedAt: now })))
        .onConflictDoNothing()
    },
    async removePhotos(albumId: string, fileIds: string[]): Promise<string[]> {
      const gone = await db
        .delete(photo)
        .where(and(eq(photo.albumId, albumId), inArray(photo.fileId, fileIds)))
        .returning({ id: photo.fileId })
      return gone.map((row) => row.id)
    },
    async photos(albumId: string, from = 0, size = 200): Promise<{ rows: FileRow[]; total: number }> {
      const rows = await db
        .select({ file })
        .from(photo)
        .innerJoin(file, eq(file.id, photo.fileId))
        .where(eq(photo.albumId, albumId))
        .orderBy(asc(photo.addedAt), asc(photo.fileId))
        .limit(size)
        .offset(from)
      const [total] = await db.select({ n: count() }).from(photo).where(eq(photo.albumId, albumId))
      return { rows: rows.map((row) => row.file), total: total!.n }
    },
    async isOn({ botId, userId }: Box): Promise<boolean> {
      const [row] = await db
        .select()
        .from(use)
        .where(and(eq(use.botId, botId), eq(use.userId, userId)))
      return row?.isOn ?? true
    },
    async setOn({ botId, userId }: Box, isOn: boolean) {
      await db
        .insert(use)
        .values({ botId, userId, isOn })
        .onConflictDoUpdate({ target: [use.botId, use.userId], set: { isOn } })
    },
  }
}
export type FileboxRepo = ReturnType<typeof createFileboxRepo>
