import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { emptySpan, SpanStatus } from '../apps/server/src/domains/chat/span/shared/span-types.ts'
import {
  type ChatBody,
  openScriptedModel,
  says,
  type ScriptedModel,
} from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { changeLanguage, expectAccessible, expectTranslated } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'
import { goTo } from './lib/go-to.ts'

/** A prompt from its first draft to serving programs. */
const language: Language = 'zh-CN'
let studio: Studio
let owner: Person
let member: Person
let theirs: Page
let spaceId: string
let promptId: string
let page: Page
let model: ScriptedModel
const t = texts(language)
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
  model = await openScriptedModel()
  studio = await openStudioHere({ egressAllow: [model.host] })
  const visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  member = await studio.register('member')
  spaceId = (await owner.api.space.create({ name: 'Desk' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  page = await visit({ language, cookie: owner.cookie() })
  theirs = await visit({ language, cookie: member.cookie() })
})
const expectScreen = (name: string, asWritten?: string[]) => expectAccessible(page, name, asWritten)
const press = (name: string, where: Page | Locator = page) =>
  where.getByRole('button', { name, exact: true }).first().click()
const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
const answered = (path: string) => page.waitForResponse((response) => response.url().endsWith(path) && response.ok())

test('a prompt is created, written, tried and committed', async () => {
  await goTo(page, `/space/${spaceId}/prompts`)
  await page.getByRole('heading', { name: words('list.empty') }).waitFor()
  await expectScreen('prompts-empty')
  await press(words('create.title'))
  const dialog = page.getByRole('dialog', { name: words('create.title') })
  await dialog
    .getByRole('textbox', { name: words('create.name') })
    .first()
    .fill('Greeting')
  await dialog.getByRole('textbox', { name: words('create.key') }).fill('desk/greeting')
  await expectTranslated(page, 'prompt-create', asWritten)
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
  // The history below the answer contains the same link.
  await page
    .getByRole('link', { name: words('try.trace') })
    .first()
    .waitFor()
  await expectScreen('prompt-write', asWritten)
  await press(words('commit.action'))
  const commit = page.getByRole('dialog', { name: words('commit.title') })
  await commit.waitFor()
  await expectTranslated(page, 'prompt-commit', asWritten)
  const committed = answered('/prompt/publish')
  await press(words('commit.action'), commit)
  await committed
  await commit.waitFor({ state: 'detached' })
  const { prompts } = await owner.api.promptManage.versions({ prompt_id: promptId })
  expect(prompts.map(({ version }) => version)).toEqual(['0.0.1'])
})

/** Rewrites the first message in an open workbench, and waits until it is saved. */
async function write(window: Page, text: string) {
  const saved = window.waitForResponse((response) => response.url().endsWith('/prompt/save') && response.ok())
  await window.getByRole('textbox', { name: words('write.text', { n: 1 }) }).fill(text)
  await saved
}
/** Commits with the button of the page and of the dialog. `decide` resolves conflicts in between. */
async function commit(window: Page, kind: 'title' | 'mergeTitle', decide?: (dialog: Locator) => Promise<void>) {
  await press(words('commit.action'), window)
  // Exact: the toast of an earlier commit is a dialog with a longer name.
  const dialog = window.getByRole('dialog', { name: words(`commit.${kind}`), exact: true })
  await dialog.waitFor()
  await decide?.(dialog)
  await press(words(kind === 'title' ? 'commit.action' : 'commit.mergeAction'), dialog)
  await dialog.waitFor({ state: 'detached' })
}
const textOf = async (version: string, prompt_id = promptId) =>
  (await owner.api.promptManage.get({ prompt_id, version })).prompt.prompt_text!.message_list![0]!.content

test('a commit merges what another person has committed meanwhile', async () => {
  await goTo(theirs, `/space/${spaceId}/prompts/${promptId}`)
  await write(theirs, 'Greet {{name}}\nBe brief\nBe very kind')
  await write(page, 'Welcome {{name}}\nBe brief\nBe kind')
  await commit(theirs, 'title')
  await commit(page, 'mergeTitle', (dialog) => dialog.getByText(words('commit.merged', { version: '0.0.2' })).waitFor())
  expect(await textOf('0.0.3')).toBe('Welcome {{name}}\nBe brief\nBe very kind')
})

test('a line that both people changed is decided by the second, and all other changes are merged', async () => {
  const { prompt_id } = await owner.api.promptManage.create({
    space_id: spaceId,
    display_name: 'Shared',
    prompt_key: 'desk/shared',
    prompt_text: { message_list: [{ message_type: 1, content: 'Greet\nBe brief\nBe kind\nBe calm\nBe exact' }] },
  })
  await owner.api.promptManage.publish({ prompt_id, version: '0.0.1' })
  for (const window of [theirs, page]) await goTo(window, `/space/${spaceId}/prompts/${prompt_id}`)
  await write(theirs, 'Hail\nBe brief\nBe kind\nBe calm\nBe very exact')
  await write(page, 'Welcome\nBe brief\nBe warm\nBe calm\nBe exact')
  await commit(theirs, 'title')
  await commit(page, 'mergeTitle', async (dialog) => {
    const place = dialog.getByRole('region', { name: words('write.message', { n: 1 }) })
    await place.getByText('Hail').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: words('commit.mergeAction') }).isDisabled()).toBe(true)
    await expectAccessible(page, 'prompt-merge', ['Shared', 'desk/shared', 'Hail', 'Welcome', 'Be brief', 'Jinja'])
    await place.getByRole('radio', { name: words('commit.theirs') }).click()
  })
  expect(await textOf('0.0.3', prompt_id)).toBe('Hail\nBe brief\nBe warm\nBe calm\nBe very exact')
})

