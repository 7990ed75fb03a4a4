import { and, count, desc, eq, ilike, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { nextTime } from './shared/schedule-rule.ts'
import { triggerErrors } from './trigger.errors.ts'
import { type TriggerConfig, type TriggerRow, workflowTrigger } from './trigger.table.ts'

export interface TriggerDeps {
  db: Db
  secrets: Secrets
  newId: NewId
  clock: Clock
}
export interface TriggerRequest {
  id?: string | undefined
  workflowId: string
  projectId?: string | undefined
  name: string
  eventId: 'schedule' | 'webhook'
  config: TriggerConfig
  payload: Record<string, unknown>
  setType: number
  isOpen: boolean
  userId: string
}
const MAX_TRIGGERS = 100

/** Schedules and webhooks that start workflows. */
export function createTriggerService({ db, secrets, newId, clock }: TriggerDeps) {
  async function get(id: string): Promise<TriggerRow | undefined> {
    return (await db.select().from(workflowTrigger).where(eq(workflowTrigger.id, id)))[0]
  }
  const nextOf = (input: Pick<TriggerRequest, 'eventId' | 'config' | 'isOpen'>): number | null => {
    if (input.eventId !== 'schedule') return null
    const next = nextTime(input.config, clock.now())
    return input.isOpen ? (next ?? null) : null
  }

  async function save(input: TriggerRequest): Promise<{ id: string; secret: string }> {
    const { id, userId, ...values } = input
    const row = { ...values, projectId: input.projectId ?? null, nextAt: nextOf(input) }
    if (id) {
      const mine = and(eq(workflowTrigger.id, id), eq(workflowTrigger.workflowId, input.workflowId))
      const changed = await db.update(workflowTrigger).set(row).where(mine).returning({ id: workflowTrigger.id })
      if (!changed.length) throw errors.notFound({ what: 'trigger' })
      return { id, secret: '' }
    }
    const [{ n } = { n: 0 }] = await db
      .select({ n: count() })
      .from(workflowTrigger)
      .where(eq(workflowTrigger.workflowId, input.workflowId))
    if (n >= MAX_TRIGGERS) throw triggerErrors.tooMany({ max: MAX_TRIGGERS })
    const secret = input.eventId === 'webhook' ? randomToken() : ''
    const made = newId()
    await db
      .insert(workflowTrigger)
      .values({ ...row, id: made, secret: secret && secrets.seal(secret), createdBy: userId, createdAt: clock.now() })
    return { id: made, secret }
  }

  return {
    get,
    save,
    list: (filter: {
      workflowId?: string | undefined
      spaceId?: string | undefined
      projectId?: string | undefined
      id?: string | undefined
      name?: string | undefined
      setType?: number | undefined
      eventId?: string | undefined
      page: number
      size: number
    }) => {
      const where: (SQL | undefined)[] = [
        filter.workflowId ? eq(workflowTrigger.workflowId, filter.workflowId) : undefined,
        filter.spaceId ? eq(resource.spaceId, filter.spaceId) : undefined,
        filter.projectId ? eq(workflowTrigger.projectId, filter.projectId) : undefined,
        filter.id ? eq(workflowTrigger.id, filter.id) : undefined,
        filter.name ? ilike(workflowTrigger.name, likeText(filter.name)) : undefined,
        filter.setType === undefined ? undefined : eq(workflowTrigger.setType, filter.setType),
        filter.eventId ? eq(workflowTrigger.eventId, filter.eventId) : undefined,
      ]
      const from = () =>
        db
          .select({ row: workflowTrigger })
          .from(workflowTrigger)
          .innerJoin(resource, eq(resource.id, workflowTrigger.workflowId))
      return Promise.all([
        from()
          .where(and(...where))
          .orderBy(desc(workflowTrigger.id))
          .limit(filter.size)
          .offset((filter.page - 1) * filter.size)
          .then((rows) => rows.map(({ row }) => row)),
        db
          .select({ n: count() })
          .from(workflowTrigger)
          .innerJoin(resource, eq(resource.id, workflowTrigger.workflowId))
          .where(and(...where))
          .then((rows) => rows[0]!.n),
      ]).then(([rows, total]) => ({ rows, total }))
    },
    async remove(id: string): Promise<number> {
      return (await db.delete(workflowTrigger).where(eq(workflowTrigger.id, id)).returning({ id: workflowTrigger.id }))
        .length
    },
    async setOpen(id: string, isOpen: boolean): Promise<void> {
      const row = await get(id)
      if (!row) throw errors.notFound({ what: 'trigger' })
      const nextAt = nextOf({ eventId: row.eventId as 'schedule', config: row.config, isOpen })
      await db.update(workflowTrigger).set({ isOpen, nextAt }).where(eq(workflowTrigger.id, id))
    },
    secretOf: (row: TriggerRow): string => secrets.open(row.secret),
  }
}
export type TriggerService = ReturnType<typeof createTriggerService>
