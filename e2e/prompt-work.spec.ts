import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  type ChatBody,
  openScriptedModel,
  says,
  type ScriptedModel,
} from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { canvas, edge, endNode, literal, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'
import { workflowPage } from './lib/workflow-page.ts'

/** Prompts in use: a shared segment, several models on one prompt, rows with a judge, and followers of a release. */
const language: Language = 'zh-CN'
let studio: Studio
let owner: Person
let page: Page
let spaceId: string
let model: ScriptedModel
const modelIds: string[] = []
const t = texts(language)
const words = (key: string, values?: Record<string, string | number>) => t('prompts', key, values)
beforeAll(async () => {
  model = await openScriptedModel()
  studio = await openStudioHere({ egressAllow: [model.host] })
  const visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Desk' })).id
  const { id: provider_id } = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  for (const name of ['Tiny', 'Small', 'Large']) {
    const made = await owner.api.instanceModel.createModel({ provider_id, name, model: name.toLowerCase() })
    modelIds.push(made.id)
  }
  page = await visit({ language, cookie: owner.cookie() })
})
const expectScreen = (name: string, asWritten?: string[]) => expectAccessible(page, name, asWritten)
const press = (name: string, where: Page | Locator = page) =>
  where.getByRole('button', { name, exact: true }).first().click()
const pick = async (name: string, option: string | RegExp, where: Page | Locator = page) => {
  await where.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).first().click()
}
const answered = (path: string) => page.waitForResponse((response) => response.url().endsWith(path) && response.ok())
/** Every model returns its system prompt, after its own name. */
function echo() {
  model.reset()
  const said = ({ model: name, messages }: ChatBody & { model?: string }) => {
    const system = String(messages[0]!.content)
    return says(`${name}: ${/Text \w+/.exec(system)?.[0] ?? system}`)
  }
  model.script(...Array.from({ length: 60 }, () => said))
}
async function create(key: string, content: string, more: object = {}) {
  const { prompt_id } = await owner.api.promptManage.create({
    space_id: spaceId,
    display_name: key,
    prompt_key: key,
    prompt_text: { message_list: [{ message_type: 1, content }] },
    model_config: { id: modelIds[0]! },
    ...more,
  })
  await owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
  return prompt_id
}
const written = [
  'Desk',
  'owner',
  'sign',
  'letter',
  'Tiny',
  'Small',
  'Large',
  'Scripted',
  'Words',
  'Exact',
  'word',
  'Jinja',
]

test('a prompt starts from a template and includes a segment, and all uses are updated to its next version', async () => {
  const sign = await create('sign', 'Kind regards', { prompt_type: 4 })
  await goTo(page, `/space/${spaceId}/prompts`)
  await press(words('create.title'))
  const dialog = page.getByRole('dialog', { name: words('create.title') })
  await dialog.getByRole('combobox', { name: words('create.template') }).click()
  await page.getByRole('option').first().click()
  const name = dialog.getByRole('textbox', { name: words('create.name') }).first()
  await expect.poll(() => name.inputValue()).not.toBe('')
  await name.fill('letter')
  await dialog.getByRole('textbox', { name: words('create.key') }).fill('letter')
  await expectTranslated(page, 'prompt-create', written)
  const reported = answered('/prompt/report_event')
  await press(words('create.title'), dialog)
  await page.waitForURL(/prompts\/\d+/)
  await reported
  const id = /prompts\/(\d+)/.exec(page.url())![1]!
  const text = page.getByRole('textbox', { name: words('write.text', { n: 1 }) })
  expect((await text.inputValue()).length).toBeGreaterThan(20)
  await press(words('insert.message', { n: 1 }))
  const insert = page.getByRole('dialog', { name: words('insert.title') })
  await pick(words('insert.which'), /sign/, insert)
  await expectTranslated(page, 'prompt-insert', written)
  const saved = answered('/prompt/save')
  await press(words('insert.action'), insert)
  await saved
  await expect.poll(() => text.inputValue()).toContain(`id=${sign}&version=1.0.0`)
  await owner.api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  await owner.api.promptManage.save({
    prompt_id: sign,
    prompt_text: { message_list: [{ message_type: 1, content: 'With love' }] },
  })
  await owner.api.promptManage.publish({ prompt_id: sign, version: '1.0.1' })
  await goTo(page, `/space/${spaceId}/prompts/${sign}?tab=use`)
  const use = page.getByRole('article', { name: 'letter' })
  await use.getByText('With love').waitFor()
  await expectScreen('prompt-uses', [...written, 'HTTP', 'JavaScript', 'Python', 'Go'])
  const updated = answered('/segment/update_uses')
  await press(words('uses.update', { count: 1 }))
  await updated
  await use.getByText('1.0.1', { exact: true }).waitFor()
  const { prompt } = await owner.api.promptManage.get({ prompt_id: id })
  expect(prompt.prompt_text!.message_list![0]!.content).toContain('version=1.0.1')
})

