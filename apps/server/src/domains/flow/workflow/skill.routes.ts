import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { PluginInfo } from '#domains/resources/plugin/shared/plugin-info.ts'
import type { Presenter } from './shared/present.ts'
import { mergeToolParams, toToolParams } from './tool-params.ts'
import type { VersionService } from './version.service.ts'
import type { WorkflowService } from './workflow.service.ts'

export interface SkillRoutesDeps {
  workflows: WorkflowService
  versions: VersionService
  resources: Pick<ResourceService, 'getMany'>
  /** Absent if the instance has no plugins. */
  plugins: PluginInfo | undefined
  present: Presenter
}
type Skills = Pick<typeof contract.workflowStudio, 'panelSearch' | 'toolDetail' | 'toolMerged'>
const Search = {
  all: 0,
  resourceWorkflow: 1,
  projectWorkflow: 2,
  favorite: 3,
  resourcePlugin: 4,
  projectPlugin: 5,
  store: 6,
}

/** Node types of the canvas, and skills of model nodes. */
export function skillRoutes({ workflows, versions, resources, plugins, present }: SkillRoutesDeps): Handlers<Skills> {
  const mayView = (ctx: Ctx, kind: 'workflow' | 'knowledge', id: string) => ctx.access.can(ctx.actor!, kind, id, 'view')

  /** Resources of a space; the panel shows only their names. */
  async function resourcesNamed(
    kind: 'knowledge' | 'database',
    spaceId: string,
    words: string | undefined,
    page: number,
    size: number,
  ) {
    const rows = await workflows.resources(kind, spaceId, words, page, size)
    const hasMore = rows.length > size
    return {
      list: rows.slice(0, size).map((row) => ({
        id: row.id,
        name: row.name,
        desc: row.description,
        icon: present.iconOf(row.iconUri),
        update_time: seconds(row.updatedAt),
      })),
      next_page_or_cursor: hasMore ? String(page + 1) : '',
      has_more: hasMore,
    }
  }

  return {
    async panelSearch(input, ctx) {
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'view')
      const page = Math.max(1, Number(input.page_or_cursor) || 1)
      const { space_id: spaceId, project_id: projectId, search_key: words, page_size: size } = input
      const wants = (...types: number[]) => !input.search_type || types.includes(input.search_type)
      const flows = async (project: string | undefined, isWanted: boolean) => {
        if (!isWanted) return { workflow_list: [], next_page_or_cursor: '', has_more: false }
        const { found, total } = await workflows.list({
          spaceId,
          projectId: project,
          name: words,
          published: project ? undefined : true,
          page,
          size,
        })
        const shown = found.filter(({ head }) => head.id !== input.exclude_workflow_id)
        const hasMore = page * size < total
        return {
          workflow_list: await present.workflows(shown, ctx.userId),
          next_page_or_cursor: hasMore ? String(page + 1) : '',
          has_more: hasMore,
        }
      }
      const tools = async (where: 'space' | 'project' | 'favorite' | 'store', isWanted: boolean) => {
        const found = isWanted
          ? await plugins?.search({ where, spaceId, projectId, words, page, size }, ctx)
          : undefined
        return {
          plugin_list: found?.plugins ?? [],
          next_page_or_cursor: found?.hasMore ? String(page + 1) : '',
          has_more: found?.hasMore ?? false,
        }
      }
      const isAll = !input.search_type
      const empty = { list: [], next_page_or_cursor: '', has_more: false }
      const { list: knowledge_list, ...knowledge } = isAll
        ? await resourcesNamed('knowledge', spaceId, words, page, size)
        : empty
      const { list: database_list, ...database } = isAll
        ? await resourcesNamed('database', spaceId, words, page, size)
        : empty
      return {
        resource_workflow: await flows(undefined, wants(Search.resourceWorkflow)),
        project_workflow: await flows(projectId, projectId !== undefined && wants(Search.projectWorkflow)),
        resource_plugin: await tools('space', wants(Search.resourcePlugin)),
        project_plugin: await tools('project', projectId !== undefined && wants(Search.projectPlugin)),
        favorite_plugin: await tools('favorite', wants(Search.favorite)),
        store_plugin: await tools('store', wants(Search.store)),
        resource_knowledge: { knowledge_list, ...knowledge },
        resource_database: { database_list, ...database },
      }
    },
    async toolDetail({ workflow_list, plugin_list, dataset_list }, ctx) {
      const found = await workflows.getMany(workflow_list.flatMap((workflow) => workflow.workflow_id ?? []))
      const workflowMap: Record<string, ReturnType<typeof describeWorkflow>> = {}
      const describeWorkflow = (item: (typeof found)[number], version: string, schema: string) => ({
        id: item.head.id,
        plugin_id: item.head.id,
        description: item.head.description,
        icon_url: present.iconOf(item.head.iconUri),
        is_official: false,
        name: item.head.name,
        status: item.row.version ? 3 : 1,
        type: item.row.flowMode,
        api_detail: {
          id: item.head.id,
          name: item.head.name,
          description: item.head.description,
          plugin_id: item.head.id,
          parameters: toToolParams(readFacts(schema).inputs),
        },
        latest_version_name: item.row.version ?? '',
        version_name: version,
      })
      for (const item of found) {
        if (!(await mayView(ctx, 'workflow', item.head.id))) continue
        const version = workflow_list.find((wanted) => wanted.workflow_id === item.head.id)?.workflow_version ?? ''
        workflowMap[item.head.id] = describeWorkflow(
          item,
          version,
          (await versions.content(item.head.id, version)).schema,
        )
      }
      const pluginMap: Record<string, ReturnType<typeof describePlugin>> = {}
      const apiMap: Record<
        string,
        { id: string; name: string; description: string; plugin_id: string; parameters: Json[] }
      > = {}
      for (const plugin of plugin_list) {
        const tool = await plugins?.tool(
          {
            pluginId: plugin.plugin_id,
            apiId: plugin.api_id,
            apiName: plugin.api_name,
            version: plugin.plugin_version,
          },
          ctx,
        )
        if (!tool) continue
        pluginMap[plugin.plugin_id] = describePlugin(plugin.plugin_id, tool)
        const apiId = plugin.api_id ?? tool.apiName
        apiMap[apiId] = {
          id: apiId,
          name: tool.apiName,
          description: tool.desc,
          plugin_id: plugin.plugin_id,
          parameters: toToolParams(tool.inputs),
        }
      }
      const known = await resources.getMany(dataset_list.map((dataset) => dataset.dataset_id))
      const seen = await Promise.all(
        known.map(async (row) => row.kind === 'knowledge' && (await mayView(ctx, 'knowledge', row.id))),
      )
      return {
        workflow_detail_map: workflowMap,
        plugin_detail_map: pluginMap,
        plugin_api_detail_map: apiMap,
        dataset_detail_map: Object.fromEntries(
          known
            .filter((_, at) => seen[at])
            .map((row) => [
              row.id,
              { id: row.id, icon_url: present.iconOf(row.iconUri), name: row.name, format_type: row.subType ?? 0 },
            ]),
        ),
      }
    },
    async toolMerged({ workflow_fc_setting: flow, plugin_fc_setting: plugin, dataset_fc_setting: dataset }, ctx) {
      if (dataset) await ctx.access.require(ctx.actor!, 'knowledge', dataset.dataset_id, 'view')
      return {
        ...(flow && (await mergedWorkflow(flow, ctx))),
        ...(plugin && { plugin_fc_setting: await mergedPlugin(plugin, ctx) }),
        ...(dataset && { dataset_fc_setting: dataset }),
      }
    },
  }

  async function mergedWorkflow(
    set: {
      workflow_id: string
      workflow_version?: string | undefined
      request_params: Json[]
      response_params: Json[]
    },
    ctx: Ctx,
  ) {
    await ctx.access.require(ctx.actor!, 'workflow', set.workflow_id, 'view')
    const content = await versions.content(set.workflow_id, set.workflow_version ?? '')
    const facts = readFacts(content.schema)
    const merged = {
      workflow_id: set.workflow_id,
      plugin_id: set.workflow_id,
      is_draft: content.version === '',
      request_params: mergeToolParams(toToolParams(facts.inputs), set.request_params),
      response_params: mergeToolParams(toToolParams(facts.outputs), set.response_params),
      response_style: { workflow_response_mode: facts.endType },
    }
    // The clients expect a misspelt key; both spellings are sent.
    return { worflow_fc_setting: merged, workflow_fc_setting: merged }
  }
  async function mergedPlugin(
    set: {
      plugin_id: string
      api_id?: string | undefined
      api_name?: string | undefined
      plugin_version?: string | undefined
      is_draft?: boolean | undefined
      request_params: Json[]
      response_params: Json[]
      response_style?: { workflow_response_mode?: number | undefined } | undefined
    },
    ctx: Ctx,
  ) {
    const ref = { pluginId: set.plugin_id, apiId: set.api_id, apiName: set.api_name, version: set.plugin_version }
    const tool = await plugins?.tool(ref, ctx)
    if (!tool) throw errors.notFound({ what: 'plugin' })
    return {
      plugin_id: set.plugin_id,
      api_id: set.api_id ?? '',
      api_name: tool.apiName,
      plugin_version: set.plugin_version ?? '',
      is_draft: set.is_draft ?? false,
      request_params: mergeToolParams(toToolParams(tool.inputs), set.request_params),
      response_params: mergeToolParams(toToolParams(tool.outputs), set.response_params),
      response_style: { workflow_response_mode: set.response_style?.workflow_response_mode ?? 0 },
    }
  }
}
type Json = Record<string, unknown>

const describePlugin = (id: string, tool: NonNullable<Awaited<ReturnType<PluginInfo['tool']>>>) => ({
  id,
  icon_url: tool.icon,
  description: tool.desc,
  is_official: tool.isOfficial ?? false,
  name: tool.name,
  plugin_status: 0,
  plugin_type: tool.type,
  latest_version_ts: seconds(tool.updatedAt),
  latest_version_name: tool.latest,
  version_name: tool.version,
})
