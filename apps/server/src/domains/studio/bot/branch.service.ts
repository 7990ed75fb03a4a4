import { HistoryType } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { BotRepo, FoundBot } from './bot.repo.ts'
import type { BotService } from './bot.service.ts'
import { type BranchRepo, TOGETHER, withBranch } from './branch.repo.ts'
import type { BranchRow } from './branch.table.ts'
import type { RuleRepo } from './rule/rule.repo.ts'
import { versionErrors } from './version.errors.ts'

export interface BranchDeps {
  bots: BotService
  repo: BotRepo
  branches: BranchRepo
  rules: Pick<RuleRepo, 'saveChangelog'>
  resources: ResourceService
  bus: Bus
  newId: NewId
  clock: Clock
}
/** What a commit changes, as written by its author, and the text that was generated for the author. */
export interface Remark {
  text: string
  generated: string
}
const CommitResult = { committed: 1, behind: 2 } as const

/** Drafts of editors, and the base to which they are submitted. */
export function createBranchService({ bots, repo, branches, rules, resources, bus, newId, clock }: BranchDeps) {
  async function locked(botId: string, tx: Tx): Promise<FoundBot> {
    const found = await repo.lock(botId, tx)
    if (!found) throw errors.notFound({ what: 'bot' })
    return found
  }
  /** Discards a draft. Unsubmitted changes are kept in the history under the name of the editor. */
  async function discardDraft(base: FoundBot, branch: BranchRow, tx: Tx) {
    const { botId, userId, savedAt } = branch
    if (branch.hash !== base.bot.hash) {
      const state = bots.snapshot(withBranch(base, branch), HistoryType.save)
      await repo.addHistory({ ...state, id: newId(), createdBy: userId, createdAt: savedAt }, tx)
    }
    await branches.remove(botId, userId, tx)
  }
  async function commitBase(found: FoundBot, userId: string, { text, generated }: Remark, tx: Tx): Promise<FoundBot> {
    const by = { createdBy: userId, createdAt: clock.now() }
    const row = { ...bots.snapshot(found, HistoryType.commit), note: text, ...by }
    // Store the generated text beside the text of the person.
    if ((await repo.keep(row, tx)) && generated)
      await rules.saveChangelog({ historyId: row.id, machineText: generated, personText: text, ...by }, tx)
    await repo.update(found.bot.id, { commitVersion: found.bot.version }, tx)
    return { ...found, bot: { ...found.bot, commitVersion: found.bot.version } }
  }

  return {
    /**
     * On: the shared draft becomes the base and the first commit. Off: the base becomes the shared draft again, and the
     * drafts of editors are kept in the history.
     */
    async switchMode(botId: string, userId: string, mode: number): Promise<void> {
      const isOn = mode === TOGETHER
      if (isOn && !(await repo.hasCollaborators(botId))) throw versionErrors.needsCollaborator()
      await repo.transaction(async (tx) => {
        const base = await locked(botId, tx)
        if ((base.bot.developMode === TOGETHER) === isOn) return
        if (isOn) await commitBase(base, userId, { text: '', generated: '' }, tx)
        else for (const branch of await branches.list(botId, tx)) await discardDraft(base, branch, tx)
        await repo.update(botId, { developMode: mode }, tx)
      })
      await bus.publish('bot', botId)
    },
    /** Discards the draft of a person who no longer edits the bot. */
    async discardDraftOf(botId: string, userId: string): Promise<void> {
      const isDiscarded = await repo.transaction(async (tx) => {
        const branch = await branches.find(botId, userId, tx)
        const base = branch && (await repo.lock(botId, tx))
        if (!base) return false
        await discardDraft(base, branch, tx)
        return true
      })
      if (isDiscarded) await bus.publish('bot', botId)
    },
    /** Submits a draft to the base, unless the base has moved since the draft began. */
    async submit(botId: string, userId: string, remark: Remark, version: string | undefined) {
      const result = await repo.transaction(async (tx) => {
        const base = await locked(botId, tx)
        const hasEditorDrafts = base.bot.developMode === TOGETHER
        const branch = hasEditorDrafts ? await branches.find(botId, userId, tx) : undefined
        const found = withBranch(base, branch)
        const known = version ?? (await repo.seenVersion(botId, userId, tx))
        const isBehind = known !== found.bot.version || (branch && branch.baseVersion !== base.bot.version)
        if (isBehind) return { found, result: CommitResult.behind }
        if (branch) {
          const { config, hash, savedAt, name, description, iconUri } = branch
          await repo.update(botId, { config, hash, version: branch.version, savedBy: userId, savedAt }, tx)
          await resources.touch(botId, userId, { name, description, iconUri }, tx)
          await branches.remove(botId, userId, tx)
        }
        return { found: await commitBase(found, userId, remark, tx), result: CommitResult.committed }
      })
      if (result.result === CommitResult.committed) await bus.publish('bot', botId)
      return result
    },
    async status(botId: string, userId: string) {
      const base = await bots.get(botId)
      const rows = base.bot.developMode === TOGETHER ? await branches.list(botId) : []
      const isBehind = (row: BranchRow) => row.baseVersion !== base.bot.version
      const own = rows.find((row) => row.userId === userId)
      return {
        base,
        own,
        isBehind: own !== undefined && isBehind(own),
        hasOwnChanges: own !== undefined && own.hash !== base.bot.hash,
        drafts: rows.map((row) => ({ userId: row.userId, savedAt: row.savedAt, isBehind: isBehind(row) })),
      }
    },
    /** The draft of this person, or the base itself if they have none. */
    async draftAndBase(botId: string, userId: string): Promise<{ draft: FoundBot; base: FoundBot }> {
      const { base, own } = await this.status(botId, userId)
      return { draft: withBranch(base, own), base }
    },
    /** Only the base is published: a person with unsubmitted changes has to submit them first. */
    async requireSubmitted(botId: string, userId: string): Promise<void> {
      if ((await this.status(botId, userId)).hasOwnChanges) throw versionErrors.submitFirst()
    },
  }
}
export type BranchService = ReturnType<typeof createBranchService>
