import { isId } from '@orrery/contract'
import type { Call, ConversationPort, ModelMessage, StoredMessage } from '@orrery/engine'
import type { ConversationRow, MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import type { ProjectConversationService } from '#domains/flow/workflow/project-conversation.service.ts'
import { runErrors } from '../run.errors.ts'
import type { RunContext } from '../run-types.ts'
import type { ThreadPlace, ThreadService } from '../thread.service.ts'

export const DEFAULT_NAME = 'Default'

/** Owner of the conversations of a run: its project, its bot, or the workflow itself. */
export function placeOf(context: RunContext, mode: Call['mode']): ThreadPlace {
  return {
    ownerId: context.projectId ?? context.botId ?? context.workflowId,
    spaceId: context.spaceId,
    userId: context.userId,
    person: context.connectorUid ?? context.userId,
    connectorId: context.connectorId ?? '',
    isDraft: mode === 'debug',
  }
}

/** The port of nodes that create, read and change conversations and their messages. */
export function createConversationPort(deps: {
  threads: ThreadService
  templates: Pick<ProjectConversationService, 'named' | 'names'>
}): ConversationPort {
  const { threads, templates } = deps
  const contextOf = (call: Call) => call.context as RunContext
  const place = (call: Call) => placeOf(contextOf(call), call.mode)

  /** A bot has one conversation with a user, so its nodes cannot use any other. */
  function refuseInBot(name: string, { botId, projectId }: RunContext): void {
    if (botId && !projectId && name !== DEFAULT_NAME) throw runErrors.onlyDefaultConversation({ name })
  }
  async function find(name: string, call: Call): Promise<ConversationRow | undefined> {
    const context = contextOf(call)
    refuseInBot(name, context)
    const isCurrent = name === (context.conversationName ?? DEFAULT_NAME)
    if (context.conversationId && isCurrent) return threads.own(context.conversationId, context.userId)
    const found = await threads.find(place(call), name)
    if (found) return found
    // The default conversation and those that the project defines are created on first use.
    const isGiven = name === DEFAULT_NAME || (context.projectId && (await templates.named(context.projectId, name)))
    return isGiven ? (await threads.open(place(call), name)).row : undefined
  }
  async function need(name: string, call: Call): Promise<ConversationRow> {
    const found = await find(name, call)
    if (!found) throw runErrors.noConversation({ name })
    return found
  }
  async function refuseTemplate(name: string, call: Call): Promise<void> {
    const { projectId } = contextOf(call)
    if (name === DEFAULT_NAME || (projectId && (await templates.named(projectId, name))))
      throw runErrors.templateConversation()
  }

  return {
    async create(name, call) {
      if (!name.trim()) throw runErrors.noConversation({ name })
      const known = await find(name, call)
      if (known) return { conversationId: known.id, isExisted: true }
      const { row, isNew } = await threads.open(place(call), name)
      return { conversationId: row.id, isExisted: !isNew }
    },
    async rename(name, newName, call) {
      await refuseTemplate(name, call)
      const found = await threads.find(place(call), name)
      const taken = found && newName.trim() ? await find(newName, call) : undefined
      if (!found || !newName.trim() || taken)
        return { conversationId: '', isSuccess: false, isExisted: taken !== undefined }
      await threads.rename(found.id, newName)
      return { conversationId: found.id, isSuccess: true, isExisted: false }
    },
    async remove(name, call) {
      await refuseTemplate(name, call)
      const found = await threads.find(place(call), name)
      if (found) await threads.remove(found.id)
      return found !== undefined
    },
    async list(call) {
      const { projectId } = contextOf(call)
      const known = await threads.list(place(call))
      const given = projectId ? await templates.names(projectId) : []
      for (const name of given)
        if (!known.some((item) => item.name === name)) {
          const { row } = await threads.open(place(call), name)
          known.push({ id: row.id, name })
        }
      return known.map((item) => ({ conversationName: item.name, conversationId: item.id }))
    },
    async history(name, rounds, call) {
      const { id } = await need(name, call)
      const { chatId } = contextOf(call)
      return (await threads.rounds(id, rounds, chatId)).map(({ role, content }) => ({ role, content }))
    },
    async clear(name, call) {
      const found = await find(name, call)
      if (found) await threads.clear(found.id)
      return found !== undefined
    },
    async messages({ conversationName, limit, beforeId, afterId }, call) {
      const { id } = await need(conversationName, call)
      const at = { ...(isId(beforeId) && { beforeId }), ...(isId(afterId) && { afterId }) }
      const { rows, hasMore } = await threads.page(id, at, limit)
      return { messages: rows.map(toStored), firstId: rows[0]?.id ?? '', lastId: rows.at(-1)?.id ?? '', hasMore }
    },
    async createMessage({ conversationName, role, content }, call) {
      if (role !== 'user' && role !== 'assistant') throw runErrors.badRole({ role })
      const target = await need(conversationName, call)
      const [row] = await threads.append(target, [{ role, content }])
      return toStored(row!)
    },
    async editMessage({ conversationName, messageId, newContent }, call) {
      const { id } = await need(conversationName, call)
      return isId(messageId) && threads.edit(id, messageId, newContent)
    },
    async removeMessage({ conversationName, messageId }, call) {
      const { id } = await need(conversationName, call)
      return isId(messageId) && threads.removeMessage(id, messageId)
    },
    async context(rounds, call): Promise<ModelMessage[]> {
      const { conversationId, chatId } = contextOf(call)
      if (!conversationId) return []
      return (await threads.rounds(conversationId, rounds, chatId)).map(({ role, content }) => ({ role, content }))
    },
  }
}

const toStored = (row: MessageRow): StoredMessage => ({
  messageId: row.id,
  role: row.role,
  contentType: row.contentType,
  content: row.content,
})
