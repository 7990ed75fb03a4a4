import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { call } from './lib/call.ts'
import { goTo } from './lib/go-to.ts'
import { joinAs } from './lib/register.ts'
import { openInBothLanguages } from './lib/question.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { type Language, noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'

/** Two people edit one bot, merge with a conflict and publish; versions are served beside each other. */
const studio = openStudioInside()
const API = '1024'

/** Texts of the server, in the language of the request. */
const parts = ['Persona', 'Persona and prompt', '人设与提示词', '基本信息', '描述']

const language: Language = 'en'
const t = texts(language)
const v = (key: string, values?: Record<string, string | number>) => t('version', key, values)
let owner: Person
let editor: Person
let page: Page
let of = { space_id: '', bot_id: '' }
const dialog = () => page.getByRole('dialog').last()
const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).first().click()
const versions = (tab = '') => goTo(page, `/space/${of.space_id}/bot/${of.bot_id}/versions${tab && `?tab=${tab}`}`)
const write = (who: Person, prompt: string, more: object = {}) =>
  call(who, '/api/playground_api/draftbot/update_draft_bot_info', {
    bot_info: { bot_id: of.bot_id, prompt_info: { prompt }, ...more },
  })
const read = (who: Person) =>
  call<{ bot_info: { prompt_info: { prompt: string } } }>(who, '/api/playground_api/draftbot/get_draft_bot_info', {
    bot_id: of.bot_id,
  })

beforeAll(async () => {
  owner = await studio.person(language)
  page = owner.page
  await joinAs(owner, 'vera')
  editor = await studio.person(language)
  await joinAs(editor, 'viktor')
  const me = await call<{ user_id_str: string }>(editor, '/api/passport/account/info/v2/', {})
  const space_id = (await call<{ id: string }>(owner, '/api/space/create', { name: 'Orchard' })).id
  await call(owner, '/api/space/member/add', { space_id, member_info_list: [{ user_id: me.user_id_str }] })
  const made = await call<{ bot_id: string }>(owner, '/api/draftbot/create', { space_id, name: 'Gardener' })
  of = { space_id, bot_id: made.bot_id }
  await write(owner, 'You help in the garden.\nBe brief.')
  await call(owner, '/api/draftbot/publish', { ...of, connectors: { [API]: {} } })
  await call(owner, '/api/permission/authz/add_collaborator', {
    resource: { id: of.bot_id, type: 4 },
    principal: { id: me.user_id_str, type: 1 },
  })
})

test('two people edit a bot, resolve a conflict, merge and submit', async () => {
  await versions()
  await page.getByRole('switch', { name: v('mode.label') }).click()
  await page.getByText(v('bar.base')).waitFor()
  for (const who of [owner, editor]) await read(who)
  await write(editor, 'You help in the garden.\nBe friendly.', { description: 'For friends' })
  await write(owner, 'You help in the garden.\nBe very brief.')
  await call(editor, '/api/draftbot/commit', { ...of, remark: 'Friendly' })
  await versions()
  await page.getByRole('link', { name: v('merge.open'), exact: true }).click()
  await page.getByRole('heading', { name: v('merge.result') }).waitFor()
  await page.getByText(v('merge.open.count', { count: 1 })).waitFor()
  await expectAccessible(page, 'bot-merge', ['Friendly', ...parts])
  await press(page, v('take.both'))
  await press(page, v('take.hand.action'))
  await page.getByText(v('merge.open.count', { count: 0 })).waitFor()
  await press(page, v('merge.action'))
  await page.getByText(v('bar.own')).waitFor()
  await press(page, v('submit.open'))
  await dialog().getByText('Be very brief.').first().waitFor()
  await press(dialog(), v('submit.generate'))
  await expect
    .poll(() =>
      dialog()
        .getByRole('textbox', { name: v('history.remark') })
        .inputValue(),
    )
    .not.toBe('')
  await expectTranslated(page, 'bot-submit', parts)
  await press(dialog(), v('submit.action'))
  await page.getByText(v('bar.base')).waitFor()
  expect((await read(editor)).bot_info.prompt_info.prompt).toContain('Be very brief.')
  await goTo(page, `/space/${of.space_id}/bot/${of.bot_id}/publish`)
  await press(page, t('publish', 'publish', { count: 1 }))
  const progress = page.getByRole('region', { name: t('publish', 'progress'), exact: true })
  await progress.getByRole('heading', { name: t('publish', 'progress.done', { version: 'v1.1.0' }) }).waitFor()
  await write(owner, 'You help in the garden.\nBe very brief.\nSay please.')
  await call(owner, '/api/draftbot/commit', { ...of, remark: 'Polite' })
})

test('a lane and a gray version are served beside the official one, compared and rolled back', async () => {
  await versions()
  await press(page, v('serve.open'))
  await dialog()
    .getByRole('textbox', { name: v('lane') })
    .fill('staging')
  await expectAccessible(page, 'bot-serve')
  await press(dialog(), v('serve.action'))
  await page.getByText(v('lane.named', { name: 'staging' })).waitFor()
  await press(page, v('toGray'))
  await page.getByText(v('gray.share', { share: '5%' }), { exact: true }).waitFor()
  await page.getByRole('table', { name: v('figures.label') }).waitFor()
  await press(page, v('share.open'))
  await dialog()
    .getByRole('textbox', { name: v('gray.percent') })
    .fill('50')
  await press(dialog(), v('share.action'))
  await page.getByText(v('gray.share', { share: '50%' }), { exact: true }).waitFor()
  await expectAccessible(page, 'bot-serving')
  await press(page, v('compare.open'))
  await dialog().getByText('Say please.').first().waitFor()
  await expectTranslated(page, 'bot-compare', parts)
  await press(dialog(), v('close'))
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await expectTranslated(page, 'bot-serving-phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await versions('rules')
  await page.getByRole('textbox', { name: v('lane') }).fill('staging')
  await press(page, v('who.action'))
  await page.getByText(v('who.lane')).waitFor()
  await expectAccessible(page, 'bot-rules')

  await versions()
  await openInBothLanguages(page, async (words) => {
    await page
      .getByRole('button', { name: words('version', 'promote.open') })
      .last()
      .click()
    return dialog().getByText(words('version', 'promote.text'))
  })
  await press(dialog(), v('promote.action'))
  await page.getByText(v('gray.share', { share: '50%' }), { exact: true }).waitFor({ state: 'detached' })
  await versions('history')
  await openInBothLanguages(page, async (words) => {
    const row = page.getByRole('row').filter({ hasText: 'v1.0.0' })
    await row.last().hover()
    await row
      .getByRole('button', { name: words('version', 'back.open') })
      .last()
      .click()
    return dialog().getByText(words('version', 'back.title', { version: 'v1.0.0' }))
  })
  await press(dialog(), v('back.action'))
  await page.getByText(v('back.done', { version: 'v1.0.0' })).waitFor()
  await expectAccessible(page, 'bot-history', ['Friendly', ...parts])
  await versions('acts')
  await page.getByText(v('act.4')).first().waitFor()
  await expectAccessible(page, 'bot-acts')
  await versions('topology')
  await page.getByText('Gardener').nth(1).waitFor()
  await expectTranslated(page, 'bot-topology')
  noComplaints(owner)
})
