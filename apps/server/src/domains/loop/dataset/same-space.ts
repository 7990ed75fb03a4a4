import type { Ctx } from '#kit/http/context.ts'
import { datasetErrors } from './dataset.errors.ts'

/** A space that is named beside a dataset has to be its own. */
export function requireSameSpace(spaceId: string | undefined, { located }: Pick<Ctx, 'located'>) {
  if (spaceId !== undefined && spaceId !== located?.spaceId) throw datasetErrors.otherSpace()
}
