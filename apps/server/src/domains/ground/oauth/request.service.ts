import { randomInt } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { OauthApps } from './app.service.ts'
import { oauthErrors } from './oauth.errors.ts'
import { type OauthApp, type OauthRequest, oauthRequest } from './oauth.table.ts'
import { withParameters } from './redirect-uri.ts'

const ASK_MS = 10 * 60_000
const CODE_MS = 5 * 60_000
/** RFC 8628: minimum seconds between two polls of a device. */
export const DEVICE_INTERVAL = 5
/** No vowels and no look-alikes: codes are hard to misread and never form words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const newUserCode = () => {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
/** Normalises a typed code: case and the dash do not matter. */
const tidyUserCode = (text: string) => {
  const plain = text.toUpperCase().replaceAll(/[^A-Z]/g, '')
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}

export interface Authorize {
  clientId: string
  redirectUri: string
  responseType: string
  state: string
  challenge: string
  challengeMethod: string
  spaceId?: string | undefined
  address: string
}
export type Waiting = { request: OauthRequest; app: OauthApp }

/** Authorization requests: created by the app, answered once by a user, redeemed once by the app. */
export function createOauthRequests({ db, apps, clock }: { db: Db; apps: OauthApps; clock: Clock }) {
  async function begin(app: OauthApp, values: Partial<OauthRequest>, expiresAt: number): Promise<string> {
    const key = randomToken()
    await db.insert(oauthRequest).values({
      ...values,
      keyHash: sha256(key),
      appId: app.id,
      status: 'pending',
      expiresAt,
    })
    return key
  }
  async function knownApp(clientId: string): Promise<OauthApp> {
    const app = clientId ? await apps.active(clientId) : undefined
    if (!app) throw oauthErrors.unknownClient()
    return app
  }
  async function pending(keyHash: string): Promise<Waiting> {
    const [request] = await db
      .select()
      .from(oauthRequest)
      .where(
        and(
          eq(oauthRequest.keyHash, keyHash),
          eq(oauthRequest.status, 'pending'),
          gt(oauthRequest.expiresAt, clock.now()),
        ),
      )
    const app = request && (await apps.byIds([request.appId])).get(request.appId)
    if (!request || !app?.isActive) throw oauthErrors.requestGone()
    return { request, app }
  }
  /** Changes the status of a request atomically: only one caller succeeds. */
  async function transition(
    keyHash: string,
    from: OauthRequest['status'],
    change: Partial<OauthRequest>,
  ): Promise<boolean> {
    const moved = await db
      .update(oauthRequest)
      .set(change)
      .where(
        and(eq(oauthRequest.keyHash, keyHash), eq(oauthRequest.status, from), gt(oauthRequest.expiresAt, clock.now())),
      )
      .returning({ keyHash: oauthRequest.keyHash })
    return moved.length > 0
  }

  return {
    /** Begins a request of an app that sent a browser here; returns the key of the consent request. */
    async authorize(input: Authorize): Promise<string> {
      const app = await knownApp(input.clientId)
      if (app.clientType === 'Terminal' || app.clientType === 'Service') throw oauthErrors.wrongFlow()
      // Compared exactly: any difference means another destination.
      if (!app.redirectUris.includes(input.redirectUri)) throw oauthErrors.redirectNotRegistered()
      if (input.responseType !== 'code') throw oauthErrors.responseType()
      const isPublic = app.clientType === 'SinglePageOrNative'
      const isS256 = input.challengeMethod === 'S256' && /^[\w-]{43,128}$/.test(input.challenge)
      if ((isPublic || input.challenge) && !isS256) throw oauthErrors.needChallenge()
      return begin(
        app,
        {
          redirectUri: input.redirectUri,
          state: input.state,
          codeChallenge: input.challenge,
          spaceId: input.spaceId ?? null,
          address: input.address,
        },
        clock.now() + ASK_MS,
      )
    },
    async beginDevice(clientId: string, spaceId: string | undefined, address: string) {
      const app = await knownApp(clientId)
      if (app.clientType !== 'Terminal' && app.clientType !== 'Legacy') throw oauthErrors.wrongFlow()
      await db.delete(oauthRequest).where(lt(oauthRequest.expiresAt, clock.now()))
      const [userCode, deviceCode] = [newUserCode(), randomToken()]
      const values = { userCode, codeHash: sha256(deviceCode), spaceId: spaceId ?? null, address }
      await begin(app, values, clock.now() + ASK_MS)
      return { userCode, deviceCode, seconds: ASK_MS / 1000 }
    },
    /** Finds the request of a device by the code that a person typed, and gives the consent request a new key. */
    async findDevice(userCode: string): Promise<string> {
      const [request] = await db
        .select()
        .from(oauthRequest)
        .where(eq(oauthRequest.userCode, tidyUserCode(userCode)))
      if (!request) throw oauthErrors.requestGone()
      await pending(request.keyHash)
      const key = randomToken()
      if (!(await transition(request.keyHash, 'pending', { keyHash: sha256(key) }))) throw oauthErrors.requestGone()
      return key
    },
    look: (key: string): Promise<Waiting> => pending(sha256(key)),
    /** Records the answer of a person; returns where the browser goes next, '' for a device. */
    async answer(key: string, userId: string, isAllowed: boolean): Promise<{ redirect: string; waiting: Waiting }> {
      const waiting = await pending(sha256(key))
      const { request } = waiting
      const isDevice = request.userCode !== null
      const code = randomToken()
      const change: Partial<OauthRequest> = isAllowed
        ? { status: 'approved', userId, ...(!isDevice && { codeHash: sha256(code), expiresAt: clock.now() + CODE_MS }) }
        : { status: 'denied' }
      if (!(await transition(request.keyHash, 'pending', change))) throw oauthErrors.requestGone()
      if (isDevice) return { redirect: '', waiting }
      const answer: Record<string, string> = isAllowed ? { code } : { error: 'access_denied' }
      return { redirect: withParameters(request.redirectUri, { ...answer, state: request.state }), waiting }
    },
    async byCode(code: string): Promise<OauthRequest | undefined> {
      const [request] = await db
        .select()
        .from(oauthRequest)
        .where(eq(oauthRequest.codeHash, sha256(code)))
      return request
    },
    polled: (keyHash: string) =>
      db.update(oauthRequest).set({ polledAt: clock.now() }).where(eq(oauthRequest.keyHash, keyHash)),
    use: (keyHash: string): Promise<boolean> => transition(keyHash, 'approved', { status: 'used' }),
  }
}
export type OauthRequests = ReturnType<typeof createOauthRequests>
