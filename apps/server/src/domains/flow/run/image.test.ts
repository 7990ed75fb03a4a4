import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { canvas, edge, endNode, param, ref, startNode } from '#testing/workflow-canvas.ts'

type Json = Record<string, unknown>
let t: TestApp
let me: Person
let spaceId: string
let far: Server
let farUrl: string
const asked: { path: string; text: string; body: Json; authorization: string | undefined }[] = []
const square = (color: string, size = 64) =>
  sharp({ create: { width: size, height: size, channels: 3, background: color } })
    .png()
    .toBuffer()
beforeAll(async () => {
  const blue = (await square('#0000ff')).toString('base64')
  far = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const isJson = request.headers['content-type'] === 'application/json'
      const body = (isJson ? JSON.parse(text) : {}) as Json
      asked.push({ path: request.url!, text, body, authorization: request.headers.authorization })
      response.setHeader('content-type', 'application/json')
      if (String(body.prompt).includes('forbidden')) response.writeHead(400).end('{"error":{"message":"not allowed"}}')
      else response.end(JSON.stringify({ data: [{ b64_json: blue }] }))
    })
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  const { port } = far.address() as AddressInfo
  farUrl = `http://127.0.0.1:${port}/v1`
  t = await openTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } })
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Pictures' })).id
})
afterAll(() => void far.close())

async function run(type: string, inputs: Json, input: Json = {}) {
  const outputs = [
    { name: 'data', type: 'string', assistType: 2 },
    { name: 'msg', type: 'string' },
  ]
  const node = { id: '2', type, meta: {}, data: { nodeMeta: { title: 'Picture' }, inputs, outputs } }
  const schema = canvas(
    [
      startNode([
        { name: 'words', type: 'string' },
        { name: 'photo', type: 'string' },
      ]),
      node,
      endNode([param('url', ref('2', 'data'))]),
    ],
    [edge('100001', '2'), edge('2', '900001')],
  )
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  const { execute_id } = await me.api.workflowRun.test({ workflow_id, input })
  const stand = () => me.api.workflowRun.process({ workflow_id, execute_id })
  await expect.poll(async () => (await stand()).executeStatus).not.toBe(1)
  const done = await stand()
  if (done.executeStatus !== 2)
    return { error: done.nodeResults.find((nodeResult) => nodeResult.nodeId === '2')!.errorInfo, url: '' }
  return {
    error: '',
    url: (JSON.parse(done.nodeResults.find((nodeResult) => nodeResult.nodeId === '900001')!.output) as { url: string })
      .url,
  }
}
async function pixels(url: string) {
  const response = await t.request(url.slice(url.indexOf('/api/file/')))
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  }
}
const drawing = (more: Json = {}) => ({
  width: 200,
  height: 100,
  background: '#ffffff',
  objects: [
    { customId: 'a', type: 'rect', left: 0, top: 0, width: 50, height: 100, fill: '#ff0000' },
    {
      customId: 'b',
      type: 'textbox',
      left: 60,
      top: 10,
      width: 60,
      height: 80,
      text: 'fixed',
      fontSize: 60,
      fill: '#000000',
    },
    { customId: 'c', type: 'image', left: 150, top: 0, width: 50, height: 100, src: '' },
  ],
  customVariableRefs: [
    { objectId: 'b', variableName: 'words' },
    { objectId: 'c', variableName: 'photo' },
  ],
  ...more,
})
const board = (more?: Json) => ({
  canvasSchema: JSON.stringify(drawing(more)),
  inputParameters: [param('words', ref('100001', 'words')), param('photo', ref('100001', 'photo'))],
})
const upload = async (bytes: Buffer) =>
  (await me.api.upload.file({ file_head: { file_type: 'png', biz_type: 6 }, data: bytes.toString('base64') }))
    .upload_url

test('shapes, texts and pictures are drawn into one picture without network access', async () => {
  const photo = await upload(await square('#00ff00'))
  const { url, error } = await run('23', board(), { words: '\u2588\u2588\u2588', photo })
  expect(error).toBe('')
  const picture = await pixels(url)
  expect([picture.width, picture.height]).toEqual([200, 100])
  expect([picture.at(25, 50), picture.at(140, 95), picture.at(175, 50)]).toEqual([
    [255, 0, 0],
    [255, 255, 255],
    [0, 255, 0],
  ])
  // A run accepts a link on the canvas for longer than people may open it.
  t.clock.advance(10 * 24 * 3600_000)
  expect((await t.request(photo)).status).toBe(403)
  expect((await run('23', board(), { words: 'later', photo })).error).toBe('')
})

