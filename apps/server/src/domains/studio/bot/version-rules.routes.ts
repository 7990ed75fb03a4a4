import type { Contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { BotView } from './bot.view.ts'
import type { BotGuard } from './rule/guard.service.ts'
import type { RuleService } from './rule/rule.service.ts'
import { RuleType } from './rule/rule.table.ts'
import type { VersionReads } from './version-reads.ts'
import { versionErrors } from './version.errors.ts'
import type { VersionView } from './version.view.ts'

export interface VersionRulesDeps {
  rules: RuleService
  reads: VersionReads
  guard: BotGuard
  view: BotView
  versions: VersionView
  channelName(botId: string, ctx: Ctx): Promise<(id: string) => string>
}
type Ops = Pick<
  Contract['botVersion'],
  'rules' | 'latestParams' | 'publish' | 'connectors' | 'inactivate' | 'updateGray' | 'choose' | 'figures' | 'features'
>
/** Throws "not found" for a bot of another space. */
export function inSpace(spaceId: string, ctx: Ctx) {
  if (spaceId !== ctx.located?.spaceId) throw errors.notFound({ what: 'bot' })
}

export function versionRulesRoutes(deps: VersionRulesDeps): Handlers<Ops> {
  const { rules, reads, view, versions } = deps
  return {
    rules: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const type = input.query_type || input.version_type
      const { rows, total, histories } = await reads.rules(input.bot_id, type, input.version, input.page, input.size)
      const users = await view.usersById(
        rows.flatMap((row) => [row.createdBy, ...(row.operator ? [row.operator] : [])]),
      )
      const connectorOf = await versions.connectorOf(input.bot_id, ctx.locale)
      return {
        total,
        active_rules: rows.map((row) =>
          versions.rule(row, histories.get(row.historyId), users, connectorOf(row.connectorId), ctx.locale),
        ),
      }
    },
    latestParams: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const rows = await reads.latest(input.bot_id)
      const textOf = (row: (typeof rows)[number]) =>
        row.type === RuleType.gray ? JSON.stringify(row.grayConfig) : row.name
      return { params_map: Object.fromEntries(rows.map((row) => [String(row.type), textOf(row)])) }
    },
    publish: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const { ruleIds, version, versionName } = await rules.publish(
        {
          botId: input.bot_id,
          userId: ctx.userId,
          connectorIds: input.connector_ids,
          type: input.version_type,
          publishId: input.publish_id,
          lane: input.x_tt_env,
          identifier: input.version_identifier,
          grayIds: input.gray_id_list,
          gray: input.gray_config,
          commitVersion: input.commit_version,
          botVersion: input.bot_version,
          remark: input.remark,
        },
        ctx.locale,
      )
      return { rule_ids: ruleIds, version, version_name: versionName }
    },
    connectors: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const nameOf = await deps.channelName(input.bot_id, ctx)
      const list = await rules.channels(input.bot_id)
      return {
        allowed_connectors: list.map(({ connector: { id }, hasPublished }) => ({
          id,
          name: nameOf(id),
          has_published: hasPublished,
        })),
      }
    },
    inactivate: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      await rules.inactivate(input.bot_id, input.rule_id, ctx.userId, input.remark)
      return {}
    },
    updateGray: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const { gray_config: gray, gray_id_list: grayIds, remark } = input
      await rules.updateGray(input.bot_id, input.rule_id, ctx.userId, { gray, grayIds, remark })
      return {}
    },
    choose: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const { version, ruleId, reason } = await rules.tryChoice(input.bot_id, input.connector_id, {
        uid: input.uid,
        did: input.did,
        lane: input.x_tt_env,
        identifier: input.version_identifier,
        params: { parameters: input.parameters, custom_variables: input.parameters, meta: input.parameters },
      })
      const name = await reads.versionName(input.bot_id, version)
      return {
        version,
        version_name: name,
        rule_id: ruleId,
        reason: reason === 'conversation' ? 'official' : reason,
      }
    },
    figures: async (input, ctx) => {
      inSpace(input.space_id, ctx)
      const rule = await rules.ownRule(input.bot_id, input.rule_id)
      const found = await deps.guard.figures(rule)
      if (!found) throw versionErrors.noRule()
      const { gray, official, worse, hasEnough, least } = found
      return { gray, official, worse, has_enough: hasEnough, min_turns: least, since: secondsText(rule.since) }
    },
    features: () => ({ enable_multi_version: true, enable_gray: true }),
  }
}
