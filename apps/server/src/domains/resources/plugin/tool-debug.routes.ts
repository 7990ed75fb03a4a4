import { type ApiParameter, type contract, DebugOperation } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { inferParameters } from '#kit/json-schema/parameter-tree.ts'
import { pluginErrors } from './plugin.errors.ts'
import { parseArguments } from './shared/read-arguments.ts'
import { resultText } from './shared/result-text.ts'
import type { ToolRoutesDeps } from './tool.routes.ts'

const nothing = {
  response_params: [] as ApiParameter[],
  success: false,
  resp: '',
  reason: '',
  raw_resp: '',
  raw_req: '',
  mock_set: '',
}

/** Calls a tool of the draft and returns its request and response. */
export function toolDebugRoutes({
  tools,
  toolsets,
  reach,
}: Pick<ToolRoutesDeps, 'tools' | 'toolsets' | 'reach'>): Pick<Handlers<typeof contract.pluginTool>, 'debug'> {
  return {
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
          resp: resultText(result),
          reason: '',
          raw_resp: result.raw.slice(0, 1_000_000),
          raw_req: result.request.slice(0, 1_000_000),
          mock_set: result.mockSet ?? '',
        }
      } catch (cause) {
        // A failed tool is a valid result of a trial; internal errors are thrown.
        if (!(cause instanceof AppError) || cause.status === 404) throw cause
        return { ...nothing, reason: [cause.text(ctx.locale), ...printed(cause)].join('\n').slice(0, 20_000) }
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
