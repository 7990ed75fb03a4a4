import { type ApiParameter, type contract, DebugOperation, type Input, isId, type PricingRule } from '@orrery/contract'
import { AppError, badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { type ToolDraft, toolsOf } from './import/document-tools.ts'
import { readImport } from './manifest-text.ts'
import { inferParameters } from '#kit/json-schema/parameter-tree.ts'
import type { PluginAsync } from './plugin-async.service.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { PluginService } from './plugin.service.ts'
import type { PluginView } from './plugin.view.ts'
import { parseArguments } from './read-arguments.ts'
import { plainStyle, type PluginUses, settingsOf, type UseKey } from './plugin-use.service.ts'
import type { Reach } from './shared/plugin-reach.ts'
import { contentOf } from './plugin.ports.ts'
import type { PluginWriter } from './plugin-writer.ts'
import type { ToolService } from './tool.service.ts'
import type { Toolsets } from './toolset.service.ts'
import type { WorkflowFactsPort } from './shared/workflow-port.ts'

export interface ToolRoutesDeps {
  plugins: PluginService
  tools: ToolService
  toolsets: Toolsets
  uses: PluginUses
  async: PluginAsync
  writer: PluginWriter
  view: PluginView
  reach: Reach
  ports: WorkflowFactsPort
}
type Tool = typeof contract.pluginTool
const toolRequest = (input: Partial<Input<Tool['update']>>) => ({
  name: input.name,
  description: input.desc,
  path: input.path,
  method: input.method,
  request: input.request_params,
  response: input.response_params,
  extend: input.api_extend,
  disabled: input.disabled,
  functionName: input.function_name,
  code: input.source_code,
  ...(input.save_example === true &&
    input.debug_example && {
      example: { request: input.debug_example.req_example, response: input.debug_example.resp_example },
    }),
  ...(input.save_example === false && { example: null }),
})

export function toolRoutes(deps: ToolRoutesDeps): Handlers<Tool> {
  const { plugins, tools, toolsets, uses, view, reach } = deps
  const nothing = {
    response_params: [] as ApiParameter[],
    success: false,
    resp: '',
    reason: '',
    raw_resp: '',
    raw_req: '',
    mock_set: '',
  }

  /** The bot, or the model node of a workflow, that a setting is for; the caller has the right to it. */
  async function referrer(
    input: Pick<
      Input<Tool['removeBotParams']>,
      'bot_id' | 'workflow_id' | 'plugin_referrer_id' | 'plugin_referrer_scene'
    >,
    ctx: Ctx,
    action: 'view' | 'editInfo',
  ): Promise<Pick<UseKey, 'referrerId' | 'nodeId'>> {
    const isNode = input.plugin_referrer_scene === 1
    const id = isNode
      ? input.workflow_id
      : (input.bot_id ?? (isId(input.plugin_referrer_id) ? input.plugin_referrer_id : undefined))
    if (!id) throw badInput(isNode ? 'workflow_id' : 'bot_id', 'is required', '为必填项')
    await ctx.access.require(ctx.actor!, isNode ? 'workflow' : 'bot', id, action)
    return { referrerId: id, nodeId: isNode ? input.plugin_referrer_id : '' }
  }
  async function open(pluginId: string, toolName: string, ctx: Ctx) {
    const kind = await reach(ctx, pluginId, 'view')
    const set =
      (await toolsets.find(pluginId)) ?? (kind === 'plugin' ? await toolsets.find(pluginId, '', true) : undefined)
    if (!set) throw pluginErrors.notPublished()
    return { set, tool: toolsets.pick(set, { name: toolName }) }
  }
  /** Price per call set by the tool's author. Nothing is charged here: the marketplace does that. */
  async function priceOf(pluginId: string, tool: { id?: string; name?: string }): Promise<PricingRule[]> {
    const set = (await toolsets.find(pluginId)) ?? (await toolsets.find(pluginId, '', true))
    const found = set?.tools.find((item) => item.id === tool.id || item.name === tool.name)
    if (!set || !found) return []
    const { pricing } = found
    const currency = pricing?.currency ?? 0
    return [
      {
        APIName: found.name,
        APIID: found.id,
        RuleID: `${set.id}-${found.id}`,
        Comment: pricing?.comment ?? '',
        PricingStrategy: pricing ? 1 : 0,
        PricingCalculationType: 3,
        PriceInfo: {
          Price: pricing?.price ?? '0',
          CurrencyType: currency,
          UnitName: pricing?.unit_name ?? '',
          UnitsForOnce: String(pricing?.units_for_once ?? 1),
        },
        PriceResult: { Price: pricing?.price ?? '0', CurrencyType: currency, TokensForOnce: '0' },
        PriceLimit: { TimesLimit: '0', UnitsLimit: '0' },
        PluginInfo: { id: set.id, name: set.name, plugin_icon: view.iconUrl(set.iconUri) },
      },
    ]
  }

  return {
    create: async (input, ctx) => {
      const request = { ...toolRequest(input), name: input.name, description: input.desc }
      const { editVersion, toolId } = await tools.create(input.plugin_id, ctx.userId, request, input.edit_version)
      return { api_id: toolId, edit_version: editVersion }
    },
    update: async (input, ctx) => ({
      edit_version: await tools.update(
        input.plugin_id,
        ctx.userId,
        input.api_id,
        toolRequest(input),
        input.edit_version,
      ),
    }),
    remove: async (input, ctx) => ({
      edit_version: await tools.remove(input.plugin_id, ctx.userId, input.api_id, input.edit_version),
    }),
    list: async (input, ctx) => {
      const kind = await reach(ctx, input.plugin_id, 'view')
      const paged = <T>(all: T[]) => all.slice((input.page - 1) * input.size, input.page * input.size)
      const isWanted = (id: string) => !input.api_ids?.length || input.api_ids.includes(id)
      if (kind !== 'plugin') {
        const set = await toolsets.find(input.plugin_id, '', false, ctx.locale)
        const all = (set?.tools ?? []).filter((tool) => isWanted(tool.id))
        return { api_info: paged(all).map((tool) => view.foreignTool(set!, tool)), total: all.length, edit_version: 0 }
      }
      const { row } = await plugins.get(input.plugin_id)
      const version = row.versionId ? await plugins.version(input.plugin_id, row.versionId) : undefined
      const wanted = input.preview_version_ts && input.preview_version_ts !== '0' ? input.preview_version_ts : ''
      const preview = wanted ? await plugins.version(input.plugin_id, wanted) : undefined
      if (wanted && !preview) throw pluginErrors.noVersion({ version: wanted })
      const all = (preview ? preview.manifest.tools : await tools.list(input.plugin_id)).filter((tool) =>
        isWanted(tool.id),
      )
      if (input.order?.desc) all.reverse()
      const online = new Set(version?.manifest.tools.filter((tool) => !tool.disabled).map((tool) => tool.id))
      const quotes = (await plugins.botQuotes([input.plugin_id])).get(input.plugin_id) ?? 0
      return {
        api_info: paged(all).map((tool) => view.tool(tool, { isOnline: online.has(tool.id), quotes })),
        total: all.length,
        edit_version: row.editVersion,
      }
    },
    debug: async (input, ctx) => {
      const kind = await reach(ctx, input.plugin_id, 'testRunPlugin')
      const set = await toolsets.find(input.plugin_id, '', kind === 'plugin')
      if (!set) throw pluginErrors.notPublished()
      const tool = toolsets.pick(set, { id: input.api_id })
      const located =
        kind === 'official'
          ? undefined
          : await ctx.access.require(ctx.actor!, 'resource', input.plugin_id, 'testRunPlugin')
      if (!located && input.space_id) await ctx.access.require(ctx.actor!, 'space', input.space_id, 'view')
      const args = parseArguments(input.parameters)
      try {
        const result = await toolsets.call(set, tool, args, {
          spaceId: located?.spaceId ?? input.space_id ?? '0',
          userId: ctx.userId,
          endUser: '',
          connectorId: '',
          isDraft: true,
          locale: ctx.locale,
          signal: AbortSignal.timeout(115_000),
        })
        if (result.authUrl)
          return {
            ...nothing,
            raw_req: result.request,
            reason: `${pluginErrors.needsGrant({ name: set.name }).text(ctx.locale)}: ${result.authUrl}`,
          }
        const isParse = input.operation === DebugOperation.parse
        const seen = isParse ? inferParameters(parseAnswer(result.raw)) : tool.response
        if (kind === 'plugin' && result.mockSet === undefined) await tools.markDebugged(tool.id)
        return {
          response_params: seen,
          success: true,
          resp: contentOf(result),
          reason: '',
          raw_resp: result.raw.slice(0, 1_000_000),
          raw_req: result.request.slice(0, 1_000_000),
          mock_set: result.mockSet ?? '',
        }
      } catch (cause) {
        // A tool that fails is a result of trying it; what is wrong on our side is not.
        if (!(cause instanceof AppError) || cause.status === 404) throw cause
        return { ...nothing, reason: [cause.text(ctx.locale), ...printed(cause)].join('\n').slice(0, 20_000) }
      }
    },
    batchCreate: async (input, ctx) => {
      const drafts = toolsOf(readImport(input.openapi).document)
      const chosen = new Set(input.paths_to_replace.map((item) => `${item.method ?? 0} ${item.path}`))
      const mayReplace = (draft: ToolDraft) =>
        input.replace_same_paths &&
        (!chosen.size || chosen.has(`${draft.method} ${draft.path}`) || chosen.has(`0 ${draft.path}`))
      const { editVersion, created, duplicated } = await tools.addAll(
        input.plugin_id,
        ctx.userId,
        drafts,
        mayReplace,
        input.edit_version,
      )
      return {
        paths_created: created.map((tool) => view.tool(tool, { isOnline: false, quotes: 0 })),
        paths_duplicated: duplicated.map((draft) => ({
          plugin_id: input.plugin_id,
          name: draft.name,
          desc: draft.description,
          path: draft.path,
          method: draft.method as 1,
          request_params: draft.request,
          response_params: draft.response,
        })),
        edit_version: editVersion,
      }
    },
    optimizeParams: async (input, ctx) => ({
      request_params: await deps.writer.describeParameters(
        input.request_params,
        input.api_desc,
        ctx.located!.spaceId,
        ctx.signal,
      ),
      response_params: await deps.writer.describeParameters(
        input.response_params,
        input.api_desc,
        ctx.located!.spaceId,
        ctx.signal,
      ),
    }),
    optimizeTool: async (input, ctx) => ({
      api_desc: await deps.writer.describeTool(input.api_desc, ctx.located!.spaceId, ctx.signal),
    }),
    botParams: async (input, ctx) => {
      const key = await referrer(input, ctx, 'view')
      const { set, tool } = await open(input.plugin_id, input.api_name, ctx)
      const use = await uses.get({ ...key, pluginId: set.id, tool: tool.name })
      const { request, response } = settingsOf(tool, use)
      return {
        request_params: request,
        response_params: response,
        response_style: use?.style ?? plainStyle,
        api_id: tool.id,
      }
    },
    saveBotParams: async (input, ctx) => {
      const key = await referrer(input, ctx, 'editInfo')
      const { set, tool } = await open(input.plugin_id, input.api_name, ctx)
      await uses.save(
        { ...key, pluginId: set.id, tool: tool.name },
        { request: input.request_params, response: input.response_params, style: input.response_style },
      )
      return {}
    },
    removeBotParams: async (input, ctx) => {
      const key = await referrer(input, ctx, 'editInfo')
      if (!input.delete_bot && !input.plugin_id) throw badInput('plugin_id', 'is required', '为必填项')
      await uses.remove(
        input.delete_bot
          ? { referrerId: key.referrerId }
          : { ...key, pluginId: input.plugin_id!, ...(input.api_name && { tool: input.api_name }) },
      )
      return {}
    },
    prices: async (input, ctx) => {
      const rules: PricingRule[] = []
      for (const found of input.plugin_apis) {
        const isMine = await reach(ctx, found.plugin_id, 'view').then(
          () => true,
          () => false,
        )
        if (isMine)
          rules.push(
            ...(await priceOf(found.plugin_id, { ...(found.api_id && { id: found.api_id }), name: found.name })),
          )
      }
      return { pricing_rules: rules }
    },
    pricesOfWorkflow: async (input) => {
      const { plugins: used } = await deps.ports.workflowFacts.tools(input.workflow_id)
      const rules = await Promise.all(used.map((item) => priceOf(item.pluginId, { id: item.tool, name: item.tool })))
      return { pricing_rules: [...new Map(rules.flat().map((rule) => [rule.RuleID, rule])).values()] }
    },
    saveAsync: async (input, ctx) => {
      await reach(ctx, input.plugin_id, 'view')
      const key = {
        botId: input.bot_id,
        connectorId: input.connector_id,
        pluginId: input.plugin_id,
        tool: input.api_name,
      }
      await deps.async.save(key, input.switch_status, input.message)
      return {}
    },
    getAsync: async (input) => {
      const rows = await deps.async.list(input.bot_id, input.connector_id)
      const found = rows.find(
        (row) => row.pluginId === input.plugin_id && (row.tool === input.api_name || row.tool === ''),
      )
      return {
        ...(found && {
          data: {
            plugin_id: found.pluginId,
            api_name: found.tool,
            switch_status: found.enabled,
            message: found.message,
          },
        }),
        async_config_count: rows.filter((row) => row.enabled).length,
      }
    },
    asyncTasks: async (input, ctx) => {
      const { rows, total } = await deps.async.tasks(input.bot_id, ctx.userId, input.page, input.size)
      return {
        tasks: rows.map((row) => ({
          task_id: row.id,
          task_name: row.tool,
          task_type: 1,
          query_msg: JSON.stringify(row.args),
          task_status: row.status,
          create_time: seconds(row.createdAt),
          plugin_icon: '',
          result: row.result,
        })),
        page: input.page,
        size: input.size,
        total,
      }
    },
    messageNodes: async (input) => {
      const { name, speaking } = await deps.ports.workflowFacts.tools(input.plugin_id)
      return {
        id: input.plugin_id,
        plugin_id: input.plugin_id,
        name,
        message_nodes: speaking.map((node) => ({ node_id: node.id, node_type: node.type, node_title: node.title })),
      }
    },
  }
}
const parseAnswer = (raw: string): unknown => {
  try {
    return JSON.parse(raw) as unknown
  } catch {
    return raw
  }
}
/** Output of the code before it failed. */
const printed = ({ data }: AppError): string[] => {
  const { logs } = (data ?? {}) as { logs?: unknown }
  return Array.isArray(logs) ? logs.map(String) : []
}
