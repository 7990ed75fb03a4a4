import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '#domains/resources/plugin/testing/target-server.ts'
import { createMail } from '#kit/mail.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { inChinese } from './parameter-words.ts'
import { builtinPlugins, pluginIdOf } from './registry.ts'
import { afterFile } from '#testing/after-file.ts'

let t: TestApp
let target: Target
let owner: Person
let spaceId: string
beforeAll(async () => {
  target = await openTarget()
  t = await openTestApp({ config: { egressAllow: [target.host] } })
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Built-in' })).id
})
const idsOf = (toolName: string) => {
  const plugin = builtinPlugins.find((builtinPlugin) => builtinPlugin.tools.some((tool) => tool.name === toolName))!
  const index = plugin.tools.findIndex((tool) => tool.name === toolName)
  return { plugin_id: pluginIdOf(plugin), api_id: String((70_000_000 + plugin.number) * 100 + index + 1) }
}
async function run(toolName: string, args: object): Promise<Record<string, unknown>> {
  const answer = await owner.api.pluginTool.debug({ ...idsOf(toolName), parameters: JSON.stringify(args) })
  if (!answer.success) throw new Error(answer.reason)
  return JSON.parse(answer.resp) as Record<string, unknown>
}
/** A tool within a bot, where there is a space and a person's memory. */
async function inBot(toolName: string, args: object) {
  const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: `Bot ${toolName}`.slice(0, 20) })
  const { plugin_id } = idsOf(toolName)
  const set = (await t.services.toolsets.find(plugin_id))!
  const context = {
    spaceId,
    userId: owner.id,
    endUser: '',
    connectorId: '',
    botId: bot_id,
    isDraft: true,
    locale: 'en' as const,
    signal: AbortSignal.timeout(20_000),
  }
  return async (name = toolName, given: object = args) =>
    (
      await t.services.toolsets.call(
        set,
        t.services.toolsets.pick(set, { name }),
        given as Record<string, unknown>,
        context,
      )
    ).output as Record<string, unknown>
}
const bytesOf = async (url: unknown) => {
  const { pathname, search } = new URL(String(url))
  const answer = await t.request(pathname + search)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('the registry', () => {
  test('has at least 20 plugins, each described in both languages, with unique ids and examples', () => {
    expect(builtinPlugins.length).toBeGreaterThanOrEqual(20)
    expect(new Set(builtinPlugins.map(pluginIdOf)).size).toBe(builtinPlugins.length)
    for (const plugin of builtinPlugins) {
      expect(
        [plugin.name.en, plugin.name.zh, plugin.description.en, plugin.description.zh].every(Boolean),
        plugin.name.en,
      ).toBe(true)
      for (const tool of plugin.tools) {
        expect(tool.name).toMatch(/^[a-z][a-z0-9_]+$/)
        expect([tool.description.en, tool.description.zh].every(Boolean), tool.name).toBe(true)
        expect(Object.keys(tool.example.request).length, tool.name).toBeGreaterThan(0)
        for (const found of [...tool.request, ...tool.response])
          expect(`${found.name}: ${found.desc}`, tool.name).toMatch(/^\w+: \S/)
        for (const found of inChinese([...tool.request, ...tool.response]))
          expect(found.desc, `${tool.name}.${found.name}`).toMatch(/\p{Script=Han}|^URL$/u)
      }
    }
  })

  test('shows them in every space with their tools, and nobody can change them', async () => {
    const stranger = await t.register('newcomer')
    const home = (await stranger.api.space.create({ name: 'Home' })).id
    const { plugin_list, total } = await stranger.api.pluginList.playground({ space_id: home, size: 100 })
    expect(total).toBe(builtinPlugins.length)
    const calculator = plugin_list.find((plugin) => plugin.name === 'Calculator' || plugin.name === '计算器')!
    expect(calculator).toMatchObject({ is_official: true, source: 'official', status: 4, plugin_product_status: 1 })
    const icons = await Promise.all(
      plugin_list.map(async ({ plugin_icon }) => {
        const { pathname, search } = new URL(plugin_icon, 'http://127.0.0.1')
        const { status, headers } = await t.request(pathname + search)
        return `${status} ${headers.get('content-type')}`
      }),
    )
    expect([...new Set(icons)]).toEqual(['200 image/png'])
    const info = await stranger.api.plugin.info({ plugin_id: calculator.id })
    expect(info).toMatchObject({ is_official: true, can_edit: false, published: true })
    const { api_info } = await stranger.api.pluginTool.list({ plugin_id: calculator.id })
    expect(api_info[0]).toMatchObject({ name: 'calculate', debug_example_status: 1 })
    expect(await stranger.api.plugin.authority({ plugin_id: calculator.id })).toMatchObject({
      can_edit: false,
      can_read: true,
      can_debug: true,
      can_publish: false,
    })
    await expect(stranger.api.plugin.updateMeta({ plugin_id: calculator.id, name: 'Mine' })).rejects.toMatchObject({
      status: 404,
    })
    const english = await t
      .apiWith({ cookie: stranger.cookie(), 'accept-language': 'en' })
      .pluginList.playground({ space_id: home, name: 'qr' })
    expect(english.plugin_list.map((plugin) => plugin.name)).toContain('QR code')
  })
})

describe('every example with a response gives that response', () => {
  const cases = builtinPlugins.flatMap((plugin) =>
    plugin.tools
      .filter((tool) => tool.example.response !== undefined && tool.name !== 'remember')
      .map((tool) => [tool.name, tool] as const),
  )
  test.each(cases)('%s', async (name, tool) => {
    expect(await run(name, tool.example.request)).toEqual(tool.example.response)
  })
})

describe('time', () => {
  test('gives the current time in a zone, and converts times', async () => {
    expect(await run('current_time', { time_zone: 'Asia/Shanghai' })).toMatchObject({
      iso: expect.stringMatching(/\+08:00$/),
      time_zone: 'Asia/Shanghai',
    })
    expect(
      await run('convert_time_zone', { time: '2026-03-08T03:30:00', from: 'America/New_York', to: 'UTC' }),
    ).toMatchObject({ iso: '2026-03-08T07:30:00+00:00' })
    expect(
      await run('convert_time_zone', { time: '2026-01-08T03:30:00', from: 'America/New_York', to: 'UTC' }),
    ).toMatchObject({ iso: '2026-01-08T08:30:00+00:00' })
    await expect(run('current_time', { time_zone: 'Mars/Olympus' })).rejects.toThrow(/time_zone/)
    await expect(run('add_time', { time: 'soon', amount: 1, unit: 'day' })).rejects.toThrow(/time/)
  })
})

describe('the calculator', () => {
  test.each([
    'while(true){}',
    'a = 1',
    'f(x) = x',
    'import("fs")',
    'ones(10000, 10000)',
    '1000!',
    'factorial(200)',
    '"a" * 3',
    'range(1, 1e9)',
    'config({})',
    'cos.constructor("return process")()',
    '[1:1e9]',
    'unit("5 cm")',
  ])('does not run %s', async (expression) => {
    await expect(run('calculate', { expression })).rejects.toThrow()
  })
  test('supports its functions', async () => {
    expect(await run('calculate', { expression: 'max(1, 5, 3) + 5! / 2^3 % 4' })).toMatchObject({
      result: expect.any(Number),
    })
    expect(await run('calculate', { expression: '1/0' })).toMatchObject({ result: null, text: 'Infinity' })
    await expect(run('convert_unit', { value: 1, from: 'km', to: 'kg' })).rejects.toThrow()
  })
})

describe('texts and data', () => {
  test('a pattern that would run forever is stopped', async () => {
    await expect(run('find_matches', { text: `${'a'.repeat(40)}!`, pattern: '^(a+)+$' })).rejects.toThrow()
    await expect(run('find_matches', { text: 'x', pattern: '(' })).rejects.toThrow()
  })
  test('templates insert values and run no code', async () => {
    expect(
      await run('render_template', {
        template: '{{a.constructor}}{{__proto__}}{{#each list}}{{this}},{{/each}}{{#if no}}x{{else}}y{{/if}}',
        values: { a: {}, list: [1, 2] },
      }),
    ).toEqual({ text: '1,2,y' })
  })
  test('generates passwords and random choices', async () => {
    const { password } = await run('make_password', { length: 30, symbols: false })
    expect(password).toMatch(/^[A-Za-z0-9]{30}$/)
    const { items } = await run('pick_items', { items: ['a', 'b', 'c'], count: 3 })
    expect([...(items as string[])].toSorted()).toEqual(['a', 'b', 'c'])
    const { uuids } = await run('make_uuid', { count: 2 })
    expect(uuids).toHaveLength(2)
  })
  test('hidden or missing arguments and wrong types are refused', async () => {
    await expect(run('count_text', {})).rejects.toThrow(/text/)
    await expect(run('statistics', { numbers: 'many' })).rejects.toThrow(/numbers/)
  })
})

describe('images and documents', () => {
  test('a QR code, a chart and a PDF are generated and can be downloaded', async () => {
    const qr = await run('make_qr_code', { text: 'https://example.test', size: 200 })
    expect(await sharp(await bytesOf(qr.url)).metadata()).toMatchObject({ format: 'png', width: 200 })
    for (const type of ['bar', 'line', 'area', 'pie', 'scatter']) {
      const chart = await run('draw_chart', {
        type,
        title: '销售',
        labels: ['a', 'b'],
        series: [{ name: 's', values: [1, 2] }],
        width: 400,
        height: 300,
      })
      expect(await sharp(await bytesOf(chart.url)).metadata()).toMatchObject({ format: 'png', width: 400, height: 300 })
    }
    await expect(
      run('draw_chart', { type: 'radar', labels: ['a'], series: [{ name: 's', values: [1] }] }),
    ).rejects.toThrow(/type/)
    for (const markdown of [
      '# Report\n\nSome **words**\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```',
      '# 报告\n\n你好，世界',
    ]) {
      const pdf = await bytesOf((await run('make_pdf', { markdown })).url)
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  test('an image is inspected and edited; a file that is not an image is refused', async () => {
    const picture = await sharp({ create: { width: 100, height: 60, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    target.on('/photo.png', (_, response) => void response.setHeader('content-type', 'image/png').end(picture))
    const image_url = `${target.url}/photo.png`
    expect(await run('image_info', { image_url })).toMatchObject({ format: 'png', width: 100, height: 60 })
    const edited = await run('edit_image', {
      image_url,
      crop: { left: 10, top: 10, width: 40, height: 40 },
      width: 20,
      grayscale: true,
      format: 'webp',
    })
    expect(edited).toMatchObject({ width: 20, height: 20 })
    const again = await run('edit_image', { image_url: edited.url, rotate: 90 })
    expect(again).toMatchObject({ width: 20, height: 20 })
    target.json('/photo.txt', { no: 'picture' })
    await expect(run('image_info', { image_url: `${target.url}/photo.txt` })).rejects.toThrow(/picture/)
    await expect(run('image_info', { image_url: 'http://169.254.169.254/x.png' })).rejects.toThrow()
  })
})

describe('the web', () => {
  test('a page is read without menus and adverts', async () => {
    const words = 'Tea is a drink made of leaves and hot water, and people have drunk it for a very long time. '.repeat(
      8,
    )
    target.on(
      '/page',
      (_, response) =>
        void response
          .setHeader('content-type', 'text/html')
          .end(
            `<html><head><title>All about tea</title></head><body><nav>Menu</nav><article><h1>Tea</h1><p>${words}</p><p>${words}</p></article><script>alert(1)</script></body></html>`,
          ),
    )
    const page = await run('read_page', { url: `${target.url}/page` })
    expect(page.content).toContain('Tea is a drink')
    expect(page.content).not.toContain('alert(1)')
    expect(page.title).toContain('tea')
    await expect(run('read_page', { url: 'http://127.0.0.1:1/' })).rejects.toThrow()
  })

  test('a search uses the configured provider, with its key', async () => {
    await expect(run('search_web', { query: 'tea' })).rejects.toThrow(/provider/)
    mkdirSync(t.infra.config.dataDir, { recursive: true })
    writeFileSync(
      path.join(t.infra.config.dataDir, 'plugins.json'),
      JSON.stringify({
        search: { kind: 'searxng', url: `${target.url}/search`, key: 'sk-search' },
        exportIps: ['203.0.113.9'],
      }),
    )
    target.json('/search', { results: [{ title: 'Tea', url: 'https://tea.test', content: 'About tea' }] })
    expect(await run('search_web', { query: 'tea' })).toEqual({
      results: [{ title: 'Tea', url: 'https://tea.test', snippet: 'About tea' }],
    })
    expect(target.last()).toMatchObject({
      query: { q: 'tea', format: 'json' },
      headers: { 'x-subscription-token': 'sk-search' },
    })
    expect(await owner.api.plugin.exportIp({ space_id: spaceId })).toMatchObject({
      is_support: true,
      ip_list: ['203.0.113.9'],
    })
    const { plugin_id } = await owner.api.plugin.registerMeta({
      space_id: spaceId,
      name: 'Fixed',
      desc: 'd',
      url: target.url,
      icon: {},
      auth_type: 0,
      fixed_export_ip: true,
    } as never)
    expect((await owner.api.plugin.info({ plugin_id })).meta_info.fixed_export_ip).toBe(true)
  })

  test('RSS and Atom feeds are read; entities are refused', async () => {
    const feed = (body: string) =>
      target.on('/feed', (_, response) => void response.setHeader('content-type', 'application/xml').end(body))
    feed(
      '<?xml version="1.0"?><rss><channel><title>News</title><item><title>One</title><link>https://n.test/1</link><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate><description>&lt;b&gt;Bold&lt;/b&gt; words</description></item></channel></rss>',
    )
    expect(await run('read_feed', { url: `${target.url}/feed` })).toMatchObject({
      title: 'News',
      entries: [{ title: 'One', link: 'https://n.test/1', summary: 'Bold words' }],
    })
    feed(
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>Atoms</title><entry><title>Two</title><link href="https://n.test/2"/><updated>2026-01-05</updated><summary>Short</summary></entry></feed>',
    )
    expect(await run('read_feed', { url: `${target.url}/feed` })).toMatchObject({
      title: 'Atoms',
      entries: [{ title: 'Two', link: 'https://n.test/2', date: '2026-01-05', summary: 'Short' }],
    })
    feed('<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title></channel></rss>')
    await expect(run('read_feed', { url: `${target.url}/feed` })).rejects.toThrow(/entities/)
  })

  test('reading requests need no confirmation, and sending is marked as a change', async () => {
    expect(await run('http_get', { url: `${target.url}/plain`, headers: { 'x-a': 'b' } })).toMatchObject({
      status: 200,
    })
    expect(target.last().headers['x-a']).toBe('b')
    expect(await run('http_send', { url: `${target.url}/plain`, method: 'put', body: '{"a":1}' })).toMatchObject({
      status: 200,
    })
    expect(target.last()).toMatchObject({
      method: 'PUT',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })
    await expect(run('http_send', { url: `${target.url}/plain`, method: 'TRACE' })).rejects.toThrow(/method/)
    await expect(
      run('http_get', { url: `${target.url}/plain`, headers: { 'x-a': 'b\r\nhost: evil' } }),
    ).rejects.toThrow()
    const set = (await t.services.toolsets.find(idsOf('http_get').plugin_id))!
    expect(set.tools.map((tool) => [tool.name, tool.changes])).toEqual([
      ['http_get', false],
      ['http_send', true],
    ])
  })
})

describe('services of the instance', () => {
  test('mail is sent over SMTP, to one address and with a rate limit', async () => {
    await expect(run('send_mail', { to: 'a@example.test', subject: 's', text: 't' })).rejects.toThrow(/mail server/)
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _, done) {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    afterFile(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
    const { port } = smtp.server.address() as { port: number }
    const { createOfficialPlugins } = await import('./registry.ts')
    const { createRateLimiter } = await import('#kit/rate-limit.ts')
    const env = {
      mail: createMail({ url: `smtp://127.0.0.1:${port}`, from: 'bot@example.test' }, 'http://x.test'),
      limiter: createRateLimiter(t.clock),
    }
    const official = createOfficialPlugins(env as never)
    const set = (await official.find(idsOf('send_mail').plugin_id, '', false))!
    const [tool] = set.tools
    expect(tool!.changes).toBe(true)
    const context = {
      spaceId,
      userId: owner.id,
      endUser: '',
      connectorId: '',
      isDraft: false,
      locale: 'en' as const,
      signal: AbortSignal.timeout(20_000),
    }
    await set.call(tool!, { to: 'ann@example.test', subject: 'Hi\r\nBcc: all@example.test', text: 'Words' }, context)
    expect(received[0]).toContain('To: ann@example.test')
    expect(received[0]).not.toMatch(/^Bcc:/m)
    for (const to of ['a@b.test, c@d.test', 'nobody', 'a@b.test\nBcc: x@y.test'])
      await expect(set.call(tool!, { to, subject: 's', text: 't' }, context), to).rejects.toThrow(/address/)
    // Evaluating a bot must not send mail.
    const madeUp = { ...context, endUser: 'eval-381117815379202048/7-0' }
    await expect(set.call(tool!, { to: 'ann@example.test', subject: 's', text: 't' }, madeUp)).rejects.toThrow(
      /no mail/,
    )
    expect(received).toHaveLength(1)
    for (let n = 0; n < 19; n += 1) await set.call(tool!, { to: 'ann@example.test', subject: 's', text: 't' }, context)
    await expect(set.call(tool!, { to: 'ann@example.test', subject: 's', text: 't' }, context)).rejects.toThrow(
      /Too many/,
    )
  })

  test('memory belongs to a bot and a person who allowed it; end users have their own', async () => {
    await expect(run('remember', { text: 'x' })).rejects.toThrow()
    const { call, botId } = await memoryBot()
    await expect(call('remember', { text: 'Likes green tea' })).rejects.toThrow(/not allowed/)
    await t.services.memories.setConsent({ botId, userKey: owner.id }, true)
    expect(await call('remember', { text: 'Likes green tea' })).toEqual({ kept: true })
    expect(await call('recall', { query: 'tea' })).toMatchObject({ memories: [{ text: 'Likes green tea' }] })
    expect(await call('recall', { query: 'tea' }, 'visitor:1')).toEqual({ memories: [] })
    await t.services.memories.setConsent({ botId, userKey: `${owner.id}/visitor:1` }, true)
    expect(await call('recall', { query: 'tea' }, 'visitor:1')).toEqual({ memories: [] })
    const elsewhere = await memoryBot()
    expect(await elsewhere.call('recall', { query: 'tea' })).toEqual({ memories: [] })
  })
  async function memoryBot() {
    const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name: 'Memory bot' })
    const set = (await t.services.toolsets.find(idsOf('remember').plugin_id))!
    const call = async (name: string, given: Record<string, unknown>, endUser = '') => {
      const context = {
        spaceId,
        userId: owner.id,
        endUser,
        connectorId: '',
        botId,
        isDraft: true,
        locale: 'en' as const,
        signal: AbortSignal.timeout(20_000),
      }
      return (await t.services.toolsets.call(set, t.services.toolsets.pick(set, { name }), given, context)).output
    }
    return { call, botId }
  }

  test('only databases and knowledge of the space can be reached', async () => {
    const other = await t.register('neighbour')
    const theirs = (await other.api.space.create({ name: 'Next door' })).id
    const fields = [{ name: 'word', type: 1, desc: '', must_required: false, id: 0, alterId: 0 }]
    const make = (space: string, userId: string) =>
      t.services.databases.create({
        spaceId: space,
        userId,
        name: 'words',
        description: '',
        iconUri: '',
        mode: 3,
        promptDisabled: false,
        fields,
      } as never)
    const mine = await make(spaceId, owner.id)
    const foreign = await make(theirs, other.id)
    const port = t.services.workflowPorts.database!
    await port.insert({ databaseId: mine.head.id, values: { word: 'tea' } }, {
      mode: 'debug',
      context: { spaceId, userId: owner.id },
    } as never)
    const call = await inBot('query_database', {
      database_id: mine.head.id,
      conditions: [{ field: 'word', operation: 'EQUAL', value: 'tea' }],
    })
    expect(await call()).toMatchObject({ count: 1, rows: [expect.objectContaining({ word: 'tea' })] })
    await expect(call('query_database', { database_id: foreign.head.id })).rejects.toMatchObject({ status: 404 })
    await expect(
      call('query_database', { database_id: mine.head.id, conditions: [{ field: 'word', operation: 'DROP' }] }),
    ).rejects.toThrow(/operation/)
    const search = await inBot('search_knowledge', { query: 'tea', knowledge_ids: ['123'] })
    expect(await search()).toEqual({ pieces: [] })
  })
})
