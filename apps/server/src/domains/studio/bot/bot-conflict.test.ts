import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Patch = Parameters<BotTeam['maker']['api']['bot']['updateDraft']>[0]['bot_info']
const save = (botId: string, patch: Omit<Patch, 'bot_id'>, who = team.maker) =>
  who.api.bot.updateDraft({ bot_info: { bot_id: botId, ...patch } as Patch })

describe('two people edit one bot', () => {
  test('a save from a stale version is refused with both versions, and nothing is lost', async () => {
    const botId = await team.newBot('Shared')
    await team.addEditor(botId)
    const [mine, theirs] = [await team.draft(botId), await team.draft(botId, team.editor)]
    expect(mine.bot_info.version).toBe(theirs.bot_info.version)
    const first = await save(
      botId,
      { version: theirs.bot_info.version, prompt_info: { prompt: 'By the editor' } },
      team.editor,
    )
    const refused = await save(botId, {
      version: mine.bot_info.version,
      prompt_info: { prompt: 'By the maker' },
    }).catch((cause: unknown) => cause)
    expect(refused).toMatchObject({
      status: 409,
      code: ErrorCode.kit.conflict,
      data: {
        version: first.version,
        saved_by: team.editor.id,
        theirs: { prompt_info: { prompt: 'By the editor' }, version: first.version },
        yours: { prompt_info: { prompt: 'By the maker' } },
        your_version: mine.bot_info.version,
      },
    })
    expect((await team.draft(botId, team.member)).bot_info.prompt_info.prompt).toBe('By the editor')
    // Saving one's own version keeps the other in the history.
    await save(botId, { version: first.version, prompt_info: { prompt: 'By the maker' } })
    const { history_infos: kept } = await team.maker.api.bot.history({ bot_id: botId })
    const states = await Promise.all(
      kept.map((entry) => team.maker.api.bot.getDraft({ bot_id: botId, version: entry.version })),
    )
    expect(states.map((state) => state.bot_info.prompt_info.prompt)).toContain('By the editor')
  })
  test('a save without a version is based on the version that the person saw last', async () => {
    const botId = await team.newBot('Shared')
    await team.addEditor(botId)
    await team.draft(botId, team.editor)
    await save(botId, { prompt_info: { prompt: 'one' } })
    await save(botId, { prompt_info: { prompt: 'two' } })
    await expect(save(botId, { prompt_info: { prompt: 'three' } }, team.editor)).rejects.toMatchObject({ status: 409 })
    await team.draft(botId, team.editor)
    expect(await save(botId, { prompt_info: { prompt: 'three' } }, team.editor)).toMatchObject({ has_change: true })
  })
  test('someone who never read the draft cannot overwrite it', async () => {
    const botId = await team.newBot('Shared')
    await team.addEditor(botId)
    await expect(save(botId, { name: 'Blind' }, team.editor)).rejects.toMatchObject({ status: 409 })
  })
  test('of ten simultaneous saves from one version, one succeeds', async () => {
    const botId = await team.newBot('Race')
    const { version } = (await team.draft(botId)).bot_info
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => save(botId, { version, description: `n${index}` })),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  })
  test('versions only ever increase', async () => {
    const botId = await team.newBot()
    let { version } = (await team.draft(botId)).bot_info
    for (let n = 0; n < 5; n += 1) {
      const saved = await save(botId, { version, description: `v${n}` })
      expect(BigInt(saved.version) > BigInt(version)).toBe(true)
      version = saved.version
    }
  })
})
