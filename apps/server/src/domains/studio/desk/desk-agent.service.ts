import { botScene, isDeskAgent, isId } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import { deskErrors } from './desk.errors.ts'
import { deskWords, inWords } from './desk-agents.ts'

export interface DeskAgentDeps {
  published(botId: string): Promise<TurnBot>
  mayChat(userId: string, botId: string): Promise<boolean>
}

/** Desks: the built-in ones, and published bots that a person may chat with. */
export function createDeskAgents({ published, mayChat }: DeskAgentDeps) {
  /**
   * The bot of a desk, or undefined for built-in desks. Throws the same error for a missing desk and for one that the
   * person may not use.
   */
  async function botOf(agentId: string, userId: string): Promise<TurnBot | undefined> {
    if (isDeskAgent(agentId)) return undefined
    const mayUse = isId(agentId) && (await mayChat(userId, agentId))
    const bot = mayUse ? await published(agentId).catch(() => undefined) : undefined
    if (!bot) throw deskErrors.noAgent()
    return bot
  }
  return {
    botOf,
    async describe(agentId: string, userId: string, locale: Locale) {
      const bot = await botOf(agentId, userId)
      if (bot) {
        const { shortcuts } = bot.config
        return {
          name: bot.name,
          description: '',
          botId: bot.id,
          version: bot.version,
          shortcuts: shortcuts.map((one) => ({ ...one, shortcut_icon: undefined })),
          scenes: Object.fromEntries(
            shortcuts.map(({ command_id }) => [command_id, botScene(agentId, command_id)] as const),
          ),
        }
      }
      const words = deskWords[agentId as keyof typeof deskWords]
      return {
        name: inWords(words.name, locale),
        description: inWords(words.description, locale),
        botId: '',
        version: '',
        shortcuts: words.shortcuts.map(({ id, name, query }) => ({
          command_id: id,
          command_name: inWords(name, locale),
          template_query: inWords(query, locale),
        })),
        scenes: Object.fromEntries(words.shortcuts.map(({ id, scene }) => [id, scene])),
      }
    },
  }
}
export type DeskAgents = ReturnType<typeof createDeskAgents>
