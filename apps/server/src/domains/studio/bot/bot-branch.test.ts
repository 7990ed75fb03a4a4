import { Branch, ConnectorId, HistoryType } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

/** Each editor has a draft, and submits it to the base. */
let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Who = BotTeam['maker']
const write = (botId: string, patch: object, who: Who = team.maker) =>
  who.api.bot.updateDraft({ bot_info: { bot_id: botId, ...patch } as never })
const persona = (prompt: string) => ({ prompt_info: { prompt } })
async function together(prompt = 'one\ntwo\nthree'): Promise<string> {
  const botId = await team.newBot('Shared')
  await write(botId, persona(prompt))
  await team.addEditor(botId)
  await team.maker.api.bot.switchMode({ bot_id: botId, target_develop_mode: 1 })
  for (const who of [team.maker, team.editor]) await team.draft(botId, who)
  return botId
}
const promptOf = async (botId: string, who: Who) => (await team.draft(botId, who)).bot_info.prompt_info.prompt
const submit = (botId: string, who: Who, remark = 'done') => who.api.bot.commit({ bot_id: botId, remark })
const mine = { branch: Branch.personalDraft }
const base = { branch: Branch.base }
const diff3 = (botId: string, who: Who) =>
  who.api.botVersion.diff3({ bot_id: botId, current_version: mine, target_version: base })
type Node3 = Awaited<ReturnType<typeof diff3>>['diff_res'][number]
const leaves = (nodes: Node3[]): Node3[] => nodes.flatMap((node) => (node.sub_nodes ? leaves(node.sub_nodes) : [node]))

