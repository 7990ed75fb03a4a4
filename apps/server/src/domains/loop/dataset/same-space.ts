import type { Ctx } from '#kit/http/context.ts'
import { datasetErrors } from './dataset.errors.ts'

/** A space given along with a dataset must be the space of the dataset. */
export function requireSameSpace(spaceId: string | undefined, { located }: Pick<Ctx, 'located'>) {
  if (spaceId !== undefined && spaceId !== located?.spaceId) throw datasetErrors.otherSpace()
}
