import {
  type ApiExtend,
  type ApiParameter,
  CreationMethod,
  ParameterLocation,
  ParameterType,
  PLUGIN_LIMITS,
} from '@orrery/contract'
import { type Tx, violates } from '#kit/db.ts'
import type { Clock } from '#kit/clock.ts'
import { codeTemplates, Runtime } from './call/code-call.ts'
import { plainExtend, type ToolDraft, uniqueName } from './import/document-tools.ts'
import { parameter } from '#kit/json-schema/parameter-tree.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { FoundPlugin, PluginRepo } from './plugin.repo.ts'
import type { PluginService } from './plugin.service.ts'
import type { ToolCard, ToolExample, ToolRow } from './plugin.table.ts'
import { checkParameters, checkPath, checkToolName, withPathParameters, withTrial } from './tool-rules.ts'

export interface ToolRequest {
  name?: string | undefined
  description?: string | undefined
  path?: string | undefined
  method?: number | undefined
  request?: ApiParameter[] | undefined
  response?: ApiParameter[] | undefined
  extend?: Partial<ApiExtend> | undefined
  disabled?: boolean | undefined
  functionName?: string | undefined
  code?: string | undefined
  /** null deletes the example. */
  example?: ToolExample | null | undefined
  card?: ToolCard | null | undefined
}

