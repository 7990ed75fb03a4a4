import type { Ctx } from '#kit/http/context.ts'
import type { Found, WorkflowService } from './workflow.service.ts'

/** Those of the ids that the caller may look at; the others do not exist for them. */
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
