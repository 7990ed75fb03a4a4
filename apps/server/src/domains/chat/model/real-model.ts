import type { ModelService, ReadyModel } from './model.service.ts'

/** The default model of a space, or any other model, but never the built-in one. */
export type RealModel = (spaceId: string) => Promise<ReadyModel | undefined>

export const createRealModel =
  (models: Pick<ModelService, 'list' | 'resolve'>): RealModel =>
  async (spaceId) => {
    const first = await models.resolve(undefined, spaceId)
    if (!first.isOffline) return first
    const other = (await models.list(spaceId)).find((item) => item.type === 0 && !item.isOffline)
    return other && models.resolve(other.id, spaceId)
  }
