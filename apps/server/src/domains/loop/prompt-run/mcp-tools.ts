import { AppError } from '#kit/errors.ts'
import type { ToolCall } from '#kit/models/chat-types.ts'
import { untrustedResult } from '#kit/models/prompt-marks.ts'
import type { CallContext, SpaceSource, Tool, Toolset } from '#domains/resources/plugin/shared/toolset.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { promptRunErrors } from './prompt-run.errors.ts'

const MAX_RESULT = 100_000
export interface Reached {
  toolset: Toolset
  tool: Tool
}
/** Tools of the MCP servers of a prompt, by name. Functions of the prompt take precedence over these tools. */
export async function reachMcp(
  sets: Pick<SpaceSource, 'find'>,
  spaceId: string,
  { mcp_servers: servers = [], tools: own }: PromptDetail,
): Promise<Map<string, Reached>> {
  const found = new Map<string, Reached>()
  const taken = new Set(own.map(({ tool_def: tool }) => tool.function.name))
  for (const { mcp_server_id: id, name = id, tools: chosen } of servers) {
    const toolset = await sets.find(id, '', false)
    // Treat a server of another space as missing.
    if (toolset?.spaceId !== spaceId) throw promptRunErrors.noMcpServer({ name })
    const wanted = new Set(chosen?.map((tool) => tool.function.name))
    for (const tool of toolset.tools)
      if (!taken.has(tool.name) && !found.has(tool.name) && (!wanted.size || wanted.has(tool.name)))
        found.set(tool.name, { toolset, tool })
  }
  return found
}
export interface CallScope {
  spaceId: string
  userId: string
  signal: AbortSignal
}
/** Calls a tool and returns its result. A failure is returned to the model, which may continue without it. */
export async function callReached(
  reached: Reached,
  call: ToolCall,
  { spaceId, userId, signal }: CallScope,
  ask: (reached: Reached, given: Record<string, unknown>, context: CallContext) => Promise<string>,
) {
  try {
    const given: unknown = JSON.parse(call.arguments || '{}')
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw promptRunErrors.badArguments()
    const context = { spaceId, userId, endUser: '', connectorId: '', isDraft: false, locale: 'en' as const, signal }
    const raw = await ask(reached, given as Record<string, unknown>, context)
    return { response: untrustedResult(raw.slice(0, MAX_RESULT)), cause: undefined }
  } catch (cause) {
    if (signal.aborted) throw cause
    const known = cause instanceof AppError ? cause : promptRunErrors.badArguments()
    return { response: `Error: ${known.text('en')}`, cause: known }
  }
}
export const callMcp = (reached: Reached, call: ToolCall, scope: CallScope) =>
  callReached(
    reached,
    call,
    scope,
    async ({ toolset, tool }, given, context) => (await toolset.call(tool, given, context)).raw,
  )
