import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { WorkflowRoutesDeps } from './workflow.routes.ts'

/** Throws unless the caller may create in the project and the project is in this space. */
export async function requireProjectIn(projectId: string | undefined, spaceId: string, ctx: Ctx): Promise<void> {
  if (!projectId) return
  const { spaceId: home } = await ctx.access.require(ctx.actor!, 'project', projectId, 'createResource')
  if (home !== spaceId) throw errors.notFound({ what: 'project' })
}

/** Throws unless the caller may edit the bot and the bot is in this space. */
export async function requireBotIn(botId: string | undefined, spaceId: string, ctx: Ctx): Promise<void> {
  if (!botId) return
  const { spaceId: home } = await ctx.access.require(ctx.actor!, 'bot', botId, 'editInfo')
  if (home !== spaceId) throw errors.notFound({ what: 'bot' })
}

export function workflowCopyRoutes({
  workflows,
  bundles,
}: WorkflowRoutesDeps): Pick<Handlers<typeof contract.workflow>, 'copy' | 'copyTemplates' | 'move'> {
  return {
    async copy(input, ctx) {
      const source = await workflows.get(input.workflow_id)
      const spaceId = input.target_space_id ?? input.space_id ?? source.head.spaceId
      await ctx.access.require(ctx.actor!, 'space', spaceId, 'createResource')
      const isSameSpace = spaceId === source.head.spaceId
      const projectId = input.target_project_id ?? (isSameSpace ? (source.head.projectId ?? undefined) : undefined)
      await requireProjectIn(projectId, spaceId, ctx)
      if (isSameSpace) {
        const { head } = await workflows.copy(source, { spaceId, ownerId: ctx.userId, projectId })
        return { workflow_id: head.id, schema_type: 0 }
      }
      const made = await bundles.copyInto([source.head.id], { spaceId, projectId, actor: ctx })
      return { workflow_id: made.get(source.head.id)!, schema_type: 0 }
    },
    async copyTemplates(input, ctx) {
      for (const id of input.workflow_ids) await ctx.access.require(ctx.actor!, 'workflow', id, 'copy')
      const made = await bundles.copyInto(input.workflow_ids, {
        spaceId: input.target_space_id,
        projectId: undefined,
        actor: ctx,
      })
      const found = await workflows.getMany(input.workflow_ids.map((id) => made.get(id)!))
      const sourceOf = new Map([...made].map(([source, copy]) => [copy, source]))
      return Object.fromEntries(
        found.map(({ head, row }) => [
          sourceOf.get(head.id)!,
          {
            workflow_id: head.id,
            space_id: head.spaceId,
            name: head.name,
            desc: head.description,
            source_id: sourceOf.get(head.id)!,
            flow_mode: row.flowMode,
          },
        ]),
      )
    },
    async move({ workflow_id, project_id }, ctx) {
      if (project_id) await ctx.access.require(ctx.actor!, 'project', project_id, 'createResource')
      await workflows.move(workflow_id, ctx.userId, project_id)
      return { workflow_id, project_id: project_id ?? '' }
    },
  }
}
