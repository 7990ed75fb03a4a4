import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import type { Person } from '#testing/test-app.ts'
import { shownName } from './scene-rules.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
})
const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
type Biz = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10
const send = (
  file_type: string,
  data: Uint8Array | string,
  biz_type: Biz = 1,
  who: Person = team.maker,
  more: object = {},
) => who.api.upload.file({ file_head: { file_type, biz_type }, data: base64(data), ...more })
const fetchFile = async (url: string) => {
  const response = await team.t.request(url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an icon', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('of %s is redrawn, square and small', async (format) => {
    const { upload_uri, upload_url } = await send(format, await picture(300, 200, format))
    expect(upload_uri).toMatch(new RegExp(`^upload/${team.maker.id}/[0-9a-f]{48}\\.webp$`))
    const { bytes, response } = await fetchFile(upload_url)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  })
  test('loses data hidden in the file', async () => {
    const polyglot = Buffer.concat([await picture(8, 8), Buffer.from('<script>alert(1)</script> GPS 52.5,13.4')])
    const { upload_url } = await send('png', polyglot)
    expect((await fetchFile(upload_url)).bytes.includes('<script>')).toBe(false)
  })
  test('is identified by its content, not by its name', async () => {
    const { upload_uri } = await send('photo.png', await picture(8, 8, 'jpeg'))
    expect(upload_uri.endsWith('.webp')).toBe(true)
    await expect(send('photo.png', 'just text')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('file read fail') as string,
    })
  })
  test.each([
    ['an SVG with a script', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG called PNG', 'x.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a page', 'x.html', '<h1>hi</h1>'],
    ['a program', 'x.exe', 'MZ'],
    ['nothing in particular', 'x', 'data'],
  ])('%s is refused', async (_, name, data) => {
    await expect(send(name, data)).rejects.toMatchObject({ status: 400 })
  })
  test('is refused before decoding if its dimensions are absurd', async () => {
    const bomb = await sharp({
      create: { width: 8_000, height: 5_001, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.byteLength).toBeLessThan(2048 * 1024)
    await expect(send('bomb.png', bomb)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('more than 40 million pixels'),
    })
  })
})

test('only files uploaded as icons become icons, and only pictures become backgrounds', async () => {
  const botId = await team.newBot()
  const save = (patch: object) => team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, ...patch } as never })
  const [plain, text] = [
    (await send('a.png', await picture(8, 8), 6)).upload_uri,
    (await send('a.txt', 'x', 6)).upload_uri,
  ]
  await expect(save({ icon_uri: plain })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('icon') as string,
  })
  await expect(save({ icon_uri: text })).rejects.toMatchObject({ status: 400 })
  await expect(
    save({ background_image_info_list: [{ web_background_image: { image_uri: text } }] }),
  ).rejects.toMatchObject({ status: 400 })
  await save({
    background_image_info_list: [{ web_background_image: { image_uri: plain, image_url: 'https://evil.test' } }],
  })
  const [shown] = (await team.draft(botId)).bot_info.background_image_info_list
  expect((await fetchFile(shown!.web_background_image!.image_url)).response.headers.get('content-type')).toBe(
    'image/png',
  )
})

