import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A prompt from its first word to what programs get. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let member: Person
let spaceId: string
let promptId: string
let page: Page
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('prompts', key, values)
const asWritten = [
  'Greeting',
  'desk/greeting',
  'Jinja',
  '{{name}}',
  'name',
  'owner',
  'member',
  'production',
  'beta',
  'test',
]
beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  member = await studio.register('member')
  spaceId = (await owner.api.space.create({ name: 'Desk' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  page = await visit({ language: 'en', cookie: owner.cookie() })
})
const press = (name: string, where: Page | Locator = page) =>
  where.getByRole('button', { name, exact: true }).first().click()
const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
const answered = (path: string) => page.waitForResponse((response) => response.url().endsWith(path) && response.ok())

test('a prompt is created, written, tried and committed', async () => {
  await page.goto(`/space/${spaceId}/prompts`)
  await page.getByRole('heading', { name: words('list.empty') }).waitFor()
  await expectAccessible(page, 'prompts-empty')
  await press(words('create.title'))
  const dialog = page.getByRole('dialog', { name: words('create.title') })
  await dialog
    .getByRole('textbox', { name: words('create.name') })
    .first()
    .fill('Greeting')
  await dialog.getByRole('textbox', { name: words('create.key') }).fill('desk/greeting')
  await press(words('create.title'), dialog)
  await page.waitForURL(/prompts\/\d+/)
  promptId = /prompts\/(\d+)/.exec(page.url())![1]!
  await page.getByRole('textbox', { name: words('write.text', { n: 1 }) }).fill('Greet {{name}}\nBe brief\nBe kind')
  const saved = answered('/prompt/save')
  await press('name')
  await saved
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ann')
  await page.getByRole('textbox', { name: words('try.message'), exact: true }).fill('Hello')
  await press(words('try.run'))
  await page.getByRole('link', { name: words('try.trace') }).waitFor()
  await expectAccessible(page, 'prompt-write', asWritten)
  await press(words('commit.action'))
  const commit = page.getByRole('dialog', { name: words('commit.title') })
  const committed = answered('/prompt/publish')
  await press(words('commit.action'), commit)
  await committed
  await commit.waitFor({ state: 'detached' })
  const { prompts } = await owner.api.promptManage.versions({ prompt_id: promptId })
  expect(prompts.map(({ version }) => version)).toEqual(['0.0.1'])
})

test('what another person committed meanwhile is merged before the commit', async () => {
  const theirs = 'Greet {{name}}\nBe brief\nBe very kind'
  const message_list = (text: string) => [{ message_type: 1 as const, content: text }]
  const { prompt } = await member.api.promptManage.get({ prompt_id: promptId })
  const rest = prompt.prompt_text!.message_list!.slice(1)
  const prompt_text = { message_list: [...message_list(theirs), ...rest] }
  await member.api.promptManage.save({ prompt_id: promptId, prompt_text })
  await member.api.promptManage.publish({ prompt_id: promptId, version: '0.0.2' })
  const saved = answered('/prompt/save')
  await page.getByRole('textbox', { name: words('write.text', { n: 1 }) }).fill('Welcome {{name}}\nBe brief\nBe kind')
  await saved
  await press(words('commit.action'))
  const dialog = page.getByRole('dialog', { name: words('commit.mergeTitle') })
  await dialog.getByText(words('commit.merged', { version: '0.0.2' })).waitFor()
  const committed = answered('/prompt/publish')
  await press(words('commit.mergeAction'), dialog)
  await committed
  await dialog.waitFor({ state: 'detached' })
  const { prompt: merged } = await owner.api.promptManage.get({ prompt_id: promptId, version: '0.0.3' })
  expect(merged.prompt_text!.message_list![0]!.content).toBe('Welcome {{name}}\nBe brief\nBe very kind')
})

test('a release serves it to programs', async () => {
  await openTab(words('tab.versions'))
  await page.getByRole('row', { name: /0\.0\.3/ }).waitFor()
  await expectAccessible(page, 'prompt-versions', asWritten)
  await press(words('release.action'))
  const dialog = page.getByRole('dialog', { name: words('release.title') })
  const started = answered('/release_task/create')
  await press(words('release.start'), dialog)
  await started
  await page.getByRole('article', { name: words('task.title', { version: '0.0.3' }) }).waitFor()
  await expectAccessible(page, 'prompt-releases', asWritten)
  const queries = [{ prompt_key: 'desk/greeting', label: 'production' }]
  const served = async () =>
    (await owner.api.promptServe.mget({ workspace_id: spaceId, queries })).items[0]!.prompt.version
  expect(await served()).toBe('0.0.3')
  await openTab(words('tab.use'))
  await page.getByText('/v1/loop/prompts/execute').waitFor()
  await expectAccessible(page, 'prompt-use', [...asWritten, 'HTTP', 'JavaScript', 'Python', 'Go'])
})
