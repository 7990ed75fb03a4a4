import { createConnectorLists } from '#domains/reach/connector/connector-list.ts'
import { createConnectorPort } from '#domains/reach/connector/connector-port.ts'
import { createConnectorRepo } from '#domains/reach/connector/connector.repo.ts'
import { connectorRoutes } from '#domains/reach/connector/connector.routes.ts'
import { createConnectorService } from '#domains/reach/connector/connector.service.ts'
import { miniProgramRoutes } from '#domains/reach/connector/mini-program.routes.ts'
import { createMiniPrograms } from '#domains/reach/connector/mini-program.service.ts'
import { createConnectorOauth } from '#domains/reach/connector/oauth.service.ts'
import { previewRoutes } from '#domains/reach/connector/preview.routes.ts'
import { createPreviews } from '#domains/reach/connector/preview.service.ts'
import { createReviewRepo } from '#domains/reach/connector/review.repo.ts'
import { createReviewService } from '#domains/reach/connector/review.service.ts'
import { connectorReviewRoutes, connectorSetupRoutes } from '#domains/reach/connector/setup.routes.ts'
import { createUserConfigs } from '#domains/reach/connector/user-config.service.ts'
import type { ChannelLab } from '#domains/reach/channel/lab.service.ts'
import { simulated } from '#domains/reach/channel/lab/simulators.ts'
import type { ShareService } from '#domains/reach/share/share.service.ts'
import type { WebhookService } from '#domains/reach/webhook/webhook.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Studio } from '../studio.ts'

interface Services {
  ground: Ground
  studio: Studio
  webhooks: WebhookService
  shares: ShareService
  lab: ChannelLab
}

/** Wires custom channels. */
export function wireConnectors(infra: Infra, { ground, studio, webhooks, shares, lab }: Services) {
  const { clock, newId, secrets, egress, jobs } = infra
  const { db } = infra.database
  const { publicUrl } = infra.config
  const { audit, links, resources, spaces, uploads } = ground
  const { bots, publishing, userAuths } = studio
  const repo = createConnectorRepo(db)
  const reviews = createReviewService({
    repo: createReviewRepo(db),
    connectors: repo,
    webhooks,
    publishing,
    notices: ground.notices,
    audit,
    jobs,
    newId,
    clock,
  })
  ground.waiting.register(reviews.waitingFor)
  const connectors = createConnectorService({
    repo,
    webhooks,
    publishing,
    reviews,
    uploads,
    egress,
    secrets,
    audit,
    newId,
    clock,
  })
  const userConfigs = createUserConfigs(db)
  const oauth = createConnectorOauth({ repo, auths: userAuths, egress, secrets, audit, clock, publicUrl })
  userAuths.extend(oauth.more)
  webhooks.extend({ authorizationFor: oauth.authorizationFor, onOutcome: reviews.onOutcome })
  const previews = createPreviews({ db, bots, jobs, newId, clock, publicUrl, channels: simulated })
  const programs = createMiniPrograms({ db, egress, newId, clock })
  const handlers: HandlersOf<'connector' | 'connectorReview' | 'connectorSetup' | 'miniProgram' | 'preview'> = {
    connector: connectorRoutes({ connectors, lists: createConnectorLists(repo), reviews, oauth, spaces, links }),
    connectorReview: connectorReviewRoutes(reviews),
    connectorSetup: connectorSetupRoutes(oauth, userConfigs),
    miniProgram: miniProgramRoutes({ programs, shares, resources }),
    preview: previewRoutes(previews, lab, links),
  }
  const { authorizationFor, isAuthorized } = oauth
  return {
    handlers,
    services: { connectorReviews: reviews, miniPrograms: programs },
    port: createConnectorPort({ repo, webhooks, reviews, userConfigs, isAuthorized, authorizationFor }),
    async start() {
      await reviews.start()
      await previews.start()
    },
  }
}