describe('an upload', () => {
  test('reports an empty file', async () => {
    await expect(send('a.png', '')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('upload_empty_file') as string,
    })
    await expect(send('a.txt', '', 6)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('upload_empty_file') as string,
    })
  })
  test('reports an image over 2 MB', async () => {
    const noise = await sharp({
      create: {
        width: 1200,
        height: 1200,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    expect(noise.byteLength).toBeGreaterThan(2048 * 1024)
    await expect(send('a.png', noise)).rejects.toMatchObject({
      status: 413,
      message: 'Please upload an image less than 2MB',
    })
  })
  test('reports a wrong type', async () => {
    await expect(send('a.exe', 'MZ', 6)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('“exe”') as string,
    })
  })
  test('reports data that is not Base64', async () => {
    await expect(
      team.maker.api.upload.file({ file_head: { file_type: 'png', biz_type: 1 }, data: '!!!' }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('file read fail') as string })
  })
  test('accepts a data URL', async () => {
    const data = `data:image/png;base64,${base64(await picture(8, 8))}`
    expect(
      (await team.maker.api.upload.file({ file_head: { file_type: 'png', biz_type: 1 }, data })).upload_uri,
    ).not.toBe('')
  })
  test('stores the same name twice as two files', async () => {
    const [a, b] = [await send('same.txt', 'one', 6), await send('same.txt', 'two', 6)]
    expect(a.upload_uri).not.toBe(b.upload_uri)
    expect((await fetchFile(a.upload_url)).bytes.toString()).toBe('one')
  })
  test('refuses a body that only pretends to be an upload', async () => {
    await expect(team.maker.api.upload.file({ files: [{ filepath: '/etc/passwd' }] } as never)).rejects.toMatchObject({
      status: 400,
    })
    const response = await team.t.request('/api/bot/upload_file', {
      method: 'POST',
      headers: { cookie: team.maker.cookie(), 'x-requested-with': 'XMLHttpRequest', 'content-type': 'text/plain' },
      body: JSON.stringify({ file_head: { file_type: 'png', biz_type: 1 }, data: '' }),
    })
    expect(response.status).toBe(415)
  })
})

describe('names', () => {
  const names = [
    '../../x.txt',
    '/etc/passwd.txt',
    'C:\\boot.txt',
    `${'n'.repeat(280)}.txt`,
    'a\u202Etxt.exe.txt',
    '.htaccess.txt',
    'ünïcode 名字.txt',
    '<img onerror=1>.txt',
  ]
  test.each(names)('%s is stored under a generated key, and the name is only displayed', async (name) => {
    const { upload_uri, upload_url } = await send(name, 'content', 6)
    expect(upload_uri).toMatch(new RegExp(`^upload/${team.maker.id}/[0-9a-f]{48}\\.txt$`))
    expect((await fetchFile(upload_url)).bytes.toString()).toBe('content')
    const found = await team.t.services.uploads.find(upload_uri, team.maker.id)
    expect(found!.name).not.toMatch(/[\\/\p{Cc}\u202e]|^\./u)
    expect(found!.name.length).toBeLessThanOrEqual(200)
  })
  test('a name with NUL is refused, and the error names the field', async () => {
    await expect(send('nul\u0000l.txt', 'content', 6)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^file_head\.file_type: contains a character/),
    })
  })
  test('the shown name is the last path segment, without misleading characters', () => {
    expect(shownName('../../../etc/passwd')).toBe('passwd')
    expect(shownName('C:\\Users\\x\\Bericht.pdf')).toBe('Bericht.pdf')
    expect(shownName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe')
    expect(shownName('...hidden')).toBe('hidden')
    expect(shownName('家族 👩‍👩‍👧‍👦.png')).toBe('家族 👩‍👩‍👧‍👦.png')
  })
  test('a file type that is not shown inline is downloaded, whatever its name', async () => {
    const { upload_url } = await send('page.html', '<script>alert(1)</script>', 6)
    const { response } = await fetchFile(upload_url)
    expect(response.headers.get('content-disposition')).toBe('attachment')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })
})

