import { and, eq, gt, lt, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Log } from '#kit/log.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Caller, PassportService } from '#domains/ground/passport/passport.service.ts'
import { userSession } from '#domains/ground/passport/passport.table.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { ConnectionService } from './connection.service.ts'
import type { Ldap } from './ldap/ldap.ts'
import type { Linking } from './linking.service.ts'
import type { Oidc } from './oidc/oidc.ts'
import { readSamlResponse, samlRequestUrl } from './saml/saml.ts'
import { readSamlLogout, samlLogoutAnswer, samlLogoutUrl } from './saml/saml-logout.ts'
import { SsoRefusal } from './sso-refusal.ts'
import { signOnErrors } from './sso.errors.ts'
import { type FlowOutcome, type SsoConnectionRow, ssoFlow, type SsoFlowRow, ssoSeen, ssoSession } from './sso.table.ts'

const FLOW_MS = 10 * 60_000
const CODE_MS = 60_000

export interface SignOnDeps {
  db: Db
  audit: AuditService
  clock: Clock
  log: Log
  oidc: Oidc
  ldap: Ldap
  connections: ConnectionService
  linking: Linking
  sessions: Pick<SessionService, 'end'>
  passport: Pick<PassportService, 'enterByCompany'>
  guard: {
    check(key: string, address: string): Promise<void>
    failed(key: string, address: string): Promise<void>
    succeeded(key: string): Promise<void>
  }
}
export interface FlowStart {
  purpose: SsoFlowRow['purpose']
  userId: string | undefined
  redirect: string
  hint: string | undefined
}

