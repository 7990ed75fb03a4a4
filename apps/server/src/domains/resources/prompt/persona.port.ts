import type { PromptPort } from '#domains/chat/agent/shared/skill-ports.ts'
import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { AppError } from '#kit/errors.ts'
import type { ServeService } from './serve.service.ts'
import { isSecret, textOfDetail } from './shared/prompt-detail.ts'
import { renderPrompt } from './shared/render-prompt.ts'

/** What bots follow: the system messages of a prompt, or all of them when it has none. */
export const createPersonaPort = (serving: ServeService): PromptPort => ({
  async persona({ key, label }, variables, { spaceId, userId, endUser }) {
    try {
      const traffic = { uid: endUser || userId, params: variables }
      const { detail, version, securityLevel } = await serving.choose(spaceId, key, { ...(label && { label }), traffic })
      // The traces of a bot hold what it was told: the strictest level stays out of them.
      if (isSecret(securityLevel)) return undefined
      const own = detail.messages.filter(({ message_type: type }) => type === PromptMessageType.system)
      const told = { ...detail, messages: own.length ? own : detail.messages }
      // Names in double braces are filled with the variables of the bot, like those of any persona.
      if (detail.template_type === 'normal') return { text: textOfDetail(told), version }
      const values = Object.entries(variables).map(([name, value]) => ({ key: name, value }))
      return { text: textOfDetail({ ...told, messages: renderPrompt(told, values) }), version }
    } catch (cause) {
      // A bot goes on with its own text when what it follows is gone.
      if (cause instanceof AppError) return undefined
      throw cause
    }
  },
})