describe('drafts of editors', () => {
  test('are separate until submitted; an editor whose draft is behind has to merge', async () => {
    const botId = await together()
    await write(botId, persona('ONE\ntwo\nthree'))
    await write(botId, persona('one\ntwo\nTHREE'), team.editor)
    expect(await promptOf(botId, team.maker)).toBe('ONE\ntwo\nthree')
    expect(await promptOf(botId, team.editor)).toBe('one\ntwo\nTHREE')
    expect(await promptOf(botId, team.member)).toBe('one\ntwo\nthree')
    expect(await submit(botId, team.maker)).toMatchObject({ commit_result: 1 })
    expect(await submit(botId, team.editor)).toMatchObject({ commit_result: 2 })
    expect(await team.editor.api.botVersion.collaboration({ bot_id: botId })).toMatchObject({
      develop_mode: 1,
      has_own_draft: true,
      is_behind: true,
      base_committer: { id: team.maker.id },
    })
    const { diff_res: nodes, origin_bot_dl: ticket } = await diff3(botId, team.editor)
    expect(leaves(nodes).map(({ is_conflict }) => is_conflict)).toEqual([false])
    const { version } = await team.editor.api.botVersion.merge({ bot_id: botId, origin_bot_dl: ticket })
    expect(await promptOf(botId, team.editor)).toBe('ONE\ntwo\nTHREE')
    expect(await submit(botId, team.editor)).toMatchObject({ commit_result: 1, commit_version: version })
    expect(await promptOf(botId, team.member)).toBe('ONE\ntwo\nTHREE')
  })
  test('have a changelog of their own changes on submit; the generated text is stored beside the note', async () => {
    const botId = await together()
    const changelog = async (who: Who) => {
      const { content, changes } = await who.api.bot.changelog({ bot_id: botId, since_base: true })
      return { content, parts: changes.map(({ part }) => part) }
    }
    expect(await changelog(team.maker)).toEqual({ content: 'No changes', parts: [] })
    await write(botId, persona('one\ntwo'))
    await write(botId, { name: 'Of the editor' }, team.editor)
    expect(await changelog(team.maker)).toMatchObject({ parts: ['Persona and prompt'] })
    const { content } = await changelog(team.editor)
    expect(content).toBe('- Name: “Shared” → “Of the editor”')
    await team.editor.api.bot.commit({ bot_id: botId, remark: 'A better name', generated_remark: content })
    const { rows } = await team.t.infra.database.pool.query(
      `SELECT machine_text, person_text, h.note FROM bot_changelog c JOIN bot_history h ON h.id = c.history_id
       WHERE h.bot_id = $1`,
      [botId],
    )
    expect(rows).toEqual([{ machine_text: content, person_text: 'A better name', note: 'A better name' }])
  })
  test('are merged with a choice of mine, theirs or a manual value per conflict; nothing is stored before', async () => {
    const botId = await together()
    await write(botId, { ...persona('one\nMAKER\nthree'), description: 'by the maker' })
    await write(botId, { ...persona('one\nEDITOR\nthree'), description: 'by the editor' }, team.editor)
    await submit(botId, team.maker)
    const merge = (origin_bot_dl: string, diff_res: object[], dry_run = false) =>
      team.editor.api.botVersion.merge({ bot_id: botId, origin_bot_dl, diff_res, dry_run })
    const { diff_res: nodes, origin_bot_dl: ticket } = await diff3(botId, team.editor)
    const [description, prompt] = leaves(nodes)
    expect([description!.is_conflict, prompt!.is_conflict]).toEqual([true, true])
    await expect(merge(ticket, [])).rejects.toMatchObject({ code: ErrorCode.botVersion.unsettled, status: 400 })
    const theirs = {
      diff_res: { json_path: '$.description', selected_value: description!.diff_res_target!.origin_right },
    }
    const byHand = { diff_res: { json_path: '$.prompt_info.prompt', manual_merge_value: 'one\nBOTH\nthree' } }
    const forged = { diff_res: { json_path: '$.name', manual_merge_value: 'Forged' } }
    await expect(merge(ticket, [theirs, byHand, forged])).rejects.toMatchObject({
      code: ErrorCode.botVersion.notAConflict,
    })
    await expect(merge(`${ticket}x`, [theirs, byHand])).rejects.toMatchObject({ code: ErrorCode.botVersion.badTicket })
    const tooLong = { diff_res: { json_path: '$.description', manual_merge_value: 'x'.repeat(600) } }
    await expect(merge(ticket, [tooLong, byHand])).rejects.toMatchObject({ code: ErrorCode.botVersion.badMerged })
    const shown = await merge(ticket, [theirs, byHand], true)
    expect(JSON.stringify(shown.diff_display_node)).toContain('BOTH')
    expect(await promptOf(botId, team.editor)).toBe('one\nEDITOR\nthree')
    await merge(ticket, [theirs, byHand])
    expect((await team.draft(botId, team.editor)).bot_info).toMatchObject({
      description: 'by the maker',
      prompt_info: { prompt: 'one\nBOTH\nthree' },
    })
    // The draft before the merge is in the history, and the ticket cannot be used again.
    const { history_infos: kept } = await team.editor.api.bot.history({ bot_id: botId, history_type: HistoryType.save })
    expect(kept[0]!.creator.id).toBe(team.editor.id)
    await expect(merge(ticket, [theirs, byHand])).rejects.toMatchObject({ code: ErrorCode.botVersion.staleMerge })
  })
  test('are not published before they are submitted, and are kept in the history when discarded', async () => {
    const botId = await together()
    await write(botId, persona('unsubmitted'))
    const publish = () => team.maker.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.api]: {} } })
    await expect(publish()).rejects.toMatchObject({ code: ErrorCode.botVersion.submitFirst })
    await submit(botId, team.maker)
    await publish()
    await team.draft(botId, team.editor)
    await write(botId, persona('of the editor'), team.editor)
    await team.removeEditor(botId)
    const states = async () => {
      const { history_infos: kept } = await team.maker.api.bot.history({
        bot_id: botId,
        history_type: HistoryType.save,
      })
      const found = await Promise.all(
        kept.map(({ version }) => team.maker.api.bot.getDraft({ bot_id: botId, version })),
      )
      return found.map(({ bot_info: { prompt_info } }) => prompt_info.prompt)
    }
    expect(await states()).toContain('of the editor')
    await expect(write(botId, persona('late'), team.editor)).rejects.toMatchObject({ status: 403 })
    await write(botId, persona('of the maker'))
    await team.maker.api.bot.switchMode({ bot_id: botId, target_develop_mode: 0 })
    expect(await states()).toContain('of the maker')
    expect(await promptOf(botId, team.maker)).toBe('unsubmitted')
    await expect(team.maker.api.bot.switchMode({ bot_id: botId, target_develop_mode: 1 })).rejects.toMatchObject({
      code: ErrorCode.botVersion.needsCollaborator,
    })
  })
  test('submitted by two editors at once: the second one is behind', async () => {
    const botId = await together()
    await write(botId, persona('maker'))
    await write(botId, persona('editor'), team.editor)
    const both = await Promise.all([submit(botId, team.maker), submit(botId, team.editor)])
    expect(both.map(({ commit_result }) => commit_result).toSorted()).toEqual([1, 2])
  })
})

describe('comparing two states', () => {
  test('works for draft, base, commits and channels; outsiders cannot tell that the bot exists', async () => {
    const botId = await together('first')
    await team.maker.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.api]: {} } })
    await write(botId, { ...persona('second'), variable_list: [{ key: 'city' }] })
    const diff = (left: object, right: object, who = team.maker) =>
      who.api.botVersion.diff({ bot_id: botId, left, right, template_key: 'diff_template_v2' } as never)
    const { diff_display_node: parts } = await diff({ branch: Branch.publish, connector_id: ConnectorId.api }, mine)
    expect(parts.map(({ display_name }) => display_name)).toEqual(['Persona', 'Memory'])
    expect((await diff(base, mine, team.member)).diff_display_node).toEqual([])
    await expect(diff(base, { branch: Branch.base, version_id: '123' })).rejects.toMatchObject({ status: 404 })
    await expect(diff({ branch: Branch.publish, connector_id: '999' }, mine)).rejects.toMatchObject({ status: 404 })
    await expect(diff(base, mine, team.stranger)).rejects.toMatchObject({ status: 404 })
    await expect(diff3(botId, team.member)).rejects.toMatchObject({ status: 403 })
  })
})
