import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PaperState, type TextBlock, TranslationState } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '#testing/read-events.ts'
import { openScriptedModel, says, type ScriptedModel } from '#testing/scripted-model.ts'
import { afterFile } from '#testing/after-file.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { lockedPdf, pdfOf } from '#domains/resources/knowledge/testing/hostile-files.ts'

let t: TestApp
let reader: Person
let stranger: Person
let spaceId: string
let model: ScriptedModel
let far: string
const pages = ['The planets move around the sun.', 'Comets are far away and rare.']
beforeAll(async () => {
  model = await openScriptedModel()
  const server = createServer((request, response) => {
    const isThere = request.url?.startsWith('/article')
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' })
    response.end(
      isThere
        ? `<html><head><title>On water</title></head><body><article><h1>On water</h1><p>${'Water boils at one hundred degrees. '.repeat(20)}</p></article></body></html>`
        : 'nothing',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => void server.close())
  far = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t = await openTestApp({ config: { egressAllow: [model.host, new URL(far).host] } })
  reader = await t.register('reader')
  stranger = await t.register('stranger')
  spaceId = (await reader.api.space.create({ name: 'Team' })).id
  await reader.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: stranger.id }] })
})
const codeOf = (call: Promise<unknown>) => call.then(() => 0).catch((cause: { code: number }) => cause.code)
async function uploaded(bytes: Buffer, name = 'planets.pdf', who = reader) {
  return (await who.api.deskPaper.upload({ data: new File([new Uint8Array(bytes)], name) })).uri
}
async function opened(texts = pages, who = reader) {
  const paper = await who.api.deskPaper.analyse({
    uri: await uploaded(pdfOf(texts), 'planets.pdf', who),
    name: 'Planets',
  })
  const { paper_id, dataset_id, document_id } = paper
  const { instance_id } = await who.api.desk.create({
    agent_id: 'reader',
    name: 'Planets',
    space_id: spaceId,
    init_param: { paper_id, dataset_id, document_id },
  })
  return { ...paper, instance_id }
}
const translation = (instance_id: string, who = reader) =>
  who.api.deskPaper.translation({ agent_id: 'reader', instance_id })
async function translated(instance_id: string) {
  await reader.api.deskPaper.translate({ agent_id: 'reader', instance_id })
  await t.services.deskTranslations.run(instance_id)
  return translation(instance_id)
}
async function blocksOf(url: string): Promise<TextBlock[]> {
  return (await (await t.request(url)).json()) as TextBlock[]
}
async function asked(instance_id: string, query: string, agent: 'reader.ask' | 'writer.write' = 'reader.ask') {
  const { token } = await reader.api.deskWriter.token({ scene: agent })
  const body = JSON.stringify({ instance_id, query })
  return (await reader.api.deskWriter.triggerOnce({ scene: agent, api_type: 2, token, body })).content
}

