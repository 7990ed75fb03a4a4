import { LabelType } from '@orrery/contract/shared/label-enums'
import { beforeAll, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { sameWindow } from './lib/same-window.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** Who tries a prompt, who calls it, and who may change it. */
let studio: Studio
let open: ReturnType<typeof sameWindow>
let owner: Person
let tester: Person
let spaceId: string
let promptId: string
let model: ScriptedModel
let modelId: string
const t = texts('en')
const words = (key: string, values?: Record<string, string | number>) => t('prompts', key, values)
const written = [
  'Greeting',
  'desk/greeting',
  'who',
  'owner',
  'tester',
  'Tiny',
  'Good morning',
  'Hello there',
  'Follower',
]
const code = ['HTTP', 'JavaScript', 'Python', 'Go', 'production', 'Jinja']

beforeAll(async () => {
  model = await openScriptedModel()
  studio = await openStudioHere({ egressAllow: [model.host] })
  open = sameWindow(await openBrowser(studio.address))
  ;[owner, tester] = [await studio.register('owner'), await studio.register('tester')]
  const { api } = owner
  spaceId = (await api.space.create({ name: 'Desk' })).id
  await api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: tester.id }] })
  await api.space.updateMember({ space_id: spaceId, user_id: tester.id, space_role_type: 3, is_tester: true })
  const { id: provider_id } = await api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  modelId = (await api.instanceModel.createModel({ provider_id, name: 'Tiny', model: 'tiny' })).id
  promptId = (
    await api.promptManage.create({
      space_id: spaceId,
      display_name: 'Greeting',
      prompt_key: 'desk/greeting',
      prompt_text: { message_list: [{ message_type: 1, content: 'Greet {{who}}' }] },
      prompt_input: { variables: [{ key: 'who' }] },
      model_config: { id: modelId },
    })
  ).prompt_id
  await api.promptManage.publish({ prompt_id: promptId, version: '1.0.0' })
  await api.promptRelease.release({ prompt_id: promptId, version: '1.0.0', env: 2, label: 'production' })
})

test('a tester tries a prompt but can change nothing', async () => {
  const page = await open({ language: 'en', cookie: tester.cookie() }, `/space/${spaceId}/prompts/${promptId}`)
  const named = (role: 'button' | 'radio', name: string) => page.getByRole(role, { name, exact: true })
  const text = page.getByRole('textbox', { name: words('write.text', { n: 1 }) })
  await text.waitFor()
  expect(await text.getAttribute('readonly')).not.toBeNull()
  for (const name of [words('commit.action'), words('release.action')])
    expect(await named('button', name).count()).toBe(0)
  model.script(says('Good day'))
  await page.getByRole('textbox', { name: 'who', exact: true }).fill('Ann')
  await page.getByRole('textbox', { name: words('try.message'), exact: true }).fill('Good morning')
  await named('button', words('try.run')).click()
  await page.getByText('Good day').waitFor()
  const history = page.getByRole('region', { name: words('history.title') })
  await history.getByText('Good morning').waitFor()
  expect(await named('radio', words('history.all')).count()).toBe(0)
  await expectAccessible(page, 'prompt-tester', [...written, ...code])
  for (const tab of ['versions', 'releases', 'optimise', 'use'] as const) {
    await page.getByRole('tab', { name: words(`tab.${tab}`), exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe(tab)
  }
  await page.getByRole('region', { name: words('calls.title') }).waitFor()
  const queries = [{ prompt_key: 'desk/greeting', label: 'production' }]
  const { items } = await owner.api.promptServe.mget({ workspace_id: spaceId, queries })
  expect(items[0]!.prompt.prompt_template.messages[0]!.content).toBe('Greet {{who}}')
})

test('the history shows own or all tries, and an earlier input can be reused', async () => {
  const page = await open({ language: 'en', cookie: owner.cookie() }, `/space/${spaceId}/prompts/${promptId}`)
  const history = page.getByRole('region', { name: words('history.title') })
  await history.getByText(words('history.none')).waitFor()
  model.script(says('Good day'))
  const message = page.getByRole('textbox', { name: words('try.message'), exact: true })
  await message.fill('Hello there')
  await page.getByRole('button', { name: words('try.run'), exact: true }).click()
  await history.getByText('Hello there').waitFor()
  await history.getByRole('radio', { name: words('history.all') }).click()
  await history.getByText(words('history.others')).waitFor()
  expect(await history.getByText('Good morning').count()).toBe(0)
  await expectAccessible(page, 'prompt-history', [...written, ...code])
  await message.fill('Something else')
  await history.getByRole('button', { name: words('history.reuse') }).click()
  await expect.poll(() => message.inputValue()).toBe('Hello there')
})

test('the page for use shows calls by version and the bots that follow the prompt', async () => {
  const { token } = await owner.api.token.create({ name: 'Program', duration_day: '30' })
  model.script(says('ok'))
  const answer = await studio.request('/v1/loop/prompts/execute', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ workspace_id: spaceId, prompt_identifier: { prompt_key: 'desk/greeting' } }),
  })
  expect(answer.status).toBe(200)
  await studio.services.spanQueue.flush()
  const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Follower' })
  const prompt_ref = { key: 'desk/greeting', label: 'production' }
  await owner.api.bot.updateDraft({ bot_info: { bot_id, prompt_info: { prompt: 'Own', prompt_ref } } } as never)
  const page = await open({ language: 'en', cookie: owner.cookie() }, `/space/${spaceId}/prompts/${promptId}?tab=use`)
  const calls = page.getByRole('region', { name: words('calls.title') })
  await calls.getByText('1.0.0').waitFor()
  const followers = page.getByRole('region', { name: words('followers.title') })
  await followers.getByRole('link', { name: 'Follower' }).waitFor()
  await followers.getByText('production').waitFor()
  await expectAccessible(page, 'prompt-use-figures', [...written, ...code])
  await followers.getByRole('link', { name: 'Follower' }).click()
  await page.waitForURL(new RegExp(`/bot/${bot_id}`))
})

