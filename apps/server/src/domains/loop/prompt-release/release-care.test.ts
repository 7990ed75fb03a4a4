import { ReleaseTaskStatus, ReleaseTrigger } from '@orrery/contract/shared/prompt-enums'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptySpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import { checkSignature, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import { encrypt, signatureOf } from '#kit/lark/lark-crypto.ts'
import { afterFile } from '#testing/after-file.ts'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import { type FarRequest, openFarEnd } from '#testing/far-end.ts'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'
import { eventsOf } from '#testing/read-events.ts'
import type { Person } from '#testing/test-app.ts'

let team: BotTeam
let mails: MailServer
let far: Awaited<ReturnType<typeof openFarEnd>>
const got: FarRequest[] = []
let tester: Person
const KEY = 'encrypt-key-of-the-app'
beforeAll(async () => {
  // A server for Lark, and for webhooks about releases.
  far = await openFarEnd((request) => {
    got.push(request)
    if (request.path.endsWith('/tenant_access_token/internal'))
      return { body: { code: 0, tenant_access_token: 't-1', expire: 7200 } }
    if (request.path.endsWith('/batch_get_id')) {
      const [email] = (JSON.parse(request.body.toString()) as { emails: string[] }).emails
      return {
        body: { code: 0, data: { user_list: [{ user_id: email === 'nobody@lark' ? undefined : `ou_${email}` }] } },
      }
    }
    if (request.path.endsWith('/ticket/get')) return { body: { code: 0, data: { ticket: 'ticket-1' } } }
    return { body: { code: 0, data: { message_id: 'om_1' } } }
  })
  afterFile(() => far.close())
  mails = await openMailServer()
  team = await openBotTeam({ egressAllow: [far.host] })
  const { user, password } = mails.account
  team.t.infra.mail.use({
    host: '127.0.0.1',
    port: mails.port,
    security: 'none',
    user,
    password,
    from: 'a@example.test',
  })
  await team.maker.api.space.updateMember({ space_id: team.spaceId, user_id: team.editor.id, space_role_type: 2 })
  tester = await team.t.register('tester')
  await add(tester.id, 3)
  await team.maker.api.promptRelease.saveSettings({ space_id: team.spaceId, approval: true })
})
const add = (id: string, space_role_type: number, by = team.maker) =>
  by.api.promptMembers.add({
    space_id: team.spaceId,
    space_members: [{ member: { auth_user: { open_user_id: id } }, space_role_type }],
  })
let n = 0
const message = (content: string) => ({ prompt_text: { message_list: [{ message_type: 2 as const, content }] } })
async function create(more: object = {}) {
  const key = `care.${(n += 1)}`
  const { prompt_id: id } = await team.member.api.promptManage.create({
    space_id: team.spaceId,
    display_name: `Care ${n}`,
    prompt_key: key,
    ...message('First'),
    ...more,
  })
  await team.member.api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  await team.member.api.promptManage.save({ prompt_id: id, ...message('Second') })
  await team.member.api.promptManage.publish({ prompt_id: id, version: '2.0.0' })
  return { id, key }
}
const start = async (id: string, more: object = {}, version = '2.0.0') =>
  (
    await team.member.api.promptReleaseTask.create({
      space_id: team.spaceId,
      release_resources: [{ prompt_id: id, prompt_version: version }],
      env: 2,
      label: 'production',
      ...more,
    })
  ).release_task_id
const task = async (release_task_id: string) =>
  (await team.maker.api.promptReleaseTask.get({ release_task_id })).release_task

describe('a tester', () => {
  test('may view and try prompts, but not change anything', async () => {
    const { id, key } = await create()
    const space_id = team.spaceId
    expect((await tester.api.promptMembers.roles({ space_id })).roles[0]).toMatchObject({ unique_key: 'Tester' })
    await tester.api.promptManage.get({ prompt_id: id })
    await tester.api.promptServe.mget({ workspace_id: space_id, queries: [{ prompt_key: key }] })
    const prompt = { id, ...message('Hello') }
    await tester.api.promptRun.tryOut({ space_id, prompt })
    const refused = [
      () => tester.api.promptManage.create({ space_id, display_name: 'Mine', prompt_key: 'mine', ...message('x') }),
      () => tester.api.promptManage.save({ prompt_id: id, ...message('Changed') }),
      () => tester.api.promptManage.publish({ prompt_id: id, version: '9.0.0' }),
      () => tester.api.promptManage.update({ prompt_id: id, display_name: 'Changed' }),
      () => tester.api.promptManage.remove({ prompt_id: id }),
      () => tester.api.promptManage.point({ prompt_id: id, label: 'beta', version: '1.0.0' }),
      () => tester.api.promptManage.clone({ prompt_id: id, dest_prompt_key: 'copy', dest_display_name: 'Copy' }),
      () => tester.api.promptRelease.release({ prompt_id: id, version: '1.0.0', env: 1 }),
      () => tester.api.promptAssist.rate({ space_id, record_id: '1' }),
      () => tester.api.bot.create({ space_id, name: 'Bot' }),
      () => tester.api.dataset.create({ spaceID: space_id, name: 'Set', fields: [{ name: 'a', contentType: 1 }] }),
      () => add(tester.id, 2, tester),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject({ status: 403 })
    expect((await team.member.api.promptManage.get({ prompt_id: id })).prompt.display_name).toBe(`Care ${n}`)
    // A person who becomes a tester can no longer edit even their own prompts.
    await add(team.member.id, 3)
    await expect(team.member.api.promptManage.save({ prompt_id: id, ...message('x') })).rejects.toMatchObject({
      status: 403,
    })
    await add(team.member.id, 2)
    await team.member.api.promptManage.save({ prompt_id: id, ...message('Third') })
  })
  test('cannot see prompts of the strictest security level', async () => {
    const { id, key } = await create({ security_level: 4 })
    const queries = [{ prompt_key: key }]
    await expect(tester.api.promptManage.get({ prompt_id: id })).rejects.toMatchObject({ status: 404 })
    await expect(tester.api.promptServe.mget({ workspace_id: team.spaceId, queries })).rejects.toMatchObject({
      status: 404,
    })
    await expect(tester.api.promptRun.execute({ space_id: team.spaceId, prompt_key: key })).rejects.toMatchObject({
      status: 404,
    })
    await team.member.api.promptServe.mget({ workspace_id: team.spaceId, queries })
  })
})

describe('members of a space', () => {
  test('are added with a role, found by people who share a space with them, and removed', async () => {
    const space_id = team.spaceId
    const listed = async (role_type: number) =>
      (await team.maker.api.promptSpace.members({ space_id, role_type })).space_members.map(
        ({ user_info }) => user_info.user_id,
      )
    expect(await listed(3)).toEqual([tester.id])
    expect(await listed(1)).toEqual([team.maker.id, team.editor.id])
    await expect(add(team.member.id, 1)).rejects.toMatchObject({ status: 400 })
    await expect(add(team.stranger.id, 2, team.member)).rejects.toMatchObject({ status: 403 })
    const found = async (who: Person, name_like: string) =>
      (await who.api.promptMembers.search({ name_like, page_size: 10 })).user_infos.map(({ user_id }) => user_id)
    expect(await found(team.member, 'test')).toEqual([tester.id])
    expect(await found(team.stranger, 'test')).toEqual([])
    expect((await team.member.api.promptMembers.info({ user_id: tester.id })).user_info.user_id).toBe(tester.id)
    await expect(team.stranger.api.promptMembers.info({ user_id: tester.id })).rejects.toMatchObject({ status: 404 })
    const first = await team.maker.api.promptMembers.search({ name_like: '', page_size: 1 })
    expect(first).toMatchObject({ has_more: true, user_infos: [{}] })
    const second = await team.maker.api.promptMembers.search({
      name_like: '',
      page_size: 1,
      page_token: first.page_token,
    })
    expect(second.user_infos[0]!.user_id).not.toBe(first.user_infos[0]!.user_id)
    const gone = await team.t.register('gone')
    await add(gone.id, 2)
    await team.maker.api.promptMembers.remove({
      space_id,
      space_members: [{ member: { auth_user: { open_user_id: gone.id } } }],
    })
    await expect(gone.api.promptMembers.roles({ space_id })).rejects.toMatchObject({ status: 404 })
  })
  test('may check their own rights; only owners and admins may check those of others', async () => {
    const { id } = await create()
    const objects = [{ id, entity_type: 'Prompt' as const }]
    const about = (open_user_id: string) => ({ subject: { auth_user: { open_user_id } }, action: 'editInfo', objects })
    const check = async (who: Person, ...auths: object[]) =>
      (await who.api.promptMembers.check({ auths: auths as never })).auth_res.map(({ is_allowed }) => is_allowed)
    expect(await check(team.member, { action: 'editInfo', objects }, { action: 'delete', objects })).toEqual([
      true,
      true,
    ])
    expect(await check(tester, { action: 'view', objects }, { action: 'editInfo', objects })).toEqual([true, false])
    expect(await check(team.maker, about(tester.id), about(team.member.id))).toEqual([false, true])
    expect(await check(team.member, about(team.maker.id))).toEqual([false])
    expect(await check(team.stranger, { action: 'view', objects })).toEqual([false])
    expect(await check(team.maker, { action: 'fly', objects })).toEqual([false])
  })
  test('are redirected only to paths of this site after sign-in', async () => {
    const go = (state: string, cookie = '') =>
      team.t.request(`/api/devops/prompt_platform/v1/user/login?state=${encodeURIComponent(state)}`, {
        headers: { cookie },
      })
    expect((await go('/space?x=1', team.maker.cookie())).headers.get('location')).toBe('/space?x=1')
    expect((await go('/space')).headers.get('location')).toBe('/sign?redirect=%2Fspace')
    for (const state of ['https://evil.test', '//evil.test', String.raw`/\evil.test`, '/\t/evil.test', 'javascript:x'])
      expect((await go(state, team.maker.cookie())).status).toBe(400)
    const leaver = await team.t.register('leaver')
    await leaver.api.promptMembers.logout({})
    await expect(leaver.api.promptSpace.session({})).rejects.toMatchObject({ status: 401 })
  })
})

describe('approvers', () => {
  const sent = async () => {
    await team.t.services.promptNotices.drain()
    await team.t.services.notices.deliver()
  }
  test('are notified by mail and webhook, and reminded at most every ten minutes', async () => {
    const space_id = team.spaceId
    const { webhook_secret: secret } = await team.maker.api.promptRelease.saveSettings({
      space_id,
      webhook_url: `${far.url}/hook`,
    })
    const { id } = await create()
    got.length = 0
    mails.received.length = 0
    const release_task_id = await start(id)
    await sent()
    expect(mails.received.map(({ to }) => to).toSorted()).toEqual([team.editor.email, team.maker.email])
    const waiting = async (who: Person) => (await who.api.notice.waiting({})).items.map((item) => item.id)
    expect(await waiting(team.maker)).toEqual([release_task_id])
    expect([await waiting(team.member), await waiting(tester)]).toEqual([[], []])
    const [told] = (await team.maker.api.notice.list({})).items
    expect(told).toMatchObject({ kind: 'release', en: { title: 'A release waits for your approval' } })
    const [hook] = got
    const body = hook!.body.toString()
    expect(JSON.parse(body)).toMatchObject({
      event: 'prompt.release.pending_approval',
      data: { release_task_id, release_resources: [{ prompt_id: id, prompt_version: '2.0.0' }] },
    })
    expect(() =>
      checkSignature(secret!, hook!.headers[SIGNATURE_HEADER.toLowerCase()] as string, body, team.t.clock.now()),
    ).not.toThrow()
    const remind = (who: Person, ...notify_approvers: string[]) =>
      who.api.promptReleaseTask.notify({ release_task_id, notify_approvers })
    expect((await remind(team.member, team.maker.id)).notified).toEqual([])
    team.t.clock.advance(11 * 60_000)
    expect((await remind(team.member, team.maker.id)).notified).toEqual([team.maker.id])
    await sent()
    expect(mails.received).toHaveLength(3)
    await expect(remind(team.member, team.member.id)).rejects.toMatchObject({ status: 400 })
    await expect(remind(tester, team.maker.id)).rejects.toMatchObject({ status: 403 })
    await team.maker.api.promptReleaseTask.trigger({
      release_task_id,
      subtask_key: 'approve',
      trigger_operation: ReleaseTrigger.approve,
    })
    await sent()
    expect(await waiting(team.maker)).toEqual([])
    expect(mails.received.at(-1)!.to).toBe(team.member.email)
    expect(got.map((one) => (JSON.parse(one.body.toString()) as { event: string }).event)).toEqual([
      'prompt.release.pending_approval',
      'prompt.release.approved',
      'prompt.release.finished',
    ])
    await expect(remind(team.member, team.maker.id)).rejects.toMatchObject({ status: 409 })
    await team.maker.api.promptRelease.saveSettings({ space_id, webhook_url: '' })
  })

  describe('on Lark', () => {
    const space_id = () => team.spaceId
    const app = { app_id: 'cli_1', app_secret: 's3cret', encrypt_key: KEY, verification_token: 'verify-me' }
    /** Sends the callback of the platform for a pressed button. */
    async function press(
      taskId: string,
      more: { openId?: string; id?: string; key?: string; token?: string; age?: number } = {},
    ) {
      const event = {
        schema: '2.0',
        header: {
          event_id: more.id ?? `ev_${(n += 1)}`,
          token: more.token ?? app.verification_token,
          event_type: 'card.action.trigger',
          app_id: app.app_id,
        },
        event: { operator: { open_id: more.openId ?? 'ou_maker@lark' }, action: { value: { approve: taskId } } },
      }
      const key = more.key ?? KEY
      const body = JSON.stringify({ encrypt: encrypt(JSON.stringify(event), key) })
      const timestamp = String(Math.floor(team.t.clock.now() / 1000) - (more.age ?? 0))
      const response = await team.t.request(
        `/api/devops/prompt_platform/v1/platform/lark_card_callback?space_id=${team.spaceId}`,
        {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'x-lark-request-timestamp': timestamp,
            'x-lark-request-nonce': 'nonce',
            'x-lark-signature': signatureOf(timestamp, 'nonce', key, body),
          },
        },
      )
      return {
        status: response.status,
        body: (await response.json()) as { toast?: { type: string }; challenge?: string },
      }
    }
    beforeAll(async () => {
      await team.maker.api.promptLark.saveSettings({ space_id: space_id(), ...app, base_url: far.url })
    })
    async function bind(who: Person, email: string) {
      await who.api.promptLark.bind({ space_id: space_id(), email })
      const { content } = JSON.parse(got.at(-1)!.body.toString()) as { content: string }
      const code = /\d{6}/.exec(content)![0]
      await who.api.promptLark.confirm({ space_id: space_id(), code })
    }
    test('secrets are stored and never returned', async () => {
      await expect(
        team.maker.api.promptLark.saveSettings({ space_id: space_id(), app_id: '', base_url: '' }),
      ).resolves.toBeDefined()
      await expect(
        team.maker.api.promptLark.saveSettings({ space_id: space_id(), app_id: 'cli_1' }),
      ).rejects.toMatchObject({ status: 400 })
      await team.maker.api.promptLark.saveSettings({ space_id: space_id(), ...app, base_url: far.url })
      const shown = await team.maker.api.promptLark.settings({ space_id: space_id() })
      expect(shown).toMatchObject({ app_id: 'cli_1', has_secret: true, is_bound: false })
      expect(JSON.stringify(shown)).not.toContain('s3cret')
      await expect(team.member.api.promptLark.settings({ space_id: space_id() })).rejects.toMatchObject({ status: 403 })
    })
    test('an account is linked with a code sent to it', async () => {
      await team.maker.api.promptLark.bind({ space_id: space_id(), email: 'maker@lark' })
      await expect(team.maker.api.promptLark.confirm({ space_id: space_id(), code: 'no' })).rejects.toMatchObject({
        status: 400,
      })
      await expect(
        team.maker.api.promptLark.bind({ space_id: space_id(), email: 'nobody@lark' }),
      ).rejects.toMatchObject({ status: 404 })
      await bind(team.maker, 'maker@lark')
      expect((await team.maker.api.promptLark.settings({ space_id: space_id() })).is_bound).toBe(true)
      await expect(bind(team.editor, 'maker@lark')).rejects.toMatchObject({ status: 409 })
    })
    test('74: a card button approves once; forged, old or repeated callbacks have no effect', async () => {
      const { id } = await create()
      got.length = 0
      const taskId = await start(id)
      await sent()
      const card = got.find(({ path }) => path.endsWith('/im/v1/messages'))!
      const { receive_id, content } = JSON.parse(card.body.toString()) as { receive_id: string; content: string }
      expect(receive_id).toBe('ou_maker@lark')
      expect(content).toContain(`"approve":"${taskId}"`)
      const forged = [{ key: 'another-key' }, { token: 'wrong' }, { age: 600 }]
      for (const one of forged) expect((await press(taskId, one)).status).toBe(403)
      expect((await press(taskId, { openId: 'ou_unknown' })).body.toast!.type).toBe('error')
      expect((await task(taskId)).status).toBe(ReleaseTaskStatus.pendingApproval)
      expect((await press(taskId, { id: 'ev_once' })).body.toast!.type).toBe('success')
      expect((await task(taskId)).status).toBe(ReleaseTaskStatus.finished)
      for (let turn = 0; turn < 4; turn += 1)
        expect((await press(taskId, { id: 'ev_once' })).body.toast!.type).toBe('info')
      expect((await press(taskId)).body.toast!.type).toBe('error')
    })
    test('people cannot approve their own release on a card', async () => {
      const { id } = await create()
      const { release_task_id: own } = await team.maker.api.promptReleaseTask.create({
        space_id: space_id(),
        release_resources: [{ prompt_id: id, prompt_version: '1.0.0' }],
        env: 2,
      })
      expect((await press(own)).body.toast!.type).toBe('error')
      expect((await task(own)).status).toBe(ReleaseTaskStatus.pendingApproval)
    })
    test('the callback URL is verified, and pages of this site are signed', async () => {
      const body = JSON.stringify({
        encrypt: encrypt(
          JSON.stringify({ type: 'url_verification', token: app.verification_token, challenge: 'abc' }),
          KEY,
        ),
      })
      const response = await team.t.request('/api/devops/prompt_platform/v1/platform/lark_card_callback', {
        method: 'POST',
        body,
      })
      expect(await response.json()).toEqual({ challenge: 'abc' })
      const page = { space_id: space_id(), noncestr: 'n', timestamp: 1 }
      const url = `${team.t.infra.config.publicUrl}/space`
      const { signature } = await team.maker.api.promptLark.component({ ...page, url })
      expect(signature).toMatch(/^[0-9a-f]{40}$/)
      await expect(team.maker.api.promptLark.component({ ...page, url: 'https://evil.test/' })).rejects.toMatchObject({
        status: 400,
      })
    })
  })
})

describe('the guard', () => {
  const space_id = () => team.spaceId
  /** Stores calls of programs as traces. */
  async function calls(key: string, version: string, count: number, failed: number, ms = 100) {
    await team.t.services.spanQueue.flush()
    const at = team.t.clock.now()
    for (let index = 0; index < count; index += 1) {
      const id = String((n += 1)).padStart(32, '0')
      team.t.services.spanQueue.offer(() => ({
        heads: [],
        spans: [
          {
            ...guardSpan,
            spaceId: team.spaceId,
            traceId: id,
            spanId: id.slice(16),
            startedAt: at * 1000,
            durationUs: (ms + (index % 7)) * 1000,
            status: index < failed ? SpanStatus.failed : SpanStatus.done,
            promptKey: key,
            promptVersion: version,
          } as never,
        ],
      }))
    }
    await team.t.services.spanQueue.flush()
  }
  const look = () => team.t.services.promptGuard.checkAll()
  async function gray(config: object = {}) {
    const made = await create()
    await team.maker.api.promptRelease.saveSettings({ space_id: space_id(), approval: false })
    await team.member.api.promptRelease.release({ prompt_id: made.id, version: '1.0.0', env: 2, label: 'production' })
    const taskId = await start(made.id, { release_config: { if_gray_release: true, ...config } })
    return { ...made, taskId }
  }
  const serves = async (key: string) =>
    (
      await team.member.api.promptServe.mget({
        workspace_id: space_id(),
        queries: [{ prompt_key: key, label: 'production' }],
      })
    ).items[0]!.prompt.version
  beforeAll(async () => {
    await team.maker.api.promptRelease.saveSettings({
      space_id: space_id(),
      gray_plan: [
        { share: 5, minutes: 30 },
        { share: 50, minutes: 60 },
      ],
      guard: { error: true, latency: true },
    })
  })
  test('ends a version with more failures after two comparisons, with a reason', async () => {
    const { key, taskId } = await gray()
    await calls(key, '1.0.0', 80, 1)
    await calls(key, '2.0.0', 80, 30)
    await look()
    expect(await task(taskId)).toMatchObject({ status: ReleaseTaskStatus.gray })
    await look()
    const after = await task(taskId)
    expect(after).toMatchObject({
      status: ReleaseTaskStatus.rolledBack,
      subtasks: {
        canary: { status: 8, err_info: { msg: expect.stringMatching(/error rate 37\.5 % instead of 1\.3 %/) } },
      },
    })
    expect(await serves(key)).toBe('1.0.0')
    const { infos } = await team.member.api.promptRelease.list({
      prompt_id: after.release_resources[0]!.prompt_id,
      status: 4,
    })
    expect(infos).toEqual([])
  })
  test('grows the share of a good version on schedule, and waits while there are no figures', async () => {
    const { key, taskId, id } = await gray()
    const share = async () =>
      (await team.member.api.promptRelease.list({ prompt_id: id, status: 4 })).infos[0]?.gray_release_config?.bucket
        ?.in_gray
    expect(await share()).toBe(500)
    team.t.clock.advance(31 * 60_000)
    await look()
    expect(await share()).toBe(500)
    await calls(key, '1.0.0', 60, 1)
    await calls(key, '2.0.0', 60, 0)
    await look()
    expect(await share()).toBe(5000)
    await look()
    expect(await share()).toBe(5000)
    team.t.clock.advance(61 * 60_000)
    await look()
    expect(await task(taskId)).toMatchObject({ status: ReleaseTaskStatus.finished })
    expect(await serves(key)).toBe('2.0.0')
  })
  test('needs a named share if the space has no plan', async () => {
    await team.maker.api.promptRelease.saveSettings({ space_id: space_id(), gray_plan: [] })
    await expect(gray()).rejects.toMatchObject({ status: 400 })
    await expect(
      team.maker.api.promptRelease.saveSettings({
        space_id: space_id(),
        gray_plan: [
          { share: 50, minutes: 1 },
          { share: 5, minutes: 1 },
        ],
      }),
    ).rejects.toMatchObject({ status: 400 })
  })
})
test('writing assistance works without a network: forms, one step and the assistant', async () => {
  const user = (content: string) => ({ message_type: 2 as const, content })
  async function write(input: object): Promise<string> {
    let text = ''
    const response = await team.member.api.promptAssist.generate({ space_id: team.spaceId, ...input } as never)
    for await (const { data } of eventsOf(response)) text = (data as { item?: { content: string } }).item?.content ?? ''
    return text
  }
  const form = JSON.stringify({ capacity: 'A cook', statement: 'Propose menus for {{day}}' })
  const framed = await write({
    generate_prompt_type: 1,
    structured_prompt_type: 2,
    structured_context: form,
    variables: [{ key: 'day' }, { key: 'guests' }],
  })
  expect(framed).toMatch(/A cook[\s\S]*\{\{day\}\}[\s\S]*\{\{guests\}\}/)
  const original_prompt = 'You are a cook. Propose menus for {{day}}.'
  expect(await write({ generate_prompt_type: 2, original_prompt })).toContain('{{day}}')
  const { helper } = team.member.api.promptAssist
  const guide = await helper({ get_next_guide: true })
  const next = await helper({ get_next_guide: true, message: user('It greets people') })
  expect(guide.item.content).not.toBe(next.item.content)
  const answer = await helper({ message: user('You greet guests of a hotel. Be brief.') })
  expect(answer.item.content).toContain('hotel')
})

const guardSpan = {
  ...emptySpan,
  kind: 'prompt',
  rawType: 'prompt',
  name: 'prompt',
  source: 'loop',
  objectKind: 'service',
  objectKey: 'prompt',
  objectVersion: '',
  connectorId: '',
  scene: 'online',
  service: 'prompt',
  attributes: {},
}
