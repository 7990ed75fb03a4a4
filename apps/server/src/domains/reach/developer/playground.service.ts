import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { maskSecrets } from '#kit/log.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SettingsService } from '#domains/ground/instance/settings.service.ts'
import { developerErrors } from './developer.errors.ts'
import { callsOf, type OpenCall, openCalls, wholeSpec } from './open-calls.ts'
import { playgroundRun, type PlaygroundRunRow } from './playground.table.ts'

const HUB = 'playground.hub'
const MAX_RUNS_PER_CALL = 20
/** Maximum number of stored runs of a user over all calls. */
const MAX_RUNS = 500

export interface PlaygroundDeps {
  db: Db
  settings: SettingsService
  audit: AuditService
  newId: NewId
}

/** The calls that can be tried out, and the runs that people made. */
export function createPlayground({ db, settings, audit, newId }: PlaygroundDeps) {
  const readHub = () => settings.get<Record<string, unknown>>(HUB)
  const calls = async (locale: Locale): Promise<OpenCall[]> => [...openCalls(locale), ...callsOf(await readHub())]
  // Credentials in requests and responses are not stored.
  const clean = (text: string) => maskSecrets(text).replaceAll('\0', '\uFFFD').toWellFormed()

  return {
    calls,
    async find(key: string, locale: Locale): Promise<OpenCall> {
      const found = (await calls(locale)).find((call) => call.key === key)
      if (!found) throw errors.notFound({ what: 'call' })
      return found
    },
    async whole(locale: Locale): Promise<Record<string, unknown>> {
      const ours = wholeSpec(locale)
      const paths: Record<string, object> = { ...(ours.paths as Record<string, object>) }
      // If both describe the same path, ours wins, because this server answers it.
      for (const call of callsOf(await readHub()))
        paths[call.path] = { ...(call.spec().paths as Record<string, object>)[call.path], ...paths[call.path] }
      return { ...ours, paths }
    },
    /** Replaces the previous document. */
    async sync(text: string, actorId: string) {
      if (text.trim() === '') await settings.remove(HUB)
      else {
        const document = parse(text)
        if (!callsOf(document).length) throw developerErrors.badHub()
        await settings.set(HUB, document)
      }
      await audit.record({ actorId, action: 'playground.sync', target: HUB })
    },
    async keep(userId: string, run: Omit<PlaygroundRunRow, 'id' | 'userId'>) {
      const row = { ...run, id: newId(), userId, request: clean(run.request), response: clean(run.response) }
      await db.insert(playgroundRun).values(row)
      const { method, path } = run
      await db.execute(sql`DELETE FROM playground_run WHERE id IN (
        SELECT id FROM playground_run WHERE user_id = ${userId} AND method = ${method} AND path = ${path} ORDER BY id DESC OFFSET ${MAX_RUNS_PER_CALL}
      ) OR id IN (SELECT id FROM playground_run WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${MAX_RUNS})`)
    },
    runs: (userId: string, method: string, path: string): Promise<PlaygroundRunRow[]> =>
      db
        .select()
        .from(playgroundRun)
        .where(
          and(
            eq(playgroundRun.userId, userId),
            method ? eq(playgroundRun.method, method) : undefined,
            path ? eq(playgroundRun.path, path) : undefined,
          ),
        )
        .orderBy(desc(playgroundRun.id))
        .limit(MAX_RUNS_PER_CALL),
  }
}
export type Playground = ReturnType<typeof createPlayground>

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    throw developerErrors.badHub()
  }
}
