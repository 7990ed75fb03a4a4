import type { MemoryPort as MemoryNodePort } from '@orrery/engine'
import type { MemoryPort } from '../agent/skill-ports.ts'
import type { MemoryService } from './memory.service.ts'

const PIECES = 5
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const keyOf = (userId: string, own: string) => (own && own !== userId ? `${userId}/${own}` : userId)

export function memorySkill(memories: MemoryService): MemoryPort {
  return {
    async recall(query, { botId, userId, endUser }) {
      const found = await memories.recall({ botId, userKey: keyOf(userId, endUser) }, query)
      return found.slice(0, PIECES).map((row) => `${dayOf(row.eventAt)}: ${row.content}`)
    },
    remember: ({ user }, { botId, userId, endUser, connectorId, turnId }) =>
      memories.remember({ botId, userKey: keyOf(userId, endUser) }, user, connectorId, turnId),
  }
}

/** The long-term memory node. A run outside a bot remembers nothing. */
export function memoryNode(memories: MemoryService): MemoryNodePort {
  return {
    async recall({ query }, { context }) {
      const botId = text(context.botId)
      const [userId, own] = [text(context.userId), text(context.connectorUid)]
      if (!botId || !userId) return []
      return (await memories.recall({ botId, userKey: keyOf(userId, own) }, query)).map((row) => ({
        output: row.content,
        date: dayOf(row.eventAt),
      }))
    },
  }
}
