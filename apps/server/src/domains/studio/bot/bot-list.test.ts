import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Filter = Omit<Parameters<BotTeam['maker']['api']['bot']['list']>[0], 'space_id'>
const list = (filter: Filter = {}, who = team.maker) => who.api.bot.list({ space_id: team.spaceId, ...filter })
const names = async (filter: Filter = {}, who = team.maker) =>
  (await list(filter, who)).bot_draft_list.map((bot) => bot.name)

describe('the list of bots', () => {
  let ids: Record<string, string>
  beforeAll(async () => {
    ids = {}
    for (const [name, by] of [
      ['Alpha', team.maker],
      ['Beta', team.maker],
      ['Gamma', team.editor],
      ['Delta', team.member],
    ] as const) {
      ids[name] = await team.newBot(name, { by })
      team.t.clock.advance(60_000)
    }
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: ids.Alpha!, description: 'edited last' } })
    team.t.clock.advance(60_000)
    await team.maker.api.bot.publish({ bot_id: ids.Beta!, connectors: { '1024': {} } })
    team.t.clock.advance(60_000)
    await team.addEditor(ids.Beta!)
  })

  test('shows all bots of the space, last edited first, with what a card needs', async () => {
    const { bot_draft_list: bots, total, has_more } = await list()
    expect(bots.map((bot) => bot.name)).toEqual(['Beta', 'Alpha', 'Delta', 'Gamma'])
    expect({ total, has_more }).toEqual({ total: 4, has_more: false })
    expect(bots[1]).toMatchObject({
      id: ids.Alpha,
      description: 'edited last',
      creator: { id: team.maker.id, name: 'maker', self: true },
      space_id: team.spaceId,
      space_name: 'Team',
      has_published: 0,
      bot_mode: 0,
      status: 1,
      is_fav: false,
      editable: true,
      deletable: true,
    })
    expect(bots[1]!.icon_url).toMatch(/^\/api\/file\//)
    expect(bots[1]!.model_name).not.toBe('')
    expect(bots[0]).toMatchObject({
      has_published: 1,
      in_collaboration: true,
      connectors: [{ id: '1024', connector_status: 0 }],
    })
  })
  test('shows what the caller may do with each bot', async () => {
    const rights = (await list({}, team.editor)).bot_draft_list.map(({ name, editable, deletable }) => [
      name,
      editable,
      deletable,
    ])
    expect(rights).toEqual([
      ['Beta', true, false],
      ['Alpha', false, false],
      ['Delta', false, false],
      ['Gamma', true, true],
    ])
  })
  test.each<[string, Filter, string[]]>([
    ['by creation', { order_by: 0 }, ['Delta', 'Gamma', 'Beta', 'Alpha']],
    ['by publication', { order_by: 2, is_publish: 1 }, ['Beta']],
    ['published', { is_publish: 1 }, ['Beta']],
    ['not published', { is_publish: 2 }, ['Alpha', 'Delta', 'Gamma']],
    ['by a part of the name, whatever the case', { bot_name: 'ETA' }, ['Beta']],
    ['a name is no pattern', { bot_name: '%' }, []],
    ['own', { team_bot_type: 3 }, ['Beta', 'Alpha']],
    ['own by scope', { scope_type: 1 }, ['Beta', 'Alpha']],
    ['own drafts', { team_bot_type: 1 }, ['Alpha']],
    ['of a channel', { publish_platform: ['1024'] }, ['Beta']],
    ['of another channel', { publish_platform: ['999'] }, []],
    ['by status', { draft_bot_status_list: [5, 6] }, []],
  ])('filters: %s', async (_, filter, expected) => {
    expect(await names(filter)).toEqual(expected)
  })
  test('includes bots that the person collaborates on among their own', async () => {
    expect(await names({ team_bot_type: 3 }, team.editor)).toEqual(['Beta', 'Gamma'])
  })
  test('has separate favourites for each person', async () => {
    await team.maker.api.favorite.setBot({ bot_id: ids.Gamma!, fav_status: 1 })
    expect(await names({ is_fav: true })).toEqual(['Gamma'])
    expect(await names({ is_fav: true }, team.member)).toEqual([])
    const gamma = (await list()).bot_draft_list.find((bot) => bot.name === 'Gamma')!
    expect(gamma.is_fav).toBe(true)
    expect(Number(gamma.favorite_at)).toBeGreaterThan(0)
  })
  test('shows the bots that the person opened recently, last opened first', async () => {
    for (const name of ['Delta', 'Alpha', 'Gamma']) {
      await team.draft(ids[name]!, team.member)
      team.t.clock.advance(1000)
    }
    expect(await names({ recently_open: true }, team.member)).toEqual(['Gamma', 'Alpha', 'Delta'])
    expect(await names({ recently_open: true }, team.editor)).toEqual([])
  })
  test('cannot be read by an outsider', async () => {
    await expect(list({}, team.stranger)).rejects.toMatchObject({ status: 404 })
  })
})

