import { ConnectorId } from '@orrery/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Comparisons of bot versions and of models, on a file and a built-in set: tried, started, stopped, resumed. */
let studio: Studio
let model: ScriptedModel
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let botId: string
let modelId: string
/** From which request on the model waits, and for which promise. */
const hold = { from: Infinity, until: Promise.resolve() }
let release = () => {}
const asked = () => model.requests.length
function holdAfter(count: number) {
  hold.from = asked() + count
  hold.until = new Promise((resolve) => {
    release = () => {
      hold.from = Infinity
      resolve()
    }
  })
  return hold.from
}
/** Repeats the requested word; with the long persona, in a longer sentence. */
const answer = ({ messages }: ScriptedModel['requests'][number]['body']) => {
  const said = JSON.stringify(messages.at(-1)!.content)
  const word = /Repeat: (\p{L}+)/u.exec(said)?.[1] ?? 'nothing'
  const text = JSON.stringify(messages[0]!.content).includes('at length') ? `Well, let me say ${word}` : word
  return { steps: [...(asked() > hold.from ? [{ until: hold.until }] : []), ...says(text).steps!] }
}

beforeAll(async () => {
  model = await openScriptedModel()
  model.script(...Array.from({ length: 2000 }, () => answer))
  studio = await openStudioHere({ egressAllow: [model.host] })
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('comparer')
  const { id: provider_id } = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: model.baseUrl,
    api_key: 'sk-lab-secret-key-0001',
  })
  modelId = (await owner.api.instanceModel.createModel({ provider_id, name: 'Tiny', model: 'tiny' })).id
  spaceId = (await owner.api.space.create({ name: 'Comparisons' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Speaker' })).bot_id
  const write = (prompt: string) =>
    owner.api.bot.updateDraft({
      bot_info: { bot_id: botId, model_info: { model_id: modelId }, prompt_info: { prompt } },
    } as never)
  await write('You answer briefly.')
  await owner.api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.api]: {} } })
  await write('You answer at length.')
})

