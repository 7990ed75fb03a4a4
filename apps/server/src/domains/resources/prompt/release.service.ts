import type { PromptGray } from '@orrery/contract'
import { PromptEnv, ReleaseStatus } from '@orrery/contract/shared/prompt-enums'
import { and, desc, eq, ilike, lt, ne, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { DraftService } from './draft.service.ts'
import { placeErrors, promptReleaseErrors } from './prompt.errors.ts'
import type { PromptService } from './prompt.service.ts'
import {
  promptGate,
  promptPointer,
  promptRelease,
  type PromptReleaseRow,
  promptResource,
  promptSpace,
} from './prompt.table.ts'

/** A serving slot: the place in which a version is served. */
export interface Slot {
  env: number
  lane: string
  label: string
}
export interface ReleaseFilter extends Partial<Slot> {
  version?: string | undefined
  versionLike?: string | undefined
  status?: number | undefined
  before?: string | undefined
}
export interface ReleaseDeps {
  db: Db
  newId: NewId
  clock: Clock
  prompts: PromptService
  drafts: Pick<DraftService, 'version'>
  audit: Pick<AuditService, 'record'>
}
/** The dataset and evaluator that judge a version before it is served in production, and the required scores. */
export interface Gate {
  datasetId: string
  evaluatorVersionId: string
  margin: number
  least: number
}
type SpaceSettings = typeof promptSpace.$inferInsert
type Act =
  | 'prompt.gate'
  | 'prompt.release'
  | 'prompt.release_gray'
  | 'prompt.offline'
  | 'prompt.rollback'
  | 'prompt.point'

/** Releases: which version is served in which slot. Each slot has at most one for everybody and one gray release. */
export function createReleaseService({ db, newId, clock, prompts, drafts, audit }: ReleaseDeps) {
  const inSlot = (promptId: string, { env, lane, label }: Slot) =>
    and(
      eq(promptRelease.promptId, promptId),
      eq(promptRelease.env, env),
      eq(promptRelease.lane, lane),
      eq(promptRelease.label, label),
    )
  /** Serialises all changes of a prompt's slots by locking its row. */
  async function locked<T>(promptId: string, work: (tx: Tx) => Promise<T>, outer?: Tx): Promise<T> {
    const run = async (tx: Tx) => {
      const [row] = await tx.select().from(promptResource).where(eq(promptResource.id, promptId)).for('update')
      if (!row) throw errors.notFound({ what: 'prompt' })
      return work(tx)
    }
    if (outer) return run(outer)
    const result = await db.transaction(run)
    await clearCaches(promptId)
    return result
  }
  async function clearCaches(promptId: string): Promise<void> {
    const [row] = await db.select().from(promptResource).where(eq(promptResource.id, promptId))
    if (row) await prompts.changed(row.spaceId)
  }
  async function current(promptId: string, slot: Slot, status: number, tx: Tx): Promise<PromptReleaseRow | undefined> {
    const where = and(inSlot(promptId, slot), eq(promptRelease.status, status))
    return (await tx.select().from(promptRelease).where(where))[0]
  }
  const end = (id: string, tx: Tx, takenBack = false) =>
    tx
      .update(promptRelease)
      .set({ status: ReleaseStatus.offline, takenBack, updatedAt: clock.now() })
      .where(eq(promptRelease.id, id))
  async function insert(
    row: Omit<PromptReleaseRow, 'id' | 'createdAt' | 'updatedAt' | 'takenBack'>,
    tx: Tx,
  ): Promise<string> {
    const [id, now] = [newId(), clock.now()]
    await tx.insert(promptRelease).values({ ...row, id, createdAt: now, updatedAt: now })
    return id
  }
  /** Programs request prompts by label, so the label of a production slot points to the version served there. */
  async function updateLabel(promptId: string, slot: Slot, version: string | undefined, userId: string, tx: Tx) {
    if (!slot.label || slot.env !== PromptEnv.production || slot.lane) return
    await setPointer(promptId, slot.label, version, userId, tx)
  }
  async function setPointer(promptId: string, name: string, version: string | undefined, userId: string, tx: Tx) {
    const where = and(eq(promptPointer.promptId, promptId), eq(promptPointer.name, name))
    if (version === undefined) return void (await tx.delete(promptPointer).where(where))
    const set = { version, setBy: userId, setAt: clock.now() }
    await tx
      .insert(promptPointer)
      .values({ promptId, name, ...set })
      .onConflictDoUpdate({ target: [promptPointer.promptId, promptPointer.name], set })
  }
  async function note(action: Act, promptId: string, userId: string, detail: Record<string, unknown>, tx: Tx) {
    const { head } = await prompts.get(promptId)
    await audit.record(
      { actorId: userId, spaceId: head.spaceId, action, target: promptId, detail: { name: head.name, ...detail } },
      tx,
    )
  }
  async function goOnline(promptId: string, userId: string, version: string, slot: Slot, tx: Tx): Promise<string> {
    const before = await current(promptId, slot, ReleaseStatus.online, tx)
    if (before) await end(before.id, tx)
    const row = { promptId, ...slot, version, preVersion: before?.version ?? '', gray: null, releasedBy: userId }
    const id = await insert({ ...row, status: ReleaseStatus.online }, tx)
    await updateLabel(promptId, slot, version, userId, tx)
    await note('prompt.release', promptId, userId, { version, ...slot }, tx)
    return id
  }

  async function settings(spaceId: string) {
    const [row] = await db.select().from(promptSpace).where(eq(promptSpace.spaceId, spaceId))
    return {
      approval: row?.approval ?? false,
      protectedLabels: row?.protectedLabels ?? [],
      grayPlan: row?.grayPlan ?? [],
      guard: row?.guard ?? {},
      webhookUrl: row?.webhookUrl ?? '',
      webhookSecret: row?.webhookSecret ?? '',
      encryptKey: row?.encryptKey ?? '',
    }
  }
  async function gateOf(promptId: string): Promise<Gate | undefined> {
    return (await db.select().from(promptGate).where(eq(promptGate.promptId, promptId)))[0]
  }
  const find = async (id: string): Promise<PromptReleaseRow | undefined> =>
    (await db.select().from(promptRelease).where(eq(promptRelease.id, id)))[0]
  async function get(id: string): Promise<PromptReleaseRow> {
    const row = await find(id)
    if (!row) throw errors.notFound({ what: 'promptRelease' })
    return row
  }

  return {
    settings,
    /** Changes the given settings only. */
    async saveSettings(spaceId: string, change: Partial<Omit<SpaceSettings, 'spaceId'>>) {
      const { protectedLabels: labels } = change
      const set = {
        ...change,
        ...(labels && { protectedLabels: [...new Set(labels.map((name) => name.trim()).filter(Boolean))] }),
      }
      if (!Object.keys(set).length) return
      await db
        .insert(promptSpace)
        .values({ spaceId, ...set })
        .onConflictDoUpdate({ target: promptSpace.spaceId, set })
    },
    /** Throws if the slot requires a release task, or if its label is protected and the caller may not approve. */
    async requireDirect(spaceId: string, slot: Slot, mayApprove: boolean) {
      const { approval, protectedLabels } = await settings(spaceId)
      if (approval && slot.env === PromptEnv.production) throw promptReleaseErrors.needsApproval()
      if (slot.label && protectedLabels.includes(slot.label) && !mayApprove)
        throw promptReleaseErrors.protectedLabel({ label: slot.label })
    },
    gate: gateOf,
    /** Throws for production slots of a prompt with a gate, which is applied by release tasks. */
    async requireUngated(promptId: string, slot: Slot) {
      if (slot.env === PromptEnv.production && (await gateOf(promptId))) throw placeErrors.gated()
    },
    async setGate(promptId: string, userId: string, gate: Gate | undefined) {
      await db.transaction(async (tx) => {
        const where = eq(promptGate.promptId, promptId)
        await tx.delete(promptGate).where(where)
        if (gate) await tx.insert(promptGate).values({ promptId, ...gate, setBy: userId, setAt: clock.now() })
        await note('prompt.gate', promptId, userId, { judged: gate !== undefined }, tx)
      })
    },
    /** Moves a label without a release. */
    async point(promptId: string, userId: string, label: string, version: string | undefined) {
      if (version !== undefined) await drafts.version(promptId, version)
      await locked(promptId, async (tx) => {
        await setPointer(promptId, label, version, userId, tx)
        await note('prompt.point', promptId, userId, { label, version: version ?? '' }, tx)
      })
    },
    /** Whether the label belongs to a production slot with a release. */
    async isServed(promptId: string, label: string): Promise<boolean> {
      const slot = { env: PromptEnv.production, lane: '', label }
      return (await db.$count(promptRelease, and(inSlot(promptId, slot), ne(promptRelease.status, 2)))) > 0
    },
    /** Releases a version to everybody or, with `gray`, to a share of users beside the current version. */
    async release(promptId: string, userId: string, version: string, slot: Slot, gray?: PromptGray, outer?: Tx) {
      await drafts.version(promptId, version)
      return locked(
        promptId,
        async (tx) => {
          const running = await current(promptId, slot, ReleaseStatus.canary, tx)
          if (running) throw promptReleaseErrors.grayRuns({ version: running.version })
          if (!gray) return goOnline(promptId, userId, version, slot, tx)
          const stable = await current(promptId, slot, ReleaseStatus.online, tx)
          if (!stable) throw promptReleaseErrors.noStable()
          const row = { promptId, ...slot, version, preVersion: stable.version, gray, releasedBy: userId }
          const id = await insert({ ...row, status: ReleaseStatus.canary }, tx)
          await note('prompt.release_gray', promptId, userId, { version, ...slot }, tx)
          return id
        },
        outer,
      )
    },
    async offline(promptId: string, userId: string, version: string, slot: Slot) {
      await locked(promptId, async (tx) => {
        const served = await current(promptId, slot, ReleaseStatus.online, tx)
        if (served?.version !== version) throw promptReleaseErrors.notServed({ version })
        const running = await current(promptId, slot, ReleaseStatus.canary, tx)
        if (running) throw promptReleaseErrors.grayRuns({ version: running.version })
        await end(served.id, tx, true)
        await updateLabel(promptId, slot, undefined, userId, tx)
        await note('prompt.offline', promptId, userId, { version, ...slot }, tx)
      })
    },
    /** Rolls back to the version that was served before. */
    async rollback(promptId: string, userId: string, version: string, slot: Slot, outer?: Tx) {
      await locked(
        promptId,
        async (tx) => {
          const served = await current(promptId, slot, ReleaseStatus.online, tx)
          if (served?.version !== version) throw promptReleaseErrors.notServed({ version })
          if (!served.preVersion) throw promptReleaseErrors.noVersionBefore()
          await end(served.id, tx, true)
          const row = { promptId, ...slot, version: served.preVersion, preVersion: '', gray: null, releasedBy: userId }
          await insert({ ...row, status: ReleaseStatus.online }, tx)
          await updateLabel(promptId, slot, served.preVersion, userId, tx)
          const detail = { from: version, version: served.preVersion, ...slot }
          await note('prompt.rollback', promptId, userId, detail, tx)
        },
        outer,
      )
    },
    find,
    get,
    async changeGray(id: string, gray: PromptGray, outer?: Tx) {
      const { promptId } = await get(id)
      await locked(
        promptId,
        async (tx) => {
          const [changed] = await tx
            .update(promptRelease)
            .set({ gray, updatedAt: clock.now() })
            .where(and(eq(promptRelease.id, id), eq(promptRelease.status, ReleaseStatus.canary)))
            .returning()
          if (!changed) throw promptReleaseErrors.notGray()
        },
        outer,
      )
    },
    /** Releases a gray version to everybody. */
    async releaseToAll(id: string, userId: string, outer?: Tx): Promise<string> {
      const { promptId } = await get(id)
      return locked(
        promptId,
        async (tx) => {
          const row = await stopped(id, false, tx)
          return goOnline(promptId, userId, row.version, row, tx)
        },
        outer,
      )
    },
    async stopGray(id: string, userId: string, outer?: Tx): Promise<void> {
      const { promptId } = await get(id)
      await locked(
        promptId,
        async (tx) => {
          const { version, env, lane, label } = await stopped(id, true, tx)
          await note('prompt.offline', promptId, userId, { version, env, lane, label }, tx)
        },
        outer,
      )
    },
    clearCaches,
    async online(promptId: string, slot: Slot, tx: Tx = db) {
      return current(promptId, slot, ReleaseStatus.online, tx)
    },
    /** Newest first. */
    async list(promptId: string, filter: ReleaseFilter, size: number) {
      const { env, lane, label, version, versionLike, status, before } = filter
      const conditions: (SQL | undefined)[] = [
        eq(promptRelease.promptId, promptId),
        env ? eq(promptRelease.env, env) : undefined,
        lane === undefined ? undefined : eq(promptRelease.lane, lane),
        label === undefined ? undefined : eq(promptRelease.label, label),
        version ? eq(promptRelease.version, version) : undefined,
        versionLike ? ilike(promptRelease.version, likeText(versionLike)) : undefined,
        status ? eq(promptRelease.status, status) : undefined,
        before ? lt(promptRelease.id, before) : undefined,
      ]
      const rows = await db
        .select()
        .from(promptRelease)
        .where(and(...conditions))
        .orderBy(desc(promptRelease.id))
        .limit(size + 1)
      return { rows: rows.slice(0, size), hasMore: rows.length > size }
    },
  }
  async function stopped(id: string, takenBack: boolean, tx: Tx): Promise<PromptReleaseRow> {
    const [row] = await tx
      .update(promptRelease)
      .set({ status: ReleaseStatus.offline, takenBack, updatedAt: clock.now() })
      .where(and(eq(promptRelease.id, id), eq(promptRelease.status, ReleaseStatus.canary)))
      .returning()
    if (!row) throw promptReleaseErrors.notGray()
    return row
  }
}
export type ReleaseService = ReturnType<typeof createReleaseService>