test('three models answer side by side', async () => {
  const id = await create('compare', 'Text one')
  echo()
  await goTo(page, `/space/${spaceId}/prompts/${id}`)
  await press(words('try.compare'))
  await press(words('try.compare'))
  for (const [at, name] of ['Tiny', 'Small', 'Large'].entries())
    await pick(words('try.model', { n: at + 1 }), new RegExp(name))
  await press(words('try.run'))
  for (const [at, name] of ['tiny', 'small', 'large'].entries())
    await page
      .getByRole('article', { name: words('try.column', { n: at + 1 }) })
      .getByText(`${name}: Text one`)
      .waitFor()
  await expectScreen('prompt-compare', [...written, 'compare'])
})

test('rows run with a judge, which guards the release to production', async () => {
  const fields = ['word', 'expected'].map((name) => ({ name, contentType: 1 as const }))
  const { datasetID: datasetId } = await owner.api.dataset.create({ spaceID: spaceId, name: 'Words', fields })
  const items = ['Text one', 'Text two'].map((text) => ({
    data: [
      { name: 'word', content: text },
      { name: 'expected', content: `tiny: ${text}` },
    ],
  }))
  await owner.api.datasetItem.addMany({ datasetID: datasetId, items })
  const code = 'function evaluate({ output, expected }) { return { score: output === expected ? 1 : 0 } }'
  await owner.api.traceTasks.createEvaluator({
    workspace_id: spaceId,
    name: 'Exact',
    content: { kind: 'code', language: 'javascript', code },
  })
  const id = await create('batch', '{{word}}', { prompt_input: { variables: [{ key: 'word' }] } })
  echo()
  await goTo(page, `/space/${spaceId}/prompts/${id}?tab=batch`)
  await pick(words('batch.dataset'), 'Words')
  await pick(words('batch.evaluator'), /^Exact/)
  const started = page.waitForResponse((response) => response.url().endsWith('/batch/start') && response.ok())
  await press(words('batch.start'))
  const { task_id } = (await (await started).json()) as { task_id: string }
  await studio.services.promptBatches.run(task_id)
  await page.getByText(words('batch.score', { score: 1 })).waitFor()
  await expectScreen('prompt-batch', [...written, 'batch', 'expected'])
  await page.getByRole('tab', { name: words('tab.releases'), exact: true }).click()
  const gate = page.getByRole('region', { name: words('gate.title') })
  await pick(words('batch.dataset'), 'Words', gate)
  await pick(words('optimise.judge'), /^Exact/, gate)
  const kept = answered('/prompt/gate/set')
  await press(words('gate.save'), gate)
  await kept
  await press(words('release.action'))
  const release = page.getByRole('dialog', { name: words('release.title') })
  await release.waitFor()
  await expectTranslated(page, 'prompt-release', [...written, 'batch', 'production'])
  const begun = answered('/release_task/create')
  await press(words('release.start'), release)
  await begun
  const card = page.getByRole('article', { name: words('task.title', { version: '1.0.0' }) })
  await card.getByText(words('task.judging')).waitFor()
  const { batches } = await owner.api.promptBatch.list({ prompt_id: id })
  for (const { id: batchId, status } of batches) if (status === 'open') await studio.services.promptBatches.run(batchId)
  await card.getByText(words('task.finished')).waitFor()
  await card.getByText(/1\.00/).waitFor()
  await page
    .getByRole('region', { name: words('releases.served') })
    .getByText('1.0.0')
    .waitFor()
  await expectScreen('prompt-gate', [...written, 'batch', 'production', 'beta', 'test'])
})

