import { PaperState } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { docxOf, zipOf } from '#domains/resources/knowledge/testing/hostile-files.ts'
import { readPaper } from '#testing/read-paper.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Keys and links of files: who may name a key, what a link opens, and how uploaded files are served. */
let t: TestApp
let owner: Person
let stranger: Person
let space_id: string
let theirs: string
let project_id: string
let sandbox_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  stranger = await t.register('stranger')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
  project_id = (await owner.api.project.create({ space_id, name: 'Shop' })).project_id
  sandbox_id = (await owner.api.projectInterface.create({ project_id })).channel_map['1']!.sandbox_id
})
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload = (name: string, bytes: BlobPart, scene: 1 | 5 = 5) =>
  owner.api.projectInterface.upload({ project_id, FileName: name, scene, data: new Blob([bytes]) } as never)
const designWith = (src: string) => ({
  format: 'card/1' as const,
  elements: [{ id: 'picture_1', type: 'picture' as const, src, alt: 'Dot' }],
  variables: [],
})

describe('case 19: a file of another person', () => {
  test('cannot be read through a card that names its key', async () => {
    const { upload_uri } = await owner.api.cardBuilder.upload({ file_name: 'dot.png', data: DOT.toString('base64') })
    const { card_id } = await stranger.api.cards.create({ space_id: theirs, name: 'Thief' })
    const { version } = await stranger.api.cardBuilder.draft({ card_id })
    const save = stranger.api.cardBuilder.save({ card_id, version, design: designWith(upload_uri) })
    await save.catch((cause: { status: number }) => expect(cause.status).toBe(400))
    const { token } = await stranger.api.cardTools.token({})
    const { cardTools } = t.apiWith({ 'x-jwt-token': token })
    for (const ask of [cardTools.image, cardTools.file])
      await expect(ask({ file_name: upload_uri, need_data: true } as never)).rejects.toMatchObject({ status: 404 })
  })
  test('cannot become the source of a package, a file of an app, or a paper', async () => {
    const { upload_uri: source_uri } = await upload('a.txt', 'mine alone')
    const components = [{ name: 'stars', title: 'Stars' }]
    const { agent_app_id } = await stranger.api.agentApp.create({ space_id: theirs, agent_app_name: 'Box' })
    const { bot_id } = await stranger.api.agentApp.get({ agent_app_id })
    for (const call of [
      () => stranger.api.agentAppFile.upload({ bot_id, source_uri, file_name: 'a.txt' }),
      () => stranger.api.deskPaper.analyse({ uri: source_uri, name: 'Paper' }),
    ])
      await expect(call(), call.toString()).rejects.toMatchObject({ status: 404 })
    const meta_contains = JSON.stringify({ components, source_uri })
    const add = { space_id: theirs, package_name: 'rating', version_name: '1.0.0', meta_contains }
    const refused = await stranger.api.agentAppPackage.create(add).catch((cause: Error & { status: number }) => cause)
    expect(refused).toMatchObject({ status: 400 })
    expect(String(refused)).not.toContain('mine alone')
  })
})

describe('case 57: a link', () => {
  test('opens its own file, read-only, until the file is deleted or the link expires', async () => {
    const [one, two] = [await upload('a.txt', 'one'), await upload('b.txt', 'two')]
    const at = (url: string, method = 'GET') => t.request(url, { method })
    expect(await (await at(one.upload_url)).text()).toBe('one')
    expect((await at(one.upload_url.replace(one.upload_uri, two.upload_uri))).status).toBe(403)
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'])
      expect([403, 404, 405], method).toContain((await at(one.upload_url, method)).status)
    expect(await (await at(one.upload_url)).text()).toBe('one')
    await t.infra.blobs.delete(one.upload_uri)
    expect((await at(one.upload_url)).status).toBe(404)
    t.clock.advance(9 * 24 * 3600_000)
    expect((await at(two.upload_url)).status).toBe(403)
    t.clock.advance(-9 * 24 * 3600_000)
  })
  test('in a page is renewed when the page is read', async () => {
    const { upload_url, upload_uri } = await upload('dot.png', DOT, 1)
    const value = {
      page: 'home',
      parent: '',
      order: 'a',
      type: 'image',
      name: 'dot',
      props: { src: upload_url, alt: 'Dot' },
      visible: '',
      phone: {},
      events: {},
    }
    const crdt_history = JSON.stringify([{ path: ['nodes', 'dot'], value }])
    await owner.api.projectInterface.update({ sandbox_id, crdt_history })
    t.clock.advance(9 * 24 * 3600_000)
    expect((await t.request(upload_url)).status).toBe(403)
    const { Sandbox } = await owner.api.projectInterface.refresh({ sandbox_id })
    const [fresh] = new RegExp(`/api/file/${upload_uri}[^"\\\\]*`).exec(Sandbox.crdtHistory)!
    expect((await t.request(fresh)).status).toBe(200)
    await expect(stranger.api.projectInterface.refresh({ sandbox_id })).rejects.toMatchObject({ status: 404 })
    t.clock.advance(-9 * 24 * 3600_000)
  })
})