describe('pages', () => {
  let spaceId: string
  const page = (more: Filter = {}) => team.maker.api.bot.list({ space_id: spaceId, ...more })
  beforeAll(async () => {
    spaceId = (await team.maker.api.space.create({ name: 'Many' })).id
    for (let n = 0; n < 50; n += 1) await team.newBot(`Bot ${n}`, { space_id: spaceId })
  })
  test('have 24 bots by default', async () => {
    const first = await page()
    expect(first.bot_draft_list).toHaveLength(24)
    expect(first).toMatchObject({ total: 50, has_more: true })
    expect((await page({ page_index: 3 })).bot_draft_list).toHaveLength(2)
  })
  test('follow a cursor without gaps or repeats, also while bots are added', async () => {
    const seen: string[] = []
    let cursor = ''
    for (let turn = 0; turn < 5; turn += 1) {
      const { bot_draft_list, cursor_id, has_more } = await page({ cursor_id: cursor, page_size: 20, order_by: 0 })
      seen.push(...bot_draft_list.map((bot) => bot.name))
      cursor = cursor_id
      if (turn === 0) await team.newBot('New meanwhile', { space_id: spaceId })
      if (!has_more) break
    }
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => `Bot ${49 - n}`))
    expect(cursor).toBe('')
  })
  test('have a limited size; forged cursors are refused', async () => {
    expect((await page({ page_size: 1e9 })).bot_draft_list.length).toBeLessThanOrEqual(100)
    expect((await page({ page_size: 0 })).bot_draft_list).toHaveLength(1)
    expect((await page({ page_size: -5 })).bot_draft_list).toHaveLength(1)
    for (const cursor of ["1' OR 1=1", '1_2_3', '-1_5', 'x', '1_99999999999999999999'])
      await expect(page({ cursor_id: cursor })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('cursor_id') as string,
      })
  })
})

describe('favourites over all spaces', () => {
  test('are listed newest first, found by name, and removed with the right to see them', async () => {
    const { member, maker } = team
    const other = (await maker.api.space.create({ name: 'Other' })).id
    await maker.api.space.addMembers({ space_id: other, member_info_list: [{ user_id: member.id }] })
    const here = await team.newBot('Here fav')
    const there = await team.newBot('There fav', { space_id: other })
    for (const id of [here, there]) {
      await member.api.favorite.setBot({ bot_id: id, fav_status: 1 })
      team.t.clock.advance(1000)
    }
    const mine = async (name = '') => {
      const { get_user_bot_fav_data: data } = await member.api.favorite.bots({ page: 1, size: 10, name })
      return { names: data.bot_infos.map((bot) => bot.name), total: data.total }
    }
    expect(await mine()).toEqual({ names: ['There fav', 'Here fav'], total: 2 })
    expect(await mine('here f')).toEqual({ names: ['There fav', 'Here fav'], total: 2 })
    expect((await mine('There')).names).toEqual(['There fav'])
    await maker.api.space.removeMember({ space_id: other, remove_user_id: member.id })
    expect(await mine()).toEqual({ names: ['Here fav'], total: 1 })
    await member.api.favorite.setBot({ bot_id: here, fav_status: 0 })
    expect((await mine()).total).toBe(0)
  })
  test('opening and editing can be reported for resources that the caller may see', async () => {
    const botId = await team.newBot('Reported')
    await team.member.api.favorite.report({ resource_id: botId, resource_type: 1, behavior_type: 1 })
    expect(await names({ recently_open: true }, team.member)).toContain('Reported')
    await team.member.api.favorite.report({ resource_id: team.spaceId, resource_type: 3, behavior_type: 1 })
    await expect(
      team.stranger.api.favorite.report({ resource_id: botId, resource_type: 1, behavior_type: 2 }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      team.member.api.favorite.report({ resource_id: botId, resource_type: 2, behavior_type: 1 }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
