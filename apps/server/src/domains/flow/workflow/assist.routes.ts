import { type BotConfig, type contract, FlowMode } from '@orrery/contract'
import { describe } from '@orrery/engine/describe'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { CollaboratorService } from '#domains/ground/collaborator/collaborator.service.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { TokenService } from '#domains/ground/token/token.service.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { Copilot } from './copilot.service.ts'
import { nodeTypes } from './node-catalog.ts'
import type { PluginInfo } from '#domains/resources/plugin/shared/plugin-info.ts'
import type { Presenter } from './shared/present.ts'
import type { VersionService } from './version.service.ts'
import type { Found, WorkflowService } from './workflow.service.ts'
import { tags, tagsOf } from './workflow-tags.ts'

export interface AssistRoutesDeps {
  workflows: WorkflowService
  versions: VersionService
  runs: Pick<RunService, 'history' | 'view'>
  copilot: Copilot
  tokens: TokenService
  collaborators: Pick<CollaboratorService, 'list'>
  spaces: Pick<SpaceService, 'list'>
  ports: { readonly bots: { getDraftForRun(botId: string): Promise<{ config: BotConfig }> } }
  /** Absent while there are no plugins. */
  plugins: PluginInfo | undefined
  present: Presenter
  clock: Clock
}
const IDE_TOKEN = 'Code editor'
const HOUR = 3_600_000
const Plugin = { workflow: 4, imageflow: 5 }
const Status = { published: 2 }
const none = { is_oauth: false, status: 1, content: '' }
const MOST_EXAMPLES = 500