describe('an upload', () => {
  const visited = ['/api/app_visit/file', '/api/ui_builder/v1/publish/snapshot/keep']
  test.each(visited)('case 49: of JSON in place of a file is refused (%s)', async (path) => {
    const forged = { key: 'x'.repeat(16), project_id, file: { filepath: '/etc/passwd' }, data: { path: '/etc/passwd' } }
    const answer = await t.request(path, {
      method: 'POST',
      headers: { cookie: owner.cookie(), 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      body: JSON.stringify(forged),
    })
    expect([400, 403, 415]).toContain(answer.status)
    expect(await answer.text()).not.toContain('root:')
  })
  test.each([
    ['a zero byte', 'a\0.txt'],
    ['four thousand characters', `${'a'.repeat(4000)}.txt`],
    ['a tag', '<img src=x onerror=alert(1)>.txt'],
  ])('case 50: with %s in the name has a key that does not contain the name (all uploads)', async (_, name) => {
    const sent = [
      upload(name, 'hello').then(({ upload_uri }) => upload_uri),
      owner.api.deskPaper.upload({ data: new File(['# hello'], name.replace(/txt$/, 'md')) }).then(({ uri }) => uri),
      owner.api.cardBuilder
        .upload({ file_name: name.replace(/txt$/, 'png'), data: DOT.toString('base64') })
        .then(({ upload_uri }) => upload_uri),
    ]
    for (const one of await Promise.allSettled(sent))
      if (one.status === 'fulfilled') expect(one.value).toMatch(/^upload\/\d+\/[0-9a-f]{48}\.[a-z]+$/)
      else expect((one.reason as { status: number }).status).toBe(400)
  })
  test('case 53: of a page or drawing with a script is served as a download in a sandbox', async () => {
    const page = '<html><script>alert(1)</script></html>'
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const [name, text] of [
      ['page.html', page],
      ['drawing.svg', drawing],
    ] as const) {
      const sent = await upload(name, text).catch((cause: { status: number }) => cause)
      if ('status' in sent) {
        expect(sent.status).toBe(400)
        continue
      }
      const { headers } = await t.request(sent.upload_url)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-disposition') ?? '').toContain('attachment')
      expect(headers.get('content-security-policy') ?? '').toMatch(/sandbox|default-src 'none'/)
    }
  })
  test('case 52: of a drawing with entities is refused as an image', async () => {
    const laughs =
      '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'
    await expect(upload('a.svg', laughs, 1)).rejects.toMatchObject({ status: 400 })
    await expect(
      owner.api.cardBuilder.upload({ file_name: 'a.svg', data: Buffer.from(laughs).toString('base64') }),
    ).rejects.toMatchObject({ status: 400 })
  })
  test('case 51: of nested archives or very many parts is not unpacked', async () => {
    let nested = zipOf([{ name: 'x', content: Buffer.alloc(4 * 1024 * 1024) }])
    for (let depth = 0; depth < 5; depth += 1) nested = zipOf([{ name: 'inner.zip', content: nested }])
    const inner = [{ name: 'word/embeddings/inner.zip', content: nested }]
    const content = Buffer.from('x')
    const parts = Array.from({ length: 20_000 }, (_, at) => ({ name: `word/p${at}`, content }))
    for (const more of [inner, parts]) {
      const paper = await readPaper(t, owner, 'odd.docx', docxOf([['Text']], '', more))
      expect(paper).toMatchObject({ status: PaperState.failed })
      expect(paper.status_descript).toMatch(/forbidden contents|too large|too many/)
    }
    expect(await readPaper(t, owner, 'good.docx', docxOf([['Text']]))).toMatchObject({ status: PaperState.ready })
  })
})
