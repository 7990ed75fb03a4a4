import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { testPassword } from '#testing/test-app.ts'

/** Links to files expire after a week, but texts that contain them are read for years. */
let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const DAY = 24 * 3600_000
async function later(ms: number) {
  lab.t.clock.advance(ms)
  await lab.owner.api.passport.login({ email: lab.owner.email, password: testPassword })
}
const statusOf = async (url: string) => (await lab.t.request(url)).status
const linksIn = (text: string) => text.match(/\/api\/file\/[^\s"\\)]+/g) ?? []

test('readers with access get valid links in a text, however old the text is', async () => {
  const { upload_uri: key, upload_url: url } = await lab.owner.api.upload.file({
    file_head: { file_type: 'png', biz_type: 6 },
    data: PIXEL,
  })
  const botId = await lab.createBot({ prompt_info: { prompt: `Show ![this](${url})` } })
  const image = { key, image_name: 'a.png', image_thumb: { url }, image_ori: { url } }
  const content = JSON.stringify({
    item_list: [
      { type: 'image', image },
      { type: 'text', text: 'What is it?' },
    ],
  })
  lab.server.script(says(`The same again: ![picture](https://studio.example${url})`))
  await lab.ask(botId, content, { content_type: 'mix' })
  expect(await statusOf(url)).toBe(200)

  await later(60 * DAY)
  expect(await statusOf(url)).toBe(403)
  const { message_list: list } = await lab.messages(botId)
  const prompt = (await lab.owner.api.bot.getDraft({ bot_id: botId })).bot_info.prompt_info.prompt
  const shown = [prompt, ...list.map((message) => message.content)].flatMap(linksIn)
  expect(shown.length).toBeGreaterThanOrEqual(4)
  for (const link of shown) expect(await statusOf(link), link).toBe(200)
  expect(list.map((message) => message.content).join()).toContain('https://studio.example/api/file/')
})

test('a foreign link, or a link for one download, is not renewed', async () => {
  const { upload_uri: key, upload_url: url } = await lab.owner.api.upload.file({
    file_head: { file_type: 'txt', biz_type: 6 },
    data: Buffer.from('x').toString('base64'),
  })
  const forged = [
    url.replace(/sig=.*/, `sig=${'A'.repeat(43)}`),
    url.replace(/expires=\d+/, 'expires=1'),
    url.replace(key, `${key}x`),
    lab.t.services.links.make(key, 3600_000),
  ]
  expect(await statusOf(forged.at(-1)!)).toBe(200)
  const botId = await lab.createBot({ prompt_info: { prompt: forged.join(' ') } })
  await later(10 * DAY)
  const { bot_info } = await lab.owner.api.bot.getDraft({ bot_id: botId })
  expect(bot_info.prompt_info.prompt).toBe(forged.join(' '))
  for (const link of forged) expect(await statusOf(link)).toBe(403)
})