export function assistRoutes(deps: AssistRoutesDeps): Handlers<typeof contract.workflowAssist> {
  const { workflows, versions, runs, present, tokens, clock } = deps
  const spacesOf = async (ctx: Ctx) => {
    const reach = ctx.actor?.token?.spaces ?? 'all'
    const all = (await deps.spaces.list(ctx.userId)).map(({ space }) => space.id)
    return reach === 'all' ? all : all.filter((id) => reach.has(id))
  }

  async function workflowAsTool(id: string, version: string | undefined) {
    const { head, row } = await workflows.get(id)
    const content = await versions.content(id, version || (row.version ?? ''))
    const facts = readFacts(content.schema)
    return {
      name: head.name,
      apiName: head.name,
      desc: head.description,
      icon: present.iconOf(head.iconUri),
      inputs: facts.inputs,
      outputs: facts.outputs,
      spaceId: head.spaceId,
      projectId: head.projectId ?? '',
      version: content.version,
      latest: row.version ?? '',
      updatedAt: head.updatedAt,
      type: row.flowMode === FlowMode.imageflow ? Plugin.imageflow : Plugin.workflow,
      example: { request: '', response: '' },
      needsAuth: false,
    }
  }

  return {
    async apiDetail(input, ctx) {
      const isWorkflow = await ctx.access.can(ctx.actor!, 'workflow', input.pluginID, 'view')
      const ref = {
        pluginId: input.pluginID,
        apiId: input.api_id,
        apiName: input.apiName,
        version: input.plugin_version,
      }
      const tool = isWorkflow
        ? await workflowAsTool(input.pluginID, input.plugin_version)
        : await deps.plugins?.tool(ref, ctx)
      if (!tool) throw errors.notFound({ what: 'plugin' })
      const example = { req_example: tool.example.request, resp_example: tool.example.response }
      return {
        pluginID: input.pluginID,
        apiName: tool.apiName,
        inputs: tool.inputs,
        outputs: tool.outputs,
        icon: tool.icon,
        name: tool.name,
        desc: tool.desc,
        pluginProductStatus: 0,
        pluginProductUnlistType: 0,
        spaceID: tool.spaceId,
        debug_example: example,
        updateTime: seconds(tool.updatedAt),
        projectID: tool.projectId,
        version: tool.version,
        pluginType: tool.type,
        latest_version: tool.latest,
        latest_version_name: tool.latest,
        version_name: tool.version,
        auth: tool.needsAuth ? 1 : 0,
        PluginID: input.pluginID,
        ApiName: tool.apiName,
        Inputs: JSON.stringify(tool.inputs),
        Outputs: JSON.stringify(tool.outputs),
        Icon: tool.icon,
        Name: tool.name,
        Desc: tool.desc,
        DebugExample: example,
      }
    },
    async pluginAuth({ plugin_id }, ctx) {
      // A workflow that is used as a plugin acts with the rights of its caller.
      if (await ctx.access.can(ctx.actor!, 'workflow', plugin_id, 'view'))
        return { auth_info: none, shared_auth_info: none }
      const found = await deps.plugins?.auth(plugin_id, ctx)
      if (!found) throw errors.notFound({ what: 'plugin' })
      const own = { is_oauth: found.isOAuth, status: found.isAllowed ? 1 : 2, content: found.url }
      return { auth_info: own, shared_auth_info: found.isShared ? own : none }
    },
    fieldConfig({ nodeType, fieldNames }) {
      const found = describe(nodeType)
      if (!found) throw errors.notFound({ what: 'node type' })
      const wanted = new Set(fieldNames)
      const fields = found.sections.flatMap((section) =>
        section.fields.map((field) => ({ section: section.id, ...field })),
      )
      return {
        config: Object.fromEntries(
          fields
            .filter(({ id }) => !wanted.size || wanted.has(id))
            .map(({ id, ...rest }) => [id, JSON.stringify(rest)]),
        ),
      }
    },
    async ideToken({ space_id, can_write }, ctx) {
      // A token must not make longer-lived ones of itself.
      if (ctx.actor!.token) throw errors.noAccess()
      if (can_write) await ctx.access.require(ctx.actor!, 'space', space_id, 'createResource')
      for (const old of await tokens.list(ctx.userId))
        if (old.name === IDE_TOKEN && (old.spaces?.includes(space_id) || old.expiresAt <= clock.now()))
          await tokens.remove(ctx.userId, old.id)
      const expiresAt = clock.now() + HOUR
      const { token } = await tokens.create(ctx.userId, IDE_TOKEN, expiresAt, {
        scopes: can_write ? ['Workflow.view', 'Workflow.edit'] : ['Workflow.view'],
        spaces: [space_id],
        permissions: {},
      })
      return { token, expired_at: seconds(expiresAt) }
    },
    async copilot(input, ctx) {
      await ctx.access.require(ctx.actor!, 'space', input.space_id, 'view')
      const found = input.workflow_id ? await workflows.get(input.workflow_id) : undefined
      if (found && found.head.spaceId !== input.space_id) throw errors.notFound({ what: 'workflow' })
      const node = input.generate_test_case_input?.generate_node_debug_input_config
      const { content, by } = await deps.copilot(
        {
          type: input.copilot_type,
          spaceId: input.space_id,
          query: input.query,
          schema: found?.row.schema,
          nodeId: node?.node_id,
          nodeConfig: node?.node_config,
          signal: ctx.signal,
        },
        async (nodeId) => {
          const [last] = input.workflow_id ? await runs.history({ workflowId: input.workflow_id, limit: 1 }) : []
          if (!last) return undefined
          const view = await runs.view(last.workflowId, last.id)
          if (nodeId === undefined) return view.row.input
          const record = view.records.find((record) => record.nodeId === nodeId)
          return record && JSON.stringify(record.input ?? {})
        },
      )
      return { data: { content }, generated_by: by }
    },
    imageNodes(_input, ctx) {
      const zh = ctx.locale === 'zh-CN'
      const pictures = nodeTypes.filter((nodeType) => nodeType.category === 'image' && !nodeType.hidden)
      return {
        categoried_nodes: [
          {
            category_i18n_key: 'image',
            nodes: pictures.map((picture) => ({
              node_type: 2,
              node_template: {
                id: picture.type,
                type: Number(picture.type),
                name: zh ? picture.zh : picture.en,
                desc: zh ? picture.descZh : picture.descEn,
                icon_url: '',
                support_batch: picture.batch ? 2 : 1,
                node_type: picture.type,
                color: picture.color,
              },
            })),
          },
        ],
      }
    },
    async templateTags({ flow_mode }, ctx) {
      const { found } = await workflows.list({
        spaceIds: await spacesOf(ctx),
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
      const own = await spacesOf(ctx)
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
      const found = (await boundTo(input.bind_biz_id, input.space_id, ctx)).filter(
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
    async behavior({ workflow_id, only_config_item }, ctx) {
      const config = {
        workflow_count: await workflows.countShared(ctx.located!.spaceId),
        collaborators_count: (await deps.collaborators.list(workflow_id)).others.length,
      }
      // Nothing here is sold in levels: who may is decided by the rights on the workflow alone.
      if (only_config_item) return { config, can_upgrade: false }
      const may = await ctx.access.can(ctx.actor!, 'workflow', workflow_id, 'addCollaborator')
      return { auth_type: may ? 1 : 2, config, can_upgrade: false }
    },
  }

  async function boundTo(id: string | undefined, spaceId: string | undefined, ctx: Ctx): Promise<Found[]> {
    if (!id) {
      const spaceIds = spaceId ? [spaceId] : await spacesOf(ctx)
      return (await workflows.list({ spaceIds, page: 1, size: 100 })).found
    }
    const { kind } = await ctx.access.require(ctx.actor!, 'resource', id, 'view')
    if (kind === 'project') return (await workflows.list({ projectId: id, page: 1, size: 100 })).found
    if (kind === 'workflow') return workflows.getMany([id])
    const bot = kind === 'bot' ? await deps.ports.bots.getDraftForRun(id) : undefined
    const ids = bot?.config.workflow_info_list.map((workflow) => workflow.workflow_id) ?? []
    const found = await workflows.getMany(ids)
    const allowed = await Promise.all(found.map(({ head }) => ctx.access.can(ctx.actor!, 'workflow', head.id, 'view')))
    return found.filter((_, at) => allowed[at])
  }
}
