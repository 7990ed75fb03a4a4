import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  calls,
  type ChatBody,
  openScriptedModel,
  says,
  type ScriptedModel,
} from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { openInBothLanguages } from './lib/question.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** What a person tries a prompt with: tools, sets of inputs, images, rows of a file, and copies from another space. */
const language: Language = 'en'
let studio: Studio
let owner: Person
let page: Page
let spaceId: string
let model: ScriptedModel
let modelId: string
const t = texts(language)
const words = (key: string, values?: Record<string, string | number>) => t('prompts', key, values)
const written = [
  'Desk',
  'owner',
  'Tiny',
  'Scripted',
  'Jinja',
  'who',
  'statistics',
  'find',
  'Exact',
  'word',
  'production',
]
beforeAll(async () => {
  model = await openScriptedModel()
  studio = await openStudioHere({ egressAllow: [model.host] })
  await studio.startJobs()
  const visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Desk' })).id
  const { id: provider_id } = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  const capabilities = { vision: true, tools: true }
  modelId = (
    await owner.api.instanceModel.createModel({
      provider_id,
      name: 'Tiny',
      model: 'tiny',
      price_in: 100,
      capabilities,
    })
  ).id
  page = await visit({ language, cookie: owner.cookie() })
})
const expectScreen = (name: string, more: string[] = []) => expectAccessible(page, name, [...written, ...more])
const press = (name: string, where: Page | Locator = page) =>
  where.getByRole('button', { name, exact: true }).first().click()
const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click()
const pick = async (name: string, option: string | RegExp, where: Page | Locator = page) => {
  await where.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).first().click()
}
const field = (name: string, where: Page | Locator = page) => where.getByRole('textbox', { name, exact: true })
const answered = (path: string) => page.waitForResponse((response) => response.url().endsWith(path) && response.ok())
const column = (n: number) => page.getByRole('article', { name: words('try.column', { n }) })
async function create(key: string, content: string, more: object = {}, space = spaceId) {
  const { prompt_id } = await owner.api.promptManage.create({
    space_id: space,
    display_name: key,
    prompt_key: key,
    prompt_text: { message_list: [{ message_type: 2, content }] },
    model_config: { id: modelId },
    ...more,
  })
  return prompt_id
}
const open = async (id: string, tab = '') => {
  model.reset()
  await goTo(page, `/space/${spaceId}/prompts/${id}${tab && `?tab=${tab}`}`)
}

test('a plugin tool of a prompt is called, answers with a canned response, or is answered by hand', async () => {
  await open(await create('numbers', 'Add them up'))
  await press(words('tools.fromPlugin'))
  const picker = page.getByRole('dialog', { name: t('tools', 'title.one') })
  await picker.getByRole('searchbox', { name: t('tools', 'search') }).fill('statistics')
  await picker.getByRole('button', { name: t('tools', 'useTool', { name: 'statistics' }) }).waitFor()
  await expectTranslated(page, 'prompt-tool-picker', [...written, 'numbers'])
  const saved = answered('/prompt/save')
  await press(t('tools', 'useTool', { name: 'statistics' }), picker)
  await saved
  const tool = page.getByRole('article', { name: 'statistics' })
  await tool.getByText(words('tools.plugin'), { exact: true }).waitFor()
  const called = calls({ id: 'c1', name: 'statistics', arguments: '{"numbers":[4,8]}' })
  const toolSaid = () => JSON.stringify(model.requests.at(-1)?.body.messages.at(-1))
  model.script(called, says('Twelve, by the tool'))
  await press(words('try.run'))
  await column(1).getByText('Twelve, by the tool').waitFor()
  expect(toolSaid()).toContain(String.raw`\"sum\":12`)
  // With a canned response, the tool is not called.
  const kept = answered('/prompt/save')
  await field(words('tools.response', { name: 'statistics' })).fill('about a dozen')
  await kept
  await page.getByRole('radio', { name: words('mode.canned') }).click()
  model.script(called, says('A dozen, as written'))
  await press(words('try.run'))
  await column(1).getByText('A dozen, as written').waitFor()
  expect(toolSaid()).toContain('about a dozen')
  await expectScreen('prompt-tools', ['numbers'])
  // Step by step: the canned response is suggested, the tool can be called, and its answer can be edited.
  await page.getByRole('radio', { name: words('mode.step') }).click()
  model.script(called)
  await press(words('try.run'))
  const step = page.getByRole('region', { name: words('toolStep.title') })
  await step.getByText('statistics({"numbers":[4,8]})').waitFor()
  const response = field(words('toolStep.response', { name: 'statistics' }), step)
  expect(await response.inputValue()).toBe('about a dozen')
  await press(words('toolStep.call', { name: 'statistics' }), step)
  await expect.poll(() => response.inputValue()).toContain('"sum":12')
  await expectScreen('prompt-step', ['numbers'])
  await response.fill('thirteen')
  model.script(says('Thirteen, by hand'))
  await press(words('toolStep.goOn'), step)
  await column(1).getByText('Thirteen, by hand').waitFor()
  expect(toolSaid()).toContain('thirteen')
  const history = page.getByRole('region', { name: words('history.title') })
  await expect.poll(() => history.getByRole('link', { name: words('try.trace') }).count()).toBeGreaterThan(3)
})

