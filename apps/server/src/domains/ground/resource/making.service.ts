import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { making } from './making.ts'
import { resourceErrors } from './resource.errors.ts'
import type { ResourceService } from './resource.service.ts'

export interface MakingDeps {
  db: Db
  resources: Pick<ResourceService, 'remove'>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const JOB = 'resource.making'
const LEASE_MS = 90_000
const BEAT_MS = 20_000

/** Resources that are made together: when the work fails or its process dies, what was made of them goes again. */
export function createMakings({ db, resources, jobs, newId, clock, log }: MakingDeps) {
  const rows = async <T>(query: ReturnType<typeof sql>) => (await db.execute(query)).rows as T[]

  async function clear(id: string) {
    await db.execute(sql`UPDATE resource_making SET is_dead = true WHERE id = ${id}`)
    // Newest first: what was made last may hang on what was made before.
    const made = sql`SELECT resource_id AS part FROM resource_made WHERE making_id = ${id} ORDER BY resource_id DESC`
    for (const { part } of await rows<{ part: string }>(made)) await resources.remove(part)
    await db.execute(sql`DELETE FROM resource_making WHERE id = ${id}`)
  }
  async function sweep() {
    const now = clock.now()
    const dead = sql`UPDATE resource_making SET is_dead = true, lease_until = ${now + LEASE_MS} WHERE lease_until < ${now} RETURNING id`
    for (const { id } of await rows<{ id: string }>(dead)) {
      log.warn({ makingId: id }, 'clearing away what a dead process left half made')
      await clear(id)
    }
  }

  return {
    sweep,
    /** Everything that `work` makes stays when it ends well, in one step. Inside another whole it is part of that. */
    async whole<T>(work: () => Promise<T>): Promise<T> {
      if (making.getStore() !== undefined) return work()
      const id = newId()
      await db.execute(sql`INSERT INTO resource_making (id, lease_until) VALUES (${id}, ${clock.now() + LEASE_MS})`)
      const beat = setInterval(() => {
        const until = sql`UPDATE resource_making SET lease_until = ${clock.now() + LEASE_MS} WHERE id = ${id} AND NOT is_dead`
        db.execute(until).catch((cause: unknown) =>
          log.warn({ err: cause, makingId: id }, 'a making could not be kept'),
        )
      }, BEAT_MS).unref()
      try {
        const result = await making.run(id, work)
        const done = await rows(sql`DELETE FROM resource_making WHERE id = ${id} AND NOT is_dead RETURNING id`)
        if (!done.length) throw resourceErrors.undone()
        return result
      } catch (cause) {
        // When this fails too, the lease runs out and the sweep does it.
        await clear(id).catch((more: unknown) => log.warn({ err: more, makingId: id }, 'a making could not be cleared'))
        throw cause
      } finally {
        clearInterval(beat)
      }
    },
    async start() {
      await jobs.define(JOB, sweep)
      await jobs.schedule(JOB, 'all', '* * * * *', {})
      await sweep()
    },
  }
}
export type Makings = ReturnType<typeof createMakings>
