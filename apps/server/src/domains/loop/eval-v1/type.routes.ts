import type {
  contract,
  GivenEvaluatorType,
  GivenObjectType,
  ShownEvaluatorType,
  ShownObjectType,
} from '@orrery/contract'
import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import { evalTypeErrors } from '#domains/loop/eval-type/eval-type.errors.ts'
import type { EvalTypes, GivenType } from '#domains/loop/eval-type/eval-type.service.ts'
import type { EvalTypeRow, TypeConfig } from '#domains/loop/eval-type/eval-type.table.ts'
import { objectKinds } from './eval-object.ts'

export interface TypeRoutesDeps {
  types: EvalTypes
  targets: Pick<EvalTargets, 'sources' | 'states'>
  /** Searches the workflows of a project by name. */
  workflowsOf(projectId: string, name: string): Promise<{ id: string; name: string }[]>
}
const Callback = { rpc: 1, http: 2 } as const
const Method = { get: 1, post: 2 } as const
const TIMEOUT_MS = 60_000
const noConfig: TypeConfig = {
  address: '',
  cluster: '',
  timeoutMs: TIMEOUT_MS,
  path: '',
  method: 'POST',
  isSigned: false,
  canSearch: false,
  searchPath: '',
  searchMethod: 'POST',
  regions: [],
  contentSchema: '',
  faasId: '',
}
const methodOf = (number: number | undefined) => (number === Method.get ? 'GET' : 'POST')
const methodNumber = (method: 'GET' | 'POST') => (method === 'GET' ? Method.get : Method.post)
const path = (text: string | undefined) => (text ? `/${text.replace(/^\/+/, '')}` : '')

function readEvaluator(given: GivenEvaluatorType): GivenType {
  const params = given.callback_type === Callback.rpc ? given.rpc_callback_evaluator_params : undefined
  const http = given.http_callback_evaluator_params
  const of = params ?? http
  return {
    name: given.evaluator_type_name,
    description: given.description,
    callback: given.callback_type,
    config: {
      ...noConfig,
      address: of?.psm ?? '',
      cluster: of?.cluster ?? '',
      timeoutMs: of?.timeout ?? TIMEOUT_MS,
      path: path(http?.agent_execute_path),
      method: methodOf(http?.method),
      isSigned: http?.http_auth_type === 1,
      contentSchema: given.rule_config_json_schema,
    },
  }
}
function readObject(given: GivenObjectType): GivenType {
  const rpc = given.callback_type === Callback.rpc ? given.rpc_callback_object_params : undefined
  const http = given.faas_callback_object_params
  const of = rpc ?? http
  return {
    name: given.object_name,
    description: given.description,
    callback: given.callback_type,
    config: {
      ...noConfig,
      address: of?.psm ?? '',
      cluster: of?.cluster ?? '',
      timeoutMs: of?.timeout ?? TIMEOUT_MS,
      path: path(http?.agent_execute_path),
      method: methodOf(http?.agent_execute_method),
      isSigned: http?.http_auth_type === 1,
      canSearch: of?.need_search_object_meta_info ?? false,
      searchPath: path(http?.search_object_path),
      searchMethod: methodOf(http?.search_object_method),
      regions: given.regions,
      faasId: http?.faas_id ?? '',
    },
  }
}
const addressOf = ({ config }: EvalTypeRow) => ({
  psm: config.address,
  cluster: config.cluster,
  timeout: String(config.timeoutMs),
})
const shownEvaluator = (row: EvalTypeRow, secret = ''): ShownEvaluatorType => ({
  evaluator_type: row.number,
  evaluator_type_name: row.name,
  space_id: row.spaceId,
  callback_type: row.callback,
  description: row.description,
  rule_config_json_schema: row.config.contentSchema,
  creator_id: row.createdBy,
  ...(row.callback === Callback.rpc && { rpc_callback_evaluator_params: addressOf(row) }),
  ...(row.callback === Callback.http && {
    http_callback_evaluator_params: {
      ...addressOf(row),
      agent_execute_path: row.config.path,
      http_auth_type: Number(row.config.isSigned),
      method: methodNumber(row.config.method),
    },
  }),
  ...(secret && { jwt_secret: secret }),
})
const shownObject = (row: EvalTypeRow, secret = ''): ShownObjectType => ({
  object_type: row.number,
  object_name: row.name,
  space_id: row.spaceId,
  callback_type: row.callback,
  description: row.description,
  regions: row.config.regions,
  creator_id: row.createdBy,
  ...(row.callback === Callback.rpc && {
    rpc_callback_object_params: { ...addressOf(row), need_search_object_meta_info: row.config.canSearch },
  }),
  ...(row.callback === Callback.http && {
    faas_callback_object_params: {
      ...addressOf(row),
      faas_id: row.config.faasId,
      agent_execute_path: row.config.path,
      search_object_path: row.config.searchPath,
      http_auth_type: Number(row.config.isSigned),
      need_search_object_meta_info: row.config.canSearch,
      search_object_method: methodNumber(row.config.searchMethod),
      agent_execute_method: methodNumber(row.config.method),
    },
  }),
  ...(secret && { jwt_secret: secret }),
})
const nothing = { object_meta: '', avatar_url: '', env: '' }
const offsetOf = (cursor: string | undefined) => Math.max(0, Number.parseInt(cursor ?? '', 10) || 0)
function paged<T>(all: T[], cursor: string | undefined, limit: number) {
  const from = offsetOf(cursor)
  const hasMore = all.length > from + limit
  return { rows: all.slice(from, from + limit), has_more: hasMore, next_cursor: hasMore ? String(from + limit) : '0' }
}
interface Foreign {
  objects?: { object_meta_id?: unknown; name?: unknown; object_meta?: unknown }[]
  has_more?: unknown
  next_cursor?: unknown
}
const MOST = 200

