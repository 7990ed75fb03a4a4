import { CozeAPI, RoleType } from '@coze/api'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openScriptedModel, refuses, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { goTo } from './lib/go-to.ts'
import { openInBothLanguages } from './lib/question.ts'
import { changeLanguage, expectAccessible, expectTranslated } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Versions beside the official one serve the callers that their rules select, called by the official client. */
let studio: Studio
let model: ScriptedModel
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let reviewer: Person
let modelId = ''
const API = '1024'
beforeAll(async () => {
  model = await openScriptedModel()
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [model.host] }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  reviewer = await studio.register('reviewer')
  const { id: provider_id } = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0003',
  })
  modelId = (await owner.api.instanceModel.createModel({ provider_id, name: 'Tiny', model: 'tiny' })).id
})

const language: Language = 'zh-CN'
const t = texts(language)
const v = (key: string, values?: Record<string, string | number>) => t('version', key, values)
let page: Page
let of = { space_id: '', bot_id: '' }
let token = ''
const dialog = () => page.getByRole('dialog').last()
const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).first().click()
const versions = (tab = '') => goTo(page, `/space/${of.space_id}/bot/${of.bot_id}/versions${tab && `?tab=${tab}`}`)
const write = (prompt: string, more: object = {}) =>
  owner.api.bot.updateDraft({ bot_info: { bot_id: of.bot_id, prompt_info: { prompt }, ...more } as never })
/** The version that answers a new conversation of a user. */
async function answeredBy(user_id: string, headers: Record<string, string> = {}) {
  const client = new CozeAPI({ baseURL: studio.address, token, headers })
  model.script(says('ok'))
  const before = model.requests.length
  const message = { role: RoleType.User, content: 'hi', content_type: 'text' as const }
  const request = { bot_id: of.bot_id, user_id, additional_messages: [message] }
  for await (const event of client.chat.stream(request)) void event
  const asked = JSON.stringify(model.requests.slice(before).map(({ body }) => body.messages))
  return /VERSION-\w+/.exec(asked)?.[0]
}

beforeAll(async () => {
  const space_id = (await owner.api.space.create({ name: 'Orchard' })).id
  await owner.api.space.addMembers({
    space_id,
    member_info_list: [{ user_id: reviewer.id, space_role_type: 2 }],
  } as never)
  const { bot_id } = await owner.api.bot.create({ space_id, name: 'Gardener' })
  of = { space_id, bot_id }
  await write('VERSION-one', { model_info: { model_id: modelId }, suggest_reply_info: { suggest_reply_mode: 2 } })
  await owner.api.bot.publish({ bot_id, connectors: { [API]: {} } })
  await write('VERSION-two')
  token = (await owner.api.token.create({ name: 'Program', duration_day: '30' })).token
  page = await visit({ cookie: owner.cookie(), language })
})