describe('a paper without any model', () => {
  let paper: Awaited<ReturnType<typeof opened>>
  test('is read only once per file, into a base that nobody else can open', async () => {
    const uri = await uploaded(pdfOf(['Twice']), 'twice.pdf')
    const both = await Promise.all([1, 2].map(() => reader.api.deskPaper.analyse({ uri, name: 'Twice' })))
    expect(both[0]).toEqual(both[1])
    paper = await opened()
    expect(paper.dataset_id).toBe(both[0]!.dataset_id)
    await t.services.knowledgeIngest.drain()
    const { data_list } = await reader.api.deskPaper.progress({
      dataset_id: paper.dataset_id,
      document_ids: [paper.document_id],
    })
    expect(data_list).toEqual([
      { document_id: paper.document_id, progress: 100, status: PaperState.ready, status_descript: '' },
    ])
    await expect(stranger.api.knowledge.listSlices({ document_id: paper.document_id })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('has chunks with their page', async () => {
    const { slices, total, hasmore } = await reader.api.deskPaper.chunks({
      agent_id: 'reader',
      InstanceID: paper.instance_id,
      dataset_id: paper.dataset_id,
      document_id: paper.document_id,
    })
    expect(total).toBe(String(slices.length))
    expect(hasmore).toBe(false)
    expect(slices.map(({ content }) => content).join(' ')).toContain('around the sun')
    expect(JSON.parse(slices[0]!.chunk_meta_info)).toMatchObject({ page: 1 })
  })
  test('is translated page by page with a dictionary, and marked as translated word by word', async () => {
    const { task_status, result, page_count } = await translated(paper.instance_id)
    expect([task_status, page_count]).toEqual([TranslationState.done, 2])
    expect(result.map(({ is_word_by_word, status }) => [is_word_by_word, status])).toEqual([
      [true, 2],
      [true, 2],
    ])
    const [block] = await blocksOf(result[0]!.text_blocks_url)
    expect(block).toMatchObject({ text: pages[0] })
    expect(block!.translation).toContain('行星')
    expect(block!.y).toBeGreaterThan(0.05)
    expect(block!.y).toBeLessThan(0.2)
    for (const url of [result[0]!.image_url, result[0]!.ori_image_url]) {
      const picture = Buffer.from(await (await t.request(url)).arrayBuffer())
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
    }
    expect(result[0]!.image_url).not.toBe(result[0]!.ori_image_url)
  })
  test('can be translated into other languages only with a model', async () => {
    const save = (setting_value: string) =>
      reader.api.desk.saveSettings({ agent_id: 'reader', setting: [{ setting_key: 'target_language', setting_value }] })
    await save('fr')
    const { task_status, result } = await translated(paper.instance_id)
    expect(task_status).toBe(TranslationState.failed)
    expect(result[0]!.problem).toContain('Without a model')
    await save('')
  })
  test('answers questions from its text', async () => {
    expect(await asked(paper.instance_id, 'What moves around the sun?')).toContain('planets')
    const { messages } = await reader.api.desk.get({ agent_id: 'reader', instance_id: paper.instance_id })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })
  test('is hidden from everyone else, including members of the space', async () => {
    const of = { agent_id: 'reader', instance_id: paper.instance_id }
    const calls = [
      () => stranger.api.desk.get(of),
      () => stranger.api.desk.remove(of),
      () => stranger.api.desk.save({ ...of, update_param: { name: 'Mine' } }),
      () => stranger.api.deskPaper.translate(of),
      () => translation(paper.instance_id, stranger),
      () => stranger.api.deskPaper.progress({ dataset_id: paper.dataset_id, document_ids: [paper.document_id] }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
    const missing = await codeOf(stranger.api.desk.get({ agent_id: 'reader', instance_id: '99' }))
    expect(await codeOf(stranger.api.desk.get(of))).toBe(missing)
    expect(
      await codeOf(
        stranger.api.desk.create({ agent_id: 'reader', name: 'X', init_param: { paper_id: paper.paper_id } }),
      ),
    ).toBe(ErrorCode.desk.notAPaper)
    expect((await stranger.api.desk.list({ agent_id: 'reader', space_id: spaceId })).total).toBe(0)
  })
  test('is deleted with its pages and its document in the knowledge base', async () => {
    const gone = await opened(['Gone soon'])
    await t.services.knowledgeIngest.drain()
    const { result } = await translated(gone.instance_id)
    await reader.api.desk.remove({ agent_id: 'reader', instance_id: gone.instance_id })
    expect((await t.request(result[0]!.ori_image_url)).status).toBe(404)
    await expect(reader.api.knowledge.listSlices({ document_id: gone.document_id })).rejects.toMatchObject({
      status: 404,
    })
    expect(await codeOf(translation(gone.instance_id))).toBe(await codeOf(translation('99')))
  })
})

describe('a paper with a model', () => {
  const words = (...translations: string[]) => says(JSON.stringify({ translations }))
  beforeAll(async () => {
    const provider = await reader.api.instanceModel.createProvider({
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-desk-0001',
    })
    await reader.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })
  })
  test('keeps translated pages when one fails, and retries only that page', async () => {
    const { instance_id } = await opened()
    model.script(words('行星绕太阳运行。'), says('nonsense'), says('nonsense again'))
    const first = await translated(instance_id)
    expect(first.task_status).toBe(TranslationState.failed)
    expect(first.result.map(({ status }) => status)).toEqual([TranslationState.done, TranslationState.failed])
    expect(first.result[1]!.problem).toContain('did not translate')
    model.reset()
    model.script(words('彗星遥远而罕见。'))
    const { task_status, result } = await translated(instance_id)
    expect(task_status).toBe(TranslationState.done)
    expect(model.requests).toHaveLength(1)
    expect(result[0]!.text_blocks_url).toBe(first.result[0]!.text_blocks_url)
    expect((await blocksOf(result[1]!.text_blocks_url))[0]!.translation).toBe('彗星遥远而罕见。')
    expect(result[1]!.is_word_by_word).toBe(false)
  })
  test('is continued by another process after the lease expires, and no page is translated twice', async () => {
    const { instance_id } = await opened()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    model.reset()
    model.script(
      words('第一页'),
      () => ({ steps: [{ until: held }, { text: '{}' }, { finish: 'stop' }] }),
      words('第二页'),
    )
    await reader.api.deskPaper.translate({ agent_id: 'reader', instance_id })
    const dead = t.services.deskTranslations.run(instance_id)
    await expect.poll(() => model.requests.length).toBe(2)
    t.clock.advance(60_000)
    const other = (await t.another()).services.deskTranslations
    expect(await other.run(instance_id)).toBe(true)
    expect((await translation(instance_id)).task_status).toBe(TranslationState.done)
    model.script(words('zu spät'))
    release()
    await dead
    const { result } = await translation(instance_id)
    const texts = await Promise.all(
      result.map(async ({ text_blocks_url: url }) => (await blocksOf(url))[0]!.translation),
    )
    expect(texts).toEqual(['第一页', '第二页'])
  })
  test('separate texts are translated into the language of the settings', async () => {
    await reader.api.desk.saveSettings({
      agent_id: 'reader',
      setting: [{ setting_key: 'target_language', setting_value: 'de' }],
    })
    model.reset()
    model.script(words('Wasser'))
    const { trans_result, is_word_by_word } = await reader.api.deskPaper.translateText({ text: ['water', '42'] })
    expect(trans_result).toEqual({ water: 'Wasser', '42': '42' })
    expect(is_word_by_word).toBe(false)
    expect(JSON.stringify(model.requests[0]!.body.messages)).toContain('German')
    await reader.api.desk.saveSettings({
      agent_id: 'reader',
      setting: [{ setting_key: 'target_language', setting_value: '' }],
    })
  })
})

describe('writing', () => {
  let instance_id: string
  test('concurrent creations with the same key create one document', async () => {
    const create = () =>
      reader.api.desk.create({ agent_id: 'writer', name: 'Essay', idem_key: 'once', space_id: spaceId })
    const made = await Promise.all([create(), create(), create()])
    expect(new Set(made.map((one) => one.instance_id)).size).toBe(1)
    instance_id = made[0]!.instance_id
    const { total } = await reader.api.desk.list({ agent_id: 'writer', space_id: spaceId })
    expect(total).toBe(1)
  })
  test('references are read and passed to the model with the text', async () => {
    const url = `${far}/article`
    const [saved] = await reader.api.deskWriter.saveReferences({ references: [{ url }] })
    expect(saved).toMatchObject({ title: 'On water', url })
    expect(saved!.content).toContain('one hundred degrees')
    expect(await stranger.api.deskWriter.references({ reference_url: [url] })).toEqual([])
    await reader.api.desk.save({
      agent_id: 'writer',
      instance_id,
      update_param: { content: 'My text so far.', init_param: { references: JSON.stringify([url]) } },
    })
    model.reset()
    model.script(says('Water ', 'boils.'))
    const { token } = await reader.api.deskWriter.token({ scene: 'writer.write' })
    const body = JSON.stringify({ instance_id, query: 'Continue' })
    const response = await reader.api.deskWriter.trigger({ scene: 'writer.write', api_type: 3, token, body })
    const heard: unknown[] = []
    for await (const { data } of eventsOf(response)) heard.push(data)
    expect(heard.at(-1)).toMatchObject({ finished: true })
    expect(heard.map((one) => (one as { message: string }).message).join('')).toBe('Water boils.')
    const told = JSON.stringify(model.requests[0]!.body.messages)
    expect(told).toContain('one hundred degrees')
    expect(told).toContain('My text so far.')
  })
  test('a reference that cannot be read is named, and nothing is stored', async () => {
    const references = [{ url: `${far}/article?again` }, { url: `${far}/missing` }]
    await expect(reader.api.deskWriter.saveReferences({ references })).rejects.toThrow('/missing')
    expect(await reader.api.deskWriter.references({ reference_url: [`${far}/article?again`] })).toEqual([])
  })
  test('images are fetched through the egress guard, and only if they are images', async () => {
    expect(await codeOf(reader.api.deskWriter.keepImage({ origin_url: `${far}/article` }))).toBe(
      ErrorCode.desk.notAnImage,
    )
    await expect(reader.api.deskWriter.keepImage({ origin_url: 'http://127.0.0.1:1/a.png' })).rejects.toThrow()
    expect(await reader.api.deskWriter.image({ param: 'a lake', space_id: spaceId })).toEqual({ image_urls: [] })
  })
})

describe('a desk token', () => {
  const call = (token: string, scene: string, body: object) =>
    codeOf(stranger.api.deskWriter.triggerOnce({ scene, api_type: 2, token, body: JSON.stringify(body) }))
  test('is valid only for its scene, its person and its lifetime', async () => {
    const { instance_id } = await reader.api.desk.create({ agent_id: 'writer', name: 'Note', space_id: spaceId })
    const body = { instance_id, query: 'Hello' }
    const { token } = await reader.api.deskWriter.token({ scene: 'reader.ask' })
    expect(await call(token, 'writer.write', body)).toBe(ErrorCode.desk.badToken)
    expect(await call(`${token}x`, 'reader.ask', body)).toBe(ErrorCode.desk.badToken)
    const theirs = (await stranger.api.deskWriter.token({ scene: 'writer.write' })).token
    expect(await call(theirs, 'writer.write', body)).toBe(
      await call(theirs, 'writer.write', { ...body, instance_id: '99' }),
    )
    const own = (await reader.api.deskWriter.token({ scene: 'writer.write' })).token
    t.clock.advance(3601_000)
    expect(await call(own, 'writer.write', body)).toBe(ErrorCode.desk.badToken)
    expect(await codeOf(reader.api.deskWriter.token({ scene: 'admin' }))).toBe(ErrorCode.desk.unknownScene)
  })
})

describe('bad input', () => {
  test('unknown settings are refused', async () => {
    const save = (setting_key: string, setting_value: string) =>
      codeOf(reader.api.desk.saveSettings({ agent_id: 'reader', setting: [{ setting_key, setting_value }] }))
    expect(await save('colour', 'red')).toBe(ErrorCode.desk.unknownSetting)
    expect(await save('view', 'upside down')).toBe(ErrorCode.desk.badSetting)
    expect(await save('view', 'original')).toBe(0)
    const { setting_map } = await reader.api.desk.settings({ agent_id: 'reader' })
    expect(setting_map['view']).toEqual({ setting_key: 'view', setting_value: 'original' })
  })
  test('other types of files are refused, and files of other people are not found', async () => {
    const uri = await uploaded(Buffer.from('a,b\n1,2\n'), 'table.csv')
    expect(await codeOf(reader.api.deskPaper.analyse({ uri, name: 'Table' }))).toBe(ErrorCode.desk.wrongType)
    await expect(stranger.api.deskPaper.analyse({ uri, name: 'Table' })).rejects.toMatchObject({ status: 404 })
    expect(await codeOf(reader.api.desk.agent({ agent_id: 'painter' }))).toBe(ErrorCode.desk.noAgent)
  })
  test('a file name has no effect on storage, and a signed link opens only its own file', async () => {
    const uri = await uploaded(pdfOf(['Named']), '../../etc/passwd.pdf')
    expect(uri).toMatch(/^upload\/\d+\/[0-9a-f]{48}\.pdf$/)
    const { instance_id } = await opened(['Signed'])
    model.reset()
    model.script(says(JSON.stringify({ translations: ['签名'] })))
    const { result } = await translated(instance_id)
    const url = new URL(result[0]!.ori_image_url, 'http://here')
    const at = (pathname: string, search = url.search) => t.request(`${pathname}${search}`).then(({ status }) => status)
    expect(await at(url.pathname)).toBe(200)
    expect(await at(url.pathname.replace('1.png', '1-translated.png'))).toBe(403)
    expect(await at(url.pathname, url.search.replace(/expires=\d/, 'expires=9'))).toBe(403)
  })
  test('a paper that cannot be opened fails with the reason', async () => {
    const locked = await lockedPdf('Secret')
    const broken = Buffer.from('%PDF-1.4 this is no file at all')
    for (const [bytes, words] of [
      [locked, /password/i],
      [broken, /read|damaged|corrupt/i],
    ] as const) {
      const uri = await uploaded(bytes, 'odd.pdf')
      const { paper_id } = await reader.api.deskPaper.analyse({ uri, name: 'Odd' })
      const { instance_id } = await reader.api.desk.create({
        agent_id: 'reader',
        name: 'Odd',
        init_param: { paper_id },
      })
      const { task_status, problem } = await translated(instance_id)
      expect(task_status).toBe(TranslationState.failed)
      expect(problem).toMatch(words)
    }
  })
  test.each(['../../passport/account/info/v2', 'http://127.0.0.1/', '/api/space/list', '//agent/get', 'biz_universal'])(
    'a call by path to %s is refused',
    async (api_path) => {
      expect(await codeOf(reader.api.deskWriter.universal({ api_path, method: 2 }))).toBe(ErrorCode.desk.notAllowed)
    },
  )
  test('a call by path has the rights of its caller', async () => {
    const by = (who: Person, api_path: string, body: object, method: 1 | 2 = 2) =>
      who.api.deskWriter.universal({ api_path, method, body: JSON.stringify(body) })
    const { instance_id } = await reader.api.desk.create({ agent_id: 'writer', name: 'By path', space_id: spaceId })
    const of = { agent_id: 'writer', instance_id }
    const { body } = await by(reader, '/api/card_builder/agent/get_instance_detail', of)
    expect(JSON.parse(body)).toMatchObject({ code: 0, instance: { name: 'By path' } })
    await expect(by(stranger, 'get_instance_detail', of)).rejects.toMatchObject({ status: 404 })
    expect(await codeOf(by(reader, 'get_instance_detail', of, 1))).toBe(ErrorCode.desk.otherMethod)
    const outsider = await t.register('outsider')
    await expect(by(outsider, 'instance_list', { agent_id: 'writer', space_id: spaceId })).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('a document is kept by its creator after they leave the space', async () => {
  const team = (await reader.api.space.create({ name: 'Short' })).id
  await reader.api.space.addMembers({ space_id: team, member_info_list: [{ user_id: stranger.id }] })
  const { instance_id } = await stranger.api.desk.create({ agent_id: 'writer', name: 'Mine', space_id: team })
  await reader.api.space.removeMember({ space_id: team, remove_user_id: stranger.id })
  const { instance_list } = await stranger.api.desk.list({ agent_id: 'writer' })
  expect(instance_list.map((one) => one.instance_id)).toContain(instance_id)
})

test('a published bot is a desk for people who may chat with it', async () => {
  const { bot_id } = await reader.api.bot.create({ space_id: spaceId, name: 'Helper' })
  expect(await codeOf(reader.api.desk.create({ agent_id: bot_id, name: 'Chat' }))).toBe(ErrorCode.desk.noAgent)
  await reader.api.bot.publish({ bot_id, connectors: { '1024': {} } })
  const outsider = await t.register('far')
  expect(await codeOf(outsider.api.desk.create({ agent_id: bot_id, name: 'Chat' }))).toBe(ErrorCode.desk.noAgent)
  const { instance_id } = await reader.api.desk.create({ agent_id: bot_id, name: 'Chat', space_id: spaceId })
  const scene = `bot.${bot_id}`
  const { token } = await reader.api.deskWriter.token({ scene })
  model.reset()
  model.script(says('Hello from the bot'))
  const body = JSON.stringify({ instance_id, query: 'Hi' })
  const { content } = await reader.api.deskWriter.triggerOnce({ scene, api_type: 3, token, body })
  expect(content).toBe('Hello from the bot')
})

test('disabling desks blocks all calls and deletes nothing', async () => {
  const { total } = await reader.api.desk.list({ agent_id: 'reader', space_id: spaceId })
  await reader.api.instance.saveFlags({ flags: { desks: false } })
  expect(await codeOf(reader.api.desk.list({ agent_id: 'reader', space_id: spaceId }))).toBe(ErrorCode.desk.off)
  await reader.api.instance.saveFlags({ flags: {} })
  expect((await reader.api.desk.list({ agent_id: 'reader', space_id: spaceId })).total).toBe(total)
})
