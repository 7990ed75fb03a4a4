import { createFileBox, createFileReader } from '#domains/chat/conversation/file-box.ts'
import { createFileboxRepo } from '#domains/resources/filebox/filebox.repo.ts'
import { appFileRoutes } from '#domains/resources/filebox/app-file.routes.ts'
import { fileboxRoutes } from '#domains/resources/filebox/filebox.routes.ts'
import { createFileboxService } from '#domains/resources/filebox/filebox.service.ts'
import { createFileboxTools, withFilebox } from '#domains/resources/filebox/filebox.tools.ts'
import { createFileboxView } from '#domains/resources/filebox/filebox.view.ts'
import { createFinding } from '#domains/resources/filebox/finding.service.ts'
import { createPageLinks } from '#domains/resources/filebox/page-links.ts'
import { createReading } from '#domains/resources/filebox/reading.service.ts'
import type { CaptionService } from '#domains/resources/knowledge/caption.service.ts'
import type { Embeddings } from '#domains/resources/knowledge/embedding.ts'
import type { Documents } from '#kit/documents/documents.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'

interface Services {
  ground: Ground
  chat: Chat
  documentParser: Documents
  knowledgeEmbeddings: Embeddings
  knowledgeCaptions: CaptionService
}

/** Wires file boxes and the files sent in conversations. */
export function wireFilebox(infra: Infra, services: Services) {
  const { clock, config, egress, jobs, log, newId, secrets } = infra
  const { links, resources, uploads } = services.ground
  const { conversations, models } = services.chat
  const { documentParser: documents, knowledgeCaptions, knowledgeEmbeddings } = services
  const repo = createFileboxRepo(infra.database.db)
  const embedder = knowledgeEmbeddings.forSpace
  const reading = createReading({
    repo,
    uploads,
    documents,
    describe: knowledgeCaptions.describe,
    embedder,
    spaceOf: resources.spaceOf,
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
  const sent = createFileBox({
    sentFiles: conversations.sentFiles,
    readText: createFileReader({ openFile: conversations.openFile, uploads, documents }),
  })
  const pages = createPageLinks(secrets, clock, config.publicUrl)
  const view = createFileboxView(links)
  const handlers: HandlersOf<'agentAppFile' | 'filebox'> = {
    agentAppFile: appFileRoutes({
      files,
      finding,
      view,
      isOwnFile: async (key, userId) => (await uploads.find(key, userId)) !== undefined,
    }),
    filebox: fileboxRoutes({ files, finding, view, pages }),
  }
  return {
    handlers,
    skills: { fileBox: withFilebox(sent, createFileboxTools(files, finding)) },
    services: { fileboxReading: reading },
    start: () => reading.start(),
  }
}
