import { createCardBindings } from '#domains/resources/card/card-bindings.ts'
import { cardAiRoutes } from '#domains/resources/card/card-ai.routes.ts'
import { createCardDrawing } from '#domains/resources/card/card-drawing.ts'
import { createCardFiles } from '#domains/resources/card/card-file.service.ts'
import { createOfficialTemplates } from '#domains/resources/card/card-official.service.ts'
import { cardPictureRoutes } from '#domains/resources/card/card-picture.routes.ts'
import { createCardSettings } from '#domains/resources/card/card-setting.service.ts'
import { createCardThumbnails } from '#domains/resources/card/card-thumbnail.service.ts'
import { cardToolsRoutes } from '#domains/resources/card/card-tools.routes.ts'
import { cardBuilderRoutes } from '#domains/resources/card/card-builder.routes.ts'
import { createCardGenerationRepo } from '#domains/resources/card/card-generation.repo.ts'
import { createCardPresses } from '#domains/resources/card/card-press.service.ts'
import { createCardSigner } from '#domains/resources/card/card-signature.ts'
import { createCardTemplates } from '#domains/resources/card/card-template.service.ts'
import { createCardWriter } from '#domains/resources/card/card-writer.service.ts'
import { cardKind } from '#domains/resources/card/card.kind.ts'
import { createCardPort } from '#domains/resources/card/card.port.ts'
import { createCardRepo } from '#domains/resources/card/card.repo.ts'
import { cardRoutes } from '#domains/resources/card/card.routes.ts'
import { createCardService } from '#domains/resources/card/card.service.ts'
import { createRunForCard } from '#domains/resources/card/run-for-card.ts'
import { createBriefTokens } from '#kit/brief-token.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import type { Plugins } from './plugin.ts'

/** Wires cards that show the answers of tools: editing, binding, rendering and presses. */
export function wireCards(
  { blobs, clock, config, egress, jobs, log, newId, secrets, database: { db } }: Infra,
  { ground, chat, plugins }: { ground: Ground; chat: Chat; plugins: Plugins },
  ports: Pick<AppPorts, 'bots' | 'gate' | 'servedWorkflows' | 'workflowFacts'>,
) {
  const { resources } = ground
  const { conversations } = chat
  const repo = createCardGenerationRepo(db)
  const writer = createCardWriter({ models: chat.models, write: chat.textWriter.write, repo, newId, clock })
  const cards = createCardService({ db, repo: createCardRepo(db), resources, clock })
  const templates = createCardTemplates({ db, newId, clock, resources })
  const official = createOfficialTemplates(db, newId)
  const tokens = createBriefTokens(secrets, clock)
  const drawing = createCardDrawing({ blobs, links: ground.links })
  const thumbnails = createCardThumbnails({ db, cards, drawing, blobs, jobs, log, clock })
  const files = createCardFiles({ db, uploads: ground.uploads, blobs, links: ground.links })
  const signer = createCardSigner(secrets)
  const press = createCardPresses({ cards, conversations, signer, run: createRunForCard(ports, resources.spaceOf) })
  ground.resourceKinds.register('card', cardKind(db, cards, thumbnails))
  const handlers: HandlersOf<'cardAi' | 'cardBuilder' | 'cardPicture' | 'cards' | 'cardTools'> = {
    cardAi: cardAiRoutes({ cards, templates, writer, reach: plugins.reach, toolsets: plugins.toolsets, ports }),
    cardPicture: cardPictureRoutes({
      cards,
      thumbnails,
      tokens,
      links: ground.links,
      publicUrl: config.publicUrl,
      maySee: (userId, cardId) => ground.access.canUser(userId, 'card', cardId, 'view'),
    }),
    cardTools: cardToolsRoutes({ files, tokens, settings: createCardSettings(db), official }),
    cardBuilder: cardBuilderRoutes({
      cards,
      templates,
      official,
      thumbnails,
      people: ground.passport,
      uploads: ground.uploads,
      links: ground.links,
      publicUrl: config.publicUrl,
      egress,
    }),
    cards: cardRoutes({
      cards,
      bindings: createCardBindings(ports),
      tools: plugins.pluginTools,
      reach: plugins.reach,
      toolsets: plugins.toolsets,
      presetOf: plugins.presetCard,
      ports,
      press,
      conversations,
    }),
  }
  return {
    handlers,
    services: { cardPresses: press, cardThumbnails: thumbnails },
    start: thumbnails.start,
    skills: { cards: createCardPort(cards, signer, newId) },
  }
}
