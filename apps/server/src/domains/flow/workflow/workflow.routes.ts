import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { WorkflowBundles } from './bundle.service.ts'
import { firstCanvas } from './first-canvas.ts'
import type { Presenter } from './shared/present.ts'
import type { VersionService } from './version.service.ts'
import type { Found, ListFilter, WorkflowService } from './workflow.service.ts'

export interface WorkflowRoutesDeps {
  workflows: WorkflowService
  bundles: WorkflowBundles
  versions: Pick<VersionService, 'published'>
  spaces: Pick<SpaceService, 'list'>
  present: Presenter
}
const Status = { unpublished: 1, published: 2 }

export function workflowRoutes({
  workflows,
  bundles,
  versions,
  spaces,
  present,
}: WorkflowRoutesDeps): Handlers<typeof contract.workflow> {
  /** Without a space: every space the caller is in and the token reaches. */
  async function spacesOf(ctx: Ctx): Promise<string[]> {
    const all = (await spaces.list(ctx.userId)).map(({ space }) => space.id)
    const reach = ctx.actor?.token?.spaces ?? 'all'
    return reach === 'all' ? all : all.filter((id) => reach.has(id))
  }
  const scoped = async (spaceId: string | undefined, ctx: Ctx): Promise<Pick<ListFilter, 'spaceId' | 'spaceIds'>> =>
    spaceId ? { spaceId } : { spaceIds: await spacesOf(ctx) }
  /** Those of the ids that the caller may look at; the others do not exist for them. */
  async function visible(ids: string[], ctx: Ctx): Promise<Found[]> {
    const found = await workflows.getMany([...new Set(ids)])
    const allowed = await Promise.all(found.map(({ head }) => ctx.access.can(ctx.actor!, 'workflow', head.id, 'view')))
    const byId = new Map(found.filter((_, at) => allowed[at]).map((item) => [item.head.id, item]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  const withVersion = async (found: Found, version: string | undefined) => {
    const latest = found.row.version ? await versions.published(found.head.id, found.row.version) : undefined
    const content = version ? await versions.published(found.head.id, version) : undefined
    return { found, content, latest }
  }
  const publishedOf = async (found: Found) => withVersion(found, found.row.version ?? undefined)
  const toProject = async (projectId: string | undefined, spaceId: string, ctx: Ctx) => {
    if (!projectId) return
    const { spaceId: home } = await ctx.access.require(ctx.actor!, 'project', projectId, 'createResource')
    if (home !== spaceId) throw errors.notFound({ what: 'project' })
  }

  return {
    async create(input, ctx) {
      await toProject(input.project_id, input.space_id, ctx)
      const { head, row } = await workflows.create({
        spaceId: input.space_id,
        ownerId: ctx.userId,
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        flowMode: input.flow_mode,
        projectId: input.project_id,
        schema: firstCanvas(input.flow_mode, ctx.locale),
      })
      return {
        workflow_id: head.id,
        name: head.name,
        url: present.iconOf(head.iconUri),
        status: 1,
        type: 0,
        submit_commit_id: row.commitId,
        save_version: row.commitId,
      }
    },
    async save(input, ctx) {
      const { head, row } = await workflows.save(input.workflow_id, ctx.userId, {
        schema: input.schema,
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        saveVersion: input.save_version,
        submitCommitId: input.submit_commit_id,
      })
      return {
        name: head.name,
        url: present.iconOf(head.iconUri),
        status: row.submitCommitId === row.commitId ? 3 : 2,
        workflow_status: row.testedCommitId === row.commitId ? 2 : 1,
        is_version_gray: true,
        save_version: row.commitId,
      }
    },
    async canvas({ workflow_id }, ctx) {
      const found = await workflows.get(workflow_id)
      const { head, row } = found
      const [shown] = await present.workflows([found], ctx.userId, true)
      const creatorOf = await present.creatorsOf([row.savedBy], ctx.userId)
      return {
        workflow: shown!,
        vcs_data: {
          submit_commit_id: row.submitCommitId ?? row.commitId,
          draft_commit_id: row.commitId,
          type:
            row.publishCommitId && row.submitCommitId === row.commitId
              ? 3
              : row.submitCommitId === row.commitId
                ? 2
                : 1,
          can_edit: await ctx.access.can(ctx.actor!, 'workflow', workflow_id, 'editInfo'),
          publish_commit_id: row.publishCommitId ?? '',
        },
        db_data: { status: row.testedCommitId === row.commitId ? 2 : row.version ? 3 : 1 },
        operation_info: { operator: creatorOf(row.savedBy), operator_time: seconds(head.updatedAt) },
        is_bind_agent: false,
        workflow_version: row.version ?? '',
      }
    },
    async updateMeta(input, ctx) {
      await workflows.save(input.workflow_id, ctx.userId, {
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        flowMode: input.flow_mode,
      })
      return {}
    },
    async remove({ workflow_id }) {
      await workflows.remove([workflow_id])
      return { status: 0 }
    },
    async removeMany({ workflow_id_list, space_id }, ctx) {
      for (const id of workflow_id_list) {
        const { spaceId } = await ctx.access.require(ctx.actor!, 'workflow', id, 'delete')
        if (spaceId !== space_id) throw errors.notFound({ what: 'workflow' })
      }
      await workflows.remove([...new Set(workflow_id_list)])
      return { status: 0 }
    },
    async deleteStrategy({ workflow_id }, ctx) {
      const callers = await workflows.callers(workflow_id)
      const seen = await visible(
        callers.map(({ head }) => head.id).filter((id) => id !== workflow_id),
        ctx,
      )
      return { data: 0, called_by: seen.map(({ head }) => ({ workflow_id: head.id, name: head.name })) }
    },
    async copy(input, ctx) {
      const source = await workflows.get(input.workflow_id)
      const spaceId = input.target_space_id ?? input.space_id ?? source.head.spaceId
      await ctx.access.require(ctx.actor!, 'space', spaceId, 'createResource')
      const isSameSpace = spaceId === source.head.spaceId
      const projectId = input.target_project_id ?? (isSameSpace ? (source.head.projectId ?? undefined) : undefined)
      await toProject(projectId, spaceId, ctx)
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
      const found = await visible(workflow_ids, ctx)
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
      const found = await visible([...versions.keys()], ctx)
      const rows = await Promise.all(found.map((item) => withVersion(item, versions.get(item.head.id))))
      return { data: await present.details(rows, ctx.userId) }
    },
    // The workflows that others in one's spaces have published are what there is to learn from.
    async examples(input, ctx) {
      const { found, total } = await workflows.list({
        spaceIds: await spacesOf(ctx),
        name: input.name,
        flowMode: input.flow_mode,
        published: true,
        page: input.page,
        size: input.size,
      })
      return { workflow_list: await present.workflows(found, ctx.userId), total }
    },
    async openCollaborator({ workflow_id }) {
      await workflows.get(workflow_id)
      await workflows.setCollaborators(workflow_id, true)
      return {}
    },
    async closeCollaborator({ workflow_id }) {
      await workflows.get(workflow_id)
      await workflows.setCollaborators(workflow_id, false)
      return {}
    },
  }
}
