import { type contract, FlowMode } from '@orrery/contract'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ChatRoleService } from './chat-role.service.ts'
import { toOpenParameters } from './open-parameters.ts'
import type { Presenter } from './shared/present.ts'
import type { VersionService } from './version.service.ts'
import type { Found, WorkflowService } from './workflow.service.ts'

export interface OpenWorkflowRoutesDeps {
  workflows: WorkflowService
  versions: Pick<VersionService, 'published'>
  roles: ChatRoleService
  present: Presenter
  publicUrl: string
}

/** The workflows of a space in the public API. */
export function openWorkflowRoutes({
  workflows,
  versions,
  roles,
  present,
  publicUrl,
}: OpenWorkflowRoutesDeps): Pick<Handlers<typeof contract.workflowOpen>, 'list' | 'get'> {
  const base = publicUrl.replace(/\/$/, '')
  async function basics(found: Found[], withParameters: boolean, ctx: Ctx, isDraft = false) {
    const shown = await present.workflows(found, ctx.userId)
    return Promise.all(
      shown.map(async (item, at) => {
        const { row } = found[at]!
        const content =
          withParameters && row.version && !isDraft
            ? await versions.published(item.workflow_id, row.version)
            : undefined
        const facts = withParameters ? readFacts(content?.schema ?? row.schema) : undefined
        return {
          workflow_id: item.workflow_id,
          workflow_name: item.name,
          description: item.desc,
          icon_url: item.url && `${base}${item.url}`,
          app_id: item.project_id,
          creator: { id: item.creator.id, name: item.creator.name },
          created_at: String(item.create_time),
          updated_at: String(item.update_time),
          ...(facts && {
            input: { parameters: toOpenParameters(facts.inputs) },
            output: { parameters: toOpenParameters(facts.outputs) },
          }),
        }
      }),
    )
  }

  return {
    async list(input, ctx) {
      const { found, total } = await workflows.list({
        spaceId: input.workspace_id,
        flowMode:
          input.workflow_mode === undefined ? undefined : input.workflow_mode === 'chatflow' ? FlowMode.chatFlow : 0,
        projectId: input.app_id,
        published:
          input.publish_status === undefined || input.publish_status === 'all'
            ? undefined
            : input.publish_status === 'published_online',
        page: input.page_num,
        size: input.page_size,
      })
      return {
        items: await basics(found, input.include_input_output ?? false, ctx),
        has_more: input.page_num * input.page_size < total,
      }
    },
    async get(input, ctx) {
      const found = await workflows.get(input.workflow_id)
      // Only editors may see the draft.
      if (input.is_debug) await ctx.access.require(ctx.actor!, 'workflow', input.workflow_id, 'editInfo')
      const [detail] = await basics([found], input.include_input_output ?? false, ctx, input.is_debug)
      const { input: taken, output: given, ...rest } = detail!
      const role = input.include_chatflow_role ? await roles.get(input.workflow_id, input.connector_id) : undefined
      return {
        workflow_detail: rest,
        ...(taken && { input: taken }),
        ...(given && { output: given }),
        ...(role && { role }),
      }
    },
  }
}
