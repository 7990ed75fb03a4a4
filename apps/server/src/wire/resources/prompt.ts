import { createDraftService } from '#domains/resources/prompt/draft.service.ts'
import { manageRoutes } from '#domains/resources/prompt/manage.routes.ts'
import { createFollowing } from '#domains/resources/prompt/following.ts'
import { createPaste } from '#domains/resources/prompt/paste.ts'
import { createPlaceService } from '#domains/resources/prompt/place.service.ts'
import { promptKind } from '#domains/resources/prompt/prompt.kind.ts'
import { promptRoutes } from '#domains/resources/prompt/prompt.routes.ts'
import { createPromptService } from '#domains/resources/prompt/prompt.service.ts'
import { createPeople } from '#domains/resources/prompt/shared/prompt-people.ts'
import { releaseRoutes } from '#domains/resources/prompt/release.routes.ts'
import { createReleaseService } from '#domains/resources/prompt/release.service.ts'
import { segmentRoutes } from '#domains/resources/prompt/segment.routes.ts'
import { createSegmentUses } from '#domains/resources/prompt/segment-uses.service.ts'
import { createSegmentService } from '#domains/resources/prompt/segment.service.ts'
import { serveRoutes } from '#domains/resources/prompt/serve.routes.ts'
import { isSecret } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { shelfRoutes } from '#domains/resources/prompt/shelf.routes.ts'
import { createShelfService } from '#domains/resources/prompt/shelf.service.ts'
import { createServeService } from '#domains/resources/prompt/serve.service.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

/** Wires prompts of the library: drafts, versions, releases and serving. */
export function wirePrompts(
  infra: Infra,
  { ground, chat, isOfficial }: { ground: Ground; chat: Pick<Chat, 'threads'>; isOfficial(id: string): boolean },
  ports: Pick<AppPorts, 'promptFollowers' | 'tagNames'>,
) {
  const { bus, newId, clock } = infra
  const { db } = infra.database
  const { resources, audit } = ground
  const prompts = createPromptService({
    db,
    bus,
    newId,
    clock,
    resources,
    audit,
    followersOf: (spaceId, key) => ports.promptFollowers(spaceId, key),
    tagNames: (spaceId, ids) => ports.tagNames(spaceId, ids),
  })
  const segments = createSegmentService({ db })
  const drafts = createDraftService({ db, clock, resources, prompts, segments })
  const releases = createReleaseService({ db, newId, clock, prompts, drafts, audit })
  const serving = createServeService({ db, bus, segments })
  const following = createFollowing(serving, chat.threads)
  const peopleOf = createPeople(ground.passport, ground.links)
  ground.resourceKinds.register('prompt', promptKind({ prompts, drafts }))
  ground.access.registerPart('promptRelease', async (id) => (await releases.find(id))?.promptId)
  const shelf = createShelfService({ db, clock, segments })
  ground.access.hideFromTesters('prompt', async (id) => isSecret((await prompts.find(id))?.prompt.securityLevel ?? 0))
  const uses = createSegmentUses({ db, prompts, drafts, segments })
  const handlers: HandlersOf<
    'promptLibrary' | 'promptManage' | 'promptRelease' | 'promptSegment' | 'promptServe' | 'promptShelf'
  > = {
    promptLibrary: promptRoutes({ prompts, people: ground.passport }),
    promptManage: manageRoutes({
      prompts,
      drafts,
      places: createPlaceService({ db }),
      releases,
      peopleOf,
      shelf,
      segments,
      isOfficial,
    }),
    promptRelease: releaseRoutes({ releases, peopleOf, secrets: infra.secrets }),
    promptSegment: segmentRoutes({ uses }),
    promptShelf: shelfRoutes({
      shelf,
      uploads: ground.uploads,
      links: ground.links,
      prompts,
      paste: createPaste({ segments, spaceOf: resources.spaceOf }),
    }),
    promptServe: serveRoutes({
      prompts,
      drafts,
      segments,
      serving,
      limiter: createRateLimiter(clock),
      releases,
      secrets: infra.secrets,
    }),
  }
  return {
    handlers,
    skills: { prompts: following.forBots },
    nodes: { prompts: following.forNodes },
    services: {
      prompts,
      promptDrafts: drafts,
      promptReleases: releases,
      promptSegments: segments,
      promptServing: serving,
    },
  }
}