/** Registered programs that evaluate or are evaluated, and the other kinds of objects. */
export function typeRoutes({ types, targets, workflowsOf }: TypeRoutesDeps): Handlers<typeof contract.evaluationType> {
  async function requireOwn(row: EvalTypeRow, ctx: Ctx) {
    if (row.createdBy !== ctx.userId && !(await ctx.access.can(ctx.actor!, 'space', row.spaceId, 'observe')))
      throw evalTypeErrors.notYours()
  }
  async function own(ctx: Ctx, spaceId: string, purpose: 'object' | 'evaluator', number: number | undefined) {
    if (number === undefined) throw errors.notFound({ what: 'type' })
    const row = await types.byNumber(spaceId, purpose, number)
    await requireOwn(row, ctx)
    return row
  }
  async function kinds(
    spaceId: string,
    by: { name?: string | undefined; callback?: number | undefined; region?: string | undefined },
  ) {
    const { rows } = await types.list(spaceId, 'object', by, undefined, MOST)
    const named = (name: string) => !by.name || name.toLowerCase().includes(by.name.toLowerCase())
    const builtin = by.callback ? [] : objectKinds.filter((one) => named(one.name))
    return [
      ...builtin.map((one) => ({
        object_type: one.number,
        name: one.name,
        need_search_object_meta: one.isSearched,
        regions: [],
        category: 1,
      })),
      ...rows.map((row) => ({
        object_type: row.number,
        name: row.name,
        need_search_object_meta: row.config.canSearch,
        regions: row.config.regions,
        callback_type: row.callback,
        category: 2,
      })),
    ]
  }
  return {
    registerEvaluator: async ({ evaluator_type_detail_info: given }, ctx) => {
      const { row, secret } = await types.register(given.space_id, ctx.userId, 'evaluator', readEvaluator(given))
      return { evaluator_type_detail_info: shownEvaluator(row, secret) }
    },
    changeEvaluator: async ({ evaluator_type_detail_info: given }, ctx) => {
      const row = await own(ctx, given.space_id, 'evaluator', given.evaluator_type)
      await types.change(row, readEvaluator(given))
      return {}
    },
    removeEvaluator: async ({ evaluator_type, space_id }, ctx) => {
      await types.remove(await own(ctx, space_id, 'evaluator', evaluator_type))
      return {}
    },
    evaluators: async ({ space_id, cursor, limit, list_evaluator_type_filter: by }) => {
      const search = { name: by?.evaluator_type_name, callback: by?.callback_type, maker: by?.creator_id }
      const { rows, next } = await types.list(space_id, 'evaluator', search, cursor, limit)
      return {
        evaluator_type_detail_infos: rows.map((row) => shownEvaluator(row)),
        has_more: next !== '',
        next_cursor: next || '0',
      }
    },
    evaluator: async ({ evaluator_type, space_id }) => ({
      evaluator_type_detail_info: shownEvaluator(await types.byNumber(space_id, 'evaluator', evaluator_type)),
    }),
    registerObject: async ({ object_type_detail_info: given }, ctx) => {
      const { row, secret } = await types.register(given.space_id, ctx.userId, 'object', readObject(given))
      return { object_type_detail_info: shownObject(row, secret) }
    },
    changeObject: async ({ object_type_detail_info: given }, ctx) => {
      await types.change(await own(ctx, given.space_id, 'object', given.object_type), readObject(given))
      return {}
    },
    removeObject: async ({ object_type, space_id }, ctx) => {
      await types.remove(await own(ctx, space_id, 'object', object_type))
      return {}
    },
    objects: async ({ space_id, cursor, limit, list_object_type_filter: by }) => {
      const search = { name: by?.object_name, callback: by?.callback_type, maker: by?.creator_id, region: by?.region }
      const { rows, next } = await types.list(space_id, 'object', search, cursor, limit)
      return {
        object_type_detail_infos: rows.map((row) => shownObject(row)),
        has_more: next !== '',
        next_cursor: next || '0',
      }
    },
    object: async ({ object_type, space_id }) => ({
      object_type_detail_info: shownObject(await types.byNumber(space_id, 'object', object_type)),
    }),
    kinds: async ({ space_id, cursor, limit, list_object_type_filter: by }) => {
      const found = await kinds(space_id, { name: by?.object_name, callback: by?.callback_type, region: by?.region })
      const { rows, ...more } = paged(found, cursor, limit)
      return { object_type_infos: rows, ...more }
    },
    kindsTwo: async ({ space_id, region, cursor, limit, list_object_type_filter: by }) => {
      const found = await kinds(space_id, { name: by?.object_name, callback: by?.callback_type, region })
      const { rows, ...more } = paged(found, cursor, limit)
      return { object_type_infos: rows, ...more }
    },
    things: async ({ object_type, search_key: { key }, space_id, cursor, limit }) => {
      const builtin = objectKinds.find((one) => one.number === object_type)
      if (builtin) {
        const found = await targets.sources(space_id, builtin.type, key, offsetOf(cursor), limit + 1)
        const hasMore = found.length > limit
        return {
          objects: found.slice(0, limit).map((one) => ({
            ...nothing,
            object_type,
            name: one.name,
            space_id,
            object_meta_id: one.id,
            object_type_name: builtin.name,
          })),
          has_more: hasMore,
          next_cursor: hasMore ? String(offsetOf(cursor) + limit) : '0',
        }
      }
      const row = await types.byNumber(space_id, 'object', object_type)
      const own = { object_type, space_id, object_type_name: row.name, callback_type: row.callback }
      if (!row.config.canSearch) return { objects: [], has_more: false, next_cursor: '0' }
      const {
        objects = [],
        has_more,
        next_cursor,
      } = ((await types.search(row, key, cursor ?? '', limit)) ?? {}) as Foreign
      return {
        objects: (Array.isArray(objects) ? objects : []).slice(0, limit).map((one) => ({
          ...nothing,
          ...own,
          name: String(one?.name ?? ''),
          object_meta: String(one?.object_meta ?? ''),
          object_meta_id: String(one?.object_meta_id ?? ''),
        })),
        has_more: has_more === true,
        next_cursor: typeof next_cursor === 'string' ? next_cursor : '0',
      }
    },
    appWorkflows: async ({ object_type, search_key: { key }, app_client_id, cursor, limit }, ctx) => {
      const { rows, ...more } = paged(await workflowsOf(app_client_id, key), cursor, limit)
      return {
        objects: rows.map((one) => ({
          ...nothing,
          object_type,
          name: one.name,
          space_id: ctx.located!.spaceId,
          object_meta_id: one.id,
          object_type_name: 'workflow',
        })),
        ...more,
      }
    },
    workflowVersions: async ({ task_id, space_id, cursor, limit }, ctx) => {
      const states = await targets.states(space_id, ctx.userId, TargetType.workflow, task_id)
      const { rows, ...more } = paged(states, cursor, limit)
      return {
        chain_task_version_infos: rows.map(({ state, sourceVersion }) => ({
          version_info: sourceVersion,
          version: state,
        })),
        ...more,
      }
    },
    botVersions: async ({ bot_id, space_id, cursor, limit }, ctx) => {
      const states = await targets.states(space_id, ctx.userId, TargetType.bot, bot_id)
      const { rows, ...more } = paged(states, cursor, limit)
      return {
        coze_bot_version_infos: rows.map(({ sourceVersion }) => ({
          bot_version: sourceVersion,
          connector_id: '',
          env: '',
        })),
        ...more,
      }
    },
  }
}
