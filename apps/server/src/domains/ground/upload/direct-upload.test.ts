import { createServer, request as httpRequest } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import type { Person } from '#testing/test-app.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
type Apply = Parameters<Person['api']['upload']['apply']>[0]
async function apply(input: Apply = {}, who = team.maker) {
  const { Result } = await who.api.upload.apply({ FileExtension: '.txt', ...input })
  const address = Result.UploadAddress!
  return {
    key: address.StoreInfos[0]!.StoreUri,
    uploadId: address.StoreInfos[0]!.UploadID,
    session: address.SessionKey,
    address,
  }
}
const put = (
  key: string,
  body: BodyInit | Uint8Array,
  more: object = {},
  headers: Record<string, string> = {},
  who = team.maker,
) => who.api.upload.put({ tos_uri: key, body, ...more } as never, { headers })
const commit = (session: string, who = team.maker) =>
  who.api.upload.apply({ Action: 'CommitImageUpload', SessionKey: session })
const content = async (key: string) =>
  (await team.t.infra.blobs.get(key))?.bytes().then((bytes) => Buffer.from(bytes).toString())
const isThere = async (key: string) => (await team.t.services.uploads.find(key, team.maker.id)) !== undefined

describe('an upload in two steps', () => {
  test('gets a key, receives the file, and is confirmed', async () => {
    const { key, session, address } = await apply({ FileName: 'Notes.txt', FileSize: 5, ServiceId: 'orrery.file' })
    expect(key).toMatch(new RegExp(`^upload/${team.maker.id}/[0-9a-f]{48}\\.txt$`))
    expect(address.UploadHosts[0]).toMatch(/\/api\/common\/upload$/)
    await expect(commit(session)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('has not arrived') as string,
    })
    const { payload } = await put(key, 'hello')
    expect(payload).toMatchObject({ key, hash: crc32('hello').toString(16).padStart(8, '0') })
    const { Result } = await commit(session)
    expect(Result.Results).toEqual([{ Uri: key, UriStatus: 2000 }])
    expect(await content(key)).toBe('hello')
    expect(await team.t.services.uploads.find(key, team.maker.id)).toMatchObject({
      name: 'Notes.txt',
      size: 5,
      contentType: 'text/plain',
    })
  })
  test('a picture is measured; an icon is re-encoded', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const image = await apply({ FileExtension: 'png', ServiceId: 'orrery.image' })
    await put(image.key, bytes)
    expect((await commit(image.session)).Result.PluginResult).toMatchObject([
      { ImageWidth: 30, ImageHeight: 20, ImageFormat: 'png', SourceUri: image.key },
    ])
    const icon = await apply({ FileExtension: 'png', ServiceId: 'orrery.icon' })
    await put(icon.key, bytes)
    expect((await commit(icon.session)).Result.PluginResult).toMatchObject([
      { ImageWidth: 512, ImageHeight: 512, ImageFormat: 'webp' },
    ])
    const fake = await apply({ FileExtension: 'png', ServiceId: 'orrery.image' })
    await expect(put(fake.key, 'not a picture')).rejects.toMatchObject({ status: 400 })
    expect(await isThere(fake.key)).toBe(false)
  })
  test('may be announced by GET or POST', async () => {
    const response = await team.t.request(
      '/api/common/upload/apply_upload_action?Action=ApplyImageUpload&FileExtension=.txt',
      {
        method: 'POST',
        headers: { cookie: team.maker.cookie(), 'x-requested-with': 'XMLHttpRequest' },
      },
    )
    expect(await response.json()).toMatchObject({
      code: 0,
      ResponseMetadata: { Region: 'cn-north-1', Action: 'ApplyImageUpload' },
    })
  })
  test.each<[string, Apply, number, string]>([
    ['a type that is not taken', { FileExtension: '.exe' }, 400, '“exe”'],
    ['no type', { FileExtension: '' }, 400, 'not accepted'],
    ['an icon over 2 MB', { FileExtension: 'png', FileSize: 3e6, ServiceId: 'orrery.icon' }, 413, 'less than 2MB'],
    ['a file over 100 MB', { FileSize: 101 * 1024 * 1024 }, 413, '100 MB'],
    ['a use that is none', { ServiceId: 'orrery.nonsense' }, 400, 'ServiceId'],
    ['a text as a picture', { FileExtension: 'txt', ServiceId: 'orrery.image' }, 400, 'file read fail'],
  ])('%s is refused when it is announced', async (_, input, status, message) => {
    await expect(apply(input)).rejects.toMatchObject({ status, message: expect.stringContaining(message) as string })
  })
  test('an empty file, and one whose size differs from the announced one, are not stored', async () => {
    const empty = await apply()
    await expect(put(empty.key, '')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('upload_empty_file') as string,
    })
    const short = await apply({ FileSize: 10 })
    await expect(put(short.key, 'half')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('4 of 10') as string,
    })
    expect(await content(short.key)).toBeUndefined()
    expect(await isThere(short.key)).toBe(false)
    await put(short.key, '0123456789')
    expect(await isThere(short.key)).toBe(true)
  })
  test('a file damaged in transit is refused', async () => {
    const { key } = await apply()
    await expect(put(key, 'hello', {}, { 'content-crc32': '00000001' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('damaged in transit') as string,
    })
    expect(await content(key)).toBeUndefined()
    await put(key, 'hello', {}, { 'content-crc32': crc32('hello').toString(16) })
    expect(await content(key)).toBe('hello')
  })
  test('a complete upload cannot be overwritten', async () => {
    const { key } = await apply()
    await put(key, 'first')
    await expect(put(key, 'second')).rejects.toMatchObject({ status: 409 })
    expect(await content(key)).toBe('first')
  })
})

