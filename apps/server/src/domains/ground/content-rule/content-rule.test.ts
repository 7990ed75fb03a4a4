import { DocumentStatus, ProductEntity } from '@orrery/contract'
import type { ContentScope } from '@orrery/contract/shared/content-scopes'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

/** Content rules: texts that the instance owner does not allow. */
let t: TestApp
let owner: Person
let maker: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  maker = await t.register('maker')
  spaceId = (await maker.api.space.create({ name: 'Workshop' })).id
})
type Rule = NonNullable<Parameters<Person['api']['contentRule']['save']>[0]['rules']>[number]
const rules = (...list: Rule[]) => owner.api.contentRule.save({ rules: list })
afterEach(() => rules())
const word = 'moonshine'
const bad = `some Moonshine here`
const forbid = () => rules({ text: word })
const refused = (field: string) => ({
  status: 400,
  code: ErrorCode.contentRule.refused,
  message: expect.stringMatching(new RegExp(`^${field}: “${word}” may not be used here`)) as string,
})
const plugin = () =>
  maker.api.plugin.registerMeta({
    space_id: spaceId,
    name: 'Tides',
    desc: 'High and low water',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
const tool = (plugin_id: string, desc: string) =>
  maker.api.pluginTool.create({
    plugin_id,
    name: 'next_tide',
    desc,
    source_code: 'function handler() { return { text: "17:40" } }',
    response_params: [{ name: 'text', desc: 'When', type: 1, location: 3, is_required: true }] as never,
  })

describe('rules', () => {
  const passes = async (text: string, scope: ContentScope = 'bot') =>
    (await owner.api.contentRule.tryOut({ text, scope })).passes

  test('match regardless of case, width and hidden characters, and only whole words if configured', async () => {
    await rules({ text: 'Class' }, { text: '禁词' })
    for (const text of ['a class', 'CLASSES', 'Ｃｌａｓｓ', 'cl\u200Bass', '这是禁词吗'])
      expect(await passes(text), text).toBe(false)
    expect(await passes('a lesson')).toBe(true)
    await rules({ text: 'ass', whole_word: true })
    expect([await passes('class'), await passes('assess'), await passes('an ASS.')]).toEqual([true, true, false])
  })
  test('a wildcard matches a few characters within one line', async () => {
    await rules({ text: 'win*prize' })
    expect(await passes('You win a big prize')).toBe(false)
    expect(await passes('winprize')).toBe(false)
    expect(await passes('You win\na prize')).toBe(true)
    expect(await passes(`win ${'x'.repeat(30)} prize`)).toBe(true)
    for (const [text, message] of [
      ['*', /^rules\.0\.text: needs a letter beside \*/],
      ['a*b*c*d', /^rules\.0\.text: use \* at most 2 times/],
      ['', /^rules\.0\.text: must not be empty/],
    ] as const)
      await expect(rules({ text })).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) })
  })
  test('are fast on long texts that almost match', async () => {
    await rules({ text: 'a*a*b' })
    expect(await passes('a'.repeat(20_000))).toBe(true)
  })
  test("apply in the scopes the owner chose, and refuse with the owner's message in the reader's language", async () => {
    await rules({ text: word, scopes: ['prompt'], message_en: 'No spirits', message_zh: '请勿提及烈酒' })
    expect(await passes(bad, 'bot')).toBe(true)
    expect(await owner.api.contentRule.tryOut({ text: bad, scope: 'prompt' })).toEqual({
      passes: false,
      message_en: 'No spirits',
      message_zh: '请勿提及烈酒',
    })
    const prompt = { space_id: spaceId, name: 'Fine', prompt_text: bad }
    await expect(maker.api.promptLibrary.save({ prompt })).rejects.toMatchObject({ message: 'prompt_text: No spirits' })
    const chinese = t.apiWith({ cookie: maker.cookie(), 'accept-language': 'zh-CN' })
    await expect(chinese.promptLibrary.save({ prompt })).rejects.toMatchObject({ message: 'prompt_text：请勿提及烈酒' })
  })
  test('apply also when an older version stored them as words', async () => {
    await t.services.settings.set('content_check', { words: [word], hookUrl: '', strict: false })
    expect((await owner.api.contentRule.get({})).rules).toMatchObject([{ text: word }])
    expect(await passes(bad)).toBe(false)
  })
})

