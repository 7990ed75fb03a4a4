import type { PromptPort as NodePrompts } from '@orrery/engine'
import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { type CallerScope, scopeOfCall } from '#kit/caller-scope.ts'
import { AppError } from '#kit/errors.ts'
import type { PromptPort as BotPrompts } from '#domains/chat/agent/shared/skill-ports.ts'
import type { Threads } from '#domains/chat/conversation/threads.service.ts'
import type { Chosen, Ref, ServeService } from './serve.service.ts'
import { isSecret, textOfDetail } from './shared/prompt-detail.ts'
import { renderPrompt } from './shared/render-prompt.ts'

type Caller = Pick<CallerScope, 'spaceId' | 'userId' | 'endUser'>
/** Pins conversations to the version with which they began. */
type Pins = Pick<Threads, 'pin' | 'repin'>

/** The prompt texts that bots and workflow nodes follow: the system messages, or all messages if there are none. */
export function createFollowing(serving: ServeService, pins: Pins) {
  /** The pinned version of a conversation, unless that version was withdrawn. */
  async function pinned(ref: Ref, chosen: Chosen, spaceId: string, conversationId: string): Promise<Chosen> {
    const { key, label, lane } = ref
    const name = `${key}@${label}${lane ? `#${lane}` : ''}`
    const version = await pins.pin(conversationId, name, chosen.version)
    if (version === chosen.version) return chosen
    if (await serving.isTakenBack(spaceId, ref, version)) {
      await pins.repin(conversationId, name, version, chosen.version)
      return chosen
    }
    return serving.choose(spaceId, key, { version })
  }
  async function served(
    ref: Ref,
    variables: Record<string, string>,
    { spaceId, userId, endUser }: Caller,
    conversationId?: string,
  ) {
    const { key, label, lane } = ref
    try {
      const traffic = { uid: endUser || userId, params: variables }
      const chosen = await serving.choose(spaceId, key, { ...(label && { label }), ...(lane && { lane }), traffic })
      const { detail, version, securityLevel } = conversationId
        ? await pinned(ref, chosen, spaceId, conversationId)
        : chosen
      // Prompts of the strictest level must not appear in traces, and the traces of a bot contain its prompt.
      if (isSecret(securityLevel)) return undefined
      const own = detail.messages.filter(({ message_type: type }) => type === PromptMessageType.system)
      const followed = { ...detail, messages: own.length ? own : detail.messages }
      // Without Jinja, placeholders are later filled with the variables of the bot, like in any persona.
      if (detail.template_type === 'normal') return { text: textOfDetail(followed), version }
      const values = Object.entries(variables).map(([name, value]) => ({ key: name, value }))
      return { text: textOfDetail({ ...followed, messages: renderPrompt(followed, values) }), version }
    } catch (cause) {
      // If the prompt cannot be served, the bot falls back to its own text.
      if (cause instanceof AppError) return undefined
      throw cause
    }
  }
  const forBots: BotPrompts = {
    async persona(ref, variables, context) {
      // A trial of a draft is not pinned to a version.
      if (context.isDraft) return served(ref, variables, context)
      // Wait for the begin of the turn; its failure is handled elsewhere.
      await context.begun?.catch(() => undefined)
      return served(ref, variables, context, context.conversationId)
    },
  }
  const forNodes: NodePrompts = { served: (ref, call) => served(ref, {}, scopeOfCall(call)) }
  return { forBots, forNodes }
}
