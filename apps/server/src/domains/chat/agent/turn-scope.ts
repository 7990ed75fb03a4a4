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
  /** Filled by the parts that own the skills, as they are wired. */
  ports: SkillPorts
  egress: Egress
  clock: Clock
  /** Another bot that an agent stands for. */
  loadBot(id: string, isDraft: boolean): Promise<TurnBot | undefined>
  /** Content of a file that the user was allowed to use. */
  readFile(key: string): Promise<Uint8Array | undefined>
}

/** Everything that the steps of one turn share. */
export interface Turn {
  request: TurnRequest
  deps: AgentDeps
  emit: Emit
  budget: Budget
  hooks: RunHooks
  context: SkillContext
  /** The variables of the user, read once. */
  variables: Record<string, string>
}
