import { ConnectorId, type InterfaceDocument } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { interfaceProblems, nodesOf, pagesOf } from '@orrery/engine/interface'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Agent apps as programs build them: projects with a bot beside them, each changed atomically. */
let t: TestApp
let owner: Person
let member: Person
let stranger: Person
let space_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  stranger = await t.register('stranger')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
})
const codes = ErrorCode.agentApp
const refused = (code: number, words = '') => ({ code, message: expect.stringContaining(words) as unknown })
const app = (agent_app_id: string, who = owner) => who.api.agentApp.get({ agent_app_id })
const draftOf = async (id: string) => (await t.services.bots.getDraft(id)).content.config
const inside = async (projectId: string) =>
  (await t.services.projects.inside(projectId)).map(({ kind, name }) => `${kind} ${name}`).toSorted()
async function drawing(sandbox_id: string): Promise<InterfaceDocument> {
  const { Sandbox } = await owner.api.builderSandbox.sandbox({ sandbox_id })
  return (JSON.parse(Sandbox.crdtHistory) as { document: InterfaceDocument }).document
}
const generate = async (scene: 0 | 1 | 2 | 3 | 4, requirement: string, more: object = {}) =>
  (await owner.api.agentBuild.generate({ space_id, scene, string_variables: { requirement, ...more } })).content

