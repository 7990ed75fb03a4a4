import type { Contract } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { BotService } from './bot.service.ts'
import type { BotView } from './bot.view.ts'
import type { BranchService } from './branch.service.ts'
import type { PublishService } from './publish.service.ts'
import type { ReleaseService } from './rule/release.service.ts'
import type { ReviewService } from './rule/review.service.ts'
import type { RemoveVersion } from './rule/version-removal.ts'
import type { RuleService } from './rule/rule.service.ts'
import { ReviewKind, type ReviewRow, ReviewStatus, RuleType } from './rule/rule.table.ts'
import { inSpace } from './version-rules.routes.ts'
import type { VersionView } from './version.view.ts'

export interface VersionReleasesDeps {
  bots: BotService
  branches: BranchService
  publishing: PublishService
  releases: ReleaseService
  reviews: ReviewService
  rules: RuleService
  removeVersion: RemoveVersion
  view: BotView
  versions: VersionView
}
type Ops = Pick<
  Contract['botVersion'],
  | 'rollback'
  | 'checkReview'
  | 'current'
  | 'history'
  | 'operations'
  | 'removeVersion'
  | 'settings'
  | 'saveSettings'
  | 'askReview'
  | 'reviews'
  | 'decideReview'
  | 'withdrawReview'
>
const valid = (isValid: boolean) => (isValid ? 1 : 2)
/** While a review is open, its version is served on this lane so that it can be tried. */
const laneOf = (review: Pick<ReviewRow, 'id'>) => `review-${review.id}`