test('inputs are saved under names and fill all columns', async () => {
  const id = await create('guests', 'Greet {{who}}', { prompt_input: { variables: [{ key: 'who' }] } })
  await open(id)
  const save = async (menu: string, name: string, path: string) => {
    await press(words('sets.more'))
    await choose(menu)
    const dialog = page.getByRole('dialog', { name: menu })
    await dialog.getByRole('textbox', { name: words('sets.name') }).fill(name)
    await expectTranslated(page, 'prompt-set-name', [...written, 'guests', 'A guest', 'Night'])
    const done = answered(path)
    await press(words('sets.save'), dialog)
    await done
    await dialog.waitFor({ state: 'detached' })
  }
  await field('who').fill('Ann')
  await save(words('sets.create'), 'A guest', '/variable_set/create')
  await field('who').fill('Bo')
  await field(words('try.message')).fill('It is late')
  await save(words('sets.create'), 'Night', '/variable_set/create')
  await pick(words('sets.title'), 'A guest')
  await expect.poll(() => field('who').inputValue()).toBe('Ann')
  expect(await field(words('try.message')).inputValue()).toBe('')
  await press(words('try.compare'))
  const echo = ({ messages }: ChatBody) => says(`Told: ${String(messages[0]!.content)}`)
  model.script(echo, echo)
  await press(words('try.run'))
  for (const n of [1, 2]) await column(n).getByText('Told: Greet Ann').waitFor()
  await expectScreen('prompt-sets', ['guests', 'A guest', 'Night', 'Told: Greet Ann'])
  await save(words('sets.rename'), 'A friend', '/variable_set/update')
  await pick(words('sets.title'), 'Night')
  await expect.poll(() => field('who').inputValue()).toBe('Bo')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await openInBothLanguages(page, async (other) => {
    await press(other('prompts', 'sets.more'))
    await choose(other('prompts', 'sets.remove'))
    return question.getByRole('button', { name: other('prompts', 'sets.remove'), exact: true })
  })
  await press(words('sets.remove'), question)
  await expect
    .poll(async () => (await owner.api.promptVariableSet.list({ prompt_id: id })).sets.map(({ name }) => name))
    .toEqual(['A friend'])
  // The last try is restored with its columns.
  await page.reload()
  await column(2).waitFor()
  await expect.poll(() => field('who').inputValue()).toBe('Ann')
})

test('rows of a CSV file run with a judge, and unreadable rows are named', async () => {
  const code = 'function evaluate({ output, expected }) { return { score: output === expected ? 1 : 0 } }'
  await owner.api.traceTasks.createEvaluator({
    workspace_id: spaceId,
    name: 'Exact',
    content: { kind: 'code', language: 'javascript', code },
  })
  const variables = [{ key: 'word' }, { key: 'times', variable_type: 4 }]
  const id = await create('rows', '{{word}} {{times}}', { prompt_input: { variables } })
  await open(id, 'batch')
  const give = async (name: string, lines: string[]) => {
    await press(words('csv.open'))
    const dialog = page.getByRole('dialog', { name: words('csv.title') })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    return dialog
  }
  const broken = await give('broken.csv', ['word,expected', '"one,two'])
  await broken.getByRole('alert').waitFor()
  await expectTranslated(page, 'prompt-csv-broken', [...written, 'rows', 'times'])
  await page.keyboard.press('Escape')
  const dialog = await give('words.csv', ['word,times,expected', 'one,1,one 1', 'two,many,two 2', 'three,3,none'])
  await dialog.getByRole('textbox', { name: words('csv.name') }).waitFor()
  await expectScreen('prompt-csv', ['rows', 'times', 'expected', 'word'])
  await press(words('csv.read'), dialog)
  const faults = dialog.getByRole('list', { name: words('csv.faults') })
  await faults.getByText(/times/).waitFor()
  await expect.poll(() => faults.textContent()).toMatch(/3.*times/)
  await expectScreen('prompt-csv-faults', ['rows', 'times', 'expected', 'word'])
  await press(words('csv.use'), dialog)
  await pick(words('batch.evaluator'), /^Exact/)
  const echo = ({ messages }: ChatBody) => says(String(messages[0]!.content))
  model.script(echo, echo)
  await press(words('batch.start'))
  await page.getByText(words('batch.score', { score: 0.5 })).waitFor()
  await page
    .getByRole('region', { name: words('batch.rows') })
    .getByText('three 3')
    .waitFor()
})

