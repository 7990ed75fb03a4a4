import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let mate: Person
let outsider: Person
let spaceId: string
const ids: string[] = []
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  mate = await t.register('mate')
  outsider = await t.register('outsider')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: mate.id }] })
  for (let at = 0; at < 30; at += 1) {
    t.clock.advance(1000)
    const isBot = at % 3 === 0
    const made = isBot
      ? (await owner.api.bot.create({ space_id: spaceId, name: `Bot ${at}` } as never)).bot_id
      : (await mate.api.project.create({ space_id: spaceId, name: `App ${at}` })).project_id
    ids.unshift(made)
  }
})
const list = (more: object = {}, who = owner) => who.api.intelligences.list({ space_id: spaceId, ...more })
const idsOf = (page: Awaited<ReturnType<typeof list>>) =>
  page.intelligences.map((intelligence) => intelligence.basic_info.id)

describe('the develop page', () => {
  test('lists bots and projects together, 24 per page, with a cursor', async () => {
    const first = await list()
    expect(idsOf(first)).toEqual(ids.slice(0, 24))
    expect(first).toMatchObject({ total: 30, has_more: true })
    t.clock.advance(1000)
    await owner.api.bot.create({ space_id: spaceId, name: 'Newer' } as never)
    const second = await list({ cursor_id: first.next_cursor_id })
    expect(idsOf(second), 'what came in between moves nothing').toEqual(ids.slice(24))
    expect(second).toMatchObject({ has_more: false, next_cursor_id: '' })
    for (const cursor_id of ['x', '_', '1_0', `${'9'.repeat(30)}_1`])
      expect((await list({ cursor_id })).total, cursor_id).toBe(31)
  })
  test('filters by type, name, creator, state and order', async () => {
    expect((await list({ types: [1], size: 100 })).intelligences.every((intelligence) => intelligence.type === 1)).toBe(
      true,
    )
    expect((await list({ types: [2] })).total).toBe(20)
    const both = { bots: 11, projects: 20 }
    for (const types of [[1], [2], []])
      expect((await list({ types, size: 1 })).type_totals, 'of both types, whichever is shown').toEqual(both)
    expect((await list({ name: 'app 1', types: [1] })).type_totals).toMatchObject({ bots: 0 })
    expect((await list({ name: 'app 1' })).intelligences.map((intelligence) => intelligence.basic_info.name)).toContain(
      'App 11',
    )
    expect((await list({ name: '%' })).total).toBe(0)
    expect((await list({ search_scope: 1 }, mate)).total).toBe(20)
    expect((await list({ has_published: true })).total).toBe(0)
    expect((await list({ status: [5] })).total).toBe(0)
    expect(idsOf(await list({ order_by: 1, order_type: 1, size: 2 }))).toEqual(ids.slice(-2).toReversed())
  })
  test('has separate favourites and recently opened resources for each person', async () => {
    const app = ids[1]!
    await owner.api.favorite.report({ resource_id: app, resource_type: 2, behavior_type: 1 } as never)
    expect(idsOf(await list({ recently_open: true }))).toEqual([app])
    expect(idsOf(await list({ recently_open: true }, mate))).toEqual([])
    expect(
      (await owner.api.intelligences.recent({})).intelligence_info_list.map(
        (intelligenceInfo) => intelligenceInfo.basic_info.id,
      ),
    ).toContain(app)
    expect((await outsider.api.intelligences.recent({})).intelligence_info_list).toEqual([])
  })
  test('shows the model of a bot; a project has none', async () => {
    const [aBot] = (await list({ types: [1], size: 1 })).intelligences
    expect(aBot!.other_info).toMatchObject({ model_name: 'Orrery Offline', copy_error: '' })
    const [aProject] = (await list({ types: [2], size: 1 })).intelligences
    expect(aProject!.other_info).toMatchObject({ model_name: '', copy_error: '' })
  })
  test('counts edits of a part of a project as edits of the project', async () => {
    const { project_id } = await mate.api.project.create({ space_id: spaceId, name: 'Whole' })
    const { workflow_id } = await mate.api.workflow.create({ space_id: spaceId, project_id, name: 'Part' })
    const edited = async () =>
      Number((await mate.api.intelligences.info({ intelligence_id: project_id })).basic_info.update_time)
    const before = await edited()
    t.clock.advance(90_000)
    await mate.api.workflow.updateMeta({ workflow_id, name: 'Part of it' })
    // The clock keeps running, so the difference can be one second more.
    expect([90, 91]).toContain((await edited()) - before)
    const [card] = (await list({ name: 'Whole' })).intelligences
    expect(card!.other_info.workflow_count).toBe(1)
    await mate.api.project.remove({ project_id })
  })
  test('has favourite projects per person, like bots', async () => {
    const id = (await list({ types: [2], size: 1 })).intelligences[0]!.basic_info.id
    await mate.api.favorite.setApp({ intelligence_id: id, is_fav: true })
    expect(idsOf(await list({ is_fav: true, types: [2] }, mate))).toEqual([id])
    const others = idsOf(await list({ is_fav: true }, owner))
    expect(others).not.toContain(id)
    await mate.api.favorite.setApp({ intelligence_id: id, is_fav: false })
    expect(idsOf(await list({ is_fav: true, types: [2] }, mate))).toEqual([])
    await expect(outsider.api.favorite.setApp({ intelligence_id: id, is_fav: true })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('shows what the caller may do', async () => {
    const mine = (await list({ types: [1], size: 1 })).intelligences[0]!
    expect(mine.permission_info.can_delete).toBe(true)
    const theirs = (await list({ types: [2], size: 1 })).intelligences[0]!
    expect(theirs.permission_info.can_delete).toBe(false)
    await expect(list({}, outsider)).rejects.toMatchObject({ status: 404 })
  })
})

describe('folders', () => {
  const make = async (name: string, parent?: string, type: 1 | 2 = 1) =>
    (await owner.api.folder.create({ space_id: spaceId, type, name, ...(parent && { parent_folder_id: parent }) }))
      .folder_id
  test('contain resources of their list, can be nested, and release their contents when deleted', async () => {
    const outer = await make('Outer')
    const inner = await make('Inner', outer)
    const { moved, failed } = await owner.api.folder.moveObjects({
      folder_space_id: spaceId,
      dest_folder_id: inner,
      move_objects: [{ object_id: ids[0]! }, { object_id: ids[1]! }, { object_id: '12345' }],
    })
    expect([moved.toSorted(), failed]).toEqual([[ids[0]!, ids[1]!].toSorted(), ['12345']])
    expect(idsOf(await list({ folder_id: inner }))).toEqual([ids[0], ids[1]])
    expect(idsOf(await list({ folder_id: outer }))).toEqual([])
    expect(idsOf(await list({ folder_id: outer, folder_include_children: true }))).toEqual([ids[0], ids[1]])
    const tree = await mate.api.folder.tree({ space_id: spaceId, type: 1 })
    expect(tree).toMatchObject([
      { folder_basic_info: { name: 'Outer' }, children_list: [{ folder_basic_info: { name: 'Inner' } }] },
    ])
    const path = (await owner.api.folder.byIds({ space_id: spaceId, folder_ids: [inner, '99'] }))[inner]!
    expect(path.full_path.map((item) => item.name)).toEqual(['Outer', 'Inner'])
    await expect(owner.api.folder.move({ folder_id: outer, parent_folder_id: inner })).rejects.toMatchObject({
      status: 400,
    })
    await owner.api.folder.update({ folder_id: inner, name: 'Renamed' })
    expect((await owner.api.folder.list({ space_id: spaceId, type: 1, name: 'renam' })).folder_list).toMatchObject([
      { folder_basic_info: { id: inner, name: 'Renamed', parent_id: outer } },
    ])
    await owner.api.folder.remove({ folder_id: inner })
    expect(idsOf(await list({ folder_id: outer }))).toEqual([ids[0], ids[1]])
    await owner.api.folder.moveObjects({ folder_space_id: spaceId, move_objects: [{ object_id: ids[0]! }] })
    expect(idsOf(await list({ folder_id: outer }))).toEqual([ids[1]])
    await owner.api.folder.remove({ folder_id: outer })
    expect((await list({ folder_id: undefined })).total).toBe(31)
  })
  test('of another space cannot be seen, moved or used', async () => {
    const mine = await make('Mine')
    const foreignSpace = (await outsider.api.space.create({ name: 'Theirs' })).id
    const theirs = (await outsider.api.folder.create({ space_id: foreignSpace, type: 1, name: 'Secret' })).folder_id
    const app = (await outsider.api.project.create({ space_id: foreignSpace, name: 'Hidden' })).project_id
    await expect(owner.api.folder.update({ folder_id: theirs, name: 'x' })).rejects.toMatchObject({ status: 404 })
    await expect(list({ folder_id: theirs })).rejects.toMatchObject({ status: 404 })
    await expect(make('x', theirs)).rejects.toMatchObject({ status: 400 })
    const input = { folder_space_id: spaceId, dest_folder_id: mine, move_objects: [{ object_id: app }] }
    expect(await owner.api.folder.moveObjects(input)).toMatchObject({ moved: [], failed: [app] })
    await expect(
      owner.api.folder.moveObjects({ ...input, dest_folder_id: theirs, move_objects: [{ object_id: ids[0]! }] }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await owner.api.folder.byIds({ space_id: spaceId, folder_ids: [theirs] })).toEqual({})
  })
  test('can be nested five levels deep at most', async () => {
    let parent: string | undefined
    for (let at = 0; at < 5; at += 1) parent = await make(`Level ${at}`, parent, 2)
    await expect(make('too deep', parent, 2)).rejects.toMatchObject({ status: 400 })
  })
})
