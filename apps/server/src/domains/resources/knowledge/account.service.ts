import { isId } from '@orrery/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { NewId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { knowledgeAccount as table } from './knowledge.table.ts'
import type { CloudBases } from './cloud-bases.ts'
import { createWebDav, type Place, type RemoteFile } from './web-dav.ts'

export interface AccountDeps {
  db: Db
  egress: Egress
  secrets: Secrets
  cloud: Pick<CloudBases, 'list'>
  newId: NewId
  clock: Clock
}
/** The id of a file in an account: the account id and the path. */
export const fileIdOf = (accountId: string, path: string) => `${accountId}:${path}`
const MAX_FOLDERS = 100
const MAX_FOUND = 100

/** Accounts on other services that people connected; each is private to its creator. */
export function createAccountService({ db, egress, secrets, cloud, newId, clock }: AccountDeps) {
  const dav = createWebDav(egress)
  async function own(id: string, userId: string) {
    const [row] = isId(id)
      ? await db
          .select()
          .from(table)
          .where(and(eq(table.id, id), eq(table.userId, userId)))
      : []
    if (!row) throw knowledgeErrors.notConnected({ id })
    return { ...row, place: JSON.parse(secrets.open(row.config)) as Place }
  }
  return {
    require: own,
    async list(userId: string) {
      const rows = await db.select().from(table).where(eq(table.userId, userId)).orderBy(asc(table.id))
      return rows.map((row) => {
        const { kind = 'webdav', address, username } = JSON.parse(secrets.open(row.config)) as Place
        return { auth_id: row.id, name: row.name, kind, address, username }
      })
    },
    /** Accounts of clouds that host knowledge bases. */
    async clouds(userId: string): Promise<{ id: string; place: Place }[]> {
      const rows = await db.select().from(table).where(eq(table.userId, userId)).orderBy(asc(table.id))
      return rows
        .map((row) => ({ id: row.id, place: JSON.parse(secrets.open(row.config)) as Place }))
        .filter(({ place }) => place.kind === 'volcano')
    },
    /** Saves an account after testing the connection. */
    async save(id: string | undefined, userId: string, name: string, place: Place): Promise<string> {
      const before = id ? await own(id, userId) : undefined
      const isSameHost = before && new URL(before.place.address).origin === egress.checkUrl(place.address).origin
      const full = { ...place, password: place.password || (isSameHost ? before.place.password : '') }
      if (full.kind === 'volcano') await cloud.list(full)
      else await dav.list(full, '')
      const [key, config] = [id ?? newId(), secrets.seal(JSON.stringify(full))]
      await db
        .insert(table)
        .values({ id: key, userId, name, config, createdAt: clock.now() })
        .onConflictDoUpdate({ target: table.id, set: { name, config } })
      return key
    },
    async remove(id: string, userId: string) {
      await own(id, userId)
      await db.delete(table).where(eq(table.id, id))
    },
    files: async (id: string, userId: string, folder: string): Promise<RemoteFile[]> =>
      dav.list((await own(id, userId)).place, folder),
    /** Searches by file name, folder by folder from the root. */
    async search(id: string, userId: string, words: string): Promise<RemoteFile[]> {
      const { place } = await own(id, userId)
      const wanted = words.trim().toLowerCase()
      const found: RemoteFile[] = []
      const folders = ['']
      for (let at = 0; at < Math.min(folders.length, MAX_FOLDERS) && found.length < MAX_FOUND; at += 1)
        for (const file of await dav.list(place, folders[at]!)) {
          if (file.isFolder) folders.push(file.path)
          else if (file.name.toLowerCase().includes(wanted)) found.push(file)
        }
      return found.slice(0, MAX_FOUND)
    },
    async read(fileId: string, userId: string): Promise<{ name: string; bytes: Uint8Array }> {
      const [id, ...rest] = fileId.split(':')
      const path = rest.join(':')
      const { place } = await own(id!, userId)
      return { name: path.split('/').at(-1)!, bytes: await dav.read(place, path) }
    },
  }
}
export type AccountService = ReturnType<typeof createAccountService>
