import { and, desc, eq, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { currentCreation } from './current-creation.ts'
import { resourceErrors } from './resource.errors.ts'
import type { ResourceService } from './resource.service.ts'
import { atomicCreation, createdResource } from './resource.table.ts'

export interface AtomicCreationDeps {
  db: Db
  resources: Pick<ResourceService, 'remove'>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const JOB = 'resource.making'
const LEASE_MS = 90_000
const RENEW_MS = 20_000

/** Creates several resources or none: if the work fails or its process dies, everything it created is deleted. */
export function createAtomicCreations({ db, resources, jobs, newId, clock, log }: AtomicCreationDeps) {
  const leaseUntil = () => clock.now() + LEASE_MS
  const isActive = (id: string) => and(eq(atomicCreation.id, id), eq(atomicCreation.isDead, false))

  async function rollBack(id: string) {
    await db.update(atomicCreation).set({ isDead: true }).where(eq(atomicCreation.id, id))
    // Newest first: later resources may depend on earlier ones.
    const created = await db
      .select({ id: createdResource.resourceId })
      .from(createdResource)
      .where(eq(createdResource.creationId, id))
      .orderBy(desc(createdResource.resourceId))
    for (const row of created) await resources.remove(row.id)
    await db.delete(atomicCreation).where(eq(atomicCreation.id, id))
  }
  /** Rolls back the creations of dead processes. */
  async function sweep() {
    const expired = await db
      .update(atomicCreation)
      .set({ isDead: true, leaseUntil: leaseUntil() })
      .where(lt(atomicCreation.leaseUntil, clock.now()))
      .returning({ id: atomicCreation.id })
    for (const { id } of expired) {
      log.warn({ creationId: id }, 'rolling back an unfinished creation')
      await rollBack(id)
    }
  }

  return {
    sweep,
    /** Commits or rolls back everything that `work` creates. A nested call joins the outer one. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (currentCreation.getStore() !== undefined) return work()
      const id = newId()
      await db.insert(atomicCreation).values({ id, leaseUntil: leaseUntil() })
      const renewal = setInterval(() => {
        db.update(atomicCreation)
          .set({ leaseUntil: leaseUntil() })
          .where(isActive(id))
          .catch((cause: unknown) => log.warn({ err: cause, creationId: id }, 'a creation could not renew its lease'))
      }, RENEW_MS).unref()
      try {
        const result = await currentCreation.run(id, work)
        const completed = await db.delete(atomicCreation).where(isActive(id)).returning({ id: atomicCreation.id })
        if (!completed.length) throw resourceErrors.undone()
        return result
      } catch (cause) {
        // If the rollback fails too, the lease expires and the sweep rolls back.
        await rollBack(id).catch((error: unknown) =>
          log.warn({ err: error, creationId: id }, 'a creation could not be rolled back'),
        )
        throw cause
      } finally {
        clearInterval(renewal)
      }
    },
    async start() {
      await jobs.define(JOB, sweep)
      await jobs.schedule(JOB, 'all', '* * * * *', {})
      await sweep()
    },
  }
}
export type AtomicCreations = ReturnType<typeof createAtomicCreations>
