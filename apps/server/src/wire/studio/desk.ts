import { contract } from '@orrery/contract'
import { createRealModel } from '#domains/chat/model/real-model.ts'
import { createDeskAgents } from '#domains/studio/desk/desk-agent.service.ts'
import { createDeskGateway } from '#domains/studio/desk/desk-gateway.ts'
import { createDeskImages } from '#domains/studio/desk/desk-image.service.ts'
import { createDeskPrompts } from '#domains/studio/desk/desk-prompt.ts'
import { createDeskSettings } from '#domains/studio/desk/desk-setting.service.ts'
import { createDeskRepo } from '#domains/studio/desk/desk.repo.ts'
import { deskRoutes } from '#domains/studio/desk/desk.routes.ts'
import { createDeskInstances } from '#domains/studio/desk/instance.service.ts'
import { deskPaperRoutes } from '#domains/studio/desk/paper.routes.ts'
import { createDeskPapers } from '#domains/studio/desk/paper.service.ts'
import { createDeskReferences } from '#domains/studio/desk/reference.service.ts'
import { createDeskScenes } from '#domains/studio/desk/scene.service.ts'
import { createDeskTranslations } from '#domains/studio/desk/translation.service.ts'
import { createTranslator } from '#domains/studio/desk/translator.ts'
import { deskWriterRoutes, whileOn } from '#domains/studio/desk/writer.routes.ts'
import { createBriefTokens } from '#kit/brief-token.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { Bots } from './bot.ts'

interface Services {
  ground: Ground
  chat: Chat
  resources: Resources
  bots: Bots
}

/** Wires desks, where people read papers and write texts with the help of knowledge, files and conversations. */
export function wireDesks(infra: Infra, { ground, chat, resources, bots }: Services) {
  const { blobs, clock, egress, jobs, log, newId, secrets } = infra
  const { db } = infra.database
  const { spaces, uploads, links, access, instance } = ground
  const { knowledgeParts, knowledgeRetrieval: retrieval, documentParser: parser } = resources
  const { datasets, documents, slices, sources } = knowledgeParts
  const repo = createDeskRepo(db)
  const agents = createDeskAgents({
    published: (id) => bots.publishing.getPublished(id),
    mayChat: (userId, id) => access.canUser(userId, 'bot', id, 'testRunWorkflow'),
  })
  const settings = createDeskSettings(db)
  const papers = createDeskPapers({ repo, uploads, spaces, datasets, documents, slices, newId, clock })
  const translate = createTranslator({ realModel: createRealModel(chat.models), gloss: parser.gloss })
  const instances = createDeskInstances({
    repo,
    agents,
    spaces,
    isMember: (userId, spaceId) => access.canUser(userId, 'space', spaceId, 'view'),
    conversations: chat.conversations,
    dropPaper: papers.drop,
    dropPages: (pages) => translations.dropPages(pages),
    newId,
    clock,
  })
  const translations = createDeskTranslations({
    repo,
    instances,
    papers,
    sources,
    parser,
    translate,
    blobs,
    jobs,
    clock,
    log,
  })
  const references = createDeskReferences({ db, sources, egress, clock })
  const scenes = createDeskScenes({
    repo,
    instances,
    agents,
    prompts: createDeskPrompts({ papers, references, settings, retrieval, spaces }),
    models: chat.models,
    conversations: chat.conversations,
    tokens: createBriefTokens(secrets, clock),
    newId,
    clock,
  })
  const images = createDeskImages({ datasets, documents, retrieval, models: chat.models, uploads, egress, links })
  const desk = deskRoutes({ agents, instances, settings })
  const paper = deskPaperRoutes({ instances, papers, translations, translate, settings, spaces, uploads, links })
  const writer = deskWriterRoutes({
    references,
    images,
    scenes,
    spaces,
    relay: (given, ctx) => relay(given, ctx),
  })
  const relay = createDeskGateway([
    [contract.desk, desk],
    [contract.deskPaper, paper],
    [contract.deskWriter, writer],
  ])
  const isOn = () => instance.isOn('desks')
  const handlers: HandlersOf<'desk' | 'deskPaper' | 'deskWriter'> = {
    desk: whileOn(desk, isOn),
    deskPaper: whileOn(paper, isOn),
    deskWriter: whileOn(writer, isOn),
  }
  return { handlers, services: { deskTranslations: translations }, start: translations.start }
}
