import { type BotConfig, type BotPatch, BotStatus, emptyBotConfig, HistoryType } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Tx } from '#kit/db.ts'
import { createCache } from '#kit/cache.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { BotPorts } from './shared/bot-ports.ts'
import { newTexts } from './bot-texts.ts'
import { botErrors } from './bot.errors.ts'
import type { BotRepo, FoundBot } from './bot.repo.ts'
import { type BranchRepo, TOGETHER, withBranch } from './branch.repo.ts'
import type { CopyState } from './bot.table.ts'
import { versionErrors } from './version.errors.ts'
import { applyPatch, type Content, hashOf, iconsOf, picturesOf, readContent, tidy } from './draft.ts'

export type { FoundBot } from './bot.repo.ts'
/** A save after this time, or by another user, keeps the previous state in the history. */
export const QUIET_MS = 5 * 60_000
const CACHE_LIMIT = 2000

/** A bot as a turn runs it: the draft, or one published version. */
export interface RunnableBot {
  id: string
  spaceId: string
  ownerId: string
  name: string
  description: string
  iconUri: string
  version: string
  config: BotConfig
  /** Whether each editor has a separate draft. */
  hasEditorDrafts?: boolean
  /** Whether this is a published project. A bot may answer in its pages. */
  isProject?: boolean
}
export interface NewBot {
  id?: string
  spaceId: string
  userId: string
  name: string
  description: string
  iconUri: string
  createFrom?: string
  /** Initial content; the default is a new, empty bot. Its files are accepted without a check. */
  config?: (id: string) => BotConfig
  status?: number
  copy?: CopyState
}
export interface Saved {
  hasChange: boolean
  version: string
  /** Why name, description or texts were refused. In that case nothing was saved. */
  refusal?: AppError
}
type Edit = (content: Content, found: FoundBot) => Content
interface ChangeOptions {
  /** Overwrites whatever was saved last. */
  force?: boolean
  /** The version of the base that the draft is based on after this change. Refused if the base has moved. */
  onto?: string
  /** States whose files the change may reuse. */
  reusesFilesOf?: Content[]
}
export interface BotDeps {
  repo: BotRepo
  branches: BranchRepo
  resources: ResourceService
  audit: AuditService
  bus: Bus
  newId: NewId
  clock: Clock
  ports: BotPorts
  files: Pick<UploadService, 'requireIcon' | 'requirePicture'>
  content: Pick<ContentGuard, 'check'>
  /** Notifies channels that a bot was moved to the bin. */
  onRemoved(botId: string): Promise<void>
}

export const contentOf = ({ head, bot }: FoundBot): Content => readContent({ ...head, config: bot.config })