/** The tools of a plugin's draft. */
export function createToolService({
  repo,
  plugins,
  clock,
  requireContent,
}: {
  repo: PluginRepo
  plugins: PluginService
  clock: Clock
  requireContent: ContentGuard['require']
}) {
  const inPath = (name: string) =>
    parameter(name, ParameterType.string, { location: ParameterLocation.path, is_required: true })
  function check(tool: Pick<ToolRow, 'name' | 'path' | 'request' | 'response'>, { row }: FoundPlugin) {
    checkToolName(tool.name)
    checkPath(tool.path, tool.request, row.creationMethod === CreationMethod.ide)
    checkParameters('request_params', tool.request)
    checkParameters('response_params', tool.response)
  }
  const nameTaken = (name: string) => (cause: unknown) => {
    throw violates(cause, 'plugin_tool_name') ? pluginErrors.nameTaken({ name }) : cause
  }
  async function require(pluginId: string, toolId: string, tx?: Tx): Promise<ToolRow> {
    const tool = await repo.tool(pluginId, toolId, tx)
    if (!tool) throw pluginErrors.noTool({ tool: toolId })
    return tool
  }
  async function checkRoom(pluginId: string, adding: number, tx: Tx) {
    const there = (await repo.tools(pluginId, tx)).length
    if (there + adding > PLUGIN_LIMITS.tools) throw pluginErrors.tooManyTools({ max: PLUGIN_LIMITS.tools })
  }

  return {
    require,
    list: (pluginId: string) => repo.tools(pluginId),
    async create(
      pluginId: string,
      userId: string,
      input: ToolRequest & { name: string; description: string },
      base?: number,
    ) {
      await requireContent('plugin', { name: input.name, desc: input.description })
      const { editVersion, result } = await plugins
        .change(pluginId, userId, base, `create tool ${input.name}`, async (found, tx) => {
          await checkRoom(pluginId, 1, tx)
          const isCode = found.row.creationMethod === CreationMethod.ide
          const path = input.path || (isCode ? '' : `/${input.name}`)
          const draft: ToolDraft = {
            name: input.name,
            description: input.description,
            path,
            method: input.method ?? (isCode ? 2 : 1),
            request: withPathParameters(path, input.request ?? [], inPath),
            response: input.response ?? [],
            extend: { ...plainExtend, ...input.extend },
            disabled: input.disabled ?? false,
          }
          check(draft, found)
          const template = codeTemplates[found.row.runtime === Runtime.python ? Runtime.python : Runtime.node]
          const row: ToolRow = {
            ...plugins.toRow(pluginId, draft, found.row.nextPosition),
            functionName: input.functionName ?? '',
            code: input.code ?? (isCode ? template : ''),
          }
          await repo.insertTools([row], tx)
          await repo.update(pluginId, { nextPosition: found.row.nextPosition + 1 }, tx)
          return row.id
        })
        .catch(nameTaken(input.name))
      return { editVersion, toolId: result }
    },
    async update(pluginId: string, userId: string, toolId: string, input: ToolRequest, base?: number): Promise<number> {
      await requireContent('plugin', { name: input.name, desc: input.description })
      const { editVersion } = await plugins
        .change(pluginId, userId, base, `update tool ${input.name ?? toolId}`, async (found, tx) => {
          const before = await require(pluginId, toolId, tx)
          const path = input.path ?? before.path
          const after: ToolRow = {
            ...before,
            name: input.name ?? before.name,
            description: input.description ?? before.description,
            path,
            method: input.method ?? before.method,
            request: input.request ?? withPathParameters(path, before.request, inPath),
            response: input.response ?? before.response,
            extend: { ...before.extend, ...input.extend },
            disabled: input.disabled ?? before.disabled,
            functionName: input.functionName ?? before.functionName,
            code: input.code ?? before.code,
            example: input.example === undefined ? before.example : input.example,
            card: input.card === undefined ? before.card : input.card,
            updatedAt: clock.now(),
          }
          check(after, found)
          await repo.updateTool(toolId, withTrial(before, after), tx)
        })
        .catch(nameTaken(input.name ?? ''))
      return editVersion
    },
    async remove(pluginId: string, userId: string, toolId: string, base?: number): Promise<number> {
      const { editVersion } = await plugins.change(pluginId, userId, base, 'delete tool', async (_, tx) => {
        const { id } = await require(pluginId, toolId, tx)
        await repo.removeTools([id], tx)
      })
      return editVersion
    },
    /**
     * Adds several tools. A tool with the path and method of an existing one is reported as a duplicate or replaces it.
     */
    async addAll(
      pluginId: string,
      userId: string,
      drafts: ToolDraft[],
      mayReplace: (draft: ToolDraft) => boolean,
      base?: number,
    ) {
      const { editVersion, result } = await plugins.change(
        pluginId,
        userId,
        base,
        `import ${drafts.length} tools`,
        async (found, tx) => {
          const there = await repo.tools(pluginId, tx)
          const keyOf = (tool: { path: string; method: number }) => `${tool.method} ${tool.path}`
          const known = new Map(there.map((tool) => [keyOf(tool), tool]))
          const names = new Set(there.map((tool) => tool.name))
          const created: ToolRow[] = []
          const duplicated: ToolDraft[] = []
          let position = found.row.nextPosition
          for (const draft of drafts) {
            const same = known.get(keyOf(draft))
            if (same && !mayReplace(draft)) duplicated.push(draft)
            else if (same) {
              const after = withTrial(same, { ...same, ...draft, name: same.name, updatedAt: clock.now() })
              await repo.updateTool(same.id, after, tx)
              created.push(after)
            } else {
              const row = plugins.toRow(pluginId, { ...draft, name: uniqueName(draft.name, names) }, position++)
              check(row, found)
              created.push(row)
              await repo.insertTools([row], tx)
            }
          }
          await checkRoom(pluginId, 0, tx)
          await repo.update(pluginId, { nextPosition: position }, tx)
          return { created, duplicated }
        },
      )
      return { editVersion, ...result }
    },
    /** Replaces all tools by those of a document; a tool with the same path and method keeps its id. */
    async replaceAll(pluginId: string, userId: string, drafts: ToolDraft[], base?: number): Promise<number> {
      const { editVersion } = await plugins.change(pluginId, userId, base, 'replace tools', async (found, tx) => {
        if (drafts.length > PLUGIN_LIMITS.tools) throw pluginErrors.tooManyTools({ max: PLUGIN_LIMITS.tools })
        const there = await repo.tools(pluginId, tx)
        const known = new Map(there.map((tool) => [`${tool.method} ${tool.path}`, tool]))
        const kept = drafts.map((draft, index): ToolRow => {
          const same = known.get(`${draft.method} ${draft.path}`)
          return same
            ? withTrial(same, { ...same, ...draft, position: index, updatedAt: clock.now() })
            : plugins.toRow(pluginId, draft, index)
        })
        for (const row of kept) check(row, found)
        await repo.removeTools(
          there.map((tool) => tool.id),
          tx,
        )
        await repo.insertTools(kept, tx)
        await repo.update(pluginId, { nextPosition: kept.length }, tx)
      })
      return editVersion
    },
    markDebugged: (toolId: string, response?: ApiParameter[]) =>
      repo.updateTool(toolId, { debugged: true, ...(response && { response, updatedAt: clock.now() }) }),
  }
}
export type ToolService = ReturnType<typeof createToolService>
