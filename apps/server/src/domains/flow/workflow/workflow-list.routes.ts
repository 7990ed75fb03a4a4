import type { contract } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { Found, ListFilter } from './workflow.service.ts'
import type { WorkflowRoutesDeps } from './workflow.routes.ts'
import { visibleWorkflows } from './visible-workflows.ts'
import { callerSpaces } from './caller-spaces.ts'

const Status = { unpublished: 1, published: 2 }

/** Lists workflows of the caller's spaces, drafts and publications. */
export function workflowListRoutes({
  workflows,
  versions,
  spaces,
  present,
}: WorkflowRoutesDeps): Pick<
  Handlers<typeof contract.workflow>,
  'list' | 'released' | 'listPublished' | 'detail' | 'detailInfo' | 'examples'
> {
  const scoped = async (spaceId: string | undefined, ctx: Ctx): Promise<Pick<ListFilter, 'spaceId' | 'spaceIds'>> =>
    spaceId ? { spaceId } : { spaceIds: await callerSpaces(spaces, ctx) }
  const withVersion = async (found: Found, version: string | undefined) => {
    const latest = found.row.version ? await versions.published(found.head.id, found.row.version) : undefined
    const content = version ? await versions.published(found.head.id, version) : undefined
    return { found, content, latest }
  }
  const publishedOf = async (found: Found) => withVersion(found, found.row.version ?? undefined)
  return {
    async list(input, ctx) {
      const { found, total } = await workflows.list({
        ...(await scoped(input.space_id, ctx)),
        ids: input.workflow_ids?.length ? input.workflow_ids : undefined,
        name: input.name,
        published: input.status === undefined || input.status === 0 ? undefined : input.status === Status.published,
        ownerId: input.login_user_create ? ctx.userId : undefined,
        flowMode: input.flow_mode,
        projectId: input.project_id,
        orderBy: input.order_by,
        page: input.page,
        size: input.size,
      })
      const can = (id: string, action: 'editInfo' | 'delete' | 'copy') =>
        ctx.access.can(ctx.actor!, 'workflow', id, action)
      return {
        workflow_list: await present.workflows(found, ctx.userId),
        auth_list: await Promise.all(
          found.map(async ({ head }) => ({
            workflow_id: head.id,
            user_id: ctx.userId,
            auth: {
              can_edit: await can(head.id, 'editInfo'),
              can_delete: await can(head.id, 'delete'),
              can_copy: await can(head.id, 'copy'),
            },
          })),
        ),
        total,
      }
    },
    async released(input, ctx) {
      const wanted = new Map(
        input.workflow_filter_list?.map((workflowFilter) => [
          workflowFilter.workflow_id,
          workflowFilter.workflow_version,
        ]),
      )
      const ids = [...(input.workflow_ids ?? []), ...wanted.keys()]
      const { found, total } = await workflows.list({
        ...(await scoped(input.space_id, ctx)),
        ids: ids.length ? ids : undefined,
        name: input.name,
        published: true,
        ownerId: input.login_user_create ? ctx.userId : undefined,
        flowMode: input.flow_mode,
        projectId: input.project_id,
        orderBy: input.order_by,
        page: input.page,
        size: input.size,
      })
      const rows = await Promise.all(
        found.map((item) => withVersion(item, wanted.get(item.head.id) || (item.row.version ?? undefined))),
      )
      return { workflow_list: await present.details(rows, ctx.userId), total }
    },
    async listPublished(input, ctx) {
      const page = Math.max(1, Number(input.cursor_id) || 1)
      const { found, total } = await workflows.list({
        ...(await scoped(input.space_id, ctx)),
        ids: input.workflow_ids?.length ? input.workflow_ids : undefined,
        name: input.name,
        published: true,
        ownerId: input.owner_id,
        orderBy: 2,
        page,
        size: input.size,
      })
      const hasMore = page * input.size < total
      return {
        workflows: await present.details(await Promise.all(found.map(publishedOf)), ctx.userId),
        next_cursor_id: hasMore ? String(page + 1) : '',
        has_more: hasMore,
        total,
      }
    },
    async detail({ workflow_ids }, ctx) {
      const found = await visibleWorkflows(workflows, workflow_ids, ctx)
      return {
        data: await present.details(
          found.map((item) => ({ found: item })),
          ctx.userId,
        ),
      }
    },
    async detailInfo({ workflow_filter_list }, ctx) {
      const versions = new Map(
        workflow_filter_list.map((workflowFilter) => [workflowFilter.workflow_id, workflowFilter.workflow_version]),
      )
      const found = await visibleWorkflows(workflows, [...versions.keys()], ctx)
      const rows = await Promise.all(found.map((item) => withVersion(item, versions.get(item.head.id))))
      return { data: await present.details(rows, ctx.userId) }
    },
    // The examples are the published workflows in the caller's spaces.
    async examples(input, ctx) {
      const { found, total } = await workflows.list({
        spaceIds: await callerSpaces(spaces, ctx),
        name: input.name,
        flowMode: input.flow_mode,
        published: true,
        page: input.page,
        size: input.size,
      })
      return { workflow_list: await present.workflows(found, ctx.userId), total }
    },
  }
}