export function createBotService(deps: BotDeps) {
  const { repo, branches, resources, bus, clock, newId } = deps
  const runnable = createCache({ bus, topic: 'bot', limit: CACHE_LIMIT, load: loadRunnable })

  async function get(botId: string, tx?: Tx): Promise<FoundBot> {
    const found = await repo.byId(botId, tx)
    if (!found) throw errors.notFound({ what: 'bot' })
    return found
  }
  /** A person's own draft, if each editor has one. */
  const ownBranch = async ({ bot }: FoundBot, userId: string | undefined, tx?: Tx) =>
    bot.developMode === TOGETHER && userId ? branches.find(bot.id, userId, tx) : undefined
  /** The draft that a person works on: their own, or the shared one. */
  async function draftOf(botId: string, userId: string | undefined): Promise<FoundBot> {
    const found = await get(botId)
    return withBranch(found, await ownBranch(found, userId))
  }
  async function loadRunnable(botId: string, userId: string): Promise<RunnableBot | undefined> {
    const base = await repo.byId(botId)
    if (!base) return undefined
    const found = withBranch(base, await ownBranch(base, userId))
    const { head, bot } = found
    return {
      id: head.id,
      spaceId: head.spaceId,
      ownerId: head.ownerId,
      version: bot.version,
      hasEditorDrafts: bot.developMode === TOGETHER,
      ...contentOf(found),
    }
  }
  const nextVersion = (...before: (string | undefined)[]) =>
    String(Math.max(clock.now(), ...before.map((version) => Number(version ?? 0) + 1)))

  /** New files must belong to the person and have been uploaded for their purpose. */
  async function checkFiles(before: Content[], after: Content, userId: string) {
    const known = new Set(before.flatMap((content) => [...iconsOf(content), ...picturesOf(content)]))
    for (const uri of iconsOf(after)) if (!known.has(uri)) await deps.files.requireIcon(uri, userId)
    for (const uri of picturesOf(after)) if (!known.has(uri)) await deps.files.requirePicture(uri, userId)
  }
  /** Runs before the row is locked, since a hook may be slow. If the edit itself fails, `apply` reports the error. */
  async function refusalOf(botId: string, userId: string, edit: Edit): Promise<AppError | undefined> {
    const found = await draftOf(botId, userId)
    const before = contentOf(found)
    try {
      return await deps.content.check('bot', newTexts(before, edit(before, found)))
    } catch (cause) {
      if (cause instanceof AppError) return undefined
      throw cause
    }
  }

  /** The only way to change a draft. Locks the row, so that two saves cannot start from one version. */
  async function apply(
    botId: string,
    userId: string,
    from: string | undefined,
    edit: Edit,
    { force = false, onto, reusesFilesOf = [] }: ChangeOptions = {},
  ): Promise<Saved & { found: FoundBot }> {
    const result = await repo.transaction(async (tx) => {
      const base = await repo.lock(botId, tx)
      if (!base) throw errors.notFound({ what: 'bot' })
      if (base.head.status === BotStatus.copying) throw botErrors.stillCopying()
      const branch = await ownBranch(base, userId, tx)
      const found = withBranch(base, branch)
      const before = contentOf(found)
      const known = from ?? (await repo.seenVersion(botId, userId, tx))
      if (!force && known !== found.bot.version)
        throw errors.conflict({}, { found, base: known, kept: known && (await repo.historyAt(botId, known, tx)) })
      if (onto !== undefined && base.bot.version !== onto) throw versionErrors.staleMerge()
      const after = edit(before, found)
      if (!force) await checkFiles([before, ...reusesFilesOf], after, userId)
      const hash = hashOf(after)
      // The stored hash may be from an earlier shape of bots.
      if (onto === undefined && (hash === found.bot.hash || hash === hashOf(before))) {
        await repo.markSeen(botId, userId, found.bot.version, tx)
        return { hasChange: false, version: found.bot.version, found }
      }
      const now = clock.now()
      const hasEditorDrafts = base.bot.developMode === TOGETHER
      const isPause = found.bot.savedBy !== userId || now - found.bot.savedAt >= QUIET_MS
      // The first save of an editor's draft adds no history entry: the base is already stored as submitted.
      const keepsPrevious = hasEditorDrafts && !branch ? false : force || onto !== undefined || isPause
      if (keepsPrevious)
        await repo.keep(
          { ...snapshot(found, HistoryType.save), createdBy: found.bot.savedBy, createdAt: found.bot.savedAt },
          tx,
        )
      const version = nextVersion(found.bot.version, base.bot.version, await branches.newestVersion(botId, tx))
      const bot = { config: after.config, version, hash, savedBy: userId, savedAt: now }
      const head = { name: after.name, description: after.description, iconUri: after.iconUri }
      if (hasEditorDrafts) {
        const baseVersion = onto ?? branch?.baseVersion ?? base.bot.version
        const { config } = after
        await branches.save({ botId, userId, ...head, config, version, hash, baseVersion, savedAt: now }, tx)
      } else {
        await repo.update(botId, bot, tx)
        await resources.touch(botId, userId, head, tx)
      }
      await repo.markSeen(botId, userId, version, tx)
      return {
        hasChange: true,
        version,
        found: { head: { ...found.head, ...head, updatedAt: now }, bot: { ...found.bot, ...bot } },
      }
    })
    if (result.hasChange) await bus.publish('bot', botId)
    return result
  }

  /** Applies a change after checking its texts. A refused change saves nothing. */
  async function saveWith(
    botId: string,
    userId: string,
    base: string | undefined,
    edit: Edit,
  ): Promise<Saved & { found?: FoundBot }> {
    const refusal = await refusalOf(botId, userId, edit)
    return refusal === undefined ? apply(botId, userId, base, edit) : { hasChange: false, version: '', refusal }
  }
  /** Like `saveWith`, but throws the refusal. `force` skips the check: an earlier state contains no new texts. */
  async function change(
    botId: string,
    userId: string,
    base: string | undefined,
    edit: Edit,
    options: ChangeOptions = {},
  ): Promise<Saved & { found: FoundBot }> {
    const refusal = options.force ? undefined : await refusalOf(botId, userId, edit)
    if (refusal) throw refusal
    return apply(botId, userId, base, edit, options)
  }

  function snapshot({ head, bot }: FoundBot, kind: number) {
    return {
      id: newId(),
      botId: bot.id,
      kind,
      version: bot.version,
      name: head.name,
      description: head.description,
      iconUri: head.iconUri,
      config: bot.config,
      hash: bot.hash,
    }
  }

  return {
    hasCollaborators: repo.hasCollaborators,
    get,
    draftOf,
    change,
    snapshot,
    nextVersion,
    /** The current draft: of a person if each editor has one, otherwise the shared one. */
    async getDraft(botId: string, userId?: string) {
      const found = await draftOf(botId, userId)
      return { ...found, content: contentOf(found) }
    },
    /** Edits the configuration on top of whatever was saved last. */
    async editConfig(botId: string, userId: string, edit: (config: BotConfig) => BotConfig) {
      const { bot } = await draftOf(botId, userId)
      return change(botId, userId, bot.version, (content) => ({ ...content, config: edit(content.config) }))
    },
    /** The draft for a turn. It is cached, and every save invalidates the caches of all processes. */
    async getDraftForRun(botId: string, userId?: string): Promise<RunnableBot> {
      const base = await runnable.get(botId)
      const bot = base?.hasEditorDrafts && userId ? await runnable.get(botId, userId) : base
      if (!bot) throw errors.notFound({ what: 'bot' })
      return bot
    },
    async create(values: NewBot, tx?: Tx): Promise<{ id: string; refusal?: AppError }> {
      const { spaceId, userId, name, description, iconUri, status } = values
      const refusal = await deps.content.check('bot', { name, description })
      if (refusal !== undefined) return { id: '', refusal }
      const empty = emptyBotConfig()
      const model = values.config ? undefined : await deps.ports.defaultModel?.(spaceId)
      const fresh = { ...empty, model_info: { ...empty.model_info, ...model } }
      if (!values.config) await checkFiles([], { name, description, iconUri, config: fresh }, userId)
      const insert = async (writer: Tx) => {
        const head = await resources.create(
          { id: values.id, kind: 'bot', spaceId, ownerId: userId, name, description, iconUri, status },
          writer,
        )
        const config = tidy(values.config?.(head.id) ?? fresh)
        const now = clock.now()
        const bot = {
          id: head.id,
          config,
          version: String(now),
          hash: hashOf({ name, description, iconUri, config }),
          savedBy: userId,
          savedAt: now,
          createFrom: values.createFrom ?? '',
          copy: values.copy,
        }
        await repo.insert(bot, writer)
        await repo.markSeen(head.id, userId, bot.version, writer)
        return head.id
      }
      return { id: tx ? await insert(tx) : await repo.transaction(insert) }
    },
    save: (botId: string, userId: string, patch: BotPatch, base?: string, locale: Locale = 'en') =>
      saveWith(botId, userId, base, (before) => applyPatch(before, patch, newId, locale)),
    saveWith,
    /** Evicts a bot from the caches of all processes. */
    forget: (botId: string) => bus.publish('bot', botId),
    /** Records that a person has read this version of the draft: the next save is based on it. */
    markSeen: (botId: string, userId: string, version: string) => repo.markSeen(botId, userId, version),
    async remove(botId: string, userId: string) {
      await get(botId)
      await resources.discard(botId, userId)
      await bus.publish('bot', botId)
      await deps.onRemoved(botId)
    },
  }
}
export type BotService = ReturnType<typeof createBotService>
