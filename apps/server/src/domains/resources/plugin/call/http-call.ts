import { type ApiParameter, AuthLocation, AuthType, ToolAuthMode, ToolRunMode } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import { AnswerMismatch, trimAnswer } from '#kit/json-schema/trim-answer.ts'
import { fillArguments, missingArguments } from '#kit/json-schema/fill-arguments.ts'
import { pluginErrors } from '../plugin.errors.ts'
import type { PluginManifest, ToolRow } from '../plugin.table.ts'
import type { PluginSecret } from '../plugin-secret.ts'
import type { CallContext, CallResult, ToolSettings } from '../shared/toolset.ts'
import { type BuiltRequest, buildRequest } from './build-request.ts'
import { readStream } from './read-stream.ts'

const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 110_000

/** The OAuth grants of a plugin, as far as a call needs them. */
export interface Grants {
  /**
   * A valid token of the user for this origin, refreshed if necessary; undefined if the user has not authorized yet.
   */
  token(userId: string, options?: { isStale?: boolean }): Promise<string | undefined>
  authorizationUrl(userId: string): Promise<string>
}
export interface HttpTarget {
  manifest: PluginManifest
  /** The base URL of the plugin, or that of its private link. */
  base: string
  secret: PluginSecret
  grants: Grants
}

/** Calls a tool over HTTP, through the egress guard like every request that users can influence. */
export async function callOverHttp(
  egress: Egress,
  target: HttpTarget,
  tool: ToolRow,
  args: Record<string, unknown>,
  context: CallContext,
  settings?: ToolSettings,
): Promise<CallResult> {
  const params = settings?.request ?? tool.request
  const variables = usesVariables(params) ? await context.variables?.() : undefined
  const values = fillArguments(params, args, variables)
  const missing = missingArguments(params, values)
  if (missing.length) throw pluginErrors.missingArguments({ names: missing.join(', ') })
  const built = await buildRequest(target.base, tool, params, values, target.manifest.commonParams)
  if (context.key && built.method !== 'GET') built.headers.push(['idempotency-key', context.key])
  const shown = showRequest(built)

  const { manifest, grants } = target
  const isOauth = manifest.auth.type === AuthType.oauth && tool.extend.auth_mode !== ToolAuthMode.disabled
  // Grants of the account must not be used for its end users.
  if (isOauth && context.endUser) throw pluginErrors.ownGrantsOnly({ name: tool.name })
  let token = isOauth ? await grants.token(context.userId) : undefined
  if (isOauth && !token && tool.extend.auth_mode === ToolAuthMode.required)
    return { output: null, raw: '', request: shown, authUrl: await grants.authorizationUrl(context.userId) }
  let answer = await send(egress, target, tool, built, token, context)
  if (answer.status === 401 && token) {
    answer.body.destroy()
    token = await grants.token(context.userId, { isStale: true })
    if (!token) return { output: null, raw: '', request: shown, authUrl: await grants.authorizationUrl(context.userId) }
    answer = await send(egress, target, tool, built, token, context)
  }
  const raw = await readText(answer, tool, context)
  if (!answer.ok) throw pluginErrors.targetFailed({ status: answer.status, body: raw.slice(0, 500) })
  return { ...readAnswer(raw, settings?.response ?? tool.response, tool), raw, request: shown }
}

async function send(
  egress: Egress,
  { manifest, secret }: HttpTarget,
  tool: ToolRow,
  built: BuiltRequest,
  token: string | undefined,
  { signal }: CallContext,
): Promise<EgressResponse> {
  const { auth } = manifest
  const url = new URL(built.url)
  const headers = [...built.headers]
  const secretHeaders: string[] = []
  const isService =
    auth.type === AuthType.service && secret.serviceToken !== '' && tool.extend.auth_mode !== ToolAuthMode.disabled
  if (isService && auth.location === AuthLocation.query) url.searchParams.set(auth.key, secret.serviceToken)
  else if (isService) {
    headers.push([auth.key, secret.serviceToken])
    secretHeaders.push(auth.key)
  }
  if (token) headers.push(['authorization', `Bearer ${token}`])
  return egress.fetch(url, {
    method: built.method,
    headers,
    ...(built.body !== undefined && { body: built.body }),
    signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    secretHeaders,
    // Refuse redirects, because the query with the key would be sent along.
    ...(isService && auth.location === AuthLocation.query && { redirect: 'error' as const }),
    ...((isService || token) && { secretOrigin: isService ? secret.origin : built.url.origin }),
    ...(tool.extend.run_mode === ToolRunMode.streaming && { stream: true }),
  })
}

async function readText(answer: EgressResponse, tool: ToolRow, context: CallContext): Promise<string> {
  const isStream = /event-stream|ndjson/.test(answer.headers.get('content-type') ?? '')
  if (!isStream || tool.extend.run_mode !== ToolRunMode.streaming) return answer.text()
  return JSON.stringify({ data: await readStream(answer.body, (delta) => context.say?.(delta)) })
}

export function readAnswer(
  raw: string,
  response: readonly ApiParameter[],
  tool: Pick<ToolRow, 'extend'>,
): { output: unknown } {
  let value: unknown = raw
  try {
    value = JSON.parse(raw) as unknown
  } catch {
    // Not JSON: return the text.
  }
  try {
    return { output: trimAnswer(value, response, tool.extend.response_strategy) }
  } catch (cause) {
    if (cause instanceof AnswerMismatch) throw pluginErrors.badAnswer({ reason: cause.message })
    throw cause
  }
}

const usesVariables = (params: readonly ApiParameter[]): boolean =>
  params.some((param) => param.variable_ref !== '' || usesVariables(param.sub_parameters))

/** The request to show. Created before any key is added, so it cannot contain one. */
const showRequest = ({ method, url, headers, body }: BuiltRequest): string =>
  JSON.stringify({
    method,
    url: url.href,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body: typeof body === 'string' ? body : `(${body.length} bytes)` }),
  })
