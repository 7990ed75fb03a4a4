import type { Context } from 'hono'

/** Paths for programs, which expect the status codes and the detail of the platform's public API. */
export const isOpenApi = (path: string) => /^\/(v1|v3|open_api)\//.test(path)
/** Paths open to other origins: the API for programs, and its token endpoints. */
const isShared = (path: string) => isOpenApi(path) || /^\/api\/permission\/oauth2\/(token|device\/code)$/.test(path)

/** Any page may call with a token. Without credentials, browsers neither send the session nor expose answers. */
export const sharedHeaders = (c: Context): Record<string, string> =>
  isShared(c.req.path)
    ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-tt-logid, retry-after' }
    : {}

/** Answers CORS preflights; nothing for internal paths. */
export function preflight(c: Context): Response | undefined {
  if (!isShared(c.req.path)) return undefined
  const wanted = c.req.header('access-control-request-headers') ?? ''
  return new Response(null, {
    status: 204,
    headers: {
      ...sharedHeaders(c),
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': /^[\w, -]{0,500}$/.test(wanted) ? wanted : '',
      'access-control-max-age': '600',
    },
  })
}
