import type { Glyph } from '#domains/ground/upload/shared/glyphs.ts'
import { type ApiParameter, ParameterType } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Mail } from '#kit/mail.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'
import { ITEM, parameter } from '#kit/json-schema/parameter-tree.ts'
import { pluginErrors } from '#domains/resources/plugin/plugin.errors.ts'
import type { CallContext } from '#domains/resources/plugin/shared/toolset.ts'
import type { HeavyTask } from './heavy-tasks.ts'
import type { PluginSettings } from './plugin-settings.ts'

interface Words {
  en: string
  zh: string
}
/** Ports of the official plugins. */
export interface BuiltinEnv {
  clock: Clock
  egress: Egress
  sandbox: Pick<Sandbox, 'run'>
  mail: Pick<Mail, 'isOn' | 'send'>
  limiter: RateLimiter
  settings(): PluginSettings
  /** Runs a task that takes long or much memory in a worker: see heavy-child.ts. */
  work<T>(task: HeavyTask, input: object): Promise<T>
  /** Stores a file of the caller and returns a URL for it. */
  store(bytes: Buffer, name: string, context: CallContext): Promise<string>
  /** Loads a file by its URL: our own by its link, others through the guarded client. */
  load(url: string, maxBytes: number, context: CallContext): Promise<{ bytes: Buffer; type: string }>
  /** Searches knowledge bases of the caller's space. */
  knowledge(
    ids: string[],
    query: string,
    topK: number,
    context: CallContext,
  ): Promise<{ text: string; source: string; score: number }[]>
  /** Runs a query on a database of the caller's space, with the caller's rights. */
  database(
    request: {
      databaseId: string
      fields: string[]
      conditions: { field: string; operation: string; value: unknown }[]
      limit: number
    },
    context: CallContext,
  ): Promise<Record<string, unknown>[]>
  remember(text: string, context: CallContext): Promise<void>
  recall(query: string, context: CallContext): Promise<{ text: string; date: string }[]>
}
export type Args = Record<string, unknown>
export interface BuiltinTool {
  name: string
  description: Words
  request: ApiParameter[]
  response: ApiParameter[]
  /** The tool changes something outside, so the user is asked for confirmation. */
  changes?: boolean
  example: { request: Args; response?: unknown }
  run(args: Args, env: BuiltinEnv, context: CallContext): unknown
}
export interface BuiltinPlugin {
  /** Never change this number: bots refer to it. */
  number: number
  name: Words
  description: Words
  icon: Glyph
  tools: BuiltinTool[]
}

export const fail = (reason: string) => pluginErrors.builtinFailed({ reason })
export const text = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
export const number = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const isObject = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type More = Partial<ApiParameter>
const maker =
  (type: ApiParameter['type']) =>
  (name: string, desc: string, more: More = {}): ApiParameter =>
    parameter(name, type, { desc, is_required: more.global_default === undefined, ...more })
/** Short constructors for parameters. A default makes one optional, as does `optional`. */
export const p = {
  string: maker(ParameterType.string),
  integer: maker(ParameterType.integer),
  number: maker(ParameterType.number),
  bool: maker(ParameterType.bool),
  object: (name: string, desc: string, fields: ApiParameter[] = [], more: More = {}) =>
    parameter(name, ParameterType.object, { desc, is_required: true, sub_parameters: fields, ...more }),
  list: (name: string, desc: string, item: ApiParameter, more: More = {}) =>
    parameter(name, ParameterType.array, {
      desc,
      is_required: true,
      sub_type: item.type,
      sub_parameters: [{ ...item, name: ITEM }],
      ...more,
    }),
}
export const optional: More = { is_required: false }
export const stringItem = parameter(ITEM, ParameterType.string)
export const numberItem = parameter(ITEM, ParameterType.number)
export const objectItem = (fields: ApiParameter[] = []) =>
  parameter(ITEM, ParameterType.object, { sub_parameters: fields })
