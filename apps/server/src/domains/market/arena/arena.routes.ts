import type { contract } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { ArenaBots } from './arena-bots.ts'
import type { ArenaTurnRow } from './arena.table.ts'
import type { Banks } from './bank.service.ts'
import { boardName } from './board.routes.ts'
import type { BoardService } from './board.service.ts'
import { type Participants, shownModel } from './participants.ts'
import { type PkService, stateOf } from './pk.service.ts'
import { streamSide } from './side-wire.ts'
import { bankFields, fieldName, tagsIn } from './tags.ts'
import type { VoteService } from './vote.service.ts'

export interface ArenaRouteDeps {
  pks: PkService
  votes: VoteService
  bots: ArenaBots
  participants: Pick<Participants, 'usable'>
  board: Pick<BoardService, 'editions' | 'votesNeeded'>
  clock: Clock
}
/** The bot id of a battle without a bot. */
const BLANK_BOT = '0'

export function arenaRoutes({
  pks,
  votes,
  bots,
  participants,
  board,
  clock,
}: ArenaRouteDeps): Handlers<typeof contract.arena> {
  return {
    conf: async (_, ctx) => {
      const needed = await board.votesNeeded(ctx.userId, ctx.actor?.isInstanceOwner ?? false)
      return {
        blank_bot_product_id: BLANK_BOT,
        bot_types: await bots.types(ctx.locale),
        question_bank_types: bankFields.map((field) => ({ id: String(field), name: fieldName(field, ctx.locale) })),
        leaderboards: (await board.editions()).map(({ id }) => ({ id, name: boardName(id, ctx.locale) })),
        access_to_leaderboard: needed === 0,
        votes_needed: needed,
      }
    },
    models: async (_input, ctx) => ({
      models: (await participants.usable()).map((one) => shownModel(one, ctx.locale, one.maxTokens)),
    }),
    bots: async (input, ctx) => {
      const found = input.rand3
        ? await bots.someOfEach(ctx.locale)
        : await bots.list({ typeId: input.bot_type_id, page: input.page_number, size: input.page_size }, ctx.locale)
      return { bots: found.bots, has_more: found.hasMore }
    },
    randomBot: async () => ({ product_id: await bots.random() }),
    create: async (input, ctx) => {
      const pk = await pks.create(ctx.userId, { productId: input.product_id, botId: input.bot_id })
      const tags = tagsIn(ctx.locale)
      return {
        pk_id: pk.id,
        bot_id: pk.botId,
        bot_version: pk.botVersion,
        left_conversation_id: pk.leftConversation,
        right_conversation_id: pk.rightConversation,
        left_feedback_tags: tags,
        right_feedback_tags: tags,
      }
    },
    chat: async (input, ctx) => {
      const side = await pks.ask(ctx.userId, {
        conversationId: input.conversation_id,
        query: input.query,
        questionId: /^[1-9]\d{0,18}$/.exec(input.extra.question_id ?? '')?.[0],
        locale: ctx.locale,
      })
      return (sse) =>
        streamSide(sse, side, {
          conversationId: input.conversation_id,
          query: input.query,
          localMessageId: input.local_message_id,
          userId: ctx.userId,
          locale: ctx.locale,
          now: clock.now(),
          signal: ctx.signal,
        })
    },
    stop: async (input, ctx) => {
      await pks.stop(input.conversation_id, ctx.userId)
      return {}
    },
    battle: async (input, ctx) => {
      const { pk, turns, vote } = await pks.battle(input.pk_id, ctx.userId)
      return {
        pk_id: pk.id,
        status: pk.status,
        bot_id: pk.botId,
        bot_name: pk.botName,
        rounds: roundsOf(turns),
        left: stateOf(turns, 0),
        right: stateOf(turns, 1),
        left_conversation_id: pk.leftConversation,
        right_conversation_id: pk.rightConversation,
        result: vote?.result ?? 0,
      }
    },
    vote: async (input, ctx) => {
      const { left, right, totals, ranks, whyNot, answer, traces } = await votes.vote(
        input.pk_id,
        ctx.userId,
        input.result,
      )
      return {
        left_model: shownModel(left, ctx.locale),
        right_model: shownModel(right, ctx.locale),
        left_total_votes: String(totals[0]),
        right_total_votes: String(totals[1]),
        left_rank: ranks[0],
        right_rank: ranks[1],
        why_not: whyNot,
        refer_answer: answer,
        left_trace_id: traces[0],
        right_trace_id: traces[1],
      }
    },
    feedbackTag: async (input, ctx) => {
      await votes.tag(input.pk_id, ctx.userId, { left: input.left_model_tags, right: input.right_model_tags })
      return {}
    },
    feedbackText: async (input, ctx) => {
      await votes.comment(input.pk_id, ctx.userId, input.feedback_text)
      return {}
    },
  }
}
function roundsOf(turns: readonly ArenaTurnRow[]) {
  const rounds = new Map<number, { question: string; left: string; right: string }>()
  for (const { round, side, question, answer } of turns) {
    const known = rounds.get(round) ?? { question, left: '', right: '' }
    rounds.set(round, { ...known, [side === 0 ? 'left' : 'right']: answer })
  }
  return [...rounds.values()]
}

export const arenaBankRoutes = (banks: Banks): Handlers<typeof contract.arenaBank> => ({
  list: async (input, ctx) => {
    const field = input.bank_type_id ? Number(input.bank_type_id) : undefined
    const { rows, hasMore } = await banks.list(field, ctx.locale, input.page_num, input.page_size)
    return {
      banks: rows.map((row) => ({
        bank_id: row.id,
        name: row.name,
        description: row.description,
        bank_type: { id: String(row.field), name: fieldName(row.field, ctx.locale) },
        has_refer_answer: row.hasAnswers,
        icon: '',
        question_count: row.questionCount,
      })),
      has_more: hasMore,
    }
  },
  random: async (input) => {
    const { rows, used } = await banks.draw(input.bank_id, input.count, input.used_seq_id_list)
    return {
      questions: rows.map(({ bankId, id, seq, content }) => ({
        bank_id: bankId,
        id,
        seq_id: seq,
        content,
        refer_answer: '' as const,
      })),
      used_seq_id_list: used,
    }
  },
})
