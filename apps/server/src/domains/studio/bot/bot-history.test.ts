import { Branch, ConnectorId, HistoryType } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import { QUIET_MS } from './bot.service.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const write = (botId: string, prompt: string, who = team.maker) =>
  who.api.bot.updateDraft({ bot_info: { bot_id: botId, prompt_info: { prompt } } })
const entries = async (botId: string, history_type: 0 | 1 | 2 | 4 | 5 = 0, more: object = {}) =>
  (await team.maker.api.bot.history({ bot_id: botId, history_type, ...more })).history_infos
const promptAt = async (botId: string, version?: string) =>
  (await team.maker.api.bot.getDraft({ bot_id: botId, version })).bot_info.prompt_info.prompt

describe('the history of a draft', () => {
  test('keeps the state from before a pause, not every save', async () => {
    const botId = await team.newBot()
    for (const text of ['a', 'ab', 'abc']) await write(botId, text)
    expect(await entries(botId)).toHaveLength(0)
    team.t.clock.advance(QUIET_MS)
    await write(botId, 'abcd')
    const [kept, ...more] = await entries(botId)
    expect(more).toHaveLength(0)
    expect(kept).toMatchObject({ history_type: HistoryType.save, creator: { id: team.maker.id, self: true } })
    expect(await promptAt(botId, kept!.version)).toBe('abc')
  })
  test('keeps the state of one person when another person saves', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    await write(botId, 'mine')
    await team.draft(botId, team.editor)
    await write(botId, 'theirs', team.editor)
    const [kept] = await entries(botId)
    expect(kept!.creator).toMatchObject({ id: team.maker.id })
    expect(await promptAt(botId, kept!.version)).toBe('mine')
  })
  test('shows an old state read-only', async () => {
    const botId = await team.newBot()
    await write(botId, 'old')
    await team.maker.api.bot.commit({ bot_id: botId, remark: 'first' })
    await write(botId, 'new')
    const [entry] = await entries(botId, 4)
    expect(await team.maker.api.bot.getDraft({ bot_id: botId, commit_version: entry!.version })).toMatchObject({
      bot_info: { prompt_info: { prompt: 'old' }, version: entry!.version },
      editable: false,
    })
    await expect(team.maker.api.bot.getDraft({ bot_id: botId, version: '12345' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(team.maker.api.bot.getDraft({ bot_id: botId, version: 'x' })).rejects.toMatchObject({ status: 404 })
  })
  test('is paged, newest first, and never shrinks', async () => {
    const botId = await team.newBot()
    for (let n = 0; n < 7; n += 1) {
      await write(botId, `v${n}`)
      await team.maker.api.bot.commit({ bot_id: botId, remark: `r${n}` })
    }
    const page = (page_index: number) => team.maker.api.bot.history({ bot_id: botId, page_index, page_size: 3 })
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.map((page) => page.history_infos.map((entry) => entry.commit_remark))).toEqual([
      ['r6', 'r5', 'r4'],
      ['r3', 'r2', 'r1'],
      ['r0'],
    ])
    expect(pages[0]!.total).toBe(7)
    await team.maker.api.bot.revert({ bot_id: botId, version: pages[2]!.history_infos[0]!.version })
    expect((await page(1)).total).toBeGreaterThanOrEqual(7)
  })
  test('is in chronological order, with the names of versions', async () => {
    const botId = await team.newBot()
    await write(botId, 'saved first')
    team.t.clock.advance(60_000)
    await team.maker.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.api]: {} }, version_name: 'v1.0.0' })
    team.t.clock.advance(QUIET_MS)
    await write(botId, 'saved later')
    team.t.clock.advance(QUIET_MS)
    await write(botId, 'saved last')
    const found = await entries(botId)
    const times = found.map((entry) => Number(entry.create_time))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(found.filter((entry) => entry.history_type === HistoryType.publish)).toMatchObject([
      { version_name: 'v1.0.0' },
    ])
  })
  test('can be read by a viewer, but not by an outsider', async () => {
    const botId = await team.newBot()
    expect((await team.member.api.bot.history({ bot_id: botId })).total).toBe(0)
    await expect(team.stranger.api.bot.history({ bot_id: botId })).rejects.toMatchObject({ status: 404 })
  })
})