test('a release serves the prompt to programs', async () => {
  await goTo(page, `/space/${spaceId}/prompts/${promptId}`)
  await openTab(words('tab.versions'))
  await page.getByRole('row', { name: /0\.0\.3/ }).waitFor()
  await expectScreen('prompt-versions', asWritten)
  await press(words('release.action'))
  const dialog = page.getByRole('dialog', { name: words('release.title') })
  await dialog.waitFor()
  await expectTranslated(page, 'prompt-release', asWritten)
  const started = answered('/release_task/create')
  await press(words('release.start'), dialog)
  await started
  await page.getByRole('article', { name: words('task.title', { version: '0.0.3' }) }).waitFor()
  await expectScreen('prompt-releases', asWritten)
  const queries = [{ prompt_key: 'desk/greeting', label: 'production' }]
  const served = async () =>
    (await owner.api.promptServe.mget({ workspace_id: spaceId, queries })).items[0]!.prompt.version
  await expect.poll(served).toBe('0.0.3')
  await openTab(words('tab.use'))
  await page.getByText('/v1/loop/prompts/execute').waitFor()
  await expectScreen('prompt-use', [...asWritten, 'HTTP', 'JavaScript', 'Python', 'Go'])
})

test('a release waits for the approval of another person, and the guard reverts a version that fails', async () => {
  await openTab(words('tab.releases'))
  for (const name of [words('settings.approval'), words('guard.error')]) {
    const saved = answered('/release_settings/save')
    await page.getByRole('switch', { name, exact: true }).click()
    await saved
  }
  await press(words('plan.add'))
  await page.getByRole('textbox', { name: words('plan.share', { n: 1 }) }).waitFor()
  const planned = answered('/release_settings/save')
  await press(words('plan.save'))
  await planned
  await member.api.promptManage.save({
    prompt_id: promptId,
    prompt_text: { message_list: [{ message_type: 1, content: 'Shout at {{name}}' }] },
  })
  await member.api.promptManage.publish({ prompt_id: promptId, version: '0.0.4', draft_base_version: '0.0.3' })
  await goTo(theirs, `/space/${spaceId}/prompts/${promptId}`)
  await press(words('release.action'), theirs)
  const dialog = theirs.getByRole('dialog', { name: words('release.title') })
  await dialog.getByText(words('release.needsApproval')).waitFor()
  await dialog.getByRole('switch', { name: words('release.gray') }).click()
  await dialog.getByText('5 %').waitFor()
  await expectTranslated(theirs, 'prompt-release-gray', asWritten)
  await press(words('release.start'), dialog)
  await theirs.getByText(words('task.approval')).waitFor()
  await expectTranslated(theirs, 'prompt-release-waits', asWritten)
  await expect.poll(() => theirs.getByRole('button', { name: words('task.approve'), exact: true }).count()).toBe(0)
  await goTo(page, `/space/${spaceId}/prompts`)
  const waiting = page.getByRole('region', { name: words('waiting.title') })
  await waiting.waitFor()
  await expectScreen('prompts-waiting', asWritten)
  await press(words('task.approve'), waiting)
  await waiting.waitFor({ state: 'detached' })
  await plant('0.0.3', 1)
  await plant('0.0.4', 40)
  await studio.services.promptGuard.checkAll()
  await studio.services.promptGuard.checkAll()
  await goTo(page, `/space/${spaceId}/prompts/${promptId}?tab=releases`)
  const card = page.getByRole('article', { name: words('task.title', { version: '0.0.4' }) })
  await card.getByText(words('task.rolledBack')).waitFor()
  await card
    .getByText(/错误率/)
    .first()
    .waitFor()
  await expectScreen('prompt-guard', asWritten)
  await changeLanguage(page, 'en')
  await page
    .getByRole('article')
    .getByText(/error rate/)
    .first()
    .waitFor()
  await changeLanguage(page, language)
  const queries = [{ prompt_key: 'desk/greeting', label: 'production' }]
  const { items } = await owner.api.promptServe.mget({ workspace_id: spaceId, queries })
  expect(items[0]!.prompt.version).toBe('0.0.3')
})
/** Records calls of programs to a version, the first of which failed. */
async function plant(version: string, failed: number) {
  for (let n = 0; n < 80; n += 1) {
    const id = `${version.replaceAll('.', '')}${String(n).padStart(4, '0')}`
    const span = {
      ...emptySpan,
      spaceId,
      traceId: id.padStart(32, '0'),
      spanId: id.padStart(16, '0'),
      startedAt: studio.clock.now() * 1000,
      durationUs: 100_000,
      status: n < failed ? SpanStatus.failed : SpanStatus.done,
      kind: 'prompt',
      rawType: 'prompt',
      name: 'prompt',
      source: 'loop' as const,
      objectKind: 'service' as const,
      objectKey: 'prompt',
      objectVersion: '',
      connectorId: '',
      scene: 'online' as const,
      service: 'prompt',
      promptKey: 'desk/greeting',
      promptVersion: version,
      attributes: {},
    }
    studio.services.spanQueue.offer(() => ({ heads: [], spans: [span] }))
  }
  await studio.services.spanQueue.flush()
}

