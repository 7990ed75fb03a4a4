import { BotStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { AppError, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Tx } from '#kit/db.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { copyName } from './shared/copy-name.ts'
import { referencesOf, remap, withNewIds } from './copy-resources.ts'
import { botErrors } from './bot.errors.ts'
import type { BotCopyRepo } from './copy.repo.ts'
import type { BotRepo, FoundBot } from './bot.repo.ts'
import { type BotService, contentOf } from './bot.service.ts'
import { type Content, hashOf, iconsOf, picturesOf, tidy } from './draft.ts'

export interface CopyTarget {
  spaceId: string
  userId: string
}

export interface CopyDeps {
  bots: BotService
  repo: BotRepo
  records: BotCopyRepo
  resources: ResourceService
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  copyFile(key: string, target: CopyTarget): Promise<string>
  mayCopy(userId: string, id: string): Promise<boolean>
  /** Copies a resource that a bot uses into another space. Returns the id of the copy. */
  copyResource(source: ResourceRow, target: CopyTarget): Promise<string>
  /** Copies what belongs to a bot in other tables, such as tasks. */
  copyParts: ((fromBotId: string, toBotId: string, userId: string, tx: Tx) => Promise<void>)[]
}

/** Duplicates bots: at once inside a space; for another space, a job copies the resources too. */
export function createBotCopies(deps: CopyDeps) {
  const { bots, repo, newId } = deps
  const leased = createLeasedWork({ ...deps, name: 'bot-copy', store: deps.records.leases, work })

  async function copyFiles(content: Content, target: CopyTarget): Promise<Content> {
    let text = JSON.stringify(content)
    for (const key of [...iconsOf(content), ...picturesOf(content)])
      text = text.replaceAll(JSON.stringify(key), JSON.stringify(await deps.copyFile(key, target)))
    return JSON.parse(text) as Content
  }

  /**
   * Resumes after an interrupted attempt, without copying anything twice. Returns undefined if another process has
   * taken over.
   */
  async function copyReferences(found: FoundBot, fence: number): Promise<Content | undefined> {
    const { head, bot } = found
    const target = { spaceId: head.spaceId, userId: head.ownerId }
    const content = contentOf(found)
    const done = new Map(Object.entries(bot.copy?.done ?? {}).map(([from, to]) => [from, to ?? undefined]))
    const own = new Set(done.values())
    const rowsById = new Map(
      (await deps.resources.getMany(referencesOf(content.config).map(({ id }) => id))).map((row) => [row.id, row]),
    )
    for (const { kind, id } of referencesOf(content.config)) {
      const row = rowsById.get(id)
      if (own.has(id) || done.has(id) || row?.spaceId === head.spaceId) continue
      const mayHave = row !== undefined && row.kind === kind && (await deps.mayCopy(target.userId, id))
      const copyId = mayHave ? await copyOne(row, target, bot.copy?.isSkipping) : undefined
      // JSON has no undefined: null marks what was left out.
      if (!(await deps.records.note(bot.id, fence, id, copyId ?? null))) return undefined
      done.set(id, copyId)
    }
    return { ...content, config: tidy(remap(content.config, done)) }
  }

  /** A resource that cannot be copied aborts the copy, unless the caller chose to skip it. */
  async function copyOne(row: ResourceRow, target: CopyTarget, isSkipping = false) {
    try {
      return await deps.copyResource(row, target)
    } catch (cause) {
      if (isSkipping) return undefined
      throw cause
    }
  }

  async function work(botId: string, fence: number): Promise<void> {
    const found = await repo.byId(botId)
    if (!found) return
    try {
      const content = await copyReferences(found, fence)
      if (!content) return
      await repo.transaction(async (tx) => {
        if (!(await deps.records.hold(botId, fence, tx))) return
        await repo.update(botId, { config: content.config, hash: hashOf(content), copy: null }, tx)
        await deps.resources.touch(botId, found.head.ownerId, { status: BotStatus.using }, tx)
      })
    } catch (cause) {
      deps.log.warn({ err: cause, botId }, 'copy of a bot failed')
      const error = cause instanceof AppError || cause instanceof Error ? cause.message : String(cause)
      if (!(await deps.records.fail(botId, fence, { lease: 0, error: error.slice(0, 500) }))) return
      await deps.resources.touch(botId, found.head.ownerId, { status: BotStatus.copyFailed })
    }
    await bots.forget(botId)
  }

  return {
    run: leased.run,
    start: leased.start,
    async duplicate(botId: string, target: CopyTarget, locale: Locale) {
      const found = await bots.get(botId)
      if (found.head.status === BotStatus.copying) throw botErrors.stillCopying()
      const source = await copyFiles(contentOf(found), target)
      const name = copyName(source.name, locale)
      const isOutside = target.spaceId !== found.head.spaceId && referencesOf(source.config).length > 0
      const status = isOutside ? BotStatus.copying : BotStatus.using
      const copy = isOutside ? { fromBotId: botId, done: {} } : undefined
      const id = await repo.transaction(async (tx) => {
        const config = (id: string) => withNewIds(source.config, id, newId)
        const made = await bots.create({ ...target, ...source, name, status, copy, config, createFrom: 'copy' }, tx)
        if (made.refusal !== undefined) throw made.refusal
        for (const part of deps.copyParts) await part(botId, made.id, target.userId, tx)
        return made.id
      })
      if (isOutside) await leased.enqueue(id)
      return { id, name, status }
    },
    async retry(botId: string, isSkipping: boolean) {
      const { head, bot } = await bots.get(botId)
      if (head.status !== BotStatus.copyFailed) throw botErrors.notFailed()
      if (bot.copy) await repo.update(botId, { copy: { ...bot.copy, isSkipping } })
      await deps.resources.touch(botId, head.ownerId, { status: BotStatus.copying })
      await leased.enqueue(botId)
      return BotStatus.copying
    },
  }
}
export type BotCopies = ReturnType<typeof createBotCopies>
