import { createHash, randomInt } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import { decrypt, isSigned } from '#kit/lark/lark-crypto.ts'
import { sameText, type Secrets } from '#kit/secrets.ts'
import { larkErrors } from './prompt-release.errors.ts'
import { type LarkRow, promptLark, promptLarkEvent, promptLarkPerson } from './prompt-release.table.ts'

export interface LarkDeps {
  db: Db
  egress: Pick<Egress, 'fetch'>
  secrets: Pick<Secrets, 'seal' | 'open'>
  clock: Clock
}
export interface LarkChange {
  appId: string
  platform: 'lark' | 'feishu'
  baseUrl: string
  appSecret?: string | undefined
  encryptKey?: string | undefined
  verificationToken?: string | undefined
}
interface Card {
  title: string
  text: string
  link: string
}
interface CallbackBody {
  type?: string
  token?: string
  challenge?: string
  header?: { event_id?: string; token?: string; event_type?: string; app_id?: string }
  event?: { operator?: { open_id?: string }; action?: { value?: unknown } }
}
/** Request in a verified callback. */
export type LarkCall =
  | { kind: 'challenge'; challenge: string }
  | { kind: 'press'; spaceId: string; userId: string | undefined; taskId: string; isAgain: boolean }
const origins = { lark: 'https://open.larksuite.com', feishu: 'https://open.feishu.cn' } as const
const TIMEOUT_MS = 15_000
const CODE_MS = 10 * 60_000
const DAY_MS = 86_400_000
const MOST_APPS = 500
const MOST_BYTES = 16 * 1024 * 1024
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The app of a space on Lark or Feishu: sends cards and identifies people who press buttons. */
export function createLarkService({ db, egress, secrets, clock }: LarkDeps) {
  const find = async (spaceId: string): Promise<LarkRow | undefined> =>
    (await db.select().from(promptLark).where(eq(promptLark.spaceId, spaceId)))[0]
  async function get(spaceId: string): Promise<LarkRow> {
    const row = await find(spaceId)
    if (!row) throw larkErrors.notSetUp()
    return row
  }
  const post = <T>(row: LarkRow, path: string, body: object, token?: string): Promise<T> =>
    ask<T>(row, 'POST', path, body, token)
  async function ask<T>(row: LarkRow, method: string, path: string, body: object, token?: string): Promise<T> {
    const answer = await egress.fetch(`${row.baseUrl || origins[row.platform]}${path}`, {
      method,
      redirect: 'error',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const reply = (await answer.json().catch(() => ({}))) as { code?: number; msg?: string } & T
    if (reply.code !== 0) throw larkErrors.refused({ why: `${reply.msg ?? answer.status} (${reply.code ?? '–'})` })
    return reply
  }
  async function tokenOf(row: LarkRow): Promise<string> {
    const reply = await post<{ tenant_access_token: string }>(row, '/open-apis/auth/v3/tenant_access_token/internal', {
      app_id: row.appId,
      app_secret: secrets.open(row.appSecret),
    })
    return reply.tenant_access_token
  }
  async function send(row: LarkRow, openId: string, type: string, content: object, uuid: string): Promise<void> {
    const body = { receive_id: openId, msg_type: type, content: JSON.stringify(content), uuid }
    await post(row, '/open-apis/im/v1/messages?receive_id_type=open_id', body, await tokenOf(row))
  }
  const personOf = (spaceId: string, userId: string) =>
    and(eq(promptLarkPerson.spaceId, spaceId), eq(promptLarkPerson.userId, userId))
  /** Finds the app whose keys decrypt and verify a callback. */
  async function sender(spaceId: string | undefined, headers: Headers, raw: string) {
    const known = spaceId ? eq(promptLark.spaceId, spaceId) : undefined
    const { encrypt = '' } = JSON.parse(raw) as { encrypt?: string }
    for (const row of await db.select().from(promptLark).where(known).limit(MOST_APPS)) {
      const key = secrets.open(row.encryptKey)
      const opened = opens(encrypt, key)
      if (!opened) continue
      const token = secrets.open(row.verificationToken)
      if (!sameText(opened.header?.token ?? opened.token ?? '', token)) continue
      // URL verification is not signed; it has no effect.
      if (opened.type !== 'url_verification' && !isSigned({ headers, body: raw }, key, clock.now())) continue
      return { row, body: opened }
    }
    throw larkErrors.forged()
  }
  return {
    find,
    /** Calls the platform API as the app of a space. */
    async call<T>(spaceId: string, method: 'POST' | 'PATCH', path: string, body: object): Promise<T> {
      const row = await get(spaceId)
      return ask<T>(row, method, path, body, await tokenOf(row))
    },
    async save(spaceId: string, change: LarkChange): Promise<void> {
      if (!change.appId) return void (await db.delete(promptLark).where(eq(promptLark.spaceId, spaceId)))
      const before = await find(spaceId)
      const sealed = (given: string | undefined, known: string | undefined) =>
        given ? secrets.seal(given) : (known ?? '')
      const set = {
        appId: change.appId,
        platform: change.platform,
        baseUrl: change.baseUrl.replace(/\/$/, ''),
        appSecret: sealed(change.appSecret, before?.appSecret),
        encryptKey: sealed(change.encryptKey, before?.encryptKey),
        verificationToken: sealed(change.verificationToken, before?.verificationToken),
      }
      if (!set.appSecret || !set.encryptKey || !set.verificationToken) throw larkErrors.noSecret()
      await db
        .insert(promptLark)
        .values({ spaceId, ...set })
        .onConflictDoUpdate({ target: promptLark.spaceId, set })
    },
    /** Sends a code to an account on the platform, to prove that it belongs to the person. */
    async sendCode(spaceId: string, userId: string, email: string): Promise<void> {
      const row = await get(spaceId)
      const found = await post<{ data?: { user_list?: { user_id?: string }[] } }>(
        row,
        '/open-apis/contact/v3/users/batch_get_id?user_id_type=open_id',
        { emails: [email] },
        await tokenOf(row),
      )
      const openId = found.data?.user_list?.[0]?.user_id
      if (!openId) throw larkErrors.unknownPerson()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const set = { openId, codeHash: hashOf(`${userId} ${code}`), codeUntil: clock.now() + CODE_MS }
      await db
        .insert(promptLarkPerson)
        .values({ spaceId, userId, ...set })
        .onConflictDoUpdate({ target: [promptLarkPerson.spaceId, promptLarkPerson.userId], set })
      await send(row, openId, 'text', { text: `Orrery: ${code}` }, `code-${userId}-${set.codeUntil}`)
    },
    async confirm(spaceId: string, userId: string, code: string): Promise<void> {
      const [row] = await db.select().from(promptLarkPerson).where(personOf(spaceId, userId))
      if (!row?.codeHash || row.codeUntil < clock.now() || !sameText(row.codeHash, hashOf(`${userId} ${code}`)))
        throw larkErrors.badCode()
      try {
        await db.update(promptLarkPerson).set({ codeHash: '', codeUntil: 0 }).where(personOf(spaceId, userId))
      } catch (cause) {
        throw violates(cause, 'prompt_lark_person_bound') ? larkErrors.boundElsewhere() : cause
      }
    },
    /** Which of these people have linked their account. */
    async boundIn(spaceId: string, userIds: readonly string[]): Promise<string[]> {
      if (!userIds.length) return []
      const rows = await db
        .select({ id: promptLarkPerson.userId })
        .from(promptLarkPerson)
        .where(
          and(
            eq(promptLarkPerson.spaceId, spaceId),
            inArray(promptLarkPerson.userId, [...userIds]),
            eq(promptLarkPerson.codeHash, ''),
          ),
        )
      return rows.map(({ id }) => id)
    },
    async sendCard(spaceId: string, userId: string, card: Card, taskId: string, uuid: string): Promise<void> {
      const row = await find(spaceId)
      const [person] = await db.select().from(promptLarkPerson).where(personOf(spaceId, userId))
      if (!row || !person || person.codeHash) return
      await send(row, person.openId, 'interactive', cardOf(card, taskId), uuid)
    },
    /** Verifies and parses a callback. All invalid callbacks give the same error. */
    async open(spaceId: string | undefined, headers: Headers, raw: string): Promise<LarkCall> {
      let found: Awaited<ReturnType<typeof sender>>
      try {
        found = await sender(spaceId, headers, raw)
      } catch (cause) {
        throw cause instanceof AppError ? cause : larkErrors.forged()
      }
      const { row, body } = found
      if (body.type === 'url_verification') return { kind: 'challenge', challenge: body.challenge ?? '' }
      const { event_id: eventId, event_type: type, app_id: appId } = body.header ?? {}
      const value = body.event?.action?.value
      const read = (typeof value === 'string' ? safeJson(value) : value) as { approve?: unknown } | undefined
      const taskId = read?.approve
      if (!eventId || type !== 'card.action.trigger' || appId !== row.appId || typeof taskId !== 'string')
        throw larkErrors.forged()
      const now = clock.now()
      await db.delete(promptLarkEvent).where(lt(promptLarkEvent.at, now - DAY_MS))
      const once = await db
        .insert(promptLarkEvent)
        .values({ id: `${row.spaceId} ${eventId}`, at: now })
        .onConflictDoNothing()
        .returning()
      const [person] = await db
        .select()
        .from(promptLarkPerson)
        .where(
          and(
            eq(promptLarkPerson.spaceId, row.spaceId),
            eq(promptLarkPerson.openId, body.event?.operator?.open_id ?? ''),
            eq(promptLarkPerson.codeHash, ''),
          ),
        )
      return { kind: 'press', spaceId: row.spaceId, userId: person?.userId, taskId, isAgain: !once.length }
    },
    /** Signature for web components of the platform on our pages. */
    async signature(spaceId: string, page: { noncestr: string; timestamp: number; url: string }) {
      const row = await get(spaceId)
      const reply = await post<{ data?: { ticket?: string } }>(
        row,
        '/open-apis/jssdk/ticket/get',
        {},
        await tokenOf(row),
      )
      const { noncestr, timestamp, url } = page
      const text = `jsapi_ticket=${reply.data?.ticket ?? ''}&noncestr=${noncestr}&timestamp=${timestamp}&url=${url}`
      return { signature: createHash('sha1').update(text).digest('hex'), appId: row.appId }
    },
  }
}
export type LarkService = ReturnType<typeof createLarkService>
export type LarkCaller = Pick<LarkService, 'call' | 'find'>

function opens(encrypted: string, key: string): CallbackBody | undefined {
  try {
    return JSON.parse(decrypt(encrypted, key)) as CallbackBody
  } catch {
    return undefined
  }
}
function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const button = (en: string, zh: string, more: object) => ({
  tag: 'button',
  text: { tag: 'plain_text', content: en, i18n: { zh_cn: zh, en_us: en } },
  ...more,
})
/** Builds a card. It has no reject button, because rejecting needs a reason: the link leads to the form. */
const cardOf = ({ title, text, link }: Card, taskId: string) => ({
  config: { wide_screen_mode: true },
  header: { title: { tag: 'plain_text', content: title } },
  elements: [
    { tag: 'markdown', content: text },
    {
      tag: 'action',
      actions: [
        ...(taskId ? [button('Approve', '通过', { type: 'primary', value: { approve: taskId } })] : []),
        button('Open', '查看', { type: 'default', url: link }),
      ],
    },
  ],
})