describe('interrupted and parallel uploads', () => {
  test('parts sent in any order, some of them twice, become one file at the end', async () => {
    const { key, uploadId } = await apply({ FileSize: 11 })
    expect((await put(key, '', { phase: 'init' })).payload.uploadID).toBe(uploadId)
    await put(key, 'world', { partNumber: 2, uploadID: uploadId })
    await expect(put(key, '1:0,2:0', { phase: 'finish', uploadID: uploadId })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('part 1') as string,
    })
    expect(await content(key)).toBeUndefined()
    await put(key, 'wrong ', { part_number: 1, phase: 'transfer', uploadid: uploadId })
    await put(key, 'hello ', { partNumber: 1, uploadID: uploadId })
    await put(key, '1:0,2:0', { phase: 'finish', uploadID: uploadId })
    expect(await content(key)).toBe('hello world')
    expect(await isThere(key)).toBe(true)
    const left: string[] = []
    for await (const blob of team.t.infra.blobs.list()) if (blob.startsWith('part/')) left.push(blob)
    expect(left).toEqual([])
  })
  test('an upload in parts refuses a part without a number, and a whole upload refuses a part number', async () => {
    const { key, uploadId } = await apply({ FileSize: 5 })
    await expect(put(key, 'piece', { uploadmode: 'part', uploadID: uploadId })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('partNumber') as string,
    })
    await expect(put(key, 'whole', { uploadmode: 'stream', partNumber: 1 })).rejects.toMatchObject({ status: 400 })
    await expect(put(key, 'whole', { uploadmode: 'sideways' })).rejects.toMatchObject({ status: 400 })
    expect(await isThere(key)).toBe(false)
    await put(key, '', { uploadmode: 'part', phase: 'init' })
    await put(key, 'hello', { uploadmode: 'part', partNumber: 1, uploadID: uploadId })
    await put(key, '1:0', { uploadmode: 'part', phase: 'finish', uploadID: uploadId })
    expect(await content(key)).toBe('hello')
  })
  test('of concurrent writers of one key one wins, the others are refused', async () => {
    const { key } = await apply()
    const results = await Promise.allSettled(['aaaa', 'bbbb', 'cccc', 'dddd'].map((text) => put(key, text)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const winner = ['aaaa', 'bbbb', 'cccc', 'dddd'][results.findIndex((result) => result.status === 'fulfilled')]
    expect(await content(key)).toBe(winner)
  })
  describe('over a real connection', () => {
    const server = createServer((request, response) => void getRequestListener(team.t.app.fetch)(request, response))
    beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
    afterAll(() => void server.close())
    test('a body over the limit is cut off, even without a content length', async () => {
      const { key } = await apply({ FileExtension: 'png', ServiceId: 'orrery.icon' })
      const { port } = server.address() as AddressInfo
      const status = await new Promise<number>((resolve, reject) => {
        const request = httpRequest(
          {
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: `/api/common/upload/${key}`,
            headers: { cookie: team.maker.cookie(), 'x-requested-with': 'XMLHttpRequest' },
          },
          (response) => {
            clearInterval(pump)
            request.destroy()
            resolve(response.statusCode!)
          },
        )
        request.on('error', (cause) => (request.destroyed ? undefined : reject(cause)))
        const pump = setInterval(() => request.write(Buffer.alloc(256 * 1024)), 5)
      })
      expect(status).toBe(413)
      expect(await isThere(key)).toBe(false)
      expect(await content(key)).toBeUndefined()
    })
    test('an interrupted upload stores nothing and can be repeated', async () => {
      const { key } = await apply({ FileSize: 1000 })
      const { port } = server.address() as AddressInfo
      await new Promise<void>((resolve, reject) => {
        const socket = net.connect(port, '127.0.0.1', () => {
          socket.write(
            `POST /api/common/upload/${key} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${team.maker.cookie()}\r\nx-requested-with: XMLHttpRequest\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000\r\n\r\n${'x'.repeat(500)}`,
          )
          setTimeout(() => socket.destroy(), 200)
        })
        socket.on('close', () => resolve())
        socket.on('error', reject)
      })
      const stateOf = async () => {
        const { rows } = await team.t.infra.database.pool.query<{ state: number }>(
          'SELECT state FROM upload WHERE key = $1',
          [key],
        )
        return rows[0]!.state
      }
      await expect.poll(stateOf).toBe(0)
      expect(await content(key)).toBeUndefined()
      expect(await isThere(key)).toBe(false)
      await put(key, 'y'.repeat(1000))
      expect(await content(key)).toBe('y'.repeat(1000))
    })
  })
  test('an announced upload that was never completed is deleted after a day', async () => {
    const { key, uploadId } = await apply()
    await put(key, 'part', { partNumber: 1, uploadID: uploadId })
    const kept = await apply()
    await put(kept.key, 'kept')
    await team.t.services.directUploads.sweep()
    await team.t.services.directUploads.open(key, team.maker.id)
    team.t.clock.advance(25 * 3600_000)
    await team.t.services.directUploads.sweep()
    await expect(team.t.services.directUploads.open(key, team.maker.id)).rejects.toMatchObject({ status: 404 })
    expect(await content(kept.key)).toBe('kept')
  })
})

