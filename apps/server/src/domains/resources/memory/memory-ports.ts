import type { MemoryPort as MemoryNodePort } from '@orrery/engine'
import { scopeOfCall } from '#kit/caller-scope.ts'
import { userKey } from '#kit/user-key.ts'
import type { MemoryPort } from '#domains/chat/agent/shared/skill-ports.ts'
import type { Learning } from './learning.service.ts'
import type { MemoryService } from './memory.service.ts'

const PIECES = 5
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export function memorySkill(memories: MemoryService, learning: Learning): MemoryPort {
  return {
    async recall(query, { botId, userId, endUser }) {
      const found = await memories.recallForChat({ botId, userKey: userKey(userId, endUser) }, query, PIECES)
      return found.map((row) => `${dayOf(row.eventAt)}: ${row.content}`)
    },
    remember({ user, answer, isTrial }, { botId, userId, endUser, connectorId, turnId }) {
      const owner = { botId, userKey: userKey(userId, endUser) }
      const said = { user, answer, connectorId, turnId }
      return isTrial ? learning.rememberInTrial(owner, said) : learning.remember(owner, said)
    },
  }
}

/** The long-term memory node. A run outside a bot has no memories. */
export function memoryNode(memories: MemoryService): MemoryNodePort {
  return {
    async recall({ query, history }, call) {
      const { botId, userId, endUser } = scopeOfCall(call)
      if (!botId || !userId) return []
      const owner = { botId, userKey: userKey(userId, endUser) }
      const found = await memories.recall(owner, query)
      // A question such as "And where was that?" finds something only together with the history.
      const before = history.map(({ content }) => content).join('\n')
      const rows = found.length || !before ? found : await memories.recall(owner, `${before}\n${query}`)
      return rows.map((row) => ({ output: row.content, date: dayOf(row.eventAt) }))
    },
  }
}