test('a better prompt is found, shown with its proof and put into the draft', async () => {
  const { id: provider_id } = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  const { id: modelId } = await owner.api.instanceModel.createModel({ provider_id, name: 'Tiny', model: 'tiny' })
  const { prompt_id } = await owner.api.promptManage.create({
    space_id: spaceId,
    display_name: 'Capitals',
    prompt_key: 'desk/capitals',
    prompt_text: { message_list: [{ message_type: 1, content: 'Repeat {{word}}' }] },
    prompt_input: { variables: [{ key: 'word' }] },
    model_config: { id: modelId },
  })
  const fields = ['word', 'expected'].map((name) => ({ name, contentType: 1 as const }))
  const { datasetID } = await owner.api.dataset.create({ spaceID: spaceId, name: 'Words', fields })
  const items = Array.from({ length: 48 }, (_, at) => ({
    data: [
      { name: 'word', content: `word${at}` },
      { name: 'expected', content: `WORD${at}` },
    ],
  }))
  await owner.api.datasetItem.addMany({ datasetID, items })
  await owner.api.traceTasks.createEvaluator({
    workspace_id: spaceId,
    name: 'Exact',
    content: {
      kind: 'code',
      language: 'javascript',
      code: 'function evaluate(fields) { return { score: fields.output === fields.expected ? 1 : 0 } }',
    },
  })
  model.script(
    ...Array.from({ length: 400 }, () => (body: ChatBody) => {
      const text = body.messages.map(({ content }) => String(content)).join('\n')
      if (text.startsWith('Rewrite the prompt')) return says('Repeat {{word}} in CAPITALS')
      const word = /word\d+/.exec(text)?.[0] ?? ''
      return says(text.includes('CAPITALS') ? word.toUpperCase() : word)
    }),
  )
  await goTo(page, `/space/${spaceId}/prompts/${prompt_id}?tab=optimise`)
  await page.getByRole('heading', { name: words('optimise.none') }).waitFor()
  const choose = async (prefix: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: prefix }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose(words('batch.dataset'), 'Words')
  await choose(words('optimise.judge'), /^Exact/)
  const started = page.waitForResponse((response) => response.url().endsWith('/optimize/task/exec'))
  await press(words('optimise.start'))
  const { execution } = (await (await started).json()) as { execution: { id: string } }
  await studio.services.promptOptimiser.run(execution.id)
  await page.getByText(words('optimise.verdict.better')).waitFor()
  await expectScreen('prompt-optimise', [...asWritten, 'Capitals', 'Words', 'Exact', 'word', 'expected'])
  await press(words('optimise.adopt'))
  await page.getByRole('textbox', { name: words('write.text', { n: 1 }) }).waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: words('write.text', { n: 1 }) }).inputValue())
    .toBe('Repeat {{word}} in CAPITALS')
})

test('a model improves a message, and the decision about it is recorded', async () => {
  model.reset()
  model.script(says('Repeat {{word}} loudly, in CAPITALS'))
  await press(words('improve.message', { n: 1 }))
  const dialog = page.getByRole('dialog', { name: words('improve.title') })
  await press(words('improve.write'), dialog)
  const accept = dialog.getByRole('button', { name: words('improve.accept') })
  await accept.and(dialog.locator(':enabled')).waitFor()
  await expectScreen('prompt-improve', [...asWritten, 'Capitals', 'word'])
  const kept = answered('/generate_record/update')
  await accept.click()
  await kept
  expect(await owner.api.promptAssist.kept({ space_id: spaceId })).toMatchObject({ accepted: 1 })
})
