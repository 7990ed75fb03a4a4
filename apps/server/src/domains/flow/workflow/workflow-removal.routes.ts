import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { WorkflowRoutesDeps } from './workflow.routes.ts'
import { visibleWorkflows } from './visible-workflows.ts'

export function workflowRemovalRoutes({
  workflows,
}: WorkflowRoutesDeps): Pick<Handlers<typeof contract.workflow>, 'remove' | 'removeMany' | 'deleteStrategy'> {
  return {
    async remove({ workflow_id }, ctx) {
      await workflows.remove([workflow_id], ctx.userId)
      return { status: 0 }
    },
    async removeMany({ workflow_id_list, space_id }, ctx) {
      for (const id of workflow_id_list) {
        const { spaceId } = await ctx.access.require(ctx.actor!, 'workflow', id, 'delete')
        if (spaceId !== space_id) throw errors.notFound({ what: 'workflow' })
      }
      await workflows.remove([...new Set(workflow_id_list)], ctx.userId)
      return { status: 0 }
    },
    async deleteStrategy({ workflow_id }, ctx) {
      const callers = await workflows.callers(workflow_id)
      const seen = await visibleWorkflows(
        workflows,
        callers.map(({ head }) => head.id).filter((id) => id !== workflow_id),
        ctx,
      )
      return { data: 0, called_by: seen.map(({ head }) => ({ workflow_id: head.id, name: head.name })) }
    },
  }
}