test('a prompt is renamed, tagged, copied and deleted, and the list is filtered by folder or tag', async () => {
  const made = { spaceID: spaceId, tagKeyName: 'Support', tagType: LabelType.shared, version: '1.0.0' }
  await owner.api.label.create({ ...made, tagValues: [{ tagValueName: 'Yes' }] as never })
  const create = async (prompt_key: string) =>
    (await owner.api.promptManage.create({ space_id: spaceId, display_name: prompt_key, prompt_key })).prompt_id
  const orders = await create('shop/orders')
  await create('shop/returns')
  const page = await open({ language: 'en', cookie: owner.cookie() }, `/space/${spaceId}/prompts/${orders}`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: words('page.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose(words('info.title'))
  const settings = page.getByRole('dialog', { name: words('info.title') })
  await settings.getByRole('textbox', { name: words('create.name') }).fill('Late orders')
  await settings.getByRole('checkbox', { name: 'Support' }).click()
  await settings.getByRole('combobox', { name: words('info.level') }).click()
  await page.getByRole('option', { name: 'L1' }).click()
  // Lowering the security level requires a reason.
  const save = settings.getByRole('button', { name: words('info.save') })
  await expect.poll(() => save.isDisabled()).toBe(true)
  await settings.getByRole('textbox', { name: words('info.reason') }).fill('Nothing secret in it')
  await expectAccessible(page, 'prompt-settings', [
    'Support',
    'Late orders',
    'shop/orders',
    'Nothing secret in it',
    'L1',
  ])
  await save.click()
  await page.getByRole('heading', { name: 'Late orders' }).waitFor()
  expect((await owner.api.promptManage.get({ prompt_id: orders })).prompt).toMatchObject({
    display_name: 'Late orders',
    security_level: 1,
    tags: [{ name: 'Support' }],
  })

  await choose(words('copy.title'))
  const copy = page.getByRole('dialog', { name: words('copy.title') })
  await copy.getByRole('textbox', { name: words('create.key') }).fill('drafts/orders')
  await copy.getByRole('button', { name: words('copy.action'), exact: true }).click()
  await page.getByRole('heading', { name: words('copy.name', { name: 'Late orders' }) }).waitFor()

  await goTo(page, `/space/${spaceId}/prompts`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const narrow = async (filter: string, option: string) => {
    await page.getByRole('combobox', { name: words(filter) }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await narrow('list.folder', 'shop')
  await row('drafts/orders').waitFor({ state: 'detached' })
  await row('shop/returns').waitFor()
  await narrow('list.tag', 'Support')
  await row('shop/returns').waitFor({ state: 'detached' })
  await row('shop/orders').getByText('Support').waitFor()
  await expectAccessible(page, 'prompts-narrowed', ['Support', 'shop', 'shop/orders', 'Late orders'])

  await row('shop/orders').click()
  await page.getByRole('heading', { name: 'Late orders' }).waitFor()
  await choose(words('remove.action'))
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await question.getByRole('button', { name: words('remove.action'), exact: true }).click()
  await page.waitForURL(/\/prompts(\?|$)/)
  await expect.poll(async () => (await listed()).includes('shop/orders')).toBe(false)
  async function listed() {
    const { prompts } = await owner.api.promptManage.list({ space_id: spaceId, page: 1, page_size: 50 })
    return prompts.map((prompt) => prompt.prompt_key)
  }
})

test('a message is written from a form, with the assistant, and from a wrong answer', async () => {
  const { prompt_id } = await owner.api.promptManage.create({
    space_id: spaceId,
    display_name: 'Helper',
    prompt_key: 'helper',
    prompt_text: { message_list: [{ message_type: 1, content: '' }] },
    prompt_input: { variables: [{ key: 'who' }] },
    model_config: { id: modelId },
  })
  const page = await open({ language: 'en', cookie: owner.cookie() }, `/space/${spaceId}/prompts/${prompt_id}`)
  const message = page.getByRole('textbox', { name: words('write.text', { n: 1 }) })
  const dialog = page.getByRole('dialog', { name: words('improve.title') })
  const inDialog = (name: string) => dialog.getByRole('button', { name: words(name), exact: true })
  const improve = () => page.getByRole('button', { name: words('improve.message', { n: 1 }) }).click()
  const taken = async (text: string) => {
    await inDialog('improve.accept').click()
    await expect.poll(() => message.inputValue()).toBe(text)
  }
  const shown = ['Helper', 'helper', 'who', 'owner', 'Tiny', 'Jinja', 'CRISPE']

  // An empty message starts with a form.
  await improve()
  await dialog.getByRole('textbox', { name: words('form.role') }).fill('A gardener')
  await dialog.getByRole('textbox', { name: words('form.task') }).fill('Greet {{who}}')
  model.reset()
  model.script(says('# Role\nA gardener\n# Task\nGreet {{who}}'))
  await inDialog('improve.compose').click()
  await inDialog('improve.like').click()
  await expectAccessible(page, 'prompt-form', [...shown, 'A gardener', 'Greet {{who}}'])
  await taken('# Role\nA gardener\n# Task\nGreet {{who}}')
  await expect.poll(async () => (await owner.api.promptAssist.kept({ space_id: spaceId })).liked).toBe(1)

  await improve()
  await dialog.getByRole('radio', { name: words('way.assistant') }).click()
  await dialog.getByText('What should the model do with your prompt').waitFor()
  model.reset()
  model.script(says('Greet {{who}} in one line'))
  await dialog.getByRole('textbox', { name: words('assistant.answer') }).fill('Keep it to one line')
  await inDialog('assistant.send').click()
  await dialog.getByText('Greet {{who}} in one line').first().waitFor()
  await taken('Greet {{who}} in one line')

  model.reset()
  model.script(says('Hey there!'))
  await page.getByRole('textbox', { name: words('try.message'), exact: true }).fill('Good evening')
  await page.getByRole('button', { name: words('try.run'), exact: true }).click()
  await page.getByRole('button', { name: words('improve.fromAnswer') }).click()
  model.reset()
  model.script(says('Greet {{who}} politely, in one line'))
  await dialog.getByRole('textbox', { name: words('improve.wrong') }).fill('Too casual')
  await inDialog('improve.write').click()
  await expect.poll(() => inDialog('improve.accept').isEnabled()).toBe(true)
  const asked = JSON.stringify(model.requests.at(-1))
  for (const part of ['Good evening', 'Hey there!', 'Too casual']) expect(asked).toContain(part)
  await taken('Greet {{who}} politely, in one line')
})
