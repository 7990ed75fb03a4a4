import { isDeepStrictEqual } from 'node:util'
import { CreationMethod, PluginType } from '@orrery/contract'
import { and, count, desc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { FoundPlugin, PluginRepo } from './plugin.repo.ts'
import type { PluginService } from './plugin.service.ts'
import { pluginChangelog, pluginLock, type PluginManifest, pluginMute, type ToolRow } from './plugin.table.ts'
import { isHigher, isVersionName, nextVersion } from './version-name.ts'

export interface Publication {
  name: string
  description: string
  privacy: string | null
}
export interface VersionDeps {
  repo: PluginRepo
  plugins: PluginService
  resources: ResourceService
  audit: AuditService
  newId: NewId
  clock: Clock
  lockMs: number
}
export const manifestOf = ({ head, row }: FoundPlugin, tools: ToolRow[]): PluginManifest => ({
  name: head.name,
  description: head.description,
  iconUri: head.iconUri,
  url: row.url,
  auth: row.auth,
  commonParams: row.commonParams,
  creationMethod: row.creationMethod,
  runtime: row.runtime,
  privateLinkId: row.privateLinkId,
  ...(row.pluginType === PluginType.local && { isLocal: true }),
  tools,
})

/** Versions, the edit lock, and changes since the last version. */
export function createPluginVersions({ repo, plugins, resources, audit, newId, clock, lockMs }: VersionDeps) {
  /** The content of a tool for comparisons, without timestamps and position. */
  const content = (tool: ToolRow) => ({ ...tool, debugged: 0, createdAt: 0, updatedAt: 0, position: 0 })
  return {
    next: async (id: string) => nextVersion((await plugins.get(id)).row.version),
    async publish(id: string, userId: string, input: Publication, address: string): Promise<string> {
      const { head, row } = await plugins.get(id)
      const name = input.name || nextVersion(row.version)
      if (!isVersionName(name) || !isHigher(name, row.version))
        throw pluginErrors.badVersion({ last: row.version || 'v0.0.0' })
      const tools = await repo.tools(id)
      // Content rules may have changed since the plugin was saved.
      await resources.requireContent('plugin', {
        name: head.name,
        description: head.description,
        version_desc: input.description,
        tools: tools.flatMap((tool) => [tool.name, tool.description]),
      })
      const versionId = newId()
      await repo.db
        .transaction(async (tx) => {
          const found = await repo.lock(id, tx)
          if (!found) throw errors.notFound({ what: 'plugin' })
          const tools = await repo.tools(id, tx)
          const enabled = tools.filter((tool) => !tool.disabled)
          if (!enabled.length) throw pluginErrors.noTools()
          const empty = enabled.find((tool) => found.row.creationMethod === CreationMethod.ide && !tool.code.trim())
          if (empty) throw pluginErrors.noCode({ tool: empty.name })
          await repo.insertVersion(
            {
              id: versionId,
              pluginId: id,
              name,
              description: input.description,
              manifest: manifestOf(found, tools),
              secret: found.row.secret,
              createdBy: userId,
              createdAt: clock.now(),
            },
            tx,
          )
          await repo.update(id, { versionId, version: name, privacy: input.privacy }, tx)
          await resources.touch(id, userId, { publishedAt: clock.now() }, tx)
          await plugins.note(id, userId, `publish ${name}`, tx)
          await audit.record(
            {
              actorId: userId,
              spaceId: head.spaceId,
              action: 'plugin.publish',
              target: id,
              address,
              detail: { version: name },
            },
            tx,
          )
        })
        .catch((cause: unknown) => {
          throw violates(cause, 'plugin_version_name')
            ? pluginErrors.versionTaken({ name, next: nextVersion(row.version) })
            : cause
        })
      await plugins.forget(id)
      return versionId
    },
    history: (id: string, page: number, size: number) => repo.versions(id, page, size),
    async changelog(id: string, page: number, size: number) {
      const mine = eq(pluginChangelog.pluginId, id)
      const [rows, totals] = await Promise.all([
        repo.db
          .select()
          .from(pluginChangelog)
          .where(mine)
          .orderBy(desc(pluginChangelog.id))
          .limit(size)
          .offset((page - 1) * size),
        repo.db.select({ n: count() }).from(pluginChangelog).where(mine),
      ])
      return { rows, total: totals[0]!.n }
    },
    /** Tools of the draft that differ from the newest version. A dismissed notice returns after the next change. */
    async changes(id: string, userId: string) {
      const { row } = await plugins.get(id)
      const none = { created: [] as string[], deleted: [] as string[], updated: [] as string[] }
      const [mute] = await repo.db
        .select()
        .from(pluginMute)
        .where(and(eq(pluginMute.pluginId, id), eq(pluginMute.userId, userId)))
      const version = row.versionId ? await repo.version(id, row.versionId) : undefined
      if (!version || mute?.editVersion === row.editVersion) return none
      const before = new Map(version.manifest.tools.map((tool) => [tool.id, tool]))
      const now = await repo.tools(id)
      const here = new Set(now.map((tool) => tool.id))
      return {
        created: now.filter((tool) => !before.has(tool.id)).map((tool) => tool.name),
        deleted: version.manifest.tools.filter((tool) => !here.has(tool.id)).map((tool) => tool.name),
        updated: now
          .filter((tool) => before.has(tool.id) && !isDeepStrictEqual(content(before.get(tool.id)!), content(tool)))
          .map((tool) => tool.name),
      }
    },
    async mute(id: string, userId: string) {
      const { row } = await plugins.get(id)
      const values = { editVersion: row.editVersion }
      await repo.db
        .insert(pluginMute)
        .values({ pluginId: id, userId, ...values })
        .onConflictDoUpdate({ target: [pluginMute.pluginId, pluginMute.userId], set: values })
    },
    /** Takes or renews the lock, or returns its holder. With `isForced` it is taken from another holder. */
    async lock(id: string, userId: string, isForced = false): Promise<{ holder: string; isTaken: boolean }> {
      const now = clock.now()
      return repo.db.transaction(async (tx) => {
        await repo.lock(id, tx)
        const [held] = await tx.select().from(pluginLock).where(eq(pluginLock.pluginId, id))
        if (held && held.userId !== userId && held.until > now && !isForced)
          return { holder: held.userId, isTaken: false }
        const values = { userId, until: now + lockMs }
        await tx
          .insert(pluginLock)
          .values({ pluginId: id, ...values })
          .onConflictDoUpdate({ target: pluginLock.pluginId, set: values })
        return { holder: userId, isTaken: true }
      })
    },
    async unlock(id: string, userId: string): Promise<boolean> {
      const gone = await repo.db
        .delete(pluginLock)
        .where(and(eq(pluginLock.pluginId, id), eq(pluginLock.userId, userId)))
        .returning({ id: pluginLock.pluginId })
      return gone.length > 0
    },
  }
}
export type PluginVersions = ReturnType<typeof createPluginVersions>
