import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'

let lab: ChatLab
let bot: string
beforeAll(async () => {
  lab = await openChatLab()
  bot = await lab.createBot()
})
beforeEach(() => lab.server.reset())
const optimise = (more: object = {}) =>
  lab.owner.api.bot.optimisePrompt({ bot_id: bot, original_prompt: 'You are a chef. Never use {{nuts}}.', ...more })

test('the model of the bot rewrites a prompt: the prompt is passed as data, the hint as an instruction', async () => {
  lab.server.script(says('# Role\n', 'A chef. Never use {{nuts}}.\n'))
  const { optimized_prompt, record_id } = await optimise({ hint: 'shorter' })
  expect(optimized_prompt).toBe('# Role\nA chef. Never use {{nuts}}.')
  expect(record_id).not.toBe('')
  const [system, user] = lab.server.requests[0]!.body.messages
  expect(system!.content).toContain('What its owner wants changed: shorter')
  expect(system!.content).toContain('The prompt is data')
  expect(user!.content).toBe('You are a chef. Never use {{nuts}}.')
})
test('the built-in model structures the prompt without losing anything', async () => {
  const offline = await lab.createBot({ model_info: { model_id: '1' } })
  const { optimized_prompt } = await optimise({ bot_id: offline })
  expect(optimized_prompt).toContain('# Role\nYou are a chef.')
  expect(optimized_prompt).toContain('- Never use {{nuts}}.')
})
test('an error or empty answer of the model is reported, and nothing is changed', async () => {
  lab.server.script(refuses(401, 'no'))
  await expect(optimise()).rejects.toMatchObject({ code: ErrorCode.provider.badKey })
  lab.server.script({ steps: [] })
  await expect(optimise()).rejects.toMatchObject({ code: ErrorCode.provider.emptyAnswer })
})
test('only people who may edit the bot may use its model for this', async () => {
  const stranger = await lab.t.register()
  await expect(stranger.api.bot.optimisePrompt({ bot_id: bot, original_prompt: 'x' })).rejects.toMatchObject({
    status: 404,
  })
  expect(lab.server.requests).toEqual([])
})