export function versionReleasesRoutes(deps: VersionReleasesDeps): Handlers<Ops> {
  const { releases, reviews, rules, view, versions } = deps
  /** Ends the lane of a review. */
  async function endLane(review: ReviewRow, userId: string) {
    for (const entry of await releases.current(review.botId))
      if (entry.rule?.type === RuleType.lane && entry.rule.name === laneOf(review))
        await rules.inactivate(review.botId, entry.rule.id, userId, '')
  }
  async function carryOut(row: ReviewRow, version: string, ctx: Ctx) {
    const { botId, spaceId, askedBy, connectorIds, remark } = row
    if (row.kind === ReviewKind.rollback)
      return releases.rollback(
        { botId, connectorIds, commitVersion: '', botVersion: '', publishId: row.historyId, remark },
        { userId: askedBy, spaceId },
        true,
      )
    const request = { botId, userId: askedBy, note: remark, base: version, dryRun: false, isReviewed: true }
    const connectors = Object.fromEntries(connectorIds.map((id) => [id, {}]))
    const result = await deps.publishing.publish({ ...request, connectors }).catch(view.orConflict({ publish: true }))
    if (result.refusal) throw result.refusal
    ctx.log.debug({ review: row.id }, 'a reviewed version was published')
    return result
  }

  return {
    rollback: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const done = await releases.rollback(
        {
          botId: input.bot_id,
          connectorIds: input.connector_ids,
          commitVersion: input.commit_version,
          botVersion: input.bot_version,
          publishId: input.publish_id,
          remark: input.remark,
        },
        { userId: ctx.userId, spaceId: input.space_id },
      )
      return { version: done.version, version_name: done.versionName }
    },
    checkReview: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      return { in_white_list: !(await reviews.needs(input.bot_id, ReviewKind.publish)) }
    },
    current: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const rows = await releases.current(input.bot_id)
      const users = await view.usersById(rows.map(({ by }) => by))
      const connectorOf = await versions.connectorOf(input.bot_id, ctx.locale)
      return {
        versions: rows.map((row) => ({
          ...versions.about(row.history as never, row.rule),
          bot_id: input.bot_id,
          connector_info: connectorOf(row.connectorIds[0]!),
          creator: versions.person(users, row.by),
          create_time: secondsText(row.at),
          remark: row.remark,
          publish_version_type: row.type,
          support_rollback: row.supportsRollback,
          pause_reason: row.rule?.paused?.[ctx.locale === 'zh-CN' ? 'zh' : 'en'] ?? '',
        })),
      }
    },
    history: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const kinds = input.version_types.filter(Boolean)
      const { rows, total } = await releases.history(input.bot_id, kinds, input.connector_ids, input.page, input.size)
      const users = await view.usersById(rows.map(({ by }) => by))
      const connectorOf = await versions.connectorOf(input.bot_id, ctx.locale)
      return {
        total,
        versions: rows.map((row) => ({
          ...versions.about(row.history, row.rule),
          history_id: row.id,
          history_version_type: row.kind,
          history_version_status: valid(row.isValid),
          creator: versions.person(users, row.by),
          create_time: secondsText(row.at),
          remark: row.remark,
          connector_infos: row.connectorIds.map(connectorOf),
          offline_time: secondsText(row.offlineAt),
          support_rollback: row.supportsRollback,
        })),
      }
    },
    operations: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const kinds = input.version_types.filter(Boolean)
      const { rows, total } = await releases.operations(
        input.bot_id,
        kinds,
        input.connector_ids,
        input.page,
        input.size,
      )
      const users = await view.usersById(rows.map(({ row }) => row.createdBy))
      const connectorOf = await versions.connectorOf(input.bot_id, ctx.locale)
      return {
        total,
        histories: rows.map(({ row, history, rule, isValid }) => ({
          ...versions.about(history, rule && { ...rule, grayConfig: row.grayConfig }),
          history_id: row.id,
          bot_version_operation: row.operation,
          history_version_type: row.kind,
          history_version_status: valid(isValid),
          creator: versions.person(users, row.createdBy),
          create_time: secondsText(row.createdAt),
          remark: row.remark,
          connector_infos: row.connectorIds.map(connectorOf),
          is_guard: row.isGuard,
        })),
      }
    },
    removeVersion: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      await deps.removeVersion(input.bot_id, input.history_id, ctx.userId)
      return {}
    },
    settings: async (input, ctx) => {
      const { review, guard, guardMinTurns, whiteList } = await reviews.settings(input.space_id)
      const may_change = await ctx.access.can(ctx.actor!, 'space', input.space_id, 'approveReleases')
      return { review, guard, guard_min_turns: guardMinTurns, white_list: whiteList, may_change }
    },
    saveSettings: async (input, ctx) => {
      const { space_id: spaceId, review, guard, guard_min_turns: guardMinTurns, white_list: whiteList } = input
      await reviews.saveSettings(spaceId, ctx.userId, { review, guard, guardMinTurns, whiteList })
      return {}
    },
    askReview: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const { bot_id: botId, connector_ids: connectorIds, remark, review_type: kind } = input
      if (kind === ReviewKind.publish) await deps.branches.requireSubmitted(botId, ctx.userId)
      const target =
        kind === ReviewKind.rollback
          ? await releases.targetOf({ botId, connectorIds, commitVersion: '', botVersion: input.bot_version, remark })
          : undefined
      const row = await reviews.request({
        botId,
        userId: ctx.userId,
        kind,
        connectorIds,
        remark,
        ...(target && { historyId: target.id }),
      })
      const [state] = await reviews.states([row])
      const live = new Set((await releases.current(botId)).flatMap((entry) => entry.connectorIds))
      const tried = connectorIds.filter((id) => live.has(id))
      // A channel without an official version cannot serve a lane.
      if (tried.length)
        await rules
          .publish(
            {
              botId,
              userId: ctx.userId,
              connectorIds: tried,
              type: RuleType.lane,
              publishId: laneOf(row),
              lane: laneOf(row),
              identifier: '',
              commitVersion: state!.version,
              botVersion: '',
              remark,
            },
            ctx.locale,
          )
          .catch(async (cause: unknown) => {
            await reviews.withdraw(row, ctx.userId)
            throw cause
          })
      return { review_id: row.id, x_tt_env: tried.length ? laneOf(row) : '' }
    },
    reviews: async (input, ctx) => {
      const { space_id: spaceId, bot_id: botId, only_waiting: onlyWaiting, page, size } = input
      const { rows, total, states } = await reviews.list(spaceId, botId, onlyWaiting, page, size)
      const mayDecide = await ctx.access.can(ctx.actor!, 'space', spaceId, 'approveReleases')
      const users = await view.usersById(
        rows.flatMap((row) => [row.askedBy, ...(row.decidedBy ? [row.decidedBy] : [])]),
      )
      const bots = await reviews.botsOf(rows.map((row) => row.botId))
      return {
        total,
        reviews: rows.map((row) => ({
          review_id: row.id,
          bot_id: row.botId,
          bot_name: bots.get(row.botId)?.name ?? '',
          review_type: row.kind,
          status: row.status,
          asker: versions.person(users, row.askedBy),
          ...(row.decidedBy && { reviewer: versions.person(users, row.decidedBy) }),
          version: states.get(row.historyId)?.version ?? '',
          connector_ids: row.connectorIds,
          remark: row.remark,
          comment: row.comment,
          create_time: secondsText(row.createdAt),
          may_decide: mayDecide && row.askedBy !== ctx.userId && row.status === ReviewStatus.waiting,
        })),
      }
    },
    decideReview: async (input, ctx) => {
      const row = await reviews.byId(input.review_id, input.space_id)
      const [state] = await reviews.states([row])
      const status = await reviews.decide(row, ctx.userId, input.approve, input.comment, () =>
        carryOut(row, state!.version, ctx),
      )
      await endLane(row, ctx.userId)
      return { status }
    },
    withdrawReview: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const row = await reviews.byId(input.review_id, input.space_id)
      await reviews.withdraw(row, ctx.userId)
      await endLane(row, ctx.userId)
      return {}
    },
  }
}
