import type { Ctx } from '#kit/http/context.ts'
import type { Found, WorkflowService } from './workflow.service.ts'

/** Filters the ids by what the caller may view; the others are left out as if they did not exist. */
export async function visibleWorkflows(
  workflows: Pick<WorkflowService, 'getMany'>,
  ids: string[],
  ctx: Ctx,
): Promise<Found[]> {
  const found = await workflows.getMany([...new Set(ids)])
  const allowed = await Promise.all(found.map(({ head }) => ctx.access.can(ctx.actor!, 'workflow', head.id, 'view')))
  const byId = new Map(found.filter((_, at) => allowed[at]).map((item) => [item.head.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
