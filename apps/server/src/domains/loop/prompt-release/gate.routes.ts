import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { EvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import type { ReleaseService } from '#domains/resources/prompt/release.service.ts'
import { requireSpace } from '#domains/resources/prompt/shared/call-space.ts'
import { gateErrors } from './prompt-release.errors.ts'

export interface GateRoutesDeps {
  releases: Pick<ReleaseService, 'gate' | 'setGate'>
  evaluators: Pick<EvaluatorService, 'ready'>
}

export function promptGateRoutes({ releases, evaluators }: GateRoutesDeps): Handlers<typeof contract.promptGate> {
  return {
    get: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const gate = await releases.gate(input.prompt_id)
      if (!gate) return {}
      const { datasetId, evaluatorVersionId, margin, least } = gate
      return { gate: { dataset_id: datasetId, evaluator_version_id: evaluatorVersionId, margin, least } }
    },
    set: async (input, ctx) => {
      const { space_id: spaceId, gate } = input
      const prompt = await ctx.access.require(ctx.actor!, 'prompt', input.prompt_id, 'editInfo')
      if (prompt.spaceId !== spaceId) throw errors.notFound({ what: 'prompt' })
      if (gate) {
        const dataset = await ctx.access.require(ctx.actor!, 'dataset', gate.dataset_id, 'view')
        // The dataset must be in the space of the prompt.
        if (dataset.spaceId !== spaceId) throw errors.notFound({ what: 'dataset' })
        if (!(await evaluators.ready(spaceId, [gate.evaluator_version_id])).size) throw gateErrors.noEvaluator()
      }
      await releases.setGate(
        input.prompt_id,
        ctx.userId,
        gate && {
          datasetId: gate.dataset_id,
          evaluatorVersionId: gate.evaluator_version_id,
          margin: gate.margin,
          least: gate.least,
        },
      )
      return {}
    },
  }
}