describe('cover', () => {
  test('profiles', async () => {
    await forbid()
    await expect(maker.api.passport.updateProfile({ name: bad })).rejects.toMatchObject(refused('name'))
    await expect(maker.api.passport.updateProfile({ description: bad })).rejects.toMatchObject(refused('description'))
    await expect(maker.api.profile.update({ signature: bad })).rejects.toMatchObject(refused('signature'))
    await expect(maker.api.profile.update({ user_unique_name: `${word}.1` })).rejects.toMatchObject(
      refused('user_unique_name'),
    )
    expect(await maker.api.passport.accountInfo({})).toMatchObject({ name: 'maker', description: '' })
  })
  test('spaces, which report a refusal in check_not_pass and save nothing', async () => {
    await forbid()
    const msg = expect.stringMatching(/^name: “moonshine”/) as string
    expect(await maker.api.space.create({ name: bad })).toMatchObject({
      id: '',
      check_not_pass: true,
      check_not_pass_msg: msg,
    })
    expect(await maker.api.space.save({ name: bad })).toMatchObject({ check_not_pass: true })
    expect(await maker.api.space.update({ space_id: spaceId, name: 'Workshop', description: bad })).toMatchObject({
      check_not_pass: true,
      check_not_pass_msg: expect.stringMatching(/^description: /),
    })
    const { bot_space_list: spaces } = await maker.api.space.listFlat({})
    expect(spaces.find((space) => space.id === spaceId)).toMatchObject({ name: 'Workshop', description: '' })
    expect(spaces.some((space) => space.name === bad)).toBe(false)
    expect(await maker.api.space.update({ space_id: spaceId, name: 'Workshop' })).toMatchObject({
      check_not_pass: false,
      check_not_pass_msg: '',
    })
  })
  test('bots and projects, which also report a refusal in check_not_pass', async () => {
    await forbid()
    expect(await maker.api.bot.create({ space_id: spaceId, name: 'Moonshine' })).toMatchObject({
      bot_id: '',
      check_not_pass: true,
      check_not_pass_msg: expect.stringMatching(/^name: /),
    })
    expect(await maker.api.project.create({ space_id: spaceId, name: 'Moonshine' })).toMatchObject({
      project_id: '',
      audit_data: { check_not_pass: true, check_not_pass_msg: expect.stringMatching(/^name: /) },
    })
    const { bot_id } = await maker.api.bot.create({ space_id: spaceId, name: 'Fine' })
    const opening = { onboarding_info: { prologue: 'Hello', suggested_questions: ['Fine?', bad] } }
    expect(await maker.api.bot.updateDraft({ bot_info: { bot_id, ...opening } } as never)).toMatchObject({
      check_not_pass: true,
      check_not_pass_msg: expect.stringMatching(/^suggested_questions: /),
    })
  })
  test('shortcuts, variables and agents of bots, when they are saved and when they are published', async () => {
    const { bot_id } = await maker.api.bot.create({ space_id: spaceId, name: 'Texts' })
    const save = (bot_info: object) => maker.api.bot.updateDraft({ bot_info: { bot_id, ...bot_info } } as never)
    const shortcut = (more: object) => ({ command_id: '', command_name: 'Ask', send_type: 0, ...more })
    const add = (more: object) =>
      maker.api.bot.saveShortcut({ object_id: bot_id, shortcuts: shortcut(more) as never, version: undefined })
    const kept = { key: 'kept', description: bad }
    await save({ variable_list: [kept] })
    await forbid()
    for (const [field, value] of [
      ['variable_list', [kept, { key: 'mood', default_value: `${bad}!` }]],
      ['variable_list', [kept, { key: 'mood', description: `more ${word}` }]],
      ['agents', [{ agent_id: '1', agent_name: 'One', root_agent: true, prompt_info: { prompt: bad } }]],
    ] as const)
      expect(await save({ [field]: value }), field).toMatchObject({
        check_not_pass: true,
        check_not_pass_msg: expect.stringMatching(new RegExp(`^${field}: `)),
      })
    const options = [{ name: 'Which?', input_type: 1, options: ['Fine', bad] }]
    for (const more of [{ command_name: 'Moonshine' }, { template_query: bad }, { components_list: options }])
      await expect(add(more)).rejects.toMatchObject(refused('shortcuts'))
    await add({ description: 'Fine' })
    // Unchanged texts are checked only when the bot is published.
    expect(await save({ variable_list: [kept, { key: 'mood' }] })).toMatchObject({ check_not_pass: false })
    expect(await maker.api.bot.publish({ bot_id, connectors: { '1024': {} } })).toMatchObject({
      check_not_pass: true,
      not_pass_reason: [expect.stringMatching(/^variable_list: /)],
    })
  })
  test('the texts of tasks of a bot', async () => {
    const { bot_id } = await maker.api.bot.create({ space_id: spaceId, name: 'Clock' })
    const task = { bot_id, cron_expr: '0 9 * * *', user_question: 'Morning', content: 'Good morning' }
    const { task_id } = await maker.api.task.createPreset(task)
    await forbid()
    await expect(maker.api.task.createPreset({ ...task, content: bad })).rejects.toMatchObject(refused('content'))
    const change = (content: string, name = 'Morning') =>
      maker.api.task.save({
        bot_id,
        task_id,
        name,
        trigger_type: 1,
        time_data: { cron_expr: '0 9 * * *' },
        action: { action_type: 1, bot_query_action: { content } },
      })
    await expect(change(bad)).rejects.toMatchObject(refused('content'))
    await expect(change('Good day', bad)).rejects.toMatchObject(refused('name'))
    await change('Good day')
  })
  test('variables of projects, and cards', async () => {
    const { project_id: ProjectID } = await maker.api.project.create({ space_id: spaceId, name: 'Vars' })
    const save = (...VariableList: object[]) =>
      maker.api.variables.projectSave({ ProjectID, VariableList: VariableList as never })
    const kept = { Keyword: 'kept', Description: bad }
    await save(kept)
    await forbid()
    await expect(save(kept, { Keyword: 'mood', DefaultValue: bad })).rejects.toMatchObject(refused('DefaultValue'))
    await expect(save(kept, { Keyword: 'mood', Description: `${word}!` })).rejects.toMatchObject(refused('Description'))
    await save(kept, { Keyword: 'mood' })
    const card = (more: object) => maker.api.cards.create({ space_id: spaceId, name: 'Fine', ...more })
    await expect(card({ name: 'Moonshine' })).rejects.toMatchObject(refused('name'))
    const properties = JSON.stringify([{ name: 'title', type: 'text', title: 'Moonshine' }])
    await expect(card({ properties })).rejects.toMatchObject(refused('properties'))
    await card({})
  })
  test('workflows: their names, the texts of the canvas, and what is published', async () => {
    const { workflow_id } = await maker.api.workflow.create({ name: 'greet', desc: 'd', space_id: spaceId })
    await maker.api.workflow.save({ workflow_id, schema: greeting(`${bad} {{String1}}`) })
    await forbid()
    const create = maker.api.workflow.create({ name: `${word}_1`, desc: 'd', space_id: spaceId })
    await expect(create).rejects.toMatchObject(refused('name'))
    await expect(maker.api.workflow.save({ workflow_id, desc: bad })).rejects.toMatchObject(refused('description'))
    const schema = greeting(`${bad}, {{String1}}`)
    await expect(maker.api.workflow.save({ workflow_id, schema })).rejects.toMatchObject(refused('schema'))
    const publish = () => maker.api.workflowVersion.publish({ workflow_id, space_id: spaceId, force: true })
    await expect(publish()).rejects.toMatchObject(refused('schema'))
    await maker.api.workflow.save({ workflow_id, schema: greeting('Fine, {{String1}}') })
    await publish()
  })
  test('plugins: their names, their tools, and what is published', async () => {
    const { plugin_id } = await plugin()
    await tool(plugin_id, `Tells of ${word}`)
    await forbid()
    await expect(
      maker.api.plugin.registerMeta({ space_id: spaceId, name: 'Fine', desc: bad, icon: {}, creation_method: 1 }),
    ).rejects.toMatchObject(refused('description'))
    await expect(maker.api.plugin.updateMeta({ plugin_id, name: bad })).rejects.toMatchObject(refused('name'))
    await expect(maker.api.plugin.publish({ plugin_id })).rejects.toMatchObject(refused('tools'))
    const second = await plugin()
    await expect(tool(second.plugin_id, bad)).rejects.toMatchObject(refused('desc'))
  })
  test('knowledge, its documents and their slices', async () => {
    const { dataset_id } = await maker.api.knowledge.create({ space_id: spaceId, name: 'Fine', format_type: 0 })
    const add = async (text: string) => {
      const source_info = { file_base64: Buffer.from(text).toString('base64'), file_type: 'md' }
      const made = await maker.api.knowledge.createDocument({
        dataset_id,
        document_bases: [{ name: 'a.md', source_info }],
      })
      await t.services.knowledgeIngest.drain()
      const document_ids = [made.document_infos[0]!.document_id]
      return (await maker.api.knowledge.listDocuments({ dataset_id, document_ids })).document_infos[0]!
    }
    const fine = await add('Nothing to see')
    await forbid()
    await expect(maker.api.knowledge.create({ space_id: spaceId, name: bad, format_type: 0 })).rejects.toMatchObject(
      refused('name'),
    )
    await expect(maker.api.knowledge.update({ dataset_id, description: bad })).rejects.toMatchObject(
      refused('description'),
    )
    expect((await add(bad)).status).toBe(DocumentStatus.auditFailed)
    await expect(
      maker.api.knowledge.updateDocument({ document_id: fine.document_id, document_name: `${bad}.md` }),
    ).rejects.toMatchObject(refused('document_name'))
    const slice = { document_id: fine.document_id, raw_text: bad }
    await expect(maker.api.knowledge.createSlice(slice)).rejects.toMatchObject(refused('raw_text'))
  })
  test('databases, prompts and folders', async () => {
    await forbid()
    const field_list = [{ name: 'a', desc: '', type: 1, must_required: false }] as never
    await expect(
      maker.api.database.add({ space_id: spaceId, table_name: 'tides', table_desc: bad, field_list }),
    ).rejects.toMatchObject(refused('description'))
    await expect(
      maker.api.promptLibrary.save({ prompt: { space_id: spaceId, name: bad, prompt_text: 'x' } }),
    ).rejects.toMatchObject(refused('name'))
    await expect(maker.api.folder.create({ space_id: spaceId, type: 1, name: word })).rejects.toMatchObject(
      refused('name'),
    )
  })
  test('products and their reviews', async () => {
    const { plugin_id } = await plugin()
    await tool(plugin_id, 'When the water is high')
    await maker.api.plugin.publish({ plugin_id })
    const offer = { entity_type: ProductEntity.plugin, entity_id: plugin_id }
    await forbid()
    await expect(maker.api.marketSeller.list({ ...offer, readme: bad })).rejects.toMatchObject(refused('readme'))
    const { product_id } = await maker.api.marketSeller.list(offer)
    await owner.api.marketAdmin.approve({ product_id })
    await maker.api.market.duplicate({ product_id, space_id: spaceId })
    await expect(maker.api.market.rate({ product_id, stars: 1, comment: bad })).rejects.toMatchObject(
      refused('comment'),
    )
    await maker.api.market.rate({ product_id, stars: 1, comment: 'Fine' })
  })
})
