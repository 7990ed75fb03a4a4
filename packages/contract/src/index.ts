import { collaborator } from './domains/collaborator.ts'
import { instance } from './domains/instance.ts'
import { instanceModel, spaceModel } from './domains/model/manage.ts'
import { model } from './domains/model/model.ts'
import { passport } from './domains/passport.ts'
import { space } from './domains/space.ts'
import { token } from './domains/token.ts'

/** Every domain of the product. A new one is added here and in apps/server/src/app.ts. */
export const contract = { collaborator, instance, instanceModel, model, passport, space, spaceModel, token }
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
export * from './shared/model-support.ts'
export * from './shared/policy.ts'
export type { ManagedModel, ManagedProvider } from './domains/model/manage.ts'
export type { ListedModel } from './domains/model/type-list.ts'
export type { User } from './domains/passport.ts'
export type { Member, Space } from './domains/space.ts'
export { CollaborationResource, CollaborationRole } from './domains/collaborator.ts'
