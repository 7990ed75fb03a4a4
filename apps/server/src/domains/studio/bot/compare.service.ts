import { botPatchSchema, type BotState, Branch } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Locale } from '#kit/errors.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { BotRepo } from './bot.repo.ts'
import { type BotService, contentOf } from './bot.service.ts'
import { type BranchRepo, TOGETHER, withBranch } from './branch.repo.ts'
import { type Content, hashOf, readContent, tidy } from './draft.ts'
import { diffTree, diffTree3, originOf } from './merge/display.ts'
import { contentOfTree, type Fields, treeOf } from './merge/shape.ts'
import { type Choice, type Conflict, mergeTrees } from './merge/three-way.ts'
import { fieldName, itemName } from './merge/words.ts'
import { versionErrors } from './version.errors.ts'

export interface CompareDeps {
  bots: BotService
  repo: BotRepo
  branches: BranchRepo
  secrets: Pick<Secrets, 'sign' | 'verify'>
  clock: Clock
}
interface State {
  content: Content
  version: string
}
/** The choice for a conflict, as sent by a client. */
export interface SentChoice {
  json_path: string
  selected_value?: string | undefined
  manual_merge_value?: string | undefined
}
export interface DiffRequest {
  left: BotState
  right: BotState
  template: string
  /** Leaves out differences that all channels of a version share. */
  isOfChannels: boolean
}
interface Ticket {
  bot: string
  user: string
  left: string
  right: string
  at: number
}
const TICKET_MS = 24 * 3600_000

