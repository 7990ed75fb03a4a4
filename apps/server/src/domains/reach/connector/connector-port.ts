import { isId } from '@orrery/contract'
import type { Connector, CustomConnectors } from '#domains/studio/bot/publish.service.ts'
import type { WebhookService } from '#domains/reach/webhook/webhook.service.ts'
import type { ConnectorRepo } from './connector.repo.ts'
import { connectorErrors } from './connector.errors.ts'
import type { ConnectorRow } from './connector.table.ts'
import type { ReviewService } from './review.service.ts'
import type { UserConfigs } from './user-config.service.ts'

/** Needs no binding, since the program behind the channel has credentials of its own. */
const NO_BINDING = 1
/** The publisher connects their own account. */
const BY_AUTHORIZATION = 2

interface PortDeps {
  repo: Pick<ConnectorRepo, 'byId' | 'installed' | 'isInstalled' | 'serving'>
  webhooks: Pick<WebhookService, 'notifyConnector'>
  reviews: Pick<ReviewService, 'submit' | 'linkTo'>
  userConfigs: Pick<UserConfigs, 'choicesFor' | 'check'>
  /** Whether this person has connected their account of the channel. */
  isAuthorized(connectorId: string, userId: string): Promise<boolean>
  /** The Authorization header for calls to the channel on behalf of this person, with a valid token. */
  authorizationFor(connectorId: string, userId: string): Promise<string | undefined>
}

/** Custom connectors as publishing uses them: channels of the spaces in which they are installed. */
export function createConnectorPort(deps: PortDeps): CustomConnectors {
  const { repo, webhooks, reviews, userConfigs, isAuthorized } = deps
  function channel(row: ConnectorRow): Connector {
    const text = { name: row.title, desc: row.description }
    const hasOauth = row.oauthConfig !== ''
    return {
      id: row.id,
      en: text,
      zh: text,
      bindType: hasOauth ? BY_AUTHORIZATION : NO_BINDING,
      isReady: true,
      iconUri: row.iconUri,
      ...(hasOauth && { isAllowedBy: (userId: string) => isAuthorized(row.id, userId) }),
      choicesFor: (userId) => userConfigs.choicesFor(row.id, userId),
      linkTo: (botId) => reviews.linkTo(row.id, botId),
      async serve(what) {
        if (hasOauth && !(await deps.authorizationFor(row.id, what.userId))) throw connectorErrors.notAuthorized()
        const { publicationId = '', historyId = '', config = {} } = what
        await userConfigs.check(row.id, what.userId, config)
        return reviews.submit(row, { ...what, publicationId, historyId, config })
      },
      withdraw: ({ resourceId }) =>
        webhooks.notifyConnector(row.id, 'bot.unpublish', { connector_id: row.id, bot_id: resourceId }),
    }
  }
  return {
    ofSpace: async (spaceId) => (await repo.installed(spaceId)).map(channel),
    async removed(botId) {
      for (const id of await repo.serving(botId))
        await webhooks.notifyConnector(id, 'bot.delete', { connector_id: id, bot_id: botId })
    },
    async find(id, spaceId) {
      // The id comes from a request and may have any form.
      const found = isId(id) ? await repo.byId(id) : undefined
      return found && (await repo.isInstalled(id, spaceId)) ? channel(found.row) : undefined
    },
  }
}
