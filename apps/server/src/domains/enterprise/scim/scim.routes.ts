import type { contract } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { ScimError } from './scim-error.ts'
import type { RateLimit } from './scim-pace.ts'
import { createScimHttp, errorAnswer, type ScimAnswer } from './scim-http.ts'
import type { Doc } from './scim-patch.ts'
import type { ScimTokens } from './scim-token.service.ts'
import type { Scim } from './scim.service.ts'

const MAX_BYTES = 1024 * 1024

export interface ScimRoutesDeps {
  scim: Scim
  tokens: ScimTokens
  /** Rate limit per token. */
  pace: RateLimit
  publicUrl: string
}

export function scimRoutes({ scim, tokens, pace, publicUrl }: ScimRoutesDeps): Handlers<typeof contract.provisioning> {
  const base = `${publicUrl.replace(/\/$/, '')}/scim/v2`
  const http = createScimHttp(scim, base)

  async function serve(path: string, ctx: Ctx): Promise<Response> {
    const { method, headers } = ctx.request
    const token = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
    const found = await tokens.find(token)
    if (!found) return respond(errorAnswer(new ScimError(401, 'A SCIM token of an enterprise is required')))
    const text = method === 'GET' || method === 'DELETE' ? '' : await ctx.request.text()
    const answer = await answerTo().catch((cause: unknown) => errorAnswer(asScim(cause)))
    const request = { method, path, request: text, status: answer.status, answer: JSON.stringify(answer.body ?? {}) }
    tokens.noteCall(found.enterpriseId, request)
    return respond(answer)

    async function answerTo(): Promise<ScimAnswer> {
      if (!pace(found!.id)) throw errors.tooMany({ seconds: 1 })
      if (text.length > MAX_BYTES) throw new ScimError(413, 'At most 1 MB')
      return http.handle(
        { enterpriseId: found!.enterpriseId, actorId: found!.createdBy },
        {
          method,
          path,
          query: new URL(ctx.request.url).searchParams,
          body: parse(text, headers.get('content-type') ?? ''),
          ifMatch: headers.get('if-match') ?? undefined,
          ifNoneMatch: headers.get('if-none-match') ?? undefined,
        },
      )
    }
  }
  return {
    serve: ({ path }, ctx) => serve(path, ctx),
    status: async ({ enterprise_id: id }) => ({
      base_url: base,
      tokens: (await tokens.list(id)).map((row) => ({
        id: row.id,
        hint: row.hint,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
        last_used_at: row.lastUsedAt ?? 0,
      })),
      calls: (await tokens.calls(id)).map(({ id: callId, at, method, path, request, status, answer }) => ({
        id: callId,
        at,
        method,
        path,
        request,
        status,
        answer,
      })),
      ...(await scim.counts(id)),
    }),
    createToken: (input, ctx) => tokens.create(input.enterprise_id, input.days, ctx.userId),
    revokeToken: async (input, ctx) => {
      await tokens.revoke(input.enterprise_id, input.token_id, ctx.userId)
      return {}
    },
  }
}

function parse(text: string, type: string): Doc {
  if (text.trim() === '') return {}
  if (!/^application\/(scim\+)?json\b/i.test(type)) throw new ScimError(415, 'application/scim+json was expected')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Doc
  } catch {
    // Fall through to the error below.
  }
  throw new ScimError(400, 'The body is not a JSON object', 'invalidSyntax')
}
const asScim = (cause: unknown) => (cause instanceof AppError ? new ScimError(cause.status, cause.text('en')) : cause)

function respond({ status, body, etag, location }: ScimAnswer): Response {
  const headers = new Headers({ 'content-type': 'application/scim+json', 'cache-control': 'no-store' })
  if (etag) headers.set('etag', etag)
  if (location && status === 201) headers.set('location', location)
  if (status === 429) headers.set('retry-after', '1')
  return new Response(status === 204 || status === 304 ? null : JSON.stringify(body ?? {}), { status, headers })
}