test('a bot and a workflow follow a release', async () => {
  const id = await create('follow', 'Text one')
  const release = (version: string) =>
    owner.api.promptRelease.release({ prompt_id: id, version, env: 2, label: 'production' })
  await release('1.0.0')
  await owner.api.promptManage.save({
    prompt_id: id,
    prompt_text: { message_list: [{ message_type: 1, content: 'Text two' }] },
  })
  await owner.api.promptManage.publish({ prompt_id: id, version: '2.0.0' })
  const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Follower' })
  await owner.api.bot.updateDraft({
    bot_info: { bot_id, model_info: { model_id: modelIds[0]! }, suggest_reply_info: { suggest_reply_mode: 2 } },
  } as never)
  const settings = { modelType: modelIds[0]!, modleName: 'Tiny', prompt: '{{who}}', systemPrompt: 'Own' }
  const llm = {
    id: '2',
    type: '3',
    meta: { position: { x: 400, y: 0 } },
    data: {
      nodeMeta: { title: 'Model' },
      inputs: {
        inputParameters: [param('who', ref('100001', 'input'))],
        llmParam: Object.entries({ ...settings, responseFormat: '0' }).map(([name, content]) =>
          param(name, literal(content, 'string')),
        ),
      },
      outputs: [{ name: 'output', type: 'string' }],
    },
  }
  const schema = canvas(
    [startNode(), llm, endNode([param('output', ref('2', 'output'))])],
    [edge('100001', '2'), edge('2', '900001')],
  )
  const { workflow_id } = await owner.api.workflow.create({ name: 'follow', desc: 'd', space_id: spaceId })
  await owner.api.workflow.save({ workflow_id, schema })
  await goTo(page, `/space/${spaceId}/bot/${bot_id}`)
  await press(t('bot', 'persona.follow'))
  const dialog = page.getByRole('dialog', { name: t('prompt', 'follow.title') })
  await pick(t('prompt', 'follow.prompt'), /follow/, dialog)
  await expectTranslated(page, 'prompt-follow', [...written, 'production'])
  await press(t('prompt', 'follow.action'), dialog)
  await page.getByText('follow · production').waitFor()
  const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
  const ask = async (answer: string) => {
    echo()
    await composer.fill('Hello')
    await composer.press('Enter')
    await page.getByRole('log').getByText(answer).last().waitFor()
  }
  await ask('tiny: Text one')
  await goTo(page, `/work_flow?space_id=${spaceId}&workflow_id=${workflow_id}`)
  const flow = workflowPage(page, t)
  const form = await flow.open('Model')
  await form.getByRole('button', { name: t('workflow-node', 'section.follow') }).click()
  await press(t('workflow-node', 'prompt.choose'), form)
  await pick(t('prompt', 'follow.prompt'), /follow/, dialog)
  await press(t('prompt', 'follow.action'), dialog)
  const key = form.getByRole('textbox', { name: t('workflow-node', 'field.promptKey') })
  await expect.poll(() => key.inputValue()).toBe('follow')
  await flow.saved()
  await expectTranslated(page, 'workflow-follow', [...written, 'production'])
  await owner.api.workflowVersion.publish({ workflow_id, space_id: spaceId, force: true })
  const { token } = await owner.api.token.create({ name: 'Program', duration_day: '30' })
  const runAsProgram = async () => {
    echo()
    const answer = await studio.request('/v1/workflow/run', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ workflow_id, parameters: { input: 'Ann' } }),
    })
    return (await answer.text()).replaceAll('\\', '')
  }
  await expect.poll(runAsProgram).toContain('tiny: Text one')
  await release('2.0.0')
  await expect.poll(runAsProgram).toContain('tiny: Text two')
  await goTo(page, `/space/${spaceId}/bot/${bot_id}`)
  await ask('tiny: Text two')
})
