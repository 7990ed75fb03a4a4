import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Files that a person keeps with a bot, and the pages that show them to others. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let botId: string
let picture: Buffer
beforeAll(async () => {
  studio = await openStudioHere((address) => ({ publicUrl: address }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Album club' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Keeper' })).bot_id
  await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, filebox_info: { Mode: 1 } } })
  picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()
})
const common = () => ({ req_common_params: { 'X-AIPlugin-Bot-ID': botId } })

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('filebox', key, values)

  test('a file is added, described and renamed in the box, and its page shows it to anyone with the link', async () => {
    const page = await visit({ language, cookie: owner.cookie() })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await page.getByRole('button', { name: words('open') }).click()
    const box = page.getByRole('dialog', { name: words('title') })
    await box.locator('input[type=file]').setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer: picture })
    await box.getByRole('button', { name: words('details.of', { name: 'lake.png' }) }).click()
    const details = page.getByRole('dialog', { name: words('details.title') })
    await details.getByLabel(words('field.name')).fill('shore.png')
    await details.getByLabel(words('field.position')).fill('Como')
    await details.getByLabel(words('field.caption')).fill('The shore in the morning')
    await details.getByText('80 × 60').waitFor()
    await expectAccessible(page, 'filebox-details')
    const link = await details.getByRole('link', { name: words('page.open') }).getAttribute('href')
    await details.getByRole('button', { name: words('details.save') }).click()
    await box.getByText('shore.png', { exact: true }).waitFor()

    const stranger = await visit({ language })
    await stranger.goto(link!)
    await stranger.getByRole('heading', { name: 'shore.png' }).waitFor()
    await stranger.getByRole('img', { name: 'The shore in the morning' }).waitFor()
    await stranger.getByText('Como').waitFor()
    await expect
      .poll(() => stranger.getByRole('link', { name: words('page.download') }).getAttribute('download'))
      .toBe('shore.png')
    await expect.poll(() => stranger.getByRole('button', { name: words('delete.action') }).count()).toBe(0)
    await expectAccessible(stranger, 'filebox-page')
    await stranger.goto(link!.replace(/signature=[^&]+/, 'signature=wrong'))
    await stranger.getByText(words('page.missing')).waitFor()

    await goTo(page, link!)
    await page.getByText(words('page.own')).waitFor()
    await page.getByRole('button', { name: words('details.edit') }).click()
    await details.getByLabel(words('field.tags')).fill('holiday')
    await details.getByRole('button', { name: words('details.save') }).click()
    await page.getByText('holiday').waitFor()
    await page.getByRole('button', { name: words('delete.action') }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: words('delete.action') })
      .click()
    await page.getByText(words('page.missing')).waitFor()
    expect((await owner.api.filebox.list({ bid: botId })).total_count).toBe(0)
  })
})

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('filebox', key, values)

  test('an album is renamed in the box, has its own page, and can be deleted there without its images', async () => {
    const { upload_uri } = await owner.api.upload.file({
      file_head: { file_type: 'png', biz_type: 6 },
      data: picture.toString('base64'),
    })
    await owner.api.filebox.upload({ bid: botId, source_files: [{ file_uri: upload_uri, file_name: 'sea.png' }] })
    await owner.api.filebox.addPhotos({ ...common(), album_name: '夏天', md_items: [{ uri: upload_uri }] })
    const page = await visit({ language, cookie: owner.cookie() })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await page.getByRole('button', { name: words('open') }).click()
    const box = page.getByRole('dialog', { name: words('title') })
    await box.getByRole('tab', { name: words('tab.albums') }).click()
    await box.getByRole('button', { name: '夏天' }).click()
    await box.getByRole('button', { name: words('album.edit') }).click()
    const edit = page.getByRole('dialog', { name: words('album.edit') })
    await edit.getByLabel(words('album.label')).fill('海边')
    await edit.getByLabel(words('album.about')).fill('七月的两周')
    await edit.getByRole('button', { name: words('album.editAction') }).click()
    await box.getByRole('heading', { name: '海边' }).waitFor()
    const link = await box.getByRole('link', { name: words('album.page') }).getAttribute('href')

    const stranger = await visit({ language })
    await stranger.goto(link!)
    await stranger.getByRole('heading', { name: '海边' }).waitFor()
    await stranger.getByText('七月的两周').waitFor()
    const inside = stranger.getByRole('list', { name: words('album.inside') })
    await expect.poll(() => inside.getByRole('listitem').count()).toBe(1)
    await expect.poll(() => stranger.getByRole('button', { name: words('album.delete') }).count()).toBe(0)

    await goTo(page, link!)
    await page.getByRole('button', { name: words('album.takeOut', { name: 'sea.png' }) }).waitFor()
    await expectAccessible(page, 'filebox-album', ['海边', '七月的两周'])
    await page.getByRole('button', { name: words('album.takeOut', { name: 'sea.png' }) }).click()
    await page.getByText(words('album.empty')).waitFor()
    await page.getByRole('button', { name: words('album.delete') }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: words('album.delete') })
      .click()
    await page.getByText(words('page.missing')).waitFor()
    expect((await owner.api.filebox.albums(common())).album_name_list).toEqual([])
    expect((await owner.api.filebox.list({ bid: botId })).total_count).toBe(1)
  })
})