describe('upload tokens', () => {
  const token = (scene: string, who = team.maker) => who.api.upload.token({ scene, data_type: '' })
  const announce = (service: string, secret: string, who = team.maker) =>
    who.api.upload.apply({ FileExtension: 'png', ServiceId: service }, { headers: { 'x-amz-security-token': secret } })
  test('are issued for one person, one use and one hour', async () => {
    const { service_id, auth, upload_host } = await token('bot_icon')
    expect(service_id).toBe('orrery.icon')
    expect(upload_host).toMatch(/\/api\/common\/upload$/)
    expect(Date.parse(auth.expired_time) - Date.parse(auth.current_time)).toBe(3600_000)
    await announce(service_id, auth.session_token)
    await expect(announce('orrery.file', auth.session_token)).rejects.toMatchObject({ status: 403 })
    await expect(announce(service_id, auth.session_token, team.member)).rejects.toMatchObject({ status: 403 })
    await expect(announce(service_id, `${auth.session_token}x`)).rejects.toMatchObject({ status: 403 })
    team.t.clock.advance(3601_000)
    await expect(announce(service_id, auth.session_token)).rejects.toMatchObject({ status: 403 })
  })
  test.each([
    ['bot_icon', 'orrery.icon'],
    ['background_image', 'orrery.image'],
    ['chat', 'orrery.file'],
    ['', 'orrery.file'],
  ])('for the scene %s have the service %s', async (scene, service) =>
    expect((await token(scene)).service_id).toBe(service),
  )
})

test('nobody uploads without signing in', async () => {
  const { key } = await apply()
  const response = await team.t.request(`/api/common/upload/${key}`, { method: 'POST', body: 'x' })
  expect(response.status).toBe(401)
})
