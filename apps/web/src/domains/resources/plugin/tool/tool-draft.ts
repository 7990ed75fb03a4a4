import type { ApiExtend } from '@orrery/contract'
import type { ApiMethod } from '@orrery/contract/shared/plugin-enums'
import type { PluginTool } from '../plugin.queries.ts'
import { isPath, isToolName } from '../tool-rules.ts'
import { faultsOf, fromNodes, type ParamNode, toNodes } from './param-tree.ts'

/** A tool while it is edited. */
export interface ToolDraft {
  name: string
  desc: string
  path: string
  method: (typeof ApiMethod)[keyof typeof ApiMethod]
  request: ParamNode[]
  response: ParamNode[]
  extend: Partial<ApiExtend>
  code: string
  functionName: string
}

export const draftOf = (tool: PluginTool): ToolDraft => ({
  name: tool.name,
  desc: tool.desc,
  path: tool.path,
  method: tool.method,
  request: toNodes(tool.request_params),
  response: toNodes(tool.response_params),
  extend: tool.api_extend,
  code: tool.source_code,
  functionName: tool.function_name,
})

/** The draft as the call takes it. */
export const inputOf = (draft: ToolDraft) => ({
  name: draft.name.trim(),
  desc: draft.desc,
  path: draft.path.trim(),
  method: draft.method,
  request_params: fromNodes(draft.request),
  response_params: fromNodes(draft.response),
  api_extend: draft.extend,
  source_code: draft.code,
  function_name: draft.functionName,
})
export type ToolInput = ReturnType<typeof inputOf>

/** The changed fields only. */
export function changesOf(before: ToolInput, after: ToolInput): Partial<ToolInput> {
  const keys = Object.keys(after) as (keyof ToolInput)[]
  return Object.fromEntries(
    keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [key, after[key]]),
  )
}

export type DraftFault = 'name' | 'path' | 'parameters'
/** Why a draft cannot be saved; undefined if it can. */
export function draftFault(draft: ToolDraft): DraftFault | undefined {
  if (!isToolName(draft.name)) return 'name'
  if (draft.path && !isPath(draft.path)) return 'path'
  return faultsOf(draft.request).size + faultsOf(draft.response).size > 0 ? 'parameters' : undefined
}