function compareForm(page: Page, language: Language) {
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('checkup', key, values)
  const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
  const press = async (key: string) => {
    await expect.poll(() => button(key).isEnabled()).toBe(true)
    await button(key).focus()
    await page.keyboard.press('Enter')
  }
  return {
    words,
    button,
    press,
    status: (number: number) => page.getByText(words(`batch.${number}`), { exact: true }).first(),
    /** Uses only the keyboard. */
    async choose(label: string, option: string) {
      await page.getByRole('combobox', { name: words(label) }).focus()
      await page.keyboard.press('Enter')
      const wanted = page.getByRole('option', { name: option })
      await wanted.waitFor()
      const options = page.getByRole('option')
      const goal = await options.evaluateAll(
        (all, name) => all.findIndex((one) => one.textContent.includes(name)),
        option,
      )
      const place = () => options.evaluateAll((all) => all.findIndex((one) => one.matches('[data-highlighted]')))
      for (let at = await place(); at !== goal; at = await place()) {
        await page.keyboard.press(at < goal ? 'ArrowDown' : 'ArrowUp')
        await expect.poll(place).not.toBe(at)
      }
      await page.keyboard.press('Enter')
      await wanted.waitFor({ state: 'detached' })
    },
    async radio(key: string) {
      await page.getByRole('radio', { name: words(key), exact: true }).focus()
      await page.keyboard.press('Space')
    },
    async upload(name: string, said: string[]) {
      await this.radio('data.upload')
      await page.locator('input[type=file]').setInputFiles({
        name: `${name}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(['input,reference_output', ...said.map((word) => `Repeat: ${word},${word}`)].join('\n')),
      })
      await page.getByRole('button', { name: words('data.remove', { name }) }).waitFor()
    },
    async addSet(name: string) {
      await this.radio('data.ready')
      await this.choose('data.choose', name)
      await press('data.add')
      await page.getByRole('button', { name: words('data.remove', { name }) }).waitFor()
    },
    async saveJudge() {
      await press('judge.save')
      await page.getByText(words('judge.saved')).waitFor()
    },
    async tryOut() {
      await press('judge.try')
      await page.getByRole('region', { name: words('result.side') }).waitFor()
    },
    /** Stops the run while answers are missing, then resumes it until it is complete. */
    async startStopAndFinish(held: number) {
      const from = holdAfter(held)
      await press('go.start')
      await expect.poll(asked).toBeGreaterThan(from)
      await press('go.stop')
      await this.status(6).waitFor()
      release()
      await press('go.retry')
      await page.getByText(words('result.winner'), { exact: true }).waitFor()
      await this.status(3).waitFor()
    },
    async exported(): Promise<string> {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: words('go.export') }).click(),
      ])
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString()
    },
  }
}

test('the draft, the published and a stored version of a bot are compared on an uploaded file and a built-in set', async () => {
  const page = await visit({ cookie: owner.cookie(), language: 'en', width: 1200 })
  const form = compareForm(page, 'en')
  const { words } = form
  await page.goto(`/space/${spaceId}/bot/${botId}/evaluate?part=compare`)
  await form.press('compare.new')
  const objects = page.getByRole('button', { name: words('object.remove', { name: 'Speaker' }) })
  await objects.waitFor()
  await form.choose('object.choose', 'Speaker')
  await form.radio('object.published')
  await form.press('object.add')
  await expect.poll(() => objects.count()).toBe(2)
  const said = ['north', 'south', 'east', 'west', 'harbour', 'lantern', 'meadow', 'river']
  await form.upload('Directions', said)
  await form.addSet('Instructions')
  await form.saveJudge()
  await expectAccessible(page, 'compare-form')
  await expectTranslated(page, 'compare-form')
  await form.tryOut()
  await form.startStopAndFinish(6)
  const winner = page.getByRole('row').filter({ hasText: words('result.winner') })
  await expect.poll(() => winner.innerText()).toContain(words('object.published'))
  await expectAccessible(page, 'compare-result')
  await expectTranslated(page, 'compare-result')
  const csv = await form.exported()
  for (const word of said) expect(csv).toContain(`Well, let me say ${word}`)

  // Clones the comparison and adds the stored version.
  await form.press('go.clone')
  await form.status(5).waitFor()
  await form.choose('object.choose', 'Speaker')
  await form.radio('object.kept')
  await page.getByRole('combobox', { name: words('object.chooseKept') }).click()
  await page.getByRole('option').last().click()
  await form.press('object.add')
  await expect.poll(() => objects.count()).toBe(3)
  await page
    .getByRole('list', { name: words('step.objects') })
    .getByText(/^Version \d+$/)
    .waitFor()
})

test('two models are compared on a built-in set and an uploaded file, in Chinese and with the keyboard only', async () => {
  const page = await visit({ cookie: owner.cookie(), language: 'zh-CN', width: 1200 })
  const form = compareForm(page, 'zh-CN')
  const { words } = form
  await page.goto(`/space/${spaceId}/evaluate/comparisons?model=${modelId}`)
  await form.press('compare.new')
  await page.getByRole('button', { name: words('object.remove', { name: 'Tiny' }) }).waitFor()
  const { eval_targets } = await owner.api.evalTarget.sources({ space_id: spaceId, target_type: 103 } as never)
  const names = eval_targets.map((one) => one.eval_target_version?.eval_target_content.name ?? '')
  const builtIn = names.find((name) => name !== 'Tiny')!
  await form.choose('object.choose', builtIn)
  await form.press('object.add')
  await page.getByRole('button', { name: words('object.remove', { name: builtIn }) }).waitFor()
  await form.addSet('指令遵循')
  await form.upload('方向', ['north', 'south', 'east', 'west'])
  await form.saveJudge()
  await form.tryOut()
  await form.startStopAndFinish(8)
  const winner = page.getByRole('row').filter({ hasText: words('result.winner') })
  await expect.poll(() => winner.innerText()).toContain(builtIn)
  await expectAccessible(page, 'compare-models')
  // There are more rows than fit on a page.
  const next = page.getByRole('button', { name: texts('zh-CN')('ui', 'pages.next') })
  await next.focus()
  await page.keyboard.press('Enter')
  await page.getByText(texts('zh-CN')('ui', 'pages.of', { page: 2, pages: 2 })).waitFor()
  expect(await form.exported()).toContain(builtIn)
})
