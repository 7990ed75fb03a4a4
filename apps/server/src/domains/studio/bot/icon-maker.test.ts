import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ModelType } from '@orrery/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let spaceId: string
let far: Server
const asked: { path: string; prompt: string }[] = []
beforeAll(async () => {
  const red = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  far = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { prompt } = JSON.parse(text) as { prompt: string }
      asked.push({ path: request.url!, prompt })
      response.setHeader('content-type', 'application/json')
      if (prompt.includes('Forbidden')) response.writeHead(400).end('{"error":{"message":"not allowed"}}')
      else response.end(JSON.stringify({ data: [{ b64_json: red.toString('base64') }] }))
    })
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  const { port } = far.address() as AddressInfo
  t = await openTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } })
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Icons' })).id
})
afterAll(() => void far.close())

async function pictureAt(url: string) {
  const response = await t.request(url)
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { size: [info.width, info.height], first: [...data.subarray(0, 3)] }
}

test('an icon is drawn here until a picture model is set up, which then makes it, square and re-encoded', async () => {
  const wanted = { bot_name: 'Stargazer', description: 'Knows the sky', space_id: spaceId }
  const drawn = await me.api.bot.generateIcon(wanted)
  expect(asked).toEqual([])
  expect((await pictureAt(drawn.icon_url)).size).toEqual([512, 512])
  const provider = await me.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Painter',
    base_url: `http://127.0.0.1:${(far.address() as AddressInfo).port}/v1`,
    api_key: 'sk-icon-secret-key-01',
  })
  await me.api.instanceModel.createModel({
    provider_id: provider.id,
    name: 'Brush',
    model: 'brush-1',
    type: ModelType.image,
  })
  const made = await me.api.bot.generateIcon(wanted)
  expect(asked).toMatchObject([{ path: '/v1/images/generations' }])
  expect(asked[0]!.prompt).toContain('Stargazer: Knows the sky')
  expect(await pictureAt(made.icon_url)).toEqual({ size: [512, 512], first: [255, 0, 0] })
  expect(made.count).toBe(drawn.count + 1)
  // It can be the icon of a bot.
  const { bot_id } = await me.api.bot.create({ space_id: spaceId, name: 'Stargazer', icon_uri: made.icon_uri })
  expect(bot_id).not.toBe('')
})

test('a model that refuses says so, and no icon is counted; others do not use the models of a space', async () => {
  const { current_day_count: before } = await me.api.bot.iconCount({})
  await expect(me.api.bot.generateIcon({ bot_name: 'Forbidden', space_id: spaceId })).rejects.toMatchObject({
    message: expect.stringContaining('not allowed') as string,
  })
  expect((await me.api.bot.iconCount({})).current_day_count).toBe(before)
  const stranger = await t.register('stranger')
  await expect(stranger.api.bot.generateIcon({ bot_name: 'Spy', space_id: spaceId })).rejects.toMatchObject({
    status: 404,
  })
})