test('markup in texts is escaped, and case 39: a picture on an internal address is not fetched', async () => {
  const words = '</text><image href="file:///etc/passwd"/><rect width="200" height="100" fill="#123456"/>'
  const { url, error } = await run('23', board(), { words, photo: '' })
  expect(error).toBe('')
  expect((await pixels(url)).at(140, 95)).toEqual([255, 255, 255])
  for (const photo of [
    'http://169.254.169.254/latest',
    'http://127.0.0.1:1/x.png',
    'file:///etc/passwd',
    '/api/file/upload/1/x.png?expires=9999999999999&sig=x',
  ])
    expect((await run('23', board(), { words: 'x', photo })).error).not.toBe('')
})

test('an excessive size is reduced, and a file that is not a picture is reported', async () => {
  const { url } = await run('23', board({ width: 60_000, height: 10, customVariableRefs: [] }))
  expect((await pixels(url)).width).toBe(4096)
  const fake = await t.services.uploads.store({
    userId: me.id,
    scene: 'file',
    name: 'x.txt',
    bytes: Buffer.from('no picture'),
  })
  expect((await run('23', board(), { words: '', photo: t.services.links.make(fake.key) })).error).toContain(
    'There is no image at',
  )
})

test('a picture is generated by a capable provider; without one, the node reports what is missing', async () => {
  const inputs = (prompt: string, more: Json = {}) => ({
    modelSetting: { model: '', custom_ratio: { width: 512, height: 256 }, ddim_steps: 20 },
    prompt: { prompt, negative_prompt: 'rain' },
    inputParameters: [param('words', ref('100001', 'words'))],
    ...more,
  })
  expect((await run('16', inputs('x'))).error).toContain('No model of this space generates images')
  const provider = await me.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Painter',
    base_url: farUrl,
    api_key: 'sk-painter-secret-01',
  })
  await me.api.instanceModel.createModel({ provider_id: provider.id, name: 'Painter', model: 'tiny-image' })
  const { url, error } = await run('16', inputs('a {{words}}'), { words: 'cat' })
  expect(error).toBe('')
  expect((await pixels(url)).at(5, 5)).toEqual([0, 0, 255])
  expect(asked.at(-1)).toMatchObject({
    authorization: 'Bearer sk-painter-secret-01',
    body: { model: 'tiny-image', prompt: 'a cat\nAvoid: rain', size: '512x256' },
  })
  expect((await run('16', inputs('forbidden'))).error).toContain('not allowed')
  const photo = await upload(await square('#00ff00'))
  const references = [{ url: ref('100001', 'photo'), preprocessor: 1, weight: 0.5 }]
  const edited = await run('16', inputs('a {{words}}', { references }), { words: 'dog', photo })
  expect(edited.error).toBe('')
  expect(asked.at(-1)!.path).toBe('/v1/images/edits')
  expect(asked.at(-1)!.text).toContain('name="image[]"; filename="reference-1.png"')
  expect(asked.at(-1)!.text).toContain('a dog')
})

test('a reference picture is scaled down, and converted to outlines if requested', async () => {
  const half = await sharp(await square('#ffffff', 2000))
    .composite([{ input: await square('#000000', 1000), left: 0, top: 0 }])
    .png()
    .toBuffer()
  const photo = await upload(half)
  const inputs = (preprocessor: string) => ({ preprocessor, inputParameters: [param('url', ref('100001', 'photo'))] })
  const plain = await run('17', inputs('depth'), { photo })
  expect(plain.error).toBe('')
  const small = await pixels(plain.url)
  expect([small.width, small.at(100, 100), small.at(900, 900)]).toEqual([1024, [0, 0, 0], [255, 255, 255]])
  const lines = await pixels((await run('17', inputs('canny'), { photo })).url)
  expect([lines.at(100, 100), lines.at(900, 900)]).toEqual([
    [255, 255, 255],
    [255, 255, 255],
  ])
  expect(lines.at(512, 100)[0]! + lines.at(511, 100)[0]!).toBeLessThan(400)
  expect((await run('17', inputs('depth'))).error).toContain('no image')
})
