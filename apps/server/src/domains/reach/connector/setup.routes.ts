import { AuditStatus, type contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { oauthSchema } from './oauth-config.ts'
import type { ConnectorOauth } from './oauth.service.ts'
import type { Decision, ReviewService } from './review.service.ts'
import type { UserConfigs } from './user-config.service.ts'

export function connectorSetupRoutes(
  oauth: ConnectorOauth,
  userConfigs: UserConfigs,
): Handlers<typeof contract.connectorSetup> {
  return {
    oauthSchema: (_, ctx) => ({ oauth_schema: oauthSchema(ctx.locale, oauth.redirectUri) }),
    updateOauth: async (input, ctx) => {
      await oauth.save(input.connector_id, ctx.userId, input.oauth_config)
      return {}
    },
    userConfigs: async (input, ctx) => {
      const choices = input.configs.map(({ key, enums }) => ({ key, values: enums }))
      await userConfigs.set(input.connector_id, ctx.userId, input.user_id ?? ctx.userId, choices)
      return {}
    },
  }
}

interface DecisionInput {
  audit_status: AuditStatus
  reason: string
  share_link: string
}
const decisionOf = (input: DecisionInput): Decision => ({
  isAccepted: input.audit_status === AuditStatus.accepted,
  reason: input.reason,
  shareLink: input.share_link,
})

export function connectorReviewRoutes(reviews: ReviewService): Handlers<typeof contract.connectorReview> {
  return {
    list: async (input, ctx) => {
      const rows = await reviews.page({
        ownerId: ctx.userId,
        connectorId: input.connector_id,
        status: input.audit_status,
        before: input.before,
        size: input.page_size + 1,
      })
      return {
        items: rows.slice(0, input.page_size).map(({ review, ...names }) => ({
          id: review.id,
          connector_id: review.connectorId,
          connector_name: names.connectorName,
          bot_id: review.botId,
          bot_name: names.botName,
          bot_desc: names.botText,
          version_name: names.versionName,
          user_name: names.userName ?? '',
          audit_status: review.status,
          reason: review.reason,
          share_link: review.shareLink,
          create_time: seconds(review.createdAt),
          decide_time: seconds(review.decidedAt ?? 0),
        })),
        has_more: rows.length > input.page_size,
      }
    },
    decide: async (input, ctx) => {
      await reviews.decide(input.id, ctx.userId, decisionOf(input))
      return {}
    },
    updateBot: async (input, ctx) => {
      await reviews.decideBot(input.connector_id, input.bot_id, ctx.userId, decisionOf(input))
      return {}
    },
  }
}
