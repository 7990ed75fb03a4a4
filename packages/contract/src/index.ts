import { collaborator } from './domains/collaborator.ts'
import { instance } from './domains/instance.ts'
import { passport } from './domains/passport.ts'
import { space } from './domains/space.ts'
import { token } from './domains/token.ts'

/** Every domain of the product. A new one is added here and in apps/server/src/app.ts. */
export const contract = { collaborator, instance, passport, space, token }
export type Contract = typeof contract

export * from './kit.ts'
export {
  AgentType,
  BOT_LIMITS,
  BotMode,
  BotStatus,
  Branch,
  ConnectorId,
  HistoryType,
  TabStatus,
} from './shared/bot-enums.ts'
export { agentSchema } from './shared/bot-agents.ts'
export * from './shared/bot-info.ts'
export { shortcutSchema } from './shared/bot-shortcut.ts'
export * from './shared/fields.ts'
export * from './shared/policy.ts'
export type { User } from './domains/passport.ts'
export type { Member, Space } from './domains/space.ts'
export { CollaborationResource, CollaborationRole } from './domains/collaborator.ts'
