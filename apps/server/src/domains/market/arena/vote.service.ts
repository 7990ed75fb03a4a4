import { type VoteFault, PkStatus, type VoteResult } from '@orrery/contract'
import { createHash } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import type { Log } from '#kit/log.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import { arenaErrors } from './arena.errors.ts'
import type { ArenaRepo } from './arena.repo.ts'
import type { ArenaSettingsStore } from './arena-settings.ts'
import type { ArenaModelRow, ArenaTurnRow, PkRow } from './arena.table.ts'
import type { BoardService } from './board.service.ts'
import { revealsModel, namesOf } from './leak.ts'
import type { Participants } from './participants.ts'
import { isAnswered, type PkService } from './pk.service.ts'
import { blameTags, praiseTags } from './tags.ts'

export interface VoteDeps {
  repo: ArenaRepo
  pks: Pick<PkService, 'own'>
  participants: Participants
  settings: ArenaSettingsStore
  board: Pick<BoardService, 'scheduleLive' | 'rankOf'>
  traces: Pick<TraceService, 'keep'>
  clock: Clock
  log: Log
}
export interface Voted {
  left: ArenaModelRow
  right: ArenaModelRow
  totals: [number, number]
  ranks: [number, number]
  whyNot: VoteFault | ''
  answer: string
  traces: [string, string]
}
const FEEDBACK_MS = 86_400_000
/** How often the same question of one person counts. */
const MAX_SAME_QUESTION = 3
const textOf = (turns: readonly ArenaTurnRow[], side: 0 | 1) =>
  turns.filter((turn) => turn.side === side).map(({ answer }) => answer)
const length = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)
/** Counts headings, list items, bold text, tables and code blocks. */
const marks = (texts: readonly string[]) =>
  texts.join('\n').match(/^#{1,6} |^\s*[-*+] |^\s*\d+\. |\*\*|^\||```/gm)?.length ?? 0
const difference = (left: number, right: number) => (left + right === 0 ? 0 : (left - right) / (left + right))
const hashOf = (question: string) =>
  createHash('sha256')
    .update(question.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .digest('hex')
    .slice(0, 32)

/** Votes: one per battle, after both answers. The response to the vote reveals the names. */
export function createVoteService({ repo, pks, participants, settings, board, traces, clock, log }: VoteDeps) {
  /**
   * Fetched before the battle is locked: a transaction that needs a second connection of the pool could deadlock with
   * itself.
   */
  async function factsOf({ leftModel, rightModel }: PkRow) {
    const [names, usable, { seconds_to_read: seconds }] = await Promise.all([
      participants.byIds([leftModel, rightModel]),
      participants.usable(),
      settings.get(),
    ])
    const owners = new Map(usable.map(({ id, ownerId }) => [id, ownerId]))
    return {
      seconds,
      names: [namesOf(names.get(leftModel)!), namesOf(names.get(rightModel)!)] as const,
      owners: [owners.get(leftModel), owners.get(rightModel)] as const,
    }
  }
  async function faultOf(
    { userId }: PkRow,
    turns: ArenaTurnRow[],
    { names: [mine, other], owners, seconds }: Awaited<ReturnType<typeof factsOf>>,
    tx: Tx,
  ): Promise<VoteFault | ''> {
    if (await repo.isBanned(userId, tx)) return 'banned'
    if (turns.some(({ status, answer }) => status === 'failed' || !answer.trim())) return 'failed'
    if (revealsModel(textOf(turns, 0), mine, other) || revealsModel(textOf(turns, 1), other, mine)) return 'leaked'
    const last = Math.max(...turns.map(({ finishedAt }) => finishedAt ?? 0))
    if (clock.now() - last < seconds * 1000) return 'fast'
    // The owner of both models has nothing to gain.
    if ((owners[0] === userId) !== (owners[1] === userId)) return 'own'
    if ((await repo.countVotesOn(userId, hashOf(turns[0]!.question), tx)) >= MAX_SAME_QUESTION) return 'repeated'
    return ''
  }
  return {
    async vote(pkId: string, userId: string, result: VoteResult): Promise<Voted> {
      const facts = await factsOf(await pks.own(pkId, userId))
      const { pk, turns, whyNot } = await repo.transaction(async (tx) => {
        const row = (await repo.lockPk(pkId, tx))!
        if (row.status === PkStatus.voted) throw arenaErrors.votedAlready()
        await repo.failAbandoned(pkId, clock.now(), tx)
        const all = await repo.turns(pkId, tx)
        if (!isAnswered(all)) throw arenaErrors.earlyVote()
        const fault = await faultOf(row, all, facts, tx)
        const [left, right] = [textOf(all, 0), textOf(all, 1)]
        await repo.insertVote(
          {
            pkId,
            userId,
            leftModel: row.leftModel,
            rightModel: row.rightModel,
            scene: row.scene,
            field: row.field,
            result,
            whyNot: fault,
            questionHash: hashOf(all[0]!.question),
            longer: difference(length(left), length(right)),
            marked: difference(marks(left), marks(right)),
            at: clock.now(),
          },
          tx,
        )
        await repo.updatePk(pkId, { status: PkStatus.voted }, tx)
        return { pk: row, turns: all, whyNot: fault }
      })
      // After the vote, the traces may be stored.
      for (const { trace } of turns) if (trace) traces.keep(trace)
      await board.scheduleLive().catch((cause: unknown) => log.warn({ err: cause }, 'the board could not be planned'))
      const models = [pk.leftModel, pk.rightModel]
      const [known, totals, question] = await Promise.all([
        participants.byIds(models),
        repo.countedOf(models),
        pk.questionId ? repo.question(pk.questionId) : undefined,
      ])
      const total = (id: string) => totals.get(id) ?? 0
      return {
        left: known.get(pk.leftModel)!,
        right: known.get(pk.rightModel)!,
        totals: [total(pk.leftModel), total(pk.rightModel)],
        ranks: [await board.rankOf(pk.leftModel), await board.rankOf(pk.rightModel)],
        whyNot,
        answer: question?.answer ?? '',
        traces: [lastTrace(turns, 0), lastTrace(turns, 1)],
      }
    },
    async tag(pkId: string, userId: string, tags: { left: string[]; right: string[] }): Promise<void> {
      await requireOpen(pkId, userId)
      const known = new Set<string>([...praiseTags, ...blameTags].flatMap(({ en, zh }) => [en, zh]))
      for (const [field, list] of [
        ['left_model_tags', tags.left],
        ['right_model_tags', tags.right],
      ] as const) {
        const unknown = list.find((tag) => !known.has(tag))
        if (unknown !== undefined) throw arenaErrors.unknownTag({ field, tag: unknown })
      }
      const change = { leftTags: [...new Set(tags.left)], rightTags: [...new Set(tags.right)] }
      await repo.feedback({ pkId, userId, ...change, updatedAt: clock.now() }, change)
    },
    async comment(pkId: string, userId: string, text: string): Promise<void> {
      await requireOpen(pkId, userId)
      await repo.feedback({ pkId, userId, text, updatedAt: clock.now() }, { text })
    },
  }

  async function requireOpen(pkId: string, userId: string) {
    await pks.own(pkId, userId)
    const vote = await repo.vote(pkId)
    if (!vote) throw arenaErrors.notVoted()
    if (clock.now() - vote.at > FEEDBACK_MS) throw arenaErrors.feedbackClosed()
  }
}
const lastTrace = (turns: readonly ArenaTurnRow[], side: 0 | 1) =>
  turns.findLast((turn) => turn.side === side)?.traceId ?? ''
export type VoteService = ReturnType<typeof createVoteService>
