import { and, asc, eq, gt, ilike, inArray, sql } from 'drizzle-orm'
import { createHmac } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, violates } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { checkValue } from '#kit/json-schema/check-value.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import { evalTypeErrors } from './eval-type.errors.ts'
import { evalType, type EvalTypeRow, type TypeConfig, type TypePurpose } from './eval-type.table.ts'

export interface EvalTypeDeps {
  db: Db
  egress: Pick<Egress, 'fetch' | 'checkUrl'>
  secrets: Pick<Secrets, 'seal' | 'open'>
  newId: NewId
  clock: Clock
}
export interface GivenType {
  name: string
  description: string
  callback: 1 | 2 | 3
  config: TypeConfig
}
export interface TypeSearch {
  name?: string | undefined
  callback?: number | undefined
  maker?: string | undefined
  region?: string | undefined
}
const Callback = { rpc: 1, http: 2, pull: 3 } as const
const FIRST = 100
const TOKEN_S = 300
const MOST_BYTES = 4 * 1024 * 1024
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Programs registered by a space. No call takes an address: programs are called only through their registration. */
export function createEvalTypes({ db, egress, secrets, newId, clock }: EvalTypeDeps) {
  const isOf = (spaceId: string, purpose: TypePurpose) =>
    and(eq(evalType.spaceId, spaceId), eq(evalType.purpose, purpose))
  async function byNumber(spaceId: string, purpose: TypePurpose, number: number): Promise<EvalTypeRow> {
    const [row] = await db
      .select()
      .from(evalType)
      .where(and(isOf(spaceId, purpose), eq(evalType.number, number)))
    if (!row) throw errors.notFound({ what: 'type' })
    return row
  }
  async function byId(spaceId: string, purpose: TypePurpose, id: string): Promise<EvalTypeRow> {
    const [row] = await db
      .select()
      .from(evalType)
      .where(and(isOf(spaceId, purpose), eq(evalType.id, id)))
    if (!row) throw evalTypeErrors.notRegistered()
    return row
  }
  function check({ callback, config }: GivenType) {
    if (callback !== Callback.pull) {
      if (!URL.canParse(config.address)) throw evalTypeErrors.noAddress()
      try {
        egress.checkUrl(config.address)
      } catch {
        throw evalTypeErrors.addressNotAllowed()
      }
    }
    if (!config.contentSchema) return
    try {
      if (!isRecord(JSON.parse(config.contentSchema))) throw new Error()
    } catch {
      const [problem, problemZh] = ['is not a JSON Schema', '不是有效的 JSON Schema']
      throw evalTypeErrors.badSchema({ field: 'rule_config_json_schema', problem, problemZh })
    }
  }
  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (violates(cause, 'eval_type_name')) throw evalTypeErrors.nameTaken()
      throw cause
    }
  }
  function tokenOf(row: EvalTypeRow): string {
    const now = Math.floor(clock.now() / 1000)
    const body = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ iss: 'orrery', sub: row.id, iat: now, exp: now + TOKEN_S })}`
    return `${body}.${createHmac('sha256', secrets.open(row.secret)).update(body).digest('base64url')}`
  }
  async function post(row: EvalTypeRow, path: string, method: 'GET' | 'POST', params: object, signal?: AbortSignal) {
    const { config } = row
    const isRpc = row.callback === Callback.rpc
    const url = new URL(isRpc ? config.address : config.address.replace(/\/$/, '') + path)
    const isGet = method === 'GET' && !isRpc
    if (isGet)
      for (const [key, value] of Object.entries(params))
        url.searchParams.set(key, typeof value === 'string' ? value : JSON.stringify(value))
    const failed = (problem: string) => evalTypeErrors.failed({ name: row.name, problem: problem.slice(0, 300) })
    const answer = await egress
      .fetch(url, {
        method: isGet ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(!isGet && { 'content-type': 'application/json' }),
          ...(config.isSigned && { authorization: `Bearer ${tokenOf(row)}` }),
        },
        ...(!isGet && {
          body: JSON.stringify(isRpc ? { jsonrpc: '2.0', id: newId(), method: path || 'Execute', params } : params),
        }),
        timeoutMs: config.timeoutMs,
        maxBytes: MOST_BYTES,
        redirect: 'error',
        ...(signal && { signal }),
      })
      .catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        throw failed(cause instanceof AppError ? cause.message : 'it could not be reached')
      })
    if (!answer.ok) throw failed(`HTTP ${answer.status}`)
    const value = await answer.json().catch(() => {
      throw failed('the answer is not JSON')
    })
    if (!isRpc) return value
    const { result, error } = (isRecord(value) ? value : {}) as { result?: unknown; error?: { message?: unknown } }
    if (error) throw failed(String(error.message ?? 'JSON-RPC error'))
    if (result === undefined) throw failed('the answer has no result')
    return result
  }
  function requireCallable(row: EvalTypeRow) {
    if (row.callback === Callback.pull) throw evalTypeErrors.pulls({ name: row.name })
  }
  return {
    byNumber,
    byId,
    async find(spaceId: string, purpose: TypePurpose, number: number): Promise<EvalTypeRow | undefined> {
      return byNumber(spaceId, purpose, number).catch((cause: unknown) => {
        if (cause instanceof AppError && cause.status === 404) return undefined
        throw cause
      })
    },
    /** Registers a program. The secret that signs its tokens is returned only here. */
    async register(spaceId: string, userId: string, purpose: TypePurpose, given: GivenType) {
      check(given)
      const now = clock.now()
      const secret = given.config.isSigned ? randomToken() : ''
      const row = await named(() =>
        db.transaction(async (tx) => {
          await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`eval-type/${spaceId}`}, 0))`)
          const [last] = await tx
            .select({ number: sql<number>`coalesce(max(${evalType.number}), ${FIRST - 1})::int` })
            .from(evalType)
            .where(isOf(spaceId, purpose))
          const [made] = await tx
            .insert(evalType)
            .values({
              id: newId(),
              spaceId,
              purpose,
              number: last!.number + 1,
              ...given,
              secret: secret && secrets.seal(secret),
              createdBy: userId,
              createdAt: now,
              updatedAt: now,
            })
            .returning()
          return made!
        }),
      )
      return { row, secret }
    },
    async change(row: EvalTypeRow, given: GivenType): Promise<{ row: EvalTypeRow; secret: string }> {
      check(given)
      const secret = given.config.isSigned && !row.secret ? randomToken() : ''
      const [changed] = await named(() =>
        db
          .update(evalType)
          .set({ ...given, ...(secret && { secret: secrets.seal(secret) }), updatedAt: clock.now() })
          .where(eq(evalType.id, row.id))
          .returning(),
      )
      if (!changed) throw errors.notFound({ what: 'type' })
      return { row: changed, secret }
    },
    remove: (row: EvalTypeRow) => db.delete(evalType).where(eq(evalType.id, row.id)),
    async list(spaceId: string, purpose: TypePurpose, by: TypeSearch, after: string | undefined, size: number) {
      const rows = await db
        .select()
        .from(evalType)
        .where(
          and(
            isOf(spaceId, purpose),
            after ? gt(evalType.id, after) : undefined,
            by.name ? ilike(evalType.name, likeText(by.name)) : undefined,
            by.callback ? eq(evalType.callback, by.callback as 1) : undefined,
            by.maker ? eq(evalType.createdBy, by.maker) : undefined,
            by.region
              ? sql`(${evalType.config} -> 'regions' = '[]' OR ${evalType.config} -> 'regions' ? ${by.region})`
              : undefined,
          ),
        )
        .orderBy(asc(evalType.id))
        .limit(size + 1)
      return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : '' }
    },
    async names(spaceId: string, ids: string[]): Promise<Map<string, EvalTypeRow>> {
      if (!ids.length) return new Map()
      const rows = await db
        .select()
        .from(evalType)
        .where(and(eq(evalType.spaceId, spaceId), inArray(evalType.id, ids)))
      return new Map(rows.map((row) => [row.id, row]))
    },
    /** Refuses content that does not match the JSON Schema of its type. */
    requireContent(row: EvalTypeRow, content: string, field: string) {
      if (!row.config.contentSchema) return
      let value: unknown
      try {
        value = JSON.parse(content || '{}')
      } catch {
        throw evalTypeErrors.badSchema({ field, problem: 'is not JSON', problemZh: '不是有效的 JSON' })
      }
      const problem = checkValue(value, JSON.parse(row.config.contentSchema) as JsonSchema)
      if (problem) throw evalTypeErrors.badSchema({ field, problem, problemZh: problem })
    },
    /** Scores a row with a registered evaluator. */
    async evaluate(spaceId: string, id: string, content: string, fields: Record<string, string>, signal: AbortSignal) {
      const row = await byId(spaceId, 'evaluator', id)
      requireCallable(row)
      const params = { evaluator_type: row.number, content, ...fields, fields }
      return post(row, row.callback === Callback.rpc ? 'Evaluate' : row.config.path, row.config.method, params, signal)
    },
    /** Sends an input to a registered program and returns its answer. */
    async execute(row: EvalTypeRow, params: object, signal?: AbortSignal): Promise<unknown> {
      requireCallable(row)
      return post(row, row.callback === Callback.rpc ? 'Execute' : row.config.path, row.config.method, params, signal)
    },
    /** Searches the objects of a program that can be evaluated. */
    async search(row: EvalTypeRow, key: string, cursor: string, limit: number): Promise<unknown> {
      requireCallable(row)
      const { searchPath, searchMethod } = row.config
      const path = row.callback === Callback.rpc ? 'SearchObject' : searchPath
      return post(row, path, searchMethod, { search_key: { key }, cursor, limit })
    },
  }
}
export type EvalTypes = ReturnType<typeof createEvalTypes>
