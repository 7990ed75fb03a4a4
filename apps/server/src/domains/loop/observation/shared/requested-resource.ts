import { and, eq, type SQL, sql } from 'drizzle-orm'
import { traceHead } from '#domains/chat/span/span.table.ts'
import { errors } from '#kit/errors.ts'
import type { Ctx } from '#kit/http/context.ts'

/** The resource whose traces are requested: a bot, a workflow, or a project with all its parts. */
export interface RequestedResource {
  spaceId: string
  kind: 'bot' | 'project' | 'workflow'
  id: string
}
const kinds = ['bot', 'project', 'workflow'] as const

/** Throws "not found" for a resource of another space or another kind. */
export function requireResource(
  kind: RequestedResource['kind'],
  id: string,
  spaceId: string,
  { located }: Ctx,
): RequestedResource {
  if (located?.spaceId !== spaceId || located.kind !== kind) throw errors.notFound({ what: kind })
  return { spaceId, kind, id }
}
export const botOf = (input: { space_id: string; bot_id: string }, ctx: Ctx) =>
  requireResource('bot', input.bot_id, input.space_id, ctx)
export const resourceOf = (
  input: { space_id: string; scene_param: { log_biz_scene: 0 | 1 | 2; entity_id: string } },
  ctx: Ctx,
) => requireResource(kinds[input.scene_param.log_biz_scene], input.scene_param.entity_id, input.space_id, ctx)

/** Condition for the traces of the requested resource. */
export const isOf = ({ spaceId, kind, id }: RequestedResource): SQL =>
  and(
    eq(traceHead.spaceId, spaceId),
    kind === 'project'
      ? sql`${traceHead.objectId} IN (SELECT id FROM resource WHERE project_id = ${id})`
      : and(eq(traceHead.objectId, id), eq(traceHead.objectKind, kind)),
  )!
