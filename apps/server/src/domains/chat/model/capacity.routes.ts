import type { contract } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ModelCapacity } from './model-capacity.service.ts'
import { costOf } from './shared/model-catalog.ts'
import { modelDomainErrors } from './model.errors.ts'
import type { ModelService } from './model.service.ts'
import type { ModelRow } from './model.table.ts'

export interface CapacityDeps {
  models: Pick<ModelService, 'anyModel'>
  capacity: ModelCapacity
  /** Flushes all usage counted so far. */
  settle(): Promise<void>
  audit: AuditService
  clock: Clock
}
const THIRTY_DAYS_MS = 30 * 86_400_000

export function capacityRoutes(deps: CapacityDeps): Handlers<typeof contract.modelCapacity> {
  /** Finds a model. Models of a space are only visible to its members, those of the instance to everyone. */
  async function find(modelId: string, ctx: Ctx, wants: 'view' | 'manageModels'): Promise<ModelRow> {
    const row = await deps.models.anyModel(modelId)
    if (!row) throw errors.notFound({ what: 'model' })
    if (row.spaceId !== null) await ctx.access.require(ctx.actor!, 'space', row.spaceId, wants)
    else if (wants !== 'view') await ctx.access.check(ctx.actor!, 'instance', {})
    return row
  }
  return {
    expand: async (input, ctx) => {
      const row = await find(input.model_id, ctx, 'manageModels')
      if (row.tpmIn === null && row.tpmOut === null) throw modelDomainErrors.noBound({ name: row.name })
      const expansion = {
        modelId: row.id,
        tokensIn: input.tpm_input_expansion,
        tokensOut: input.tpm_output_expansion,
        startsAt: input.start_time * 1000,
        endsAt: input.end_time * 1000,
      }
      if (expansion.endsAt <= Math.max(expansion.startsAt, deps.clock.now())) throw modelDomainErrors.expansionOver()
      const id = await deps.capacity.expand({ ...expansion, createdBy: ctx.userId })
      await deps.audit.record({
        actorId: ctx.userId,
        ...(row.spaceId !== null && { spaceId: row.spaceId }),
        action: 'model.expand',
        target: row.id,
        detail: expansion,
      })
      return { record_id: id }
    },
    estimate: async (input, ctx) => {
      const row = await find(input.model_id, ctx, 'view')
      await deps.settle()
      const until = input.EndTime ? input.EndTime * 1000 : deps.clock.now()
      const since = input.StartTime ? input.StartTime * 1000 : until - THIRTY_DAYS_MS
      const perCall = await deps.capacity.perCall(row.id, ctx.userId, { since, until })
      if (!perCall) throw modelDomainErrors.nothingToEstimateFrom({ name: row.name })
      const missingTokens = (tokens: number, bound: number | null) =>
        bound === null ? 0 : Math.max(0, Math.ceil(input.estimated_rpm * tokens) - bound)
      return {
        tpm_input_expansion: missingTokens(perCall.in, row.tpmIn),
        // The misspelling is part of the wire format.
        tpm_output_expansino: missingTokens(perCall.out, row.tpmOut),
      }
    },
    cost: async (input, ctx) => {
      const row = await find(input.model_id, ctx, 'view')
      return { estimated_cost: costOf(row, input.input_tpm, input.output_tpm) }
    },
  }
}
