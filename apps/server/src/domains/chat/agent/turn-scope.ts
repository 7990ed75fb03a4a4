import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { ModelLimits } from '#domains/chat/model/model-limits.service.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { Budget } from './budget.ts'
import type { RunHooks } from './hooks.ts'
import type { SkillContext, SkillPorts } from './shared/skill-ports.ts'
import type { Emit, TurnBot, TurnRequest } from './shared/turn-types.ts'

export interface AgentDeps {
  models: Pick<ModelService, 'resolve'>
  limits: Pick<ModelLimits, 'get'>
  /** Provided by the domains that own the skills, when they are wired. */
  ports: SkillPorts
  egress: Egress
  clock: Clock
  /** Loads the bot that an agent refers to. */
  loadBot(id: string, isDraft: boolean): Promise<TurnBot | undefined>
  /** Reads a file that the user is permitted to use. */
  readFile(key: string): Promise<Uint8Array | undefined>
}

/** Shared state of the steps of one turn. */
export interface Turn {
  request: TurnRequest
  deps: AgentDeps
  emit: Emit
  budget: Budget
  hooks: RunHooks
  context: SkillContext
  /** Variables of the user, read once per turn. */
  variables: Record<string, string>
}
