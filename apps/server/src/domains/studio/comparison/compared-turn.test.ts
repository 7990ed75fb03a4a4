import { ModelStyle } from '@orrery/contract/shared/bot-enums'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'

/** Two setups of a bot that answer the same question. */
let lab: ChatLab
let botId: string
beforeAll(async () => {
  lab = await openChatLab()
  botId = await lab.createBot({ prompt_info: { prompt: 'The draft.' } })
})
beforeEach(() => lab.server.reset())
const target = () => ({ target_type: 1 as const, target_id: botId })
const compare = async (a: object, b: object) =>
  (
    await lab.owner.api.botComparison.update({
      ...target(),
      diff_mode_info: { diff_mode: 1, diff_mode_config_a: a, diff_mode_config_b: b },
    })
  ).diff_mode_info!
const systemOf = (at: number) => String(lab.server.requests[at]!.body.messages[0]!.content)

test('each side answers with its own prompt and model, in a conversation separate from the preview', async () => {
  const info = await compare(
    { prompt: 'Be short.' },
    { prompt: 'Be long.', model_info: { model_id: lab.modelId, model_style: ModelStyle.custom, temperature: 0.9 } },
  )
  const [a, b] = [info.diff_mode_config_a.conversation_id, info.diff_mode_config_b.conversation_id]
  expect(a).not.toBe(b)
  lab.server.script(says('Yes.'), says('Yes, indeed.'), says('The draft says yes.'))
  const ask = (more: Record<string, unknown>) => lab.ask(botId, 'Is it?', more)
  expect((await ask({ conversation_id: a, diff_mode_identifier: 1 })).text).toBe('Yes.')
  expect((await ask({ conversation_id: b, diff_mode_identifier: 2 })).text).toBe('Yes, indeed.')
  expect((await ask({})).text).toBe('The draft says yes.')
  expect([systemOf(0), systemOf(1), systemOf(2)]).toEqual([
    expect.stringContaining('Be short.'),
    expect.stringContaining('Be long.'),
    expect.stringContaining('The draft.'),
  ])
  expect(lab.server.requests[1]!.body.temperature).toBe(0.9)
  const said = async (conversation_id?: string) =>
    (await lab.owner.api.conversation.messages({ bot_id: botId, conversation_id })).message_list
      .filter(({ type }) => type === 'answer')
      .map(({ content }) => content)
  expect([await said(a), await said(b), await said()]).toEqual([['Yes.'], ['Yes, indeed.'], ['The draft says yes.']])

  // A side with a new prompt keeps its conversation.
  const changed = await compare({ prompt: 'Be kind.' }, { prompt: 'Be long.' })
  expect(changed.diff_mode_config_a.conversation_id).toBe(a)
  // Discarding the comparison deletes its conversations, but not the preview.
  await lab.owner.api.botComparison.update({ ...target(), exit_and_discard: true })
  await expect(said(a)).rejects.toMatchObject({ status: 404 })
  expect(await said()).toEqual(['The draft says yes.'])
})

test('a side can be used only by its owner, and only on the draft', async () => {
  async function refused(more: Record<string, unknown> = {}, person = lab.owner) {
    const response = await lab.chat(botId, 'Hi', { diff_mode_identifier: 1, ...more }, person)
    return { status: response.status, ...((await response.json()) as { msg: string }) }
  }
  const nothing = { status: 400, msg: expect.stringMatching(/^diff_mode_identifier: you have no comparison/) as string }
  expect(await refused()).toMatchObject(nothing)
  await compare({ prompt: 'A' }, { prompt: 'B' })
  expect(await refused({ draft_mode: false })).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/^diff_mode_identifier: only drafts/) as string,
  })
  expect(await refused({ diff_mode_identifier: 3 })).toMatchObject({ status: 400 })
  const mate = await lab.t.register('mate')
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: mate.id }] })
  expect(await refused({}, mate)).toMatchObject(nothing)
})
