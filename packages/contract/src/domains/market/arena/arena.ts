import { z } from 'zod'
import { op } from '#kit.ts'
import { ARENA_LIMITS } from '#shared/arena-enums.ts'
import { base, id, idOrNone, pageNumber, pageSize, text } from '#shared/fields.ts'
import { arenaModel, fault, named, side, tag } from './arena-shapes.ts'

const api = '/models/arena' as const
const pk = { pk_id: id(), Base: base }
const bot = z.object({
  product_id: z.string(),
  name: z.string(),
  description: z.string(),
  owner: z.object({ name: z.string(), avatar_url: z.string(), user_name: z.string() }),
  bot_type: named,
  icon: z.string(),
  is_conf_public: z.boolean(),
  bot_id: z.string(),
  bot_version: z.string(),
})
const tags = () => z.array(z.string().trim().min(1).max(50)).max(ARENA_LIMITS.tags).default([])

/** Battles: two models with hidden names answer the same questions, and a person votes for the better answers. */
export const arena = {
  conf: op(`POST ${api}/get_conf`, {
    summary: 'Get what the arena offers: kinds of bots, banks and boards',
    summaryZh: '获取竞技场配置：智能体类型、题库类型和榜单',
    input: () => z.object({ Base: base }),
    output: () =>
      z.object({
        blank_bot_product_id: z.string(),
        bot_types: z.array(named),
        question_bank_types: z.array(named),
        leaderboards: z.array(named),
        access_to_leaderboard: z.boolean(),
        /** How many more votes the caller must give to see the boards; 0 if none. */
        votes_needed: z.int(),
      }),
  }),
  models: op(`POST ${api}/get_model_list`, {
    summary: 'List the models that take part in the arena',
    summaryZh: '列出参加竞技场的模型',
    input: () => z.object({ Base: base }),
    output: () => z.object({ models: z.array(arenaModel) }),
  }),
  bots: op(`POST ${api}/list_arena_bot`, {
    summary: 'List bots that models can be compared in',
    summaryZh: '列出可用于比较模型的智能体',
    input: () =>
      z.object({
        bot_type_id: idOrNone(),
        page_size: pageSize(20),
        page_number: pageNumber(),
        rand3: z.boolean().default(false),
        Base: base,
      }),
    output: () => z.object({ bots: z.array(bot), has_more: z.boolean() }),
  }),
  randomBot: op(`POST ${api}/rand_bot_id`, {
    summary: 'Draw a bot of the arena',
    summaryZh: '随机抽取一个竞技场智能体',
    input: () => z.object({ Base: base }),
    output: () => z.object({ product_id: z.string() }),
  }),
  create: op(`POST ${api}/detail/create_pk`, {
    summary: 'Begin a battle of two hidden models, plain or inside a bot',
    summaryZh: '开始一场匿名模型对战，可在智能体中进行',
    input: () =>
      z.object({ product_id: idOrNone(), bot_id: idOrNone(), bot_version: z.string().max(64).default(''), Base: base }),
    output: () =>
      z.object({
        pk_id: z.string(),
        bot_id: z.string(),
        bot_version: z.string(),
        left_conversation_id: z.string(),
        right_conversation_id: z.string(),
        left_feedback_tags: z.array(tag),
        right_feedback_tags: z.array(tag),
      }),
  }),
  chat: op(`POST ${api}/detail/chat`, {
    summary: 'Ask one side of a battle; the answer streams',
    summaryZh: '向对战一方提问，流式返回回答',
    reply: 'stream',
    input: () =>
      z.object({
        conversation_id: id(),
        query: z.string().trim().min(1).max(ARENA_LIMITS.question),
        /** Identifies the question in the question bank that it was drawn from. */
        extra: z.record(z.string().max(50), z.string().max(200)).default({}),
        content_type: z.literal('text').default('text'),
        local_message_id: z.string().max(64).default(''),
        bot_id: z.string().max(40).optional(),
        bot_version: z.string().max(64).optional(),
        user: z.string().max(64).optional(),
        device_id: z.string().max(64).optional(),
        space_id: z.string().max(40).optional(),
      }),
  }),
  stop: op(`POST ${api}/detail/break_message`, {
    summary: 'Stop the answer of one side of a battle',
    summaryZh: '停止对战一方的回答',
    input: () =>
      z.object({
        conversation_id: id(),
        query_message_id: z.string().max(40).default(''),
        answer_message_id: z.string().max(40).default(''),
        broken_pos: z.number().optional(),
        local_message_id: z.string().max(64).default(''),
        Base: base,
      }),
  }),
  battle: op('POST /api/arena/battle', {
    summary: 'Get one of your battles as it stands',
    summaryZh: '获取自己一场对战的当前状态',
    input: () => z.object({ pk_id: id() }),
    output: () =>
      z.object({
        pk_id: z.string(),
        status: z.int(),
        bot_id: z.string(),
        bot_name: z.string(),
        rounds: z.array(z.object({ question: z.string(), left: z.string(), right: z.string() })),
        left: side,
        right: side,
        left_conversation_id: z.string(),
        right_conversation_id: z.string(),
        result: z.int(),
      }),
  }),
  vote: op(`POST ${api}/detail/vote`, {
    summary: 'Vote on a battle, once; the names of the models are told',
    summaryZh: '为对战投票（仅一次），随后公布模型名称',
    input: () => z.object({ ...pk, result: z.literal([1, 2, 3, 4]) }),
    output: () =>
      z.object({
        left_model: arenaModel,
        right_model: arenaModel,
        left_total_votes: z.string(),
        right_total_votes: z.string(),
        /** Ranks on the live board; 0 if a model has none. */
        left_rank: z.int(),
        right_rank: z.int(),
        /** Why the vote does not count; empty if it counts. */
        why_not: fault.or(z.literal('')),
        /** The reference answer, if the question came from a question bank. */
        refer_answer: z.string(),
        left_trace_id: z.string(),
        right_trace_id: z.string(),
      }),
  }),
  feedbackTag: op(`POST ${api}/feedback_tag`, {
    summary: 'Say what was good and bad about both answers, after the vote',
    summaryZh: '投票后为双方回答添加好评与差评标签',
    input: () => z.object({ ...pk, left_model_tags: tags(), right_model_tags: tags() }),
  }),
  feedbackText: op(`POST ${api}/feedback_text`, {
    summary: 'Leave a sentence about a battle, after the vote',
    summaryZh: '投票后为对战留下一句评语',
    input: () => z.object({ ...pk, feedback_text: text(ARENA_LIMITS.feedback).default('') }),
  }),
}