/** Compares states of a bot, and merges the base into drafts. */
export function createCompareService({ bots, repo, branches, secrets, clock }: CompareDeps) {
  const storedState = async (botId: string, version: string, field: string): Promise<State> => {
    const row = /^\d{1,18}$/.test(version) ? await repo.historyAt(botId, version) : undefined
    if (!row) throw versionErrors.noState({ field })
    return { content: readContent(row), version: row.version }
  }
  async function stateOf(botId: string, userId: string, state: BotState, field: string): Promise<State> {
    const { branch, version_id: version, connector_id: channel } = state
    if (branch === Branch.publish) {
      const row = channel || !version ? await repo.publishedAt(botId, channel || undefined) : undefined
      if (row) return { content: readContent(row), version: row.version }
      if (channel) throw versionErrors.noState({ field: `${field}.connector_id` })
      return storedState(botId, version, `${field}.version_id`)
    }
    const found = branch === Branch.base ? await bots.get(botId) : await bots.draftOf(botId, userId)
    if (version && version !== '0' && version !== found.bot.version)
      return storedState(botId, version, `${field}.version_id`)
    return { content: contentOf(found), version: found.bot.version }
  }
  function ticketOf(ticket: Omit<Ticket, 'at'>): string {
    const text = Buffer.from(JSON.stringify({ ...ticket, at: clock.now() })).toString('base64url')
    return `${text}.${secrets.sign(`bot-diff ${text}`)}`
  }
  function readTicket(given: string, botId: string, userId: string): Ticket {
    const [text = '', signature = ''] = given.split('.')
    if (!secrets.verify(`bot-diff ${text}`, signature)) throw versionErrors.badTicket()
    const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket
    if (ticket.bot !== botId || ticket.user !== userId || clock.now() - ticket.at > TICKET_MS)
      throw versionErrors.badTicket()
    return ticket
  }
  /** The three states of a merge: the common ancestor, the base, and the person's draft. */
  async function mergeInputs(botId: string, userId: string) {
    const base = await bots.get(botId)
    const branch = base.bot.developMode === TOGETHER ? await branches.find(botId, userId) : undefined
    if (!branch) throw versionErrors.nothingToMerge()
    const mine = contentOf(withBranch(base, branch))
    const theirs = contentOf(base)
    const ancestor =
      branch.baseVersion === base.bot.version ? theirs : (await storedState(botId, branch.baseVersion, 'base')).content
    return { base, branch, theirs, mine, ancestor, trees: [treeOf(ancestor), treeOf(theirs), treeOf(mine)] as const }
  }
  function choiceOf(sent: SentChoice, conflict: Conflict): Choice {
    const { json_path: path, selected_value: selected, manual_merge_value: manual } = sent
    if (manual !== undefined) {
      if ([conflict.mine, conflict.theirs, conflict.base].some((value) => typeof value === 'string'))
        return { value: manual }
      try {
        return { value: JSON.parse(manual) as unknown }
      } catch {
        throw versionErrors.badMerged({ field: path, why: 'not JSON' })
      }
    }
    if (selected === 'current' || selected === originOf(conflict.mine, path)) return 'mine'
    if (selected === 'target' || selected === originOf(conflict.theirs, path)) return 'theirs'
    throw versionErrors.badChoice({ path })
  }
  /** Validates the merged content like a save. */
  function checked(tree: Fields): Content {
    const content = contentOfTree(tree)
    const { name, description, iconUri: icon_uri, config } = content
    const parsed = botPatchSchema.safeParse({ ...config, name, description, icon_uri })
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw versionErrors.badMerged({ field: issue!.path.join('.'), why: issue!.message })
    }
    try {
      return { ...content, config: tidy(readContent(content).config) }
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'ZodError')
        throw versionErrors.badMerged({ field: 'shortcuts', why: 'not valid' })
      throw cause
    }
  }

  return {
    stateOf,
    async diff(botId: string, userId: string, { left, right, template, isOfChannels }: DiffRequest, locale: Locale) {
      const [one, two] = await Promise.all([
        stateOf(botId, userId, left, 'left'),
        stateOf(botId, userId, right, 'right'),
      ])
      const { bot } = await bots.get(botId)
      return {
        nodes: diffTree(treeOf(one.content), treeOf(two.content), locale, template !== '', isOfChannels),
        ticket: ticketOf({ bot: botId, user: userId, left: hashOf(one.content), right: hashOf(two.content) }),
        targetVersion: bot.version,
      }
    },
    async diff3(botId: string, userId: string, locale: Locale) {
      const { base, branch, trees } = await mergeInputs(botId, userId)
      const { conflicts } = mergeTrees(...trees)
      return {
        nodes: diffTree3(...trees, conflicts, locale),
        ticket: ticketOf({ bot: botId, user: userId, left: branch.version, right: base.bot.version }),
        targetVersion: base.bot.version,
        commitVersion: base.bot.commitVersion,
      }
    },
    /** Merges our own stored states. Only the choices are taken from the request. */
    async merge(botId: string, userId: string, given: string, sent: SentChoice[], dryRun: boolean, locale: Locale) {
      const ticket = readTicket(given, botId, userId)
      const { base, branch, theirs, trees } = await mergeInputs(botId, userId)
      if (ticket.left !== branch.version || ticket.right !== base.bot.version) throw versionErrors.staleMerge()
      const open = new Map(mergeTrees(...trees).conflicts.map((conflict) => [conflict.path, conflict]))
      const choices = new Map<string, Choice>()
      for (const one of sent) {
        if (one.selected_value === undefined && one.manual_merge_value === undefined) continue
        const conflict = open.get(one.json_path)
        if (!conflict) throw versionErrors.notAConflict({ path: one.json_path })
        choices.set(one.json_path, choiceOf(one, conflict))
      }
      const { tree, conflicts } = mergeTrees(...trees, choices)
      const [first] = conflicts
      if (first && !dryRun) {
        const name = first.isItem ? itemName(first.mine) || itemName(first.theirs) : fieldName(first.key, locale)
        throw versionErrors.unsettled({ name, path: first.path })
      }
      const merged = checked(tree)
      const nodes = diffTree(treeOf(theirs), treeOf(merged), locale, true)
      if (dryRun) return { version: '', nodes }
      const saved = await bots.change(botId, userId, branch.version, () => merged, {
        onto: base.bot.version,
        reusesFilesOf: [theirs],
      })
      return { version: saved.version, nodes }
    },
  }
}
export type CompareService = ReturnType<typeof createCompareService>
