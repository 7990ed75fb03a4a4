import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import type { api } from '#lib/api.ts'
import { fromValues, type Value, type Values } from './input-values.ts'
import type { ToolMode } from './try-step.ts'
import type { Column } from './use-columns.ts'

type Context = Awaited<ReturnType<typeof api.promptRun.context>>
/** The inputs with which the reader last used the pane for tries. */
export interface SavedTry {
  values: Values
  message: string
  mode: ToolMode
  columns: readonly Omit<Column, 'id'>[]
}
/** How columns differ: by version, by model, or both. */
const CompareBy = { prompt: 1, model: 2, free: 3 } as const

export const savedTryOf = ({
  variables,
  contexts,
  user_debug_config: config,
  compare_config: compare,
}: Context): SavedTry => ({
  values: fromValues(variables?.[0] ?? []),
  message: contexts?.[0]?.content ?? '',
  mode: config?.step_by_step ? 'step' : (config?.tool_mode ?? 'real'),
  columns: readColumns(compare?.compare_info),
})
function readColumns(text: string | undefined): SavedTry['columns'] {
  try {
    const read: unknown = JSON.parse(text || '[]')
    if (!Array.isArray(read)) return []
    return read.slice(0, 4).map((one: Partial<Column>) => ({
      version: String(one.version ?? ''),
      modelId: String(one.modelId ?? ''),
    }))
  } catch {
    return []
  }
}

interface TryInputs {
  mode: ToolMode
  message: string
  variables: Value[]
  columns: readonly Column[]
}
export function toContext({ mode, message, variables, columns }: TryInputs) {
  const isSame = (part: 'version' | 'modelId') => columns.every((column) => column[part] === columns[0]![part])
  const by = isSame('version') ? CompareBy.model : isSame('modelId') ? CompareBy.prompt : CompareBy.free
  return {
    variables: [variables],
    contexts: message ? [{ message_type: PromptMessageType.user, content: message }] : [],
    user_debug_config: {
      step_by_step: mode === 'step',
      tool_mode: mode === 'canned' ? ('canned' as const) : ('real' as const),
    },
    ...(columns.length > 1 && {
      compare_config: {
        compare_type: by,
        compare_info: JSON.stringify(columns.map(({ version, modelId }) => ({ version, modelId }))),
      },
    }),
  }
}
