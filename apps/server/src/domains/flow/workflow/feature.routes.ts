import type { contract } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { FeatureService } from './feature.service.ts'

export function featureRoutes(deps: {
  features: FeatureService
  spaces: Pick<SpaceService, 'list'>
}): Handlers<typeof contract.workflowFeature> {
  const { features } = deps
  /** Without a space id: whether any space of the caller has the feature. */
  async function has(name: string, spaceId: string | undefined, ctx: Ctx): Promise<boolean> {
    if (spaceId) return features.has(name, spaceId)
    const own = await deps.spaces.list(ctx.userId)
    const answers = await Promise.all(own.map(({ space }) => features.has(name, space.id)))
    return answers.some(Boolean)
  }
  return {
    async list({ space_id }, ctx) {
      const names = await features.all()
      return {
        data: await Promise.all(
          names.map(async (name) => ({ feature: name, in_gray: await has(name, space_id, ctx) })),
        ),
      }
    },
    codeMigrate: async ({ space_id }, ctx) => ({ gray: await has('code_migrate', space_id, ctx) }),
    flowlang: async ({ space_id }, ctx) => ({ gray: await has('flowlang', space_id, ctx) }),
    region: async ({ feature_key }, ctx) => ({ allow: await has(feature_key, undefined, ctx) }),
    async rules() {
      const rules = await features.rules()
      return {
        rules: rules.map(({ name, percent, spaceIds }) => ({ feature: name, percent, space_ids: spaceIds })),
      }
    },
    async setRule({ feature, percent, space_ids }, ctx) {
      await features.set({ name: feature, percent, spaceIds: space_ids }, ctx.userId)
      return {}
    },
  }
}