describe('a file of another user', () => {
  let theirs: string
  let theirUrl: string
  beforeAll(async () => {
    const made = await send('png', await picture(8, 8), 1, team.member)
    theirs = made.upload_uri
    theirUrl = made.upload_url
  })
  const notFound = { status: 404, message: expect.stringContaining('file') as string }
  test('cannot be used as the icon of a new or existing bot', async () => {
    await expect(
      team.maker.api.bot.create({ space_id: team.spaceId, name: 'x', icon_uri: theirs }),
    ).rejects.toMatchObject(notFound)
    const botId = await team.newBot()
    await expect(
      team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, icon_uri: theirs } }),
    ).rejects.toMatchObject(notFound)
    await expect(team.maker.api.bot.update({ bot_id: botId, icon_uri: theirs })).rejects.toMatchObject(notFound)
  })
  test('cannot be used as a background or as the icon of an agent or shortcut', async () => {
    const botId = await team.newBot()
    const save = (patch: object) => team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, ...patch } as never })
    await expect(
      save({ background_image_info_list: [{ web_background_image: { image_uri: theirs } }] }),
    ).rejects.toMatchObject(notFound)
    await expect(
      save({ background_image_info_list: [{ mobile_background_image: { origin_image_uri: theirs } }] }),
    ).rejects.toMatchObject(notFound)
    await expect(
      save({ bot_mode: 1, agents: [{ agent_id: '1', root_agent: true, icon_uri: theirs }] }),
    ).rejects.toMatchObject(notFound)
    await expect(
      team.maker.api.bot.saveShortcut({
        object_id: botId,
        shortcuts: { command_name: 'x', shortcut_icon: { uri: theirs } },
      }),
    ).rejects.toMatchObject(notFound)
    expect((await team.draft(botId)).bot_info.background_image_info_list).toEqual([])
  })
  test('cannot be resolved to its address', async () => {
    await expect(team.maker.api.upload.urls({ uris: [theirs] })).rejects.toMatchObject(notFound)
    expect((await team.member.api.upload.urls({ uris: [theirs] })).url_info[theirs]!.url).toBe(theirUrl)
    await expect(team.maker.api.upload.urls({ uris: ['upload/../../etc/passwd'] })).rejects.toMatchObject(notFound)
  })
  test('cannot be written or confirmed', async () => {
    const { Result } = await team.member.api.upload.apply({ FileExtension: 'txt' })
    const address = Result.UploadAddress!
    const key = address.StoreInfos[0]!.StoreUri
    await expect(team.maker.api.upload.put({ tos_uri: key, body: 'mine' } as never)).rejects.toMatchObject(notFound)
    await expect(
      team.maker.api.upload.apply({ Action: 'CommitImageUpload', SessionKey: address.SessionKey }),
    ).rejects.toMatchObject(notFound)
  })
  test('stays in a shared bot when another editor saves the bot', async () => {
    const botId = await team.newBot('Shared', { by: team.maker })
    const own = (await send('png', await picture(8, 8))).upload_uri
    await team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, icon_uri: own } })
    await team.addEditor(botId)
    await team.draft(botId, team.editor)
    await team.editor.api.bot.updateDraft({ bot_info: { bot_id: botId, icon_uri: own, name: 'Renamed' } })
    expect((await team.draft(botId)).bot_info).toMatchObject({ name: 'Renamed', icon_uri: own })
  })
  test('cannot be opened by a link whose key, time or signature was changed', async () => {
    const url = new URL(theirUrl, 'http://x')
    const other = (await send('a.txt', 'other', 6)).upload_uri
    const variants = [
      `/api/file/${other}${url.search}`,
      `${url.pathname}?expires=${Number(url.searchParams.get('expires')) + 1}&sig=${url.searchParams.get('sig')}`,
      `${url.pathname}?expires=${url.searchParams.get('expires')}&sig=AAAA`,
      url.pathname,
    ]
    for (const variant of variants) expect((await team.t.request(variant)).status).toBe(403)
  })
})

test("a file is stored with its space, which must be one of the user's own", async () => {
  const { upload_uri } = await send('a.txt', 'x', 6, team.maker, { space_id: team.spaceId })
  expect(await team.t.services.uploads.find(upload_uri, team.maker.id)).toMatchObject({ spaceId: team.spaceId })
  await expect(send('a.txt', 'x', 6, team.stranger, { space_id: team.spaceId })).rejects.toMatchObject({ status: 404 })
})
