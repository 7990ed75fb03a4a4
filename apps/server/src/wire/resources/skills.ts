import type { SkillPorts } from '#domains/chat/agent/skill-ports.ts'
import { conversationErrors } from '#domains/chat/conversation/conversation.errors.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { createFileBox } from '#domains/chat/conversation/file-box.ts'
import { createAgentWorkflows } from '#domains/flow/run/ports/agent-port.ts'
import type { Documents } from '#kit/documents/documents.ts'
import type { Uploads } from '../studio/bot.ts'
import type { Workflows } from '../flow/workflow.ts'

interface Chat {
  skillPorts: SkillPorts
  conversations: ConversationService
}

/** Gives the turns of bots the skills whose parts are wired after them. */
export function wireSkills(
  { skillPorts, conversations }: Chat,
  { uploads }: Uploads,
  { workflowPlans, runs, appVersions }: Workflows,
  { documentParser }: { documentParser: Documents },
) {
  skillPorts.workflows = createAgentWorkflows({ plans: workflowPlans, runs, appVersions })
  skillPorts.fileBox = createFileBox({
    sentFiles: conversations.sentFiles,
    async readText(file, userId) {
      const found = await conversations.openFile(file, userId)
      const bytes = await (await uploads.read(file.key))?.bytes()
      if (!bytes) throw conversationErrors.fileGone({ name: found.name })
      const chunks = await documentParser.chunks(bytes, /\.(\w+)$/.exec(file.key)?.[1] ?? '', { kind: 0, overlap: 0 })
      return chunks.map(({ content }) => content).join('\n\n')
    },
  })
}
