import { z } from 'zod'
import { evalTargetErrors } from '../eval-target.errors.ts'
import type { FrozenMockSet } from '#domains/resources/mock/shared/frozen-mocks.ts'
import type { Snapshot } from '../eval-target.table.ts'

const runtime = z.strictObject({
  /** A stored version of a bot to run instead of its draft. */
  bot_version: z.string().max(64).optional(),
  model_id: z.union([z.string(), z.int().positive().transform(String)]).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  max_tokens: z.int().min(1).max(1_000_000).optional(),
  /** Default values for inputs and variables that are empty in a row. */
  variables: z.record(z.string().max(128), z.string().max(10_000)).optional(),
  /**
   * refused: the target runs without tools. mocked: mock sets of the space replace its tools. sampled: mock sets or
   * sample answers replace its tools.
   */
  tools: z.enum(['real', 'mocked', 'refused', 'sampled']).optional(),
  /** Ids of mock sets of the space. */
  mock_sets: z
    .array(z.union([z.string(), z.int().positive().transform(String)]))
    .max(50)
    .optional(),
})
export type Runtime = z.infer<typeof runtime>
const known = Object.keys(runtime.shape).join(', ')

/** Parses the overrides for a target; undefined for an empty text. */
export function runtimeOf(text: string): Runtime | undefined {
  if (!text.trim()) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw evalTargetErrors.badRuntime({ problem: 'it is not JSON', problemZh: '不是有效的 JSON' })
  }
  const read = runtime.safeParse(value)
  if (read.success) {
    const { tools, mock_sets: sets } = read.data
    if ((tools === 'mocked') !== (sets !== undefined && sets.length > 0))
      throw evalTargetErrors.badRuntime({
        problem: 'mock_sets goes with tools "mocked": name at least one mock set',
        problemZh: 'mock_sets 须与 tools "mocked" 一起使用，且至少指定一个 Mock 集合',
      })
    return Object.keys(read.data).length ? read.data : undefined
  }
  const [issue] = read.error.issues
  const unknown = issue && 'keys' in issue ? (issue.keys as string[]).join(', ') : ''
  const at = unknown || issue?.path.join('.') || 'the value'
  throw evalTargetErrors.badRuntime({
    problem: unknown ? `${at} is unknown. Use ${known}` : `${at}: ${issue?.message ?? ''}`,
    problemZh: unknown ? `未知字段 ${at}，可用：${known}` : `${at} 无效`,
  })
}
const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T

export function withRuntime(
  snapshot: Snapshot,
  { variables, tools, model_id, temperature, top_p, max_tokens }: Runtime,
  mocks: FrozenMockSet[],
): Snapshot {
  const params = withoutUndefined({ temperature, top_p, max_tokens })
  // Refuse overrides that would have no effect.
  if (tools !== undefined && snapshot.kind !== 'bot')
    throw evalTargetErrors.badRuntime({ problem: 'tools is for bots', problemZh: 'tools 仅适用于智能体' })
  const given = variables && { given: variables }
  switch (snapshot.kind) {
    case 'bot': {
      const { config } = snapshot
      const model_info = withoutUndefined({ ...config.model_info, ...params, ...(model_id && { model_id }) })
      const bare = { plugin_info_list: [], workflow_info_list: [] }
      // Remove workflows, because mock sets replace only tools: a workflow could call anything.
      const mocked = { workflow_info_list: [] }
      return {
        ...snapshot,
        ...given,
        ...(tools === 'mocked' && { mocks }),
        ...(tools === 'sampled' && { isSampled: true }),
        config: {
          ...config,
          model_info,
          ...(tools === 'refused' && bare),
          ...(tools === 'mocked' && mocked),
        } as typeof config,
      }
    }
    case 'workflow':
      return { ...snapshot, ...given }
    case 'model':
      return {
        ...snapshot,
        ...given,
        ...(model_id && { modelId: model_id }),
        params: withoutUndefined(params) as never,
      }
    default:
      return snapshot
  }
}
/** Fills the empty inputs of a row with the defaults of the runtime parameter. */
export const withOverrides = (
  row: Record<string, string>,
  given: Record<string, string> = {},
): Record<string, string> => ({
  ...given,
  ...Object.fromEntries(Object.entries(row).filter(([key, text]) => text !== '' || !Object.hasOwn(given, key))),
})