test('a version is served in a lane, then to a growing share of users until the guard pauses it', async () => {
  await page.goto(`/space/${of.space_id}/bot/${of.bot_id}/publish`)
  await press(page, v('publish.beside'))
  await dialog()
    .getByRole('textbox', { name: v('lane') })
    .fill('staging')
  await expectTranslated(page, 'bot-publish-beside')
  await press(dialog(), v('serve.action'))
  await page.getByText(v('serve.done', { version: 'v1.0.1' })).waitFor()
  expect(await answeredBy('someone')).toBe('VERSION-one')
  expect(await answeredBy('someone', { 'x-tt-env': 'staging' })).toBe('VERSION-two')

  await versions()
  await press(page, v('toGray'))
  await page.getByText(v('gray.share', { share: '5%' }), { exact: true }).waitFor()
  await press(page, v('share.open'))
  await dialog()
    .getByRole('textbox', { name: v('gray.percent') })
    .fill('50')
  await expectTranslated(page, 'bot-share')
  await press(dialog(), v('share.action'))
  await page.getByText(v('gray.share', { share: '50%' }), { exact: true }).waitFor()
  const chosen: Record<string, string[]> = { gray: [], official: [] }
  for (let n = 0; chosen.gray!.length < 12 || chosen.official!.length < 12; n += 1) {
    const { reason } = await owner.api.botVersion.choose({ ...of, connector_id: API, uid: `user-${n}` })
    chosen[reason]!.push(`user-${n}`)
  }
  expect(await answeredBy(chosen.gray![0]!)).toBe('VERSION-two')
  expect(await answeredBy(chosen.official![0]!)).toBe('VERSION-one')

  // The gray version is made to fail.
  await owner.api.botVersion.saveSettings({
    space_id: of.space_id,
    review: 0,
    guard: true,
    guard_min_turns: 10,
    white_list: [],
  })
  const client = new CozeAPI({ baseURL: studio.address, token })
  for (const user_id of [...chosen.gray!.slice(0, 12), ...chosen.official!.slice(0, 12)]) {
    model.reset()
    model.script((body) =>
      JSON.stringify(body.messages).includes('VERSION-two') ? refuses(400, 'planted fault') : says('ok'),
    )
    const message = { role: RoleType.User, content: 'hi', content_type: 'text' as const }
    const turn = client.chat.stream({ bot_id: of.bot_id, user_id, additional_messages: [message] })
    await (async () => {
      for await (const event of turn) void event
    })().catch(() => {})
  }
  model.reset()
  for (let look = 0; look < 2; look += 1) await studio.services.botGuard.checkAll()
  await versions()
  await page.getByText(/已被守护规则暂停/).waitFor()
  await page.getByRole('table', { name: v('figures.label') }).waitFor()
  await expectAccessible(page, 'bot-guard')
  await changeLanguage(page, 'en')
  await page.getByText(/Paused by the guard/).waitFor()
  await changeLanguage(page, language)
  expect(await answeredBy(chosen.gray![1]!)).toBe('VERSION-one')
})

test('a publication waits for the approval of another person', async () => {
  await write('VERSION-three')
  await versions()
  await page.getByRole('radio', { name: v('release.review.1'), exact: true }).click()
  await press(page, v('review.ask'))
  await page.getByText(v('review.status.1'), { exact: true }).waitFor()
  await expectTranslated(page, 'bot-review-asked')
  const other = await visit({ cookie: reviewer.cookie(), language })
  await other.goto(`/space/${of.space_id}/bot/${of.bot_id}/versions`)
  await other.getByRole('button', { name: v('review.approve'), exact: true }).waitFor()
  await expectAccessible(other, 'bot-review')
  const reviews = other.getByRole('region', { name: v('review.title') })
  await reviews.getByRole('button', { name: v('compare.open'), exact: true }).click()
  await other.getByRole('dialog').getByText('VERSION-three').first().waitFor()
  // Texts of the server, in the language of the request.
  await expectTranslated(other, 'bot-review-compare', ['人设与提示词'])
  await other
    .getByRole('dialog')
    .getByRole('button', { name: v('close'), exact: true })
    .first()
    .click()
  await other.getByRole('button', { name: v('review.approve'), exact: true }).click()
  await other.getByText(v('review.approved')).waitFor()
  expect(await answeredBy('new-user')).toBe('VERSION-three')
})

test('the topology links to the place where a missing resource is used', async () => {
  await write('VERSION-three', { workflow_info_list: [{ workflow_id: '123456789', workflow_name: 'Lost' }] })
  await versions('topology')
  await page.getByText('Lost', { exact: true }).waitFor()
  await expectTranslated(page, 'bot-topology-missing')
  await page.getByText('Lost', { exact: true }).click()
  await page.waitForURL(new RegExp(`/space/${of.space_id}/bot/${of.bot_id}$`))
})

test('a version can be deleted unless it is served', async () => {
  await versions('history')
  const row = (t: (namespace: string, key: string) => string) =>
    page
      .getByRole('row')
      .filter({ hasText: 'v1.0.0' })
      .filter({
        has: page.getByRole('button', { name: t('version', 'delete.open'), exact: true, includeHidden: true }),
      })
  await openInBothLanguages(page, async (words) => {
    await row(words).hover()
    await row(words)
      .getByRole('button', { name: words('version', 'delete.open'), exact: true })
      .click()
    return dialog().getByText(words('version', 'delete.text'))
  })
  await press(dialog(), v('delete.action'))
  await page.getByText(v('delete.done')).waitFor()
  await row(t).waitFor({ state: 'detached' })
  await expectTranslated(page, 'bot-history-deleted')
})