test('messages are copied in one space and pasted in another', async () => {
  const library = await create('kind', 'Be kind.', { prompt_type: 4, security_level: 2 })
  await owner.api.promptManage.publish({ prompt_id: library, version: '1.0.0' })
  const tag = `<cozeloop_snippet>id=${library}&version=1.0.0</cozeloop_snippet>`
  const from = await create('source', `Greet {{who}}. ${tag}`, {
    prompt_input: { variables: [{ key: 'who' }] },
    tools: [{ tool_def: { function: { name: 'find' } }, mock_response: ['found'] }],
    security_level: 2,
  })
  const other = (await owner.api.space.create({ name: 'Elsewhere' })).id
  const into = await create('target', 'Already here', {}, other)
  await open(from)
  const copied = answered('/clipboard/save')
  await press(words('clip.copyAll'))
  await copied
  await goTo(page, `/space/${other}/prompts/${into}`)
  const text = (n: number) => page.getByRole('textbox', { name: words('write.text', { n }) })
  await text(1).waitFor()
  const saved = answered('/prompt/save')
  await press(words('clip.paste'))
  await expect.poll(() => text(2).inputValue()).toBe('Greet {{who}}. Be kind.')
  expect(await text(1).inputValue()).toBe('Already here')
  await page.getByText(words('clip.inlined', { name: 'kind' })).waitFor()
  await saved
  const { prompt } = await owner.api.promptManage.get({ prompt_id: into, personal_draft: true })
  expect(prompt.prompt_input!.variables).toMatchObject([{ key: 'who' }])
  expect(prompt.tools).toMatchObject([{ tool_def: { function: { name: 'find' } }, mock_response: ['found'] }])
  await expectScreen('prompt-paste', ['kind', 'source', 'target', 'Elsewhere', 'Already here'])
  // A prompt with a high security level cannot be copied to another space.
  await owner.api.promptManage.update({ prompt_id: from, security_level: 3 })
  await open(from)
  const again = answered('/clipboard/save')
  await press(words('clip.copyOne', { n: 1 }))
  await again
  await goTo(page, `/space/${other}/prompts/${into}`)
  await text(2).waitFor()
  await press(words('clip.paste'))
  await page.getByText(words('clip.pasteFailed')).first().waitFor()
  expect(await text(3).count()).toBe(0)
})

test('an image and an image variable are added to a message and shown to the model', async () => {
  const id = await create('pictures', 'What is this?')
  await open(id)
  const point = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const message = page.getByRole('article', { name: words('write.message', { n: 1 }) })
  await message.locator('input[type=file]').setInputFiles({ name: 'point.png', mimeType: 'image/png', buffer: point })
  const images = message.getByRole('list', { name: words('image.list', { n: 1 }) })
  await images.getByRole('img').waitFor()
  const saved = answered('/prompt/save')
  await press(words('image.add', { n: 1 }), message)
  await choose(words('image.newVariable'))
  await images.getByText('image1').waitFor()
  await saved
  await field('image1').fill('https://example.test/a.png')
  model.script(says('A point and a picture'))
  await press(words('try.run'))
  await column(1).getByText('A point and a picture').waitFor()
  expect(model.requests.at(-1)!.body.messages.at(-1)!.content).toMatchObject([
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${point.toString('base64')}` } },
    { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
  ])
  await expectScreen('prompt-images', ['pictures', 'image1'])
  await owner.api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  const queries = [{ prompt_key: 'pictures' }]
  const { items } = await owner.api.promptServe.mget({ workspace_id: spaceId, queries })
  expect(items[0]!.prompt.prompt_template.messages[0]!.parts!.map(({ type }) => type)).toEqual([
    'text',
    'base64_data',
    'multi_part_variable',
  ])
})
