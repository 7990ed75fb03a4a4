import type { SkillPorts } from '#domains/chat/agent/skill-ports.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { createFileboxRepo } from '#domains/resources/filebox/filebox.repo.ts'
import { fileboxRoutes } from '#domains/resources/filebox/filebox.routes.ts'
import { createFileboxService } from '#domains/resources/filebox/filebox.service.ts'
import { createFileboxTools } from '#domains/resources/filebox/filebox.tools.ts'
import { createFileboxView } from '#domains/resources/filebox/filebox.view.ts'
import { createFinding } from '#domains/resources/filebox/finding.service.ts'
import { createPageLinks } from '#domains/resources/filebox/page-links.ts'
import { createReading, type Reading } from '#domains/resources/filebox/reading.service.ts'
import type { CaptionService } from '#domains/resources/knowledge/caption.service.ts'
import type { Embeddings } from '#domains/resources/knowledge/embedding.ts'
import type { Documents } from '#kit/documents/documents.ts'
import type { Infra } from '#kit/infra.ts'
import type { Uploads } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Models } from '../chat/model.ts'

interface Chat {
  skillPorts: SkillPorts
  conversations: Pick<ConversationService, 'sentFiles'>
}
interface Knowledge {
  documentParser: Documents
  knowledgeEmbeddings: Embeddings
  knowledgeCaptions: CaptionService
}

/** Files that people keep with bots. After the skills: its tools stand beside those for files of a conversation. */
export function wireFilebox(
  infra: Infra,
  { links, resources }: Ground,
  { models }: Models,
  { uploads }: Uploads,
  { skillPorts, conversations }: Chat,
  { documentParser, knowledgeEmbeddings, knowledgeCaptions }: Knowledge,
) {
  const { clock, config, egress, jobs, log, newId, secrets } = infra
  const repo = createFileboxRepo(infra.database.db)
  const embedder = async (spaceId: string, model?: string) =>
    knowledgeEmbeddings.get(model ?? (await knowledgeEmbeddings.choose(spaceId)), spaceId)
  const reading: Reading = createReading({
    repo,
    uploads,
    documents: documentParser,
    describe: knowledgeCaptions.describe,
    embedder,
    spaceOf: async (botId) => (await resources.get(botId))?.spaceId,
    jobs,
    newId,
    clock,
    log,
  })
  const files = createFileboxService({
    repo,
    uploads,
    egress,
    newId,
    clock,
    wake: reading.wake,
    sentFiles: ({ botId, userId }) => conversations.sentFiles(botId, userId, ''),
  })
  const finding = createFinding({ repo, models, embedder })
  const own = createFileboxTools(files, finding)
  const others = skillPorts.fileBox
  skillPorts.fileBox = {
    tools: async (references, context) => [
      ...((await others?.tools(references, context)) ?? []),
      // The box is an account's. Users of its own have what they sent, and nothing of each other's.
      ...(context.endUser ? [] : await own.tools(references, context)),
    ],
  }
  const pages = createPageLinks(secrets, clock, config.publicUrl)
  const handlers: HandlersOf<'filebox'> = {
    filebox: fileboxRoutes({ files, finding, view: createFileboxView(links), pages }),
  }
  return { handlers, services: { fileboxReading: reading }, start: () => reading.start() }
}
