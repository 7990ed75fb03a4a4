import { type contract, FlowMode } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { Found } from './workflow.service.ts'
import { tags, tagsOf } from './workflow-tags.ts'
import type { AssistRoutesDeps } from './assist.routes.ts'
import { callerSpaces } from './caller-spaces.ts'

const Status = { published: 2 }
const MOST_EXAMPLES = 500

/** Workflows that can be used in bots and projects, or as examples. */
export function usableWorkflowRoutes({
  workflows,
  versions,
  present,
  spaces,
  ports,
}: AssistRoutesDeps): Pick<Handlers<typeof contract.workflowAssist>, 'templateTags' | 'listable' | 'bound'> {
  async function boundTo(
    id: string | undefined,
    spaceId: string | undefined,
    isOfBot: boolean,
    ctx: Ctx,
  ): Promise<Found[]> {
    if (!id) {
      const spaceIds = spaceId ? [spaceId] : await callerSpaces(spaces, ctx)
      return (await workflows.list({ spaceIds, page: 1, size: 100 })).found
    }
    const { kind } = await ctx.access.require(ctx.actor!, 'resource', id, 'view')
    if (isOfBot && kind !== 'bot') throw errors.notFound({ what: 'bot' })
    if (kind === 'project') return (await workflows.list({ projectId: id, page: 1, size: 100 })).found
    if (kind === 'workflow') return workflows.getMany([id])
    const bot = kind === 'bot' ? await ports.bots.getDraftForRun(id) : undefined
    const ids = bot?.config.workflow_info_list.map((workflow) => workflow.workflow_id) ?? []
    const made = kind === 'bot' ? await workflows.madeFor(id) : []
    const found = await workflows.getMany([...new Set([...ids, ...made])])
    const allowed = await Promise.all(found.map(({ head }) => ctx.access.can(ctx.actor!, 'workflow', head.id, 'view')))
    return found.filter((_, at) => allowed[at])
  }

  return {
    async templateTags({ flow_mode }, ctx) {
      const { found } = await workflows.list({
        spaceIds: await callerSpaces(spaces, ctx),
        published: true,
        flowMode: flow_mode,
        page: 1,
        size: MOST_EXAMPLES,
      })
      const counts = new Map<number, number>()
      for (const { row } of found)
        for (const tag of tagsOf(readFacts(row.schema))) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return {
        tags: tags
          .filter(({ type }) => type === 1 || counts.has(type))
          .map(({ type, en, zh }) => ({
            type,
            name: ctx.locale === 'zh-CN' ? zh : en,
            icon: '',
            active_icon: '',
            count: counts.get(type) ?? 0,
          })),
      }
    },
    async listable({ space_id_list, page, size, flow_mode }, ctx) {
      const own = await callerSpaces(spaces, ctx)
      const spaceIds = space_id_list.length ? own.filter((id) => space_id_list.includes(id)) : own
      const { found, total } = await workflows.list({
        spaceIds,
        published: true,
        flowMode: flow_mode,
        orderBy: 2,
        page,
        size,
      })
      const shown = await present.workflows(found, ctx.userId)
      return {
        workflows: await Promise.all(
          shown.map(async (item, at) => {
            const { row } = found[at]!
            const content = await versions.content(item.workflow_id, row.version ?? '')
            return {
              workflow_id: item.workflow_id,
              space_id: item.space_id,
              name: item.name,
              desc: item.desc,
              url: item.url,
              icon_uri: item.icon_uri,
              status: 3,
              plugin_id: item.plugin_id,
              create_time: item.create_time,
              update_time: item.update_time,
              source_id: item.workflow_id,
              creator: item.creator,
              schema: content.schema,
              start_node: item.start_node,
              end_node: item.end_node,
              flow_mode: item.flow_mode,
              sub_workflows: row.uses,
              latest_publish_commit_id: row.publishCommitId ?? '',
            }
          }),
        ),
        has_more: page * size < total,
      }
    },
    async bound(input, ctx) {
      const found = (await boundTo(input.bind_biz_id, input.space_id, input.bind_biz_type !== undefined, ctx)).filter(
        ({ head, row }) =>
          (input.status === undefined ||
            input.status === 0 ||
            (row.version !== null) === (input.status === Status.published)) &&
          (!input.login_user_create || head.ownerId === ctx.userId) &&
          (input.flow_mode === undefined || input.flow_mode === FlowMode.all || row.flowMode === input.flow_mode),
      )
      const can = (id: string, action: 'editInfo' | 'delete' | 'copy') =>
        ctx.access.can(ctx.actor!, 'workflow', id, action)
      return {
        workflow_list: await present.workflows(found, ctx.userId),
        auth_list: await Promise.all(
          found.map(async ({ head: { id } }) => ({
            workflow_id: id,
            user_id: ctx.userId,
            auth: {
              can_edit: await can(id, 'editInfo'),
              can_delete: await can(id, 'delete'),
              can_copy: await can(id, 'copy'),
            },
          })),
        ),
        total: found.length,
      }
    },
  }
}
