import { PromptSecurity, PromptType } from '@orrery/contract/shared/prompt-enums'
import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  like,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { inUse, withSegment } from './in-use.ts'
import { loopPromptErrors, promptErrors, segmentErrors } from './prompt.errors.ts'
import { promptDraft, promptRelease, promptResource, promptVersion } from './prompt.table.ts'
import {
  isSecret,
  libraryDetail,
  listedText as listed,
  type PromptDetail,
  segmentRefs,
  textOfDetail,
} from './shared/prompt-detail.ts'
import { nextPatch, placeOf } from './version-order.ts'

export interface PromptContent {
  name: string
  description: string
  text: string
}

export interface NewPrompt {
  name: string
  description: string
  key: string
  type: number
  securityLevel?: number | undefined
  tagIds?: string[] | undefined
  detail: PromptDetail
  /** Whether it is committed at once, e.g. as a copy of a version. Otherwise it begins as a draft of its author. */
  isCommitted?: boolean
}
export interface PromptFilter {
  keyword?: string | undefined
  types?: number[] | undefined
  statuses?: number[] | undefined
  makers?: string[] | undefined
  tagIds?: string[] | undefined
  folder?: string | undefined
  isCommitted?: boolean
  order?: { by?: number | undefined; isAscending?: boolean | undefined }
}
export interface PromptDeps {
  db: Db
  bus: Bus
  newId: NewId
  clock: Clock
  resources: ResourceService
  audit: Pick<AuditService, 'record'>
  /** Bots and workflows that follow the releases of the prompt. */
  followersOf(spaceId: string, key: string): Promise<{ name: string }[]>
  /** Names of tags by id; tags of other spaces are left out. */
  tagNames(spaceId: string, ids: string[]): Promise<Map<string, string>>
}
const keyPattern = /^[A-Za-z][\w.\-/]{0,99}$/
const FIRST_VERSION = '0.0.1'
const MAX_FOLDERS = 200
/** Prompts that people of a space share with each other and with their programs. */
export function createPromptService(deps: PromptDeps) {
  const { db, bus, newId, clock, resources, audit, followersOf, tagNames } = deps
  const select = () =>
    db
      .select({ head: resource, prompt: promptResource })
      .from(promptResource)
      .innerJoin(resource, eq(resource.id, promptResource.id))

  async function get(id: string) {
    const [found] = await select().where(eq(promptResource.id, id))
    if (!found) throw errors.notFound({ what: 'prompt' })
    return found
  }
  /** The ids without duplicates; throws unless all are tags of the space. */
  async function ownTags(spaceId: string, ids: string[]): Promise<string[]> {
    const wanted = [...new Set(ids)]
    const known = wanted.length ? await tagNames(spaceId, wanted) : new Map<string, string>()
    if (wanted.some((id) => !known.has(id))) throw errors.notFound({ what: 'tag' })
    return wanted
  }
  async function create(spaceId: string, userId: string, { name, description, text }: PromptContent) {
    const id = newId()
    const detail = libraryDetail(text)
    const made = { name, description, key: `library-${id}`, type: PromptType.segment, detail, isCommitted: true }
    return { id, version: (await add(spaceId, userId, { ...made, securityLevel: PromptSecurity.l2 }, id)).version }
  }
  /** Creates a prompt with its head, row, and first version or draft. */
  async function add(spaceId: string, userId: string, made: NewPrompt, id = newId()) {
    const { name, description, key, type, detail, securityLevel = PromptSecurity.l3, isCommitted = false } = made
    if (!keyPattern.test(key)) throw promptErrors.badKey()
    const text = textOfDetail(detail)
    await resources.requireContent('prompt', { name, description, prompt_text: text })
    const tagIds = await ownTags(spaceId, made.tagIds ?? [])
    const [now, latest] = [clock.now(), isCommitted ? FIRST_VERSION : '']
    try {
      await db.transaction(async (tx) => {
        await resources.create({ id, kind: 'prompt', spaceId, ownerId: userId, name, description }, tx)
        const row = {
          id,
          spaceId,
          key,
          type,
          securityLevel,
          latest,
          tagIds,
          version: String(now),
          promptText: listed(text, securityLevel),
        }
        await tx.insert(promptResource).values({ ...row, committedAt: isCommitted ? now : 0 })
        if (isCommitted) await addVersion({ promptId: id, version: latest, detail, userId }, tx)
        else
          await tx.insert(promptDraft).values({ promptId: id, userId, detail, isEdited: true, savedAt: now, rev: now })
      })
    } catch (cause) {
      throw violates(cause, 'prompt_key_in_space') ? loopPromptErrors.keyTaken({ key }) : cause
    }
    await changed(spaceId)
    return { id, version: String(now) }
  }
  async function addVersion(
    given: { promptId: string; version: string; detail: PromptDetail; userId: string; base?: string; note?: string },
    tx: Tx,
  ) {
    const { promptId, version, detail, userId: createdBy, base: baseVersion = '', note = '' } = given
    const created = { createdBy, createdAt: clock.now() }
    await tx
      .insert(promptVersion)
      .values({ promptId, version, place: placeOf(version)!, detail, baseVersion, note, ...created })
  }
  /** Adds a version and makes it the newest. The caller has locked the row of the prompt. */
  async function commit(
    prompt: Pick<typeof promptResource.$inferSelect, 'id' | 'latest' | 'securityLevel'>,
    given: { version: string; detail: PromptDetail; userId: string; note: string },
    tx: Tx,
  ): Promise<void> {
    await addVersion({ promptId: prompt.id, base: prompt.latest, ...given }, tx)
    const now = clock.now()
    const promptText = listed(textOfDetail(given.detail), prompt.securityLevel)
    await tx
      .update(promptResource)
      .set({ latest: given.version, promptText, committedAt: now, version: String(now) })
      .where(eq(promptResource.id, prompt.id))
    await resources.touch(prompt.id, given.userId, {}, tx)
  }
  /** Clears the caches of every process, so that changes are served at once. */
  const changed = (spaceId: string) => bus.publish('prompt', spaceId)
  /** Prompts that use a segment in their newest version or in one that is served. */
  const usersOf = (id: string, below: number = PromptSecurity.l4 + 1) =>
    db
      .selectDistinct({ id: resource.id, name: resource.name })
      .from(promptVersion)
      .innerJoin(promptResource, eq(promptResource.id, promptVersion.promptId))
      .innerJoin(resource, eq(resource.id, promptResource.id))
      .where(
        and(
          eq(promptResource.spaceId, sql`(SELECT space_id FROM prompt_resource WHERE id = ${id})`),
          lt(promptResource.securityLevel, below),
          withSegment(id),
          inUse(db),
        ),
      )
      .limit(20)
  /**
   * Checks that a segment of the strictest level is used only in prompts of that level, which traces and lists omit.
   */
  async function requireLevelOfUses(id: string, level: number): Promise<void> {
    if (isSecret(level)) {
      const users = await usersOf(id, PromptSecurity.l4)
      if (users.length) throw promptErrors.used({ names: users.map(({ name }) => name).join(', ') })
      return
    }
    const own = await db
      .select({ detail: promptVersion.detail })
      .from(promptVersion)
      .innerJoin(promptResource, eq(promptResource.id, promptVersion.promptId))
      .where(and(eq(promptVersion.promptId, id), inUse(db)))
    const refs = own.flatMap(({ detail }) => segmentRefs(detail).map((ref) => ref.id))
    if (!refs.length) return
    const [strict] = await db
      .select({ name: resource.name })
      .from(promptResource)
      .innerJoin(resource, eq(resource.id, promptResource.id))
      .where(and(inArray(promptResource.id, refs), gte(promptResource.securityLevel, PromptSecurity.l4)))
    if (strict) throw segmentErrors.stricter({ name: strict.name })
  }
  return {
    get,
    find: async (id: string) => (await select().where(eq(promptResource.id, id)))[0],
    create,
    /** Without a version, the change is accepted only from the last editor, so that no unseen edit is overwritten. */
    async update(id: string, userId: string, { name, description, text }: PromptContent, base: string | undefined) {
      await resources.requireContent('prompt', { name, description, prompt_text: text })
      const saved = await db.transaction(async (tx) => {
        const [found] = await tx
          .select({ head: resource, prompt: promptResource })
          .from(promptResource)
          .innerJoin(resource, eq(resource.id, promptResource.id))
          .where(eq(promptResource.id, id))
          .for('update')
        if (!found) throw errors.notFound({ what: 'prompt' })
        const isStale = base === undefined ? found.head.editedBy !== userId : base !== found.prompt.version
        if (isStale) {
          const theirs = {
            name: found.head.name,
            description: found.head.description,
            prompt_text: found.prompt.promptText,
          }
          throw errors.conflict(
            {},
            { version: found.prompt.version, theirs, yours: { name, description, prompt_text: text } },
          )
        }
        if (found.prompt.type !== PromptType.segment) throw promptErrors.notASegment()
        const version = String(Math.max(clock.now(), Number(found.prompt.version) + 1))
        const change: Partial<typeof promptResource.$inferInsert> = { promptText: text, version }
        if (text !== found.prompt.promptText || !found.prompt.latest) {
          const [base, latest] = [found.prompt.latest, nextPatch(found.prompt.latest)]
          await addVersion({ promptId: id, version: latest, detail: libraryDetail(text), userId, base }, tx)
          Object.assign(change, { latest, committedAt: clock.now() })
        }
        await tx.update(promptResource).set(change).where(eq(promptResource.id, id))
        await resources.touch(id, userId, { name, description }, tx)
        return { id, version, spaceId: found.head.spaceId }
      })
      await changed(saved.spaceId)
      return { id, version: saved.version }
    },
    add,
    commit,
    changed,
    async setHead(
      id: string,
      userId: string,
      change: {
        name?: string | undefined
        description?: string | undefined
        securityLevel?: number | undefined
        reason?: string | undefined
        tagIds?: string[] | undefined
      },
    ) {
      const { head, prompt } = await get(id)
      const { securityLevel: level, reason = '' } = change
      const isLower = level !== undefined && level < prompt.securityLevel
      if (isLower && !reason.trim()) throw promptErrors.needsReason()
      if (level !== undefined && level !== prompt.securityLevel) await requireLevelOfUses(id, level)
      const tagIds = change.tagIds && (await ownTags(head.spaceId, change.tagIds))
      await db.transaction(async (tx) => {
        if (level !== undefined && level !== prompt.securityLevel) {
          const [newest] = await tx
            .select({ detail: promptVersion.detail })
            .from(promptVersion)
            .where(and(eq(promptVersion.promptId, id), eq(promptVersion.version, prompt.latest)))
          const promptText = newest ? listed(textOfDetail(newest.detail), level) : ''
          await tx.update(promptResource).set({ securityLevel: level, promptText }).where(eq(promptResource.id, id))
          const detail = { name: head.name, from: prompt.securityLevel, to: level, reason }
          await audit.record(
            { actorId: userId, spaceId: head.spaceId, action: 'prompt.security_level', target: id, detail },
            tx,
          )
        }
        if (tagIds) await tx.update(promptResource).set({ tagIds }).where(eq(promptResource.id, id))
        const { name = head.name, description = head.description } = change
        await resources.touch(id, userId, { name, description }, tx)
      })
      await changed(head.spaceId)
    },
    /** Refused while the prompt is served or used, because its users would break without notice. */
    async remove(id: string, userId: string) {
      const { head, prompt } = await get(id)
      const [served] = await db
        .select({ env: promptRelease.env, lane: promptRelease.lane, label: promptRelease.label })
        .from(promptRelease)
        .where(and(eq(promptRelease.promptId, id), ne(promptRelease.status, 2)))
        .limit(1)
      if (served) {
        const place = [served.env === 2 ? 'production' : 'test', served.lane, served.label].filter(Boolean).join(' / ')
        throw promptErrors.released({ place })
      }
      const users = [...(await usersOf(id)), ...(await followersOf(head.spaceId, prompt.key))]
      if (users.length) throw promptErrors.used({ names: users.map(({ name }) => name).join(', ') })
      await resources.discard(id, userId)
      await changed(head.spaceId)
    },
    usersOf,
    tagNames,
    /** The folders of a space: the parts of keys before the last slash. */
    async folders(spaceId: string): Promise<string[]> {
      const folder = sql<string>`regexp_replace(${promptResource.key}, '/[^/]*$', '')`
      const rows = await db
        .selectDistinct({ folder })
        .from(promptResource)
        .innerJoin(resource, eq(resource.id, promptResource.id))
        .where(and(eq(resource.spaceId, spaceId), like(promptResource.key, '%/%')))
        .orderBy(folder)
        .limit(MAX_FOLDERS)
      return rows.map((row) => row.folder)
    },
    /** Prompts for programs and segments, found by the beginning of name or key. */
    async search(spaceId: string, filter: PromptFilter, page: number, size: number) {
      const { keyword, types, statuses, makers, tagIds, folder, isCommitted, order = {} } = filter
      const pattern = keyword ? likeText(keyword).slice(1) : undefined
      const states = statuses?.filter((status) => status === 1 || status === 2) ?? []
      const conditions: (SQL | undefined)[] = [
        eq(resource.spaceId, spaceId),
        pattern === undefined ? undefined : or(ilike(resource.name, pattern), ilike(promptResource.key, pattern)),
        types?.length ? inArray(promptResource.type, types) : undefined,
        makers?.length ? inArray(resource.ownerId, makers) : undefined,
        states.length === 1
          ? states[0] === 2
            ? ne(promptResource.latest, '')
            : eq(promptResource.latest, '')
          : undefined,
        isCommitted ? ne(promptResource.latest, '') : undefined,
        tagIds?.length ? arrayOverlaps(promptResource.tagIds, tagIds) : undefined,
        folder ? ilike(promptResource.key, likeText(`${folder}/`).slice(1)) : undefined,
      ]
      const where = and(...conditions)
      const by = { 1: resource.createdAt, 2: promptResource.committedAt }[order.by ?? 0] ?? resource.updatedAt
      const rows = await select()
        .where(where)
        .orderBy(order.isAscending ? asc(by) : desc(by), desc(resource.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db
        .select({ n: count() })
        .from(promptResource)
        .innerJoin(resource, eq(resource.id, promptResource.id))
        .where(where)
      return { rows, total: total!.n }
    },
    async list(spaceId: string, keyword: string, page: number, size: number) {
      const pattern = keyword && likeText(keyword)
      const where = and(
        eq(resource.spaceId, spaceId),
        pattern ? or(ilike(resource.name, pattern), ilike(resource.description, pattern)) : undefined,
      )
      const rows = await select()
        .where(where)
        .orderBy(desc(resource.updatedAt), desc(resource.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db
        .select({ n: count() })
        .from(promptResource)
        .innerJoin(resource, eq(resource.id, promptResource.id))
        .where(where)
      return { rows, total: total!.n }
    },
  }
}
export type PromptService = ReturnType<typeof createPromptService>
export type FoundPrompt = Awaited<ReturnType<PromptService['get']>>
