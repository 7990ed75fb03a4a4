import type { contract } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { sessionCookie } from '#domains/ground/passport/shared/session-cookie.ts'
import { toUser } from '#domains/ground/passport/shared/to-user.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import type { ConnectionService } from './connection.service.ts'
import type { Linking } from './linking.service.ts'
import { samlMetadataOf } from './saml/saml.ts'
import type { SignOn } from './sign-on.service.ts'

const BROWSER_COOKIE = 'sso_browser'
const BROWSER_SECONDS = 600

export interface SignOnRoutesDeps {
  signOn: SignOn
  connections: ConnectionService
  linking: Pick<Linking, 'identitiesOf'>
  enterprises: Pick<EnterpriseService, 'listOf'>
  links: FileLinks
  publicUrl: string
}
interface Session {
  token: string
  expiresAt: number
}

export function signOnRoutes(deps: SignOnRoutesDeps): Handlers<typeof contract.ssoSignIn> {
  const { signOn, connections } = deps
  const isSecure = deps.publicUrl.startsWith('https:')
  const caller = (ctx: Ctx) => ({ userAgent: ctx.request.headers.get('user-agent') ?? '', address: ctx.address })
  const browserOf = (ctx: Ctx) =>
    new RegExp(`(?:^|;\\s*)${BROWSER_COOKIE}=([\\w-]+)`).exec(ctx.request.headers.get('cookie') ?? '')?.[1]
  const browserCookie = (value: string, seconds: number) =>
    `${BROWSER_COOKIE}=${value}; Path=/api/sso; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
  const cookieOf = ({ token, expiresAt }: Session) =>
    sessionCookie(token, Math.floor((expiresAt - Date.now()) / 1000), isSecure)
  const redirect = (to: string, cookies: string[] = []) => {
    const headers = new Headers({ location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    return new Response(null, { status: 302, headers })
  }
  /** Shows errors as a page instead of JSON, because browsers are redirected here. */
  const toPage = async (ctx: Ctx, work: () => Promise<Response>): Promise<Response> => {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      return redirect(`/sign?${new URLSearchParams({ sso_error: cause.text(ctx.locale) }).toString()}`, [
        browserCookie('', 0),
      ])
    }
  }
  const concluded = ({ to, entered }: { to: string; entered?: { session: Session } }) =>
    redirect(to, [browserCookie('', 0), ...(entered ? [cookieOf(entered.session)] : [])])
  const formOf = async (ctx: Ctx) => new URLSearchParams(await ctx.request.text())

  return {
    discover: async ({ email }) => {
      const domain = email.split('@').at(-1)!.toLowerCase()
      const found = await connections.activeFor(domain)
      return {
        connections: found.map(({ id, kind, name }) => ({ id, kind, name })),
        is_enforced: found.some((row) => row.isEnforced),
      }
    },
    begin: (input, ctx) =>
      toPage(ctx, async () => {
        if (input.purpose !== 'sign-in' && !ctx.actor?.sessionId) throw errors.notSignedIn()
        // Prevents CSRF: another site could otherwise link its own account at the provider to the person here.
        const site = ctx.request.headers.get('sec-fetch-site')
        if (input.purpose !== 'sign-in' && site !== null && site !== 'same-origin') throw errors.crossSite()
        if (input.purpose === 'test') {
          const connection = await connections.byId(input.connection_id)
          if (!connection) throw errors.notFound({ what: 'connection' })
          await ctx.access.requireEnterprise(ctx.actor!, connection.enterpriseId, 'configure')
        }
        const { url, browser } = await signOn.begin(input.connection_id, {
          purpose: input.purpose,
          userId: input.purpose === 'sign-in' ? undefined : ctx.userId,
          redirect: ownPath(input.redirect, deps.publicUrl),
          hint: input.hint,
        })
        return redirect(url, [browserCookie(browser, BROWSER_SECONDS)])
      }),
    oidcCallback: async (input, ctx) => {
      if (!(await connections.byId(input.connection_id))) throw errors.notFound({ what: 'connection' })
      return toPage(ctx, async () => {
        const { search } = new URL(ctx.request.url)
        const answer = new URL(connections.urlsOf(input.connection_id).oidcCallback + search)
        return concluded(await signOn.oidcAnswer(input.connection_id, answer, browserOf(ctx), caller(ctx)))
      })
    },
    oidcLogout: async (input, ctx) => {
      const headers = { 'cache-control': 'no-store' }
      try {
        await signOn.oidcLogout(input.connection_id, (await formOf(ctx)).get('logout_token') ?? '')
        return new Response(null, { status: 200, headers })
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        return Response.json({ error: 'invalid_request' }, { status: 400, headers })
      }
    },
    samlMetadata: async (input) => {
      const row = await connections.byId(input.connection_id)
      if (row?.kind !== 'saml') throw errors.notFound({ what: 'connection' })
      const xml = await samlMetadataOf(connections.samlOf(row), connections.certificateOf(row))
      return new Response(xml, { headers: { 'content-type': 'application/samlmetadata+xml' } })
    },
    samlAnswer: (input, ctx) =>
      toPage(ctx, async () => {
        const form = await formOf(ctx)
        const [response, relay] = [form.get('SAMLResponse') ?? '', form.get('RelayState') ?? '']
        const code = await signOn.samlAnswer(input.connection_id, response, relay, ctx.address)
        // Cookies are not sent with this cross-site post; they are when our own page redirects.
        const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/api/sso/finish?code=${code}"><title>…</title>`
        const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
        return new Response(page, { headers: { ...headers, 'referrer-policy': 'no-referrer' } })
      }),
    samlLogout: async (input, ctx) => {
      const row = await connections.byId(input.connection_id)
      if (row?.kind !== 'saml') throw errors.notFound({ what: 'connection' })
      return toPage(ctx, async () => redirect(await signOn.samlLogout(row.id, new URL(ctx.request.url).search)))
    },
    finish: (input, ctx) =>
      toPage(ctx, async () => concluded(await signOn.finish(input.code, browserOf(ctx), caller(ctx)))),
    ldap: async (input, ctx) => {
      const entered = await signOn.ldapSignIn(input.connection_id, input.username, input.password, caller(ctx))
      ctx.setHeader('set-cookie', cookieOf(entered.session))
      return toUser(entered.user, deps.links.make(entered.user.avatarKey))
    },
    identities: async (_, ctx) => {
      const linked = await deps.linking.identitiesOf(ctx.userId)
      const mine = await deps.enterprises.listOf(ctx.userId)
      const offered = await connections.activeOf(mine.map((item) => item.enterprise.id))
      const named = await Promise.all(
        linked.map(async (row) => ({ row, of: await connections.byId(row.connectionId) })),
      )
      return {
        identities: named.map(({ row, of }) => ({
          connection_id: row.connectionId,
          name: of!.name,
          kind: of!.kind,
          linked_at: row.createdAt,
          last_used_at: row.lastUsedAt,
        })),
        linkable: offered
          .filter((one) => one.kind !== 'ldap' && !linked.some((row) => row.connectionId === one.id))
          .map(({ id, name }) => ({ connection_id: id, name })),
      }
    },
  }
}

/** Path of a page on this site; any other URL becomes the start page. */
function ownPath(typed: string, publicUrl: string): string {
  const { origin } = new URL(publicUrl)
  if (!typed.startsWith('/') || !URL.canParse(typed, origin)) return ''
  const url = new URL(typed, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : ''
}
