import { z } from 'zod'
import { op } from '#kit.ts'
import { base } from '#shared/fields.ts'
import { arenaModel, fault, kind, named } from './arena-shapes.ts'

const s = z.string()
const boardId = s.max(20).default('')
const ranking = z.object({
  model_id: s,
  model_version: s,
  ranking: z.int(),
  vote_count: z.int(),
  confidence_upper: s,
  confidence_lower: s,
  elo_score: s,
  radar_score: s,
  pk_count: z.int(),
})
const detail = z.object({ scene: z.int(), intention: z.int(), rankings: z.array(ranking), display_rank_cnt: z.int() })
const standing = z.object({
  model_id: s,
  rank: z.int(),
  score: z.number(),
  lower: z.number(),
  upper: z.number(),
  adjusted: z.number(),
  votes: z.int(),
  radar: z.number(),
})

/** Rankings of models by the votes of people, with confidence intervals. */
export const arenaBoard = {
  newest: op('POST /models/leaderboard/get', {
    summary: 'Get the newest edition of the leaderboard',
    summaryZh: '获取最新一期排行榜',
    input: () => z.object({ Base: base }),
    output: () =>
      z.object({
        reveal_time: s,
        data_ddl_time: s,
        vote_count: s,
        ranks: z.array(z.object({ ranking: s, model_info: arenaModel, elo_score: s, vote_count: s, confidence: s })),
      }),
  }),
  edition: op('POST /models/leaderboard/get_v2', {
    summary: 'Get an edition of the leaderboard by scene and field',
    summaryZh: '按场景和领域获取某期排行榜',
    input: () => z.object({ id: boardId, Base: base }),
    output: () =>
      z.object({
        arena_leaderboard: z.object({
          basic: named,
          time_left_bound: s,
          time_right_bound: s,
          vote_count: s,
          model_count: s,
          pk_count: z.int(),
          models: z.array(arenaModel),
          leaderboard_details: z.record(s, z.record(s, detail)),
        }),
      }),
  }),
  page: op('POST /api/arena/board', {
    summary: 'Get a leaderboard with everything its page shows',
    summaryZh: '获取排行榜页面的完整数据',
    input: () =>
      z.object({
        id: boardId,
        kind: kind.default('people'),
        /** The scene on view, and the field of its win table. Without it, all parts are returned in full. */
        view: z.object({ scene: z.int().min(0).max(2), field: z.int().min(0).max(7) }).optional(),
      }),
    output: () =>
      z.object({
        id: s,
        name: s,
        is_frozen: z.boolean(),
        computed_at: z.number(),
        from: z.number(),
        until: z.number(),
        vote_count: z.int(),
        /** Votes that do not count, by reason. */
        left_out: z.array(z.object({ reason: fault, count: z.int() })),
        models: z.array(z.object({ id: s, name: s, company: s })),
        parts: z.array(
          z.object({
            scene: z.int(),
            field: z.int(),
            votes: z.int(),
            standings: z.array(standing),
            /**
             * In the order of `standings`: wins of row over column; a tie counts as half. Empty for parts not on view.
             */
            wins: z.array(z.array(z.number())),
          }),
        ),
        /** Only for the machine board: in how many battles the judge agreed with people. */
        agreement: z.object({ agreed: z.int(), of: z.int() }).optional(),
      }),
  }),
}