describe('reverting', () => {
  test('creates a new draft from an old state, and keeps the state before', async () => {
    const botId = await team.newBot('Old name')
    await write(botId, 'old')
    await team.maker.api.bot.commit({ bot_id: botId, remark: 'good' })
    await team.maker.api.bot.updateDraft({
      bot_info: { bot_id: botId, name: 'New name', prompt_info: { prompt: 'new' } },
    })
    const [good] = await entries(botId, 4)
    const before = (await team.draft(botId)).bot_info.version
    const { version } = await team.maker.api.bot.revert({ bot_id: botId, version: good!.version })
    expect(BigInt(version) > BigInt(before)).toBe(true)
    expect((await team.draft(botId)).bot_info).toMatchObject({
      name: 'Old name',
      prompt_info: { prompt: 'old' },
      version,
    })
    const [left] = await entries(botId, 1)
    expect(await promptAt(botId, left!.version)).toBe('new')
    await team.maker.api.bot.revert({ bot_id: botId, version: left!.version })
    expect((await team.draft(botId)).bot_info).toMatchObject({ name: 'New name', prompt_info: { prompt: 'new' } })
  })
  test('is possible for the owner only, and not to a version of another bot', async () => {
    const [botId, other] = [await team.newBot(), await team.newBot()]
    await team.addEditor(botId)
    await write(other, 'x')
    await team.maker.api.bot.commit({ bot_id: other, remark: 'r' })
    const [entry] = await entries(other, 4)
    await expect(team.editor.api.bot.revert({ bot_id: botId, version: '1' })).rejects.toMatchObject({ status: 403 })
    await expect(team.maker.api.bot.revert({ bot_id: botId, version: entry!.version })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('makes the next save of another editor a conflict instead of overwriting it', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    await write(botId, 'one')
    await team.maker.api.bot.commit({ bot_id: botId, remark: 'r' })
    await write(botId, 'two')
    await team.draft(botId, team.editor)
    const [entry] = await entries(botId, 4)
    await team.maker.api.bot.revert({ bot_id: botId, version: entry!.version })
    await expect(write(botId, 'three', team.editor)).rejects.toMatchObject({ status: 409 })
  })
})

describe('commits', () => {
  test('record the state of the draft', async () => {
    const botId = await team.newBot()
    expect(await team.maker.api.bot.commitCheck({ bot_id: botId })).toMatchObject({ status: 3, commit_version: '0' })
    const saved = await write(botId, 'x')
    expect(saved.branch).toBe(Branch.personalDraft)
    const committed = await team.maker.api.bot.commit({ bot_id: botId, remark: 'done' })
    expect(committed).toMatchObject({
      commit_result: 1,
      branch: Branch.base,
      commit_version: saved.version,
      committer: { id: team.maker.id, name: 'maker' },
    })
    expect(await team.maker.api.bot.commitCheck({ bot_id: botId, commit_version: saved.version })).toMatchObject({
      status: 1,
    })
    expect(await team.maker.api.bot.commitCheck({ bot_id: botId, commit_version: '1' })).toMatchObject({
      status: 2,
      base_committer: { name: 'maker' },
    })
    expect(await team.draft(botId)).toMatchObject({ branch: Branch.base, committer_name: 'maker' })
    expect((await write(botId, 'y')).branch).toBe(Branch.personalDraft)
  })
  test('from a stale version are refused', async () => {
    const botId = await team.newBot()
    await team.addEditor(botId)
    await team.draft(botId, team.editor)
    await write(botId, 'newer')
    expect(await team.editor.api.bot.commit({ bot_id: botId, remark: 'late' })).toMatchObject({ commit_result: 2 })
    expect(await entries(botId, 4)).toHaveLength(0)
  })
})

test('a bot with a collaborator is in collaboration', async () => {
  const botId = await team.newBot()
  expect((await team.draft(botId)).in_collaboration).toBe(false)
  await team.addEditor(botId)
  expect((await team.draft(botId)).in_collaboration).toBe(true)
  await team.removeEditor(botId)
  expect((await team.draft(botId)).in_collaboration).toBe(false)
})
