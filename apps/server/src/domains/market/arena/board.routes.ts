import { type ArenaModelView, ArenaField, type contract, LIVE_BOARD, PkScene, type VoteFault } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { BoardPart, Standing } from '#kit/stats/ranking/board.ts'
import type { BoardRow } from './arena.table.ts'
import type { BoardService } from './board.service.ts'
import { type Participants, shownModel } from './participants.ts'

export interface BoardRouteDeps {
  board: Pick<BoardService, 'get'>
  participants: Pick<Participants, 'byIds'>
}
const SHOWN = 10
const viewer = (ctx: Ctx) => ({ userId: ctx.userId, isOwner: ctx.actor?.isInstanceOwner ?? false })
const seconds = (ms: number) => String(Math.floor(ms / 1000))
const points = (value: number) => value.toFixed(1)
const isWhole = ({ scene, field }: BoardPart) => scene === PkScene.all && field === ArenaField.all

/** The display name of a month such as `2026-10`. */
export function boardName(id: string, locale: Locale): string {
  if (id === LIVE_BOARD) return locale === 'zh-CN' ? '实时榜' : 'Live'
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${id}-01T00:00:00Z`))
}

/** Sixty models have 3,600 wins in each of 24 parts, but a page needs only one part. */
const partsFor = (parts: BoardPart[], view: { scene: number; field: number } | undefined): BoardPart[] =>
  view
    ? parts
        .filter(({ scene }) => scene === view.scene)
        .map((part) => (part.field === view.field ? part : { ...part, wins: [] }))
    : parts

export function boardRoutes({ board, participants }: BoardRouteDeps): Handlers<typeof contract.arenaBoard> {
  async function modelsOf({ content }: BoardRow, locale: Locale): Promise<ArenaModelView[]> {
    const rows = await participants.byIds(content.models.map(({ id }) => id))
    // The name is the one at the time of the edition, even if the model was renamed.
    return content.models.map(({ id, name, company }) => ({ ...shownModel(rows.get(id)!, locale), name, company }))
  }
  return {
    newest: async (_, ctx) => {
      const row = await board.get('', 'people', viewer(ctx))
      const models = await modelsOf(row, ctx.locale)
      return {
        reveal_time: seconds(row.computedAt),
        data_ddl_time: seconds(row.untilAt),
        vote_count: String(row.voteCount),
        ranks: (row.content.parts.find(isWhole)?.standings ?? []).map((one) => ({
          ranking: String(one.rank),
          model_info: models[one.model]!,
          elo_score: points(one.score),
          vote_count: String(one.votes),
          confidence: points((one.upper - one.lower) / 2),
        })),
      }
    },
    edition: async (input, ctx) => {
      const row = await board.get(input.id, 'people', viewer(ctx))
      const models = await modelsOf(row, ctx.locale)
      const ranking = (one: Standing) => ({
        model_id: models[one.model]!.id,
        model_version: models[one.model]!.version,
        ranking: one.rank,
        vote_count: one.votes,
        confidence_upper: points(one.upper),
        confidence_lower: points(one.lower),
        elo_score: points(one.score),
        radar_score: one.radar < 0 ? '-' : points(one.radar),
        pk_count: one.votes,
      })
      const details: Record<string, Record<string, unknown>> = {}
      for (const { scene, field, standings } of row.content.parts)
        (details[scene] ??= {})[field] = {
          scene,
          intention: field,
          rankings: standings.map(ranking),
          display_rank_cnt: SHOWN,
        }
      return {
        arena_leaderboard: {
          basic: { id: row.id, name: boardName(row.id, ctx.locale) },
          time_left_bound: seconds(row.fromAt),
          time_right_bound: seconds(row.untilAt),
          vote_count: String(row.voteCount),
          model_count: String(models.length),
          pk_count: row.pkCount,
          models,
          leaderboard_details: details as never,
        },
      }
    },
    page: async (input, ctx) => {
      const row = await board.get(input.id, input.kind, viewer(ctx))
      const { content } = row
      return {
        id: row.id,
        name: boardName(row.id, ctx.locale),
        is_frozen: row.frozen,
        computed_at: row.computedAt,
        from: row.fromAt,
        until: row.untilAt,
        vote_count: row.voteCount,
        left_out: Object.entries(content.leftOut).map(([reason, count]) => ({ reason: reason as VoteFault, count })),
        models: content.models,
        parts: partsFor(content.parts, input.view).map(({ standings, ...part }) => ({
          ...part,
          standings: standings.map(({ model, ...one }) => ({ ...one, model_id: content.models[model]!.id })),
        })),
        ...(content.agreement && { agreement: content.agreement }),
      }
    },
  }
}
