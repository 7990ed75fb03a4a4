import type { SkillPorts } from '#domains/chat/agent/shared/skill-ports.ts'
import type { Infra } from '#kit/infra.ts'
import { wireConversations } from './chat/conversation.ts'
import { wireModels } from './chat/model.ts'
import type { Ground } from './ground.ts'
import type { AppPorts } from './ports.ts'

/** Wires models and the conversations of bots that use them. */
export function wireChat(
  infra: Infra,
  services: { ground: Ground },
  ports: Pick<AppPorts, 'bots' | 'comparisons' | 'noteUse'>,
  skills: SkillPorts,
) {
  const models = wireModels(infra, services)
  const conversations = wireConversations(infra, { ...services, ...models.services }, ports, skills)
  return {
    handlers: { ...models.handlers, ...conversations.handlers },
    services: { ...models.services, ...conversations.services },
    async start() {
      await models.start()
      await conversations.start()
    },
  }
}
export type Chat = ReturnType<typeof wireChat>['services']
