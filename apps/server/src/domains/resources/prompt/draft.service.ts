import type { GivenDetail } from '@orrery/contract'
import { PromptType } from '@orrery/contract/shared/prompt-enums'
import { and, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx, violates } from '#kit/db.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { checkDraft, checkVersion, requireNames } from './shared/check-detail.ts'
import { emptyBase, mergeDetails, type MergedDetail } from './merge-detail.ts'
import { loopPromptErrors, promptErrors } from './prompt.errors.ts'
import type { PromptService } from './prompt.service.ts'
import { promptDraft, type PromptDraftRow, promptResource, promptVersion } from './prompt.table.ts'
import type { SegmentService } from './segment.service.ts'
import { detailFrom, type PromptDetail, textOfDetail } from './shared/prompt-detail.ts'
import { compareVersions, nextPatch, placeOf } from './version-order.ts'

export interface DraftDeps {
  db: Db
  clock: Clock
  resources: Pick<ResourceService, 'requireContent'>
  prompts: PromptService
  segments: Pick<SegmentService, 'fixed' | 'check'>
}
const isSame = (a: PromptDetail, b: PromptDetail) => JSON.stringify(a) === JSON.stringify(b)

/** Drafts of a prompt, one per person, and the versions committed from them. */
export function createDraftService({ db, clock, resources, prompts, segments }: DraftDeps) {
  const readDraft = async (promptId: string, userId: string, tx: Tx = db) => {
    const where = and(eq(promptDraft.promptId, promptId), eq(promptDraft.userId, userId))
    return (await tx.select().from(promptDraft).where(where))[0]
  }
  async function version(promptId: string, name: string, tx: Tx = db) {
    const where = and(eq(promptVersion.promptId, promptId), eq(promptVersion.version, name))
    const [found] = await tx.select().from(promptVersion).where(where)
    if (!found) {
      const { prompt } = await prompts.get(promptId)
      throw loopPromptErrors.noVersion({ key: prompt.key, version: name })
    }
    return found
  }
  /** The draft of a person, or one based on the newest version if there is none. */
  async function draft(promptId: string, userId: string): Promise<PromptDraftRow> {
    const known = await readDraft(promptId, userId)
    const { prompt } = await prompts.get(promptId)
    // A draft without edits of its own follows the newest version.
    if (known && (known.isEdited || known.baseVersion === prompt.latest)) return known
    const from = prompt.latest ? (await version(promptId, prompt.latest)).detail : await initialDetail(promptId)
    return { ...draftOf(promptId, userId, from, prompt.latest), rev: known?.rev ?? 0 }
  }
  const draftOf = (promptId: string, userId: string, detail: PromptDetail, baseVersion: string) => ({
    promptId,
    userId,
    detail,
    baseVersion,
    isEdited: false,
    savedAt: clock.now(),
  })
  /** The starting point before anything is committed: the draft that was saved last. */
  async function initialDetail(promptId: string): Promise<PromptDetail> {
    const [first] = await db
      .select()
      .from(promptDraft)
      .where(eq(promptDraft.promptId, promptId))
      .orderBy(desc(promptDraft.savedAt))
      .limit(1)
    return first?.detail ?? emptyBase()
  }
  async function write(row: Omit<PromptDraftRow, 'rev'>, tx: Tx = db) {
    const { promptId: _, userId: __, ...values } = row
    const [saved] = await tx
      .insert(promptDraft)
      .values({ ...row, rev: row.savedAt })
      .onConflictDoUpdate({
        target: [promptDraft.promptId, promptDraft.userId],
        set: { ...values, rev: sql`GREATEST(${promptDraft.rev} + 1, ${row.savedAt}::bigint)` },
      })
      .returning()
    return saved!
  }

  return {
    draft,
    version,
    /** `rev` detects concurrent saves from two windows of one person; `base` is set after a merge. */
    async save(
      promptId: string,
      userId: string,
      given: GivenDetail,
      guard: { rev?: number | undefined; base?: string | undefined },
    ) {
      const { spaceId } = (await prompts.get(promptId)).head
      return db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${promptId}/${userId}`}, 900))`)
        const known = await readDraft(promptId, userId, tx)
        const before = known ?? (await draft(promptId, userId))
        const detail = await segments.fixed(spaceId, detailFrom(given, before.detail))
        checkDraft(detail)
        if (known && guard.rev !== undefined && guard.rev !== known.rev)
          throw promptErrors.stale({}, { theirs: known.detail, yours: detail, draft_rev: String(known.rev) })
        const baseVersion = guard.base ?? before.baseVersion
        if (baseVersion) await version(promptId, baseVersion, tx)
        return write({ promptId, userId, detail, baseVersion, isEdited: true, savedAt: clock.now() }, tx)
      })
    },
    /** Compares a draft with the newest version, and merges them as far as possible. */
    async compare(promptId: string, userId: string, given?: string) {
      const { prompt } = await prompts.get(promptId)
      const mine = await draft(promptId, userId)
      const base = given ?? mine.baseVersion
      const candidate = nextPatch(prompt.latest)
      if (base === prompt.latest || !prompt.latest) return { mine, candidate, newest: undefined, merged: undefined }
      const newest = await version(promptId, prompt.latest)
      const start = base ? (await version(promptId, base)).detail : emptyBase()
      const merged: MergedDetail = mergeDetails(start, newest.detail, mine.detail)
      return { mine, candidate, newest, merged }
    },
    async publish(promptId: string, userId: string, name: string, note: string, given?: string) {
      if (!placeOf(name)) throw promptErrors.badVersion()
      const { head, prompt: own } = await prompts.get(promptId)
      const mine = await draft(promptId, userId)
      checkVersion(mine.detail)
      const names = await segments.check(head.spaceId, promptId, mine.detail)
      // A segment may use the variables of the prompts that contain it.
      if (own.type !== PromptType.segment) requireNames(mine.detail, names)
      const text = textOfDetail(mine.detail)
      await resources.requireContent('prompt', { prompt_text: text })
      const base = given ?? mine.baseVersion
      try {
        await db.transaction(async (tx) => {
          const [prompt] = await tx.select().from(promptResource).where(eq(promptResource.id, promptId)).for('update')
          const latest = prompt!.latest
          if (base !== latest) {
            const theirs = (await version(promptId, latest, tx)).detail
            const start = base ? (await version(promptId, base, tx)).detail : emptyBase()
            throw promptErrors.behind({ version: latest }, { base: start, theirs, yours: mine.detail })
          }
          if (latest) {
            if (compareVersions(name, latest) <= 0) {
              const isTaken = name === latest
              throw isTaken ? loopPromptErrors.versionTaken({ version: name }) : promptErrors.notNewer({ last: latest })
            }
            if (isSame((await version(promptId, latest, tx)).detail, mine.detail))
              throw promptErrors.nothingChanged({ version: latest })
          }
          const { detail } = mine
          await prompts.commit(prompt!, { version: name, detail, userId, note }, tx)
          await write({ promptId, userId, detail, baseVersion: name, isEdited: false, savedAt: clock.now() }, tx)
        })
      } catch (cause) {
        throw violates(cause, 'prompt_version_pkey') ? loopPromptErrors.versionTaken({ version: name }) : cause
      }
      await prompts.changed(head.spaceId)
    },
    async revert(promptId: string, userId: string, name: string) {
      const { detail } = await version(promptId, name)
      const { prompt } = await prompts.get(promptId)
      const isEdited = name !== prompt.latest
      await write({ promptId, userId, detail, baseVersion: prompt.latest, isEdited, savedAt: clock.now() })
    },
    /** Newest first. */
    async versions(promptId: string, like: string | undefined, from: number, size: number) {
      const where = and(
        eq(promptVersion.promptId, promptId),
        like ? ilike(promptVersion.version, likeText(like)) : undefined,
      )
      const rows = await db
        .select()
        .from(promptVersion)
        .where(where)
        .orderBy(desc(promptVersion.place))
        .limit(size + 1)
        .offset(from)
      return { rows: rows.slice(0, size), hasMore: rows.length > size }
    },
    /** Several prompts in the given versions. */
    async named(refs: { id: string; version: string }[]) {
      if (!refs.length) return []
      const rows = await db
        .select()
        .from(promptVersion)
        .where(inArray(promptVersion.promptId, [...new Set(refs.map(({ id }) => id))]))
      return rows.filter((row) => refs.some((ref) => ref.id === row.promptId && ref.version === row.version))
    },
  }
}
export type DraftService = ReturnType<typeof createDraftService>
