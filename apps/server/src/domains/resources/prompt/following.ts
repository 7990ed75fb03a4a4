import type { PromptPort as NodePrompts } from '@orrery/engine'
import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { type CallerScope, scopeOfCall } from '#kit/caller-scope.ts'
import { AppError } from '#kit/errors.ts'
import type { PromptPort as BotPrompts } from '#domains/chat/agent/shared/skill-ports.ts'
import type { ServeService } from './serve.service.ts'
import { isSecret, textOfDetail } from './shared/prompt-detail.ts'
import { renderPrompt } from './shared/render-prompt.ts'

type Caller = Pick<CallerScope, 'spaceId' | 'userId' | 'endUser'>
interface Ref {
  key: string
  label: string
}

/** What bots and nodes of workflows follow: the system messages of a prompt, or all of them when it has none. */
export function createFollowing(serving: ServeService) {
  async function served(ref: Ref, variables: Record<string, string>, { spaceId, userId, endUser }: Caller) {
    const { key, label } = ref
    try {
      const traffic = { uid: endUser || userId, params: variables }
      const { detail, version, securityLevel } = await serving.choose(spaceId, key, {
        ...(label && { label }),
        traffic,
      })
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
  }
  const forBots: BotPrompts = { persona: served }
  const forNodes: NodePrompts = { text: async (ref, call) => (await served(ref, {}, scopeOfCall(call)))?.text }
  return { forBots, forNodes }
}