describe('an app', () => {
  let id: string
  test('is a project with a bot and an interface, and can be found by the id of each', async () => {
    id = (await owner.api.agentApp.create({ space_id, agent_app_name: 'Shop' })).agent_app_id
    const found = await app(id)
    expect(found).toMatchObject({ agent_app_name: 'Shop', space_id, creator_id: owner.id, version_name: '' })
    expect((await draftOf(found.bot_id)).prompt_info.prompt).toContain('Shop')
    expect(await owner.api.agentApp.get({ bot_id: found.bot_id })).toEqual(found)
    expect(await member.api.agentApp.get({ app_id: found.app_id })).toEqual(found)
    expect(pagesOf(await drawing(found.sandbox_id))).toHaveLength(1)
    await expect(app(id, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.agentApp.get({ agent_app_id: id, space_id: '12345' })).rejects.toMatchObject({ status: 404 })
  })
  test('has the name of its project', async () => {
    await owner.api.agentApp.update({ agent_app_id: id, agent_app_name: 'Store' })
    expect((await t.services.projects.get(id)).name).toBe('Store')
    await expect(member.api.agentApp.update({ agent_app_id: id, agent_app_name: 'Mine' })).rejects.toMatchObject({
      status: 403,
    })
  })
  test('can be created from an existing project, which keeps its contents', async () => {
    const { project_id } = await owner.api.project.create({ space_id, name: 'Old' })
    const made = await owner.api.agentApp.create({ space_id, AppID: project_id })
    expect(made.agent_app_id).toBe(project_id)
    const first = await app(project_id)
    const again = await owner.api.agentApp.create({ space_id, SandboxID: first.sandbox_id })
    expect(again.agent_app_id).toBe(project_id)
    expect((await app(project_id)).bot_id).toBe(first.bot_id)
    const other = (await app(id)).bot_id
    await expect(owner.api.agentApp.create({ space_id, AppID: project_id, bot_id: other })).rejects.toMatchObject(
      refused(codes.hasBot),
    )
    await expect(member.api.agentApp.create({ space_id, AppID: project_id })).rejects.toMatchObject({ status: 403 })
    const own = await stranger.api.space.list({})
    const foreign = own.bot_space_list[0]!.id
    await expect(stranger.api.agentApp.create({ space_id: foreign, AppID: project_id })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('can be copied: the copy is filled in the background and has a new bot with the same persona', async () => {
    const source = await app(id)
    await owner.api.agentBuild.updateBot({ bot_id: source.bot_id, system_prompt: 'You sell tea.' })
    const { agent_app_id } = await owner.api.agentApp.create({
      space_id,
      type_source_app_id: id,
      agent_app_name: 'Tea 2',
    })
    const copy = await app(agent_app_id)
    expect(copy).toMatchObject({ type_source_app_id: id, agent_app_name: 'Tea 2' })
    expect(copy.bot_id).not.toBe(source.bot_id)
    expect((await draftOf(copy.bot_id)).prompt_info.prompt).toBe('You sell tea.')
  })
  test('can be previewed for half an hour through a signed link without a session', async () => {
    const { Content } = await owner.api.agentApp.preview({ agent_app_id: id })
    const token = new URL(Content).searchParams.get('token')!
    const open = () => t.anonymous.interfacePreview.document({ token })
    expect(JSON.parse((await open()).document)).toMatchObject({ format: 'ui/1' })
    t.clock.advance(31 * 60_000)
    await expect(open()).rejects.toMatchObject({ status: 404 })
  })
})

describe('generating parts of an app from a description', () => {
  const words = 'Track orders with customer and price. Summarise a text'
  test('returns the plan, its tables, a persona, a workflow and a page', async () => {
    const plan = JSON.parse(await generate(3, words)) as { entities: { name: string }[] }
    expect(plan.entities[0]!.name).toBe('orders')
    const tables = JSON.parse(await generate(4, words)) as {
      name: string
      field_list: { name: string; type: number }[]
    }[]
    expect(tables[0]).toMatchObject({
      name: 'orders',
      field_list: [
        { name: 'customer', type: 1 },
        { name: 'price', type: 4 },
      ],
    })
    expect(await generate(2, words)).toContain('orders')
    expect(JSON.parse(await generate(0, 'Summarise a text'))).toMatchObject({ nodes: expect.any(Array) as unknown })
    const page = JSON.parse(
      await generate(1, words, { page_id: 'list_orders', tables: '{"orders":"77"}' }),
    ) as InterfaceDocument
    expect(Object.keys(page.pages)).toEqual(['list_orders'])
    expect(Object.values(page.sources)).toMatchObject([{ kind: 'table', target: '77' }])
    expect(nodesOf(page).some(({ type }) => type === 'table')).toBe(true)
  })
  test.each([
    [4, 'Hello', {}, codes.nothingPlanned],
    [1, words, { page_id: 'nowhere' }, codes.nothingPlanned],
    [1, words, { tables: '[1]' }, codes.badList],
    [3, '', {}, codes.nothingPlanned],
  ] as const)('scene %s of “%s” is refused if it gives no result', async (scene, text, more, code) => {
    await expect(generate(scene, text, more)).rejects.toMatchObject({ code })
  })
  test('an app created from a generated interface has to be bound to its sources again', async () => {
    const sandbox = await generate(1, words, { page_id: 'list_orders', tables: '{"orders":"77"}' })
    const { agent_id } = await owner.api.agentBuild.fromSandbox({ space_id, sandbox, name: 'From JSON' })
    const { sandbox_id } = await app(agent_id)
    const document = await drawing(sandbox_id)
    expect(Object.keys(document.pages)).toEqual(['list_orders'])
    expect(document.sources).toEqual({})
    expect(interfaceProblems(document).some(({ code }) => code === 'unknownSource')).toBe(true)
    for (const bad of ['[]', '{"format":"ui/1"}', '{"format":"code/1","files":{}}'])
      await expect(owner.api.agentBuild.fromSandbox({ space_id, sandbox: bad })).rejects.toMatchObject(
        refused(codes.badSandbox),
      )
  })
})

describe('the bot of an app', () => {
  let id: string
  let bot_id: string
  let schema: string
  beforeAll(async () => {
    id = (await owner.api.agentApp.create({ space_id, agent_app_name: 'Desk' })).agent_app_id
    bot_id = (await app(id)).bot_id
    schema = await generate(0, 'Summarise a text')
  })
  const field = (name: string, type: 1 | 2 | 3 | 4 | 5 | 6 = 1) => ({ name, type })
  test('gets tables inside the app, all or none', async () => {
    const tables = [
      { name: 'visits', field_list: [field('guest'), field('note', 6)], rw_mode: 3 as const },
      { name: 'rooms', field_list: [field('no', 2)] },
    ]
    const { table_ids } = await owner.api.agentBuild.addTables({ bot_id, table_list: tables })
    expect(table_ids).toHaveLength(2)
    expect(await inside(id)).toEqual(['database rooms', 'database visits'])
    expect((await draftOf(bot_id)).database_list.map(({ table_name }) => table_name)).toEqual(['visits', 'rooms'])
    // The bot already has a table with the second name, so the first table is removed again.
    const twice = [{ name: 'fresh', field_list: [field('a')] }, tables[1]!]
    await expect(owner.api.agentBuild.addTables({ bot_id, table_list: twice })).rejects.toMatchObject({ status: 400 })
    expect(await inside(id)).toEqual(['database rooms', 'database visits'])
    expect((await draftOf(bot_id)).database_list).toHaveLength(2)
    await expect(
      owner.api.agentBuild.addTables({ bot_id, table_list: [{ name: 'Bad Name', field_list: [field('a')] }] }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(member.api.agentBuild.addTables({ bot_id, table_list: tables })).rejects.toMatchObject({ status: 403 })
  })
  test('gets a persona, skills and workflows of the app in one change', async () => {
    const { workflow_list } = await owner.api.agentBuild.updateBot({
      bot_id,
      system_prompt: 'You keep the desk.',
      bot_workflow_list: [{ name: 'sum_up', desc: 'Sums up', schema }],
      agent_workflow_list: [{ name: 'inner', schema }],
    })
    expect(workflow_list.map(({ name }) => name)).toEqual(['sum_up', 'inner'])
    expect(JSON.parse(workflow_list[0]!.param)).toMatchObject([{ type: 'string' }])
    const config = await draftOf(bot_id)
    expect(config.prompt_info.prompt).toBe('You keep the desk.')
    expect(config.workflow_info_list).toMatchObject([{ workflow_id: workflow_list[0]!.id, workflow_name: 'sum_up' }])
    expect(await inside(id)).toContain('workflow inner')
    expect(await inside(id)).not.toContain('workflow sum_up')
  })
  test('an update that fails in one part is undone as a whole', async () => {
    const flows = await t.services.projects.inside(id)
    const inner = flows.find(({ name }) => name === 'inner')!.id
    const before = [await inside(id), await draftOf(bot_id)]
    const attempts = [
      {
        agent_workflow_list: [
          { id: inner, name: 'renamed' },
          { name: 'second', schema: 'no canvas' },
        ],
      },
      { agent_workflow_list: [{ name: 'third', schema }], table_ids: ['999'] },
      { system_prompt: 'Other', bot_workflow_list: [{ name: 'without a canvas' }] },
    ]
    for (const attempt of attempts)
      await expect(owner.api.agentBuild.updateBot({ bot_id, ...attempt })).rejects.toThrow()
    expect([await inside(id), await draftOf(bot_id)]).toEqual(before)
  })
  test('a workflow of another app cannot be added to this one', async () => {
    const other = (await owner.api.agentApp.create({ space_id })).agent_app_id
    const { bot_id: otherBot } = await app(other)
    const { workflow_list } = await owner.api.agentBuild.updateBot({
      bot_id: otherBot,
      agent_workflow_list: [{ name: 'theirs', schema }],
    })
    await expect(
      owner.api.agentBuild.updateBot({ bot_id, agent_workflow_list: [{ id: workflow_list[0]!.id, name: 'mine' }] }),
    ).rejects.toMatchObject(refused(codes.notInApp, 'agent_workflow_list'))
  })
  test('a bot without an app gets an error that names the cause', async () => {
    const made = await owner.api.bot.create({ space_id, name: 'Alone' })
    await expect(owner.api.agentBuild.updateBot({ bot_id: made.bot_id, system_prompt: 'x' })).rejects.toMatchObject(
      refused(codes.noApp),
    )
  })
})

describe('publishing', () => {
  let id: string
  let sandbox_id: string
  beforeAll(async () => {
    const sandbox = JSON.stringify({
      format: 'ui/1',
      theme: { color: '', radius: 8 },
      entry: 'home',
      variables: {},
      sources: {},
      pages: { home: { title: 'Home', order: 'a', load: [] }, more: { title: 'More', order: 'b', load: [] } },
      nodes: Object.fromEntries(
        ['home', 'more'].map((page) => [
          `h-${page}`,
          {
            page,
            parent: '',
            order: 'i',
            type: 'heading',
            name: `h_${page}`,
            props: { text: 'First' },
            visible: '',
            phone: {},
            events: {},
          },
        ]),
      ),
    })
    id = (await owner.api.agentBuild.fromSandbox({ space_id, sandbox, name: 'Public' })).agent_id
    sandbox_id = (await app(id)).sandbox_id
  })
  const publish = async (more: object = {}, who = owner) => {
    const begun = await who.api.agentApp.publish({ agent_app_id: id, ...more })
    return begun
  }
  const run = (publishId: string) => t.services.projectPublishing.run(publishId)
  const served = async () => {
    const found = await t.services.appVersions.find(id, ConnectorId.page)
    return (await t.services.interfaces.released(found!.id))[0]!.document
  }
  const say = (text: string) =>
    owner.api.builderSandbox.updatePage({
      sandbox_id,
      page_id: 'home',
      crdt_history: JSON.stringify([{ path: ['nodes', 'h-home', 'props', 'text'], value: text }]),
    })
  test('serves what was drawn at the time of the request, not later edits', async () => {
    const { publish_id, status } = await publish({ version_name: 'v1.0.0', remark: 'Begin', page_ids: ['home'] })
    expect(status).toBe(0)
    await say('Second')
    await run(publish_id)
    expect((await served()).nodes['h-home']!.props['text']).toBe('First')
    expect(Object.keys((await served()).pages)).toEqual(['home'])
    const shown = await owner.api.agentApp.publication({ publish_id })
    expect(shown).toMatchObject({ status: 2, version_name: 'v1.0.0', build_no: 1, description: 'Begin', reason: '' })
    expect(shown.content_url).toMatch(/^http/)
    expect((await member.api.agentApp.publication({ publish_id })).content_url).toBe('')
    await expect(stranger.api.agentApp.publication({ publish_id })).rejects.toMatchObject({ status: 404 })
    const found = await owner.api.agentApp.get({ agent_app_id: id, version_name: 'v1.0.0' })
    expect(found.snapshot_id).toBe(shown.snapshot_id)
  })
  test('takes the next version by default, and serves an earlier version again without a build', async () => {
    const second = await publish()
    await run(second.publish_id)
    expect((await served()).nodes['h-home']!.props['text']).toBe('Second')
    const newest = await owner.api.agentApp.publication({ agent_app_id: id })
    expect(newest).toMatchObject({ version_name: 'v1.0.1', build_no: 2 })
    const back = await publish({ version_name: 'v1.0.0' })
    expect(back.status).toBe(2)
    expect((await served()).nodes['h-home']!.props['text']).toBe('First')
    expect((await app(id)).max_publish_version_name).toBe('v1.0.1')
    const { publish_list, total } = await owner.api.agentApp.publications({ agent_app_id: id })
    expect([total, publish_list.map(({ version_name }) => version_name)]).toEqual(['2', ['v1.0.1', 'v1.0.0']])
    expect((await member.api.agentApp.publications({ space_id, size: 1 })).publish_list).toHaveLength(1)
    expect((await owner.api.agentApp.publications({ space_id, agent_app_name: 'nothing' })).total).toBe('0')
    await expect(stranger.api.agentApp.publications({ space_id })).rejects.toMatchObject({ status: 404 })
  })
  test.each([
    ['a version below the last', { version_name: 'v0.9.0' }, codes.badVersion],
    ['a version that is none', { version_name: 'latest' }, codes.badVersion],
    ['a channel that does not exist', { to_doubao: true }, codes.noSuchChannel],
    ['a page that does not exist', { page_ids: ['nowhere'] }, ErrorCode.builderSandbox.noPage],
  ])('%s is refused and publishes nothing', async (_, more, code) => {
    await expect(publish(more)).rejects.toMatchObject({ code })
    expect((await owner.api.agentApp.publications({ agent_app_id: id })).total).toBe('2')
  })
  test('of an empty app, or by a member without the right, is refused', async () => {
    const empty = (await owner.api.agentApp.create({ space_id })).agent_app_id
    await expect(owner.api.agentApp.publish({ agent_app_id: empty })).rejects.toMatchObject(refused(codes.noInterface))
    await expect(publish({}, member)).rejects.toMatchObject({ status: 403 })
  })
  test('twice at once either refuses one or finishes both', async () => {
    const both = await Promise.allSettled([publish(), publish()])
    const begun = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.publish_id] : []))
    expect(begun.length).toBeGreaterThan(0)
    for (const one of begun) await run(one)
    const { publish_list } = await owner.api.agentApp.publications({ agent_app_id: id })
    expect(publish_list.every(({ status }) => status === 2 || status === 3)).toBe(true)
    expect(new Set(publish_list.map(({ version_name }) => version_name)).size).toBe(publish_list.length)
  })
  test('of an invalid app fails with a reason', async () => {
    await say('{{nobody.value}}')
    const { publish_id } = await publish()
    await run(publish_id)
    const shown = await owner.api.agentApp.publication({ publish_id })
    expect(shown).toMatchObject({ status: 3, reason: expect.stringContaining('nobody') as unknown })
  })
})