/** Sign-in through a provider, from the first redirect to the session. */
export function createSignOn({ db, audit, clock, log, oidc, ldap, connections, linking, ...deps }: SignOnDeps) {
  /** Refuses a sign-in. The reason goes to the log and the audit log; strangers see a general error. */
  async function refused(connection: SsoConnectionRow, cause: unknown, address: string): Promise<never> {
    if (!(cause instanceof SsoRefusal)) throw cause
    log.info({ connection: connection.id, reason: cause.message }, 'company sign-in refused')
    const { id: target, enterpriseId } = connection
    const detail = { reason: cause.message.slice(0, 300) }
    await audit.record({ enterpriseId, action: 'sso.login_failed', target, address, detail })
    throw signOnErrors.refused()
  }
  async function usable(id: string, purpose: FlowStart['purpose']): Promise<SsoConnectionRow> {
    const row = await connections.byId(id)
    if (!row || (purpose !== 'test' && row.state !== 'active')) throw signOnErrors.over()
    return row
  }
  /** Marks a flow as answered, so that a second answer finds nothing. */
  async function takeFlow(connectionId: string, state: string): Promise<SsoFlowRow> {
    const [flow] = await db
      .update(ssoFlow)
      .set({ isAnswered: true })
      .where(
        and(
          eq(ssoFlow.stateHash, sha256(state)),
          eq(ssoFlow.connectionId, connectionId),
          eq(ssoFlow.isAnswered, false),
          gt(ssoFlow.expiresAt, clock.now()),
        ),
      )
      .returning()
    if (!flow) throw signOnErrors.over()
    return flow
  }
  async function claimOnce(connectionId: string, key: string, expiresAt: number): Promise<boolean> {
    await db.delete(ssoSeen).where(lt(ssoSeen.expiresAt, clock.now()))
    const added = await db
      .insert(ssoSeen)
      .values({ connectionId, key, expiresAt })
      .onConflictDoNothing()
      .returning({ key: ssoSeen.key })
    return added.length > 0
  }
  const dropFlow = (flow: SsoFlowRow) => db.delete(ssoFlow).where(eq(ssoFlow.stateHash, flow.stateHash))

  async function enter(connection: SsoConnectionRow, outcome: FlowOutcome, caller: Caller) {
    const user = await linking.settle(connection, outcome)
    const entered = await deps.passport.enterByCompany(user.id, caller)
    const { subject, sid } = outcome
    await db.insert(ssoSession).values({ sessionId: entered.session.id, connectionId: connection.id, subject, sid })
    const { enterpriseId, id: target } = connection
    await audit.record({ actorId: user.id, enterpriseId, action: 'sso.login', target, address: caller.address })
    return entered
  }
  /** Completes a flow according to its purpose, once the provider has identified the person. */
  async function conclude(flow: SsoFlowRow, connection: SsoConnectionRow, outcome: FlowOutcome, caller: Caller) {
    await dropFlow(flow)
    if (flow.purpose === 'test') {
      await connections.tested(connection, outcome.claims, flow.userId!)
      return { to: `/enterprise/${connection.enterpriseId}/sign-in?tested=${connection.id}` }
    }
    if (flow.purpose === 'link') {
      await linking.linkTo(connection, outcome, flow.userId!)
      return { to: '/account/security?linked=1' }
    }
    return { to: flow.redirect || '/space', entered: await enter(connection, outcome, caller) }
  }

  return {
    async begin(connectionId: string, { purpose, userId, redirect, hint }: FlowStart) {
      const connection = await usable(connectionId, purpose)
      const [state, browser] = [randomToken(), randomToken()]
      const requestId = `_${randomToken()}`
      const flow = {
        stateHash: sha256(state),
        connectionId,
        purpose,
        browserHash: sha256(browser),
        userId: userId ?? null,
        redirect,
        expiresAt: clock.now() + FLOW_MS,
      }
      await db.delete(ssoFlow).where(lt(ssoFlow.expiresAt, clock.now()))
      if (connection.kind === 'saml') {
        const url = await samlRequestUrl(connections.samlOf(connection), requestId, state)
        await db.insert(ssoFlow).values({ ...flow, requestId })
        return { url, browser }
      }
      const { url, nonce, verifier } = await oidc
        .begin(connections.oidcOf(connection), state, hint)
        .catch((cause: Error) => refused(connection, new SsoRefusal(cause.message), ''))
      await db.insert(ssoFlow).values({ ...flow, nonce, verifier })
      return { url, browser }
    },
    async oidcAnswer(connectionId: string, answer: URL, browser: string | undefined, caller: Caller) {
      const state = answer.searchParams.get('state') ?? ''
      const flow = await takeFlow(connectionId, state)
      if (browser === undefined || sha256(browser) !== flow.browserHash) throw signOnErrors.over()
      const connection = await usable(connectionId, flow.purpose)
      const expected = { state, nonce: flow.nonce, verifier: flow.verifier }
      const outcome = await oidc
        .finish(connections.oidcOf(connection), answer, expected)
        .catch((cause: unknown) => refused(connection, cause, caller.address))
      return conclude(flow, connection, outcome, caller)
    },
    /** Handles the cross-site post, which has no cookies. Stores the outcome for the browser that started the flow. */
    async samlAnswer(connectionId: string, response: string, relay: string, address: string): Promise<string> {
      const flow = await takeFlow(connectionId, relay)
      const connection = await usable(connectionId, flow.purpose)
      const settings = connections.samlOf(connection)
      const identity = await readSamlResponse(settings, flow.requestId, response, clock.now()).catch((cause: unknown) =>
        refused(connection, cause, address),
      )
      if (!(await claimOnce(connectionId, `assertion ${identity.assertionId}`, identity.endsAt)))
        return refused(connection, new SsoRefusal('this assertion came before'), address)
      const code = randomToken()
      const { subject, sid, claims } = identity
      await db
        .update(ssoFlow)
        .set({ codeHash: sha256(code), outcome: { subject, sid, claims }, expiresAt: clock.now() + CODE_MS })
        .where(eq(ssoFlow.stateHash, flow.stateHash))
      return code
    },
    async finish(code: string, browser: string | undefined, caller: Caller) {
      const [flow] = await db
        .delete(ssoFlow)
        .where(and(eq(ssoFlow.codeHash, sha256(code)), gt(ssoFlow.expiresAt, clock.now())))
        .returning()
      if (!flow?.outcome || browser === undefined || sha256(browser) !== flow.browserHash) throw signOnErrors.over()
      return conclude(flow, await usable(flow.connectionId, flow.purpose), flow.outcome, caller)
    },
    async ldapSignIn(connectionId: string, username: string, password: string, caller: Caller) {
      const connection = await usable(connectionId, 'sign-in')
      if (connection.kind !== 'ldap') throw signOnErrors.over()
      const key = `ldap:${connectionId}:${username.toLowerCase()}`
      await deps.guard.check(key, caller.address)
      const person = await ldap
        .signIn(connections.ldapOf(connection), username, password)
        .catch(async (cause: unknown) => {
          if (cause instanceof SsoRefusal) await deps.guard.failed(key, caller.address)
          await refused(
            connection,
            cause instanceof SsoRefusal ? cause : new SsoRefusal(String(cause)),
            caller.address,
          ).catch(() => {})
          throw cause instanceof SsoRefusal ? signOnErrors.wrongPair() : signOnErrors.refused()
        })
      await deps.guard.succeeded(key)
      return enter(connection, person, caller)
    },
    async testLdap(connection: SsoConnectionRow, username: string, password: string, actorId: string) {
      const person = await ldap.signIn(connections.ldapOf(connection), username, password).catch((cause: Error) => {
        throw cause instanceof SsoRefusal ? signOnErrors.wrongPair({}, { reason: cause.message }) : cause
      })
      return connections.tested(connection, person.claims, actorId)
    },
    /** URL at the provider of a session for signing out there too; undefined if there is none. */
    async signOutUrl(sessionId: string): Promise<string | undefined> {
      const [found] = await db.select().from(ssoSession).where(eq(ssoSession.sessionId, sessionId))
      const connection = found && (await connections.byId(found.connectionId))
      if (!connection || connection.state !== 'active') return undefined
      if (connection.kind === 'saml') {
        const settings = connections.samlOf(connection)
        const who = { id: `_${randomToken()}`, subject: found.subject, sid: found.sid ?? undefined }
        return settings.logoutUrl ? samlLogoutUrl(settings, who, clock.now()) : undefined
      }
      // A provider that is down must not prevent sign-out here.
      if (connection.kind === 'oidc') return oidc.endSessionUrl(connections.oidcOf(connection)).catch(() => undefined)
      return undefined
    },
    /** Handles sign-out by the redirect binding; returns the next URL for the browser. */
    async samlLogout(connectionId: string, query: string): Promise<string> {
      const connection = await connections.byId(connectionId)
      if (connection?.kind !== 'saml') throw signOnErrors.over()
      // The response to our own request: the session has already ended.
      if (/(?:^|&)SAMLResponse=/.test(query.replace(/^\?/, ''))) return '/sign'
      const settings = connections.samlOf(connection)
      const logout = await Promise.resolve()
        .then(() => readSamlLogout(settings, query, settings.logoutCallbackUrl, clock.now()))
        .catch((cause: unknown) => refused(connection, cause, ''))
      if (!(await claimOnce(connectionId, `logout ${logout.id}`, clock.now() + FLOW_MS)))
        return refused(connection, new SsoRefusal('this request came before'), '')
      const matching = and(
        eq(ssoSession.connectionId, connectionId),
        eq(ssoSession.subject, logout.subject),
        logout.sid === undefined ? undefined : eq(ssoSession.sid, logout.sid),
      )
      await endSessions(connection, matching)
      return settings.logoutUrl ? samlLogoutAnswer(settings, logout, `_${randomToken()}`, clock.now()) : '/sign'
    },
    /** Handles a logout token of a provider, for one session or for all sessions of a person. */
    async oidcLogout(connectionId: string, token: string): Promise<number> {
      const connection = await connections.byId(connectionId)
      if (connection?.kind !== 'oidc') throw signOnErrors.over()
      const logout = await oidc
        .readLogout(connections.oidcOf(connection), token)
        .catch((cause: unknown) => refused(connection, cause, ''))
      if (!(await claimOnce(connectionId, `logout ${logout.jti}`, logout.endsAt)))
        return refused(connection, new SsoRefusal('this logout token came before'), '')
      const matching = and(
        eq(ssoSession.connectionId, connectionId),
        logout.sid === undefined ? undefined : eq(ssoSession.sid, logout.sid),
        logout.subject === undefined ? undefined : eq(ssoSession.subject, logout.subject),
      )
      return endSessions(connection, matching)
    },
  }

  async function endSessions(connection: SsoConnectionRow, matching: SQL | undefined): Promise<number> {
    const open = await db
      .select({ sessionId: ssoSession.sessionId, userId: userSession.userId })
      .from(ssoSession)
      .innerJoin(userSession, eq(userSession.id, ssoSession.sessionId))
      .where(matching)
    for (const { sessionId, userId } of open) await deps.sessions.end(userId, sessionId)
    const { enterpriseId, id: target } = connection
    for (const actorId of new Set(open.map(({ userId }) => userId)))
      await audit.record({ actorId, enterpriseId, action: 'sso.logout', target })
    return open.length
  }
}
export type SignOn = ReturnType<typeof createSignOn>
