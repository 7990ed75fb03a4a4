import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Misuse of files and pages through the calls of builders and desks. */
let t: TestApp
let owner: Person
let spaceId: string
let projectId: string
let sandboxId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  projectId = (await owner.api.project.create({ space_id: spaceId, name: 'Shop' })).project_id
  const made = await owner.api.projectInterface.create({ project_id: projectId })
  sandboxId = made.channel_map['1']!.sandbox_id
})
const uploads = {
  interface: '/api/ui_builder/v1/upload_file',
  card: '/api/card_builder/upload_file',
  desk: '/api/card_builder/agent/upload_file',
}
const headers = () => ({ cookie: owner.cookie(), 'x-requested-with': 'XMLHttpRequest' })
async function send(path: string, form: Record<string, string | Blob>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.set(name, value)
  const answer = await t.request(path, { method: 'POST', headers: headers(), body })
  return { status: answer.status, ...((await answer.json()) as { code: number; msg?: string }) }
}
const store = (bytes: BlobPart, name: string, scene = '1') =>
  send(uploads.interface, { project_id: projectId, FileName: name, scene, data: new Blob([bytes]) })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (cause: { status: number }) => cause.status,
  )

describe('files', () => {
  test.each(Object.entries(uploads))('JSON in place of an uploaded file is refused (%s)', async (_, path) => {
    const forged = { project_id: projectId, space_id: spaceId, FileName: 'x', files: [{ filepath: '/etc/passwd' }] }
    const answer = await t.request(path, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ ...forged, data: { filepath: '/etc/passwd', path: '/etc/passwd' } }),
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toContain('root:')
  })
  test.each(['../../x.txt', '/etc/x.txt', 'C:\\x.txt', '.env', '\u202Etxt.exe', 'a'.repeat(300)])(
    'a file name is only displayed and has no other effect (%s)',
    async (name) => {
      const form = { project_id: projectId, FileName: name, scene: '5', data: new Blob(['hello']) }
      const body = new FormData()
      for (const [key, value] of Object.entries(form)) body.set(key, value)
      const answer = await t.request(uploads.interface, { method: 'POST', headers: headers(), body })
      const { data, msg } = (await answer.json()) as {
        data?: { upload_uri: string; upload_url: string }
        msg?: string
      }
      // A file without a known type is refused with a message.
      if (!data) return expect([answer.status, msg]).toEqual([400, expect.stringMatching(/\w+:/)])
      expect(data.upload_uri).not.toContain('..')
      expect(data.upload_uri).not.toContain('etc')
      const file = await t.request(data.upload_url)
      expect(await file.text()).toBe('hello')
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    },
  )
  test('an image is recognised by its bytes: an SVG with a script, a polyglot or a page is refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const [bytes, name] of [
      [svg, 'a.svg'],
      ['GIF89a=1;alert(1)//', 'a.gif'],
      ['<html><script>1</script></html>', 'a.png'],
    ] as const) {
      const { status, code } = await store(bytes, name)
      expect([status >= 400, code !== 0], name).toEqual([true, true])
    }
  })
  test('an empty file, a file that is too large, and an unknown scene are refused with a message', async () => {
    for (const answer of [await store('', 'empty.txt', '5'), await store('x', 'x.txt', '9')]) {
      expect(answer.status).toBe(400)
      expect(answer.msg).toMatch(/\w+:/)
    }
    const large = await store(new Uint8Array(11 * 1024 * 1024), 'large.png')
    expect(large.status).toBeGreaterThanOrEqual(400)
  })
  test('a signed link opens exactly one file until it expires', async () => {
    const body = new FormData()
    for (const [key, value] of Object.entries({
      project_id: projectId,
      FileName: 'a.txt',
      scene: '5',
      data: new Blob(['mine']),
    }))
      body.set(key, value)
    const answer = await t.request(uploads.interface, { method: 'POST', headers: headers(), body })
    const { data } = (await answer.json()) as { data: { upload_url: string } }
    const url = new URL(data.upload_url, 'http://x')
    for (const name of url.searchParams.keys()) {
      const changed = new URL(url)
      const value = changed.searchParams.get(name)!
      changed.searchParams.set(name, `${value.startsWith('9') ? '8' : '9'}${value.slice(1)}`)
      const reply = await t.request(changed.pathname + changed.search)
      expect([403, 404], name).toContain(reply.status)
    }
  })
})

describe('pages', () => {
  test('the studio cannot be framed, and a visitor page only where its owner allows it', async () => {
    const page = await t.request('/sign')
    // Without a built web app there is no page, but the answer has the same headers.
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('x-frame-options') ?? page.headers.get('content-security-policy')).toMatch(
      /DENY|frame-ancestors/i,
    )
  })
  test('a stream of edits is only for pages of this origin and people of the space', async () => {
    const path = `/api/ui_builder/v1/starry/sandbox/live?sandbox_id=${sandboxId}`
    const foreign = await t.request(path, {
      headers: { cookie: owner.cookie(), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.headers.get('content-type') ?? '').not.toContain('event-stream')
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('*')
    const stranger = await t.register('stranger')
    expect((await t.request(path, { headers: { cookie: stranger.cookie() } })).status).toBe(404)
    expect((await t.request(path)).status).toBe(401)
  })
  test('a visitor cannot read the draft, nor supply a document or target', async () => {
    const edits = [
      {
        path: ['nodes', 'hello'],
        value: {
          page: 'home',
          parent: '',
          order: 'a',
          type: 'text',
          name: 'hello',
          props: { text: 'Draft only' },
          visible: '',
          phone: {},
          events: {},
        },
      },
    ]
    await owner.api.projectInterface.update({ sandbox_id: sandboxId, crdt_history: JSON.stringify(edits) })
    expect(await codeOf(owner.api.projectInterface.published({ project_id: projectId, channel: 1 }))).toBe(404)
    for (const path of ['info', 'stream', 'rows']) {
      const answer = await t.request(`/api/app_visit/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: projectId, source: 'x', inputs: {}, request: { action: 'list' }, document: edits }),
      })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(await answer.text()).not.toContain('Draft only')
    }
  })
  test('resources of another space appear in no list, count or message', async () => {
    const stranger = await t.register('curious')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    await owner.api.cards.create({ space_id: spaceId, name: 'Secret plan' })
    const list = await stranger.api.cardBuilder.list({ space_id: theirs, keyword: 'Secret' } as never)
    expect(JSON.stringify(list)).not.toContain('Secret')
    const wrong = stranger.api.projectInterface.get({ project_id: projectId })
    await expect(wrong).rejects.toMatchObject({ status: 404, message: expect.not.stringContaining('Shop') as string })
  })
})
