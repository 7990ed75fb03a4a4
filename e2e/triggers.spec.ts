import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { canvas, codeNode, edge, endNode, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { dialog, fill, openFlowStudio, press, sheet } from './lib/flow-studio.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'

/** Triggers of a workflow, created in its editor. */
const MINUTE = 60_000
const language = 'en'
const t = texts(language)
const words = (key: string, values?: Record<string, string | number>) => t('workflow-trigger', key, values)
const form = (key: string) => t('workflow-form', key)
const { lab, publish, open } = openFlowStudio(language)
async function add(page: Page, kind: 'schedule' | 'webhook' | 'form' | 'event'): Promise<Locator> {
  await press(page, words('add'))
  await page.getByRole('menuitem', { name: words(`kind.${kind}`), exact: true }).click()
  await dialog(page)
    .getByRole('heading', { name: words(`new.${kind}`) })
    .waitFor()
  return dialog(page)
}
/** Waits for an entry of this kind in the history, with this text and state. */
const fired = (page: Page, reason: string, text: string, state = 'firing.2') =>
  sheet(page)
    .getByRole('list', { name: words('history.title') })
    .getByRole('listitem')
    .filter({ hasText: words(`reason.${reason}`) })
    .filter({ hasText: words(state) })
    .filter({ hasText: text })
    .first()
    .waitFor()

describe('a workflow is started', () => {
  test('by a schedule, whose next times are shown before it is saved', async () => {
    const page = await open(await publish('morning_post'), 'triggers')
    await page.getByText(words('none.title')).waitFor()
    await expectAccessible(page, 'triggers-empty', ['morning_post'])
    const box = await add(page, 'schedule')
    await fill(box, new RegExp(`^${words('name')}`), 'Every minute')
    await box.getByRole('combobox', { name: t('ui', 'plan.when') }).click()
    await page.getByRole('option', { name: t('ui', 'plan.custom'), exact: true }).click()
    const cron = box.getByPlaceholder('*/15 8-18 * * 1-5')
    await cron.fill('often')
    // An invalid schedule is reported while it is typed.
    await box.getByText(/not a valid schedule/).waitFor()
    await cron.fill('* * * * *')
    const times = box.getByRole('list', { name: words('next.title') }).getByRole('listitem')
    await expect.poll(() => times.count()).toBe(5)
    await fill(box, /^input/, 'reader')
    await expectAccessible(page, 'trigger-schedule', ['morning_post', 'Every minute'])
    await press(box, words('create'))
    await sheet(page).getByRole('heading', { name: 'Every minute' }).waitFor()

    lab.studio.clock.advance(MINUTE)
    await fired(page, 'schedule', 'Hello reader')
    await expectAccessible(page, 'trigger-sheet', ['morning_post', 'Every minute'])
    await page.getByRole('switch', { name: words('active', { name: 'Every minute' }) }).click()
    await page.getByRole('cell', { name: words('next.off'), exact: true }).waitFor()
    await press(sheet(page), words('run'))
    await fired(page, 'manual', 'Hello reader')

    await press(sheet(page), words('remove'))
    await press(page.getByRole('alertdialog').or(dialog(page)).last(), words('remove'))
    await page.getByText(words('none.title')).waitFor()
    await page.context().close()
  })

  test('by a webhook, which can also wait for a test call', async () => {
    const id = await publish('order_desk')
    const page = await open(id, 'triggers')
    const box = await add(page, 'webhook')
    await fill(box, new RegExp(`^${words('name')}`), 'Orders')
    await fill(box, /^input/, '{{customer.name}}')
    await expectAccessible(page, 'trigger-webhook', ['order_desk', 'Orders'])
    await press(box, words('create'))
    await dialog(page)
      .getByRole('heading', { name: words('secret.title') })
      .waitFor()
    const secret = await dialog(page)
      .getByRole('textbox', { name: words('secret.label') })
      .inputValue()
    await press(dialog(page), words('done'))
    const url = await sheet(page)
      .getByRole('textbox', { name: words('webhook.url') })
      .inputValue()
    const call = (address: string, name: string, key = secret) =>
      fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ customer: { name } }),
      })
    expect((await call(url, 'Eve', 'wrong')).status).toBe(401)
    expect((await call(url, 'Ann')).status).toBe(200)
    await fired(page, 'webhook', 'Hello Ann')

    await press(sheet(page), words('listen.start'))
    const testUrl = await sheet(page)
      .getByRole('textbox', { name: words('listen.url') })
      .inputValue()
    expect((await call(testUrl, 'Bob')).status).toBe(200)
    await sheet(page).getByText(words('listen.heard')).waitFor()
    await sheet(page)
      .getByRole('region', { name: words('listen.body') })
      .getByText('Bob')
      .waitFor()
    await expectAccessible(page, 'trigger-webhook-sheet', ['order_desk', 'Orders'])
    await page.context().close()
  })

  test('by a public form, which shows the result to the person who submits it', async () => {
    const page = await open(await publish('sign_up'), 'triggers')
    const box = await add(page, 'form')
    await fill(box, words('form.heading'), 'Join us')
    await fill(box, words('form.label', { name: 'input' }), 'Your name')
    await box.getByRole('radio', { name: new RegExp(`^${words('form.after.result')}`) }).click()
    await expectAccessible(page, 'trigger-form', ['sign_up'])
    await press(box, words('create'))
    const url = await sheet(page)
      .getByRole('textbox', { name: words('form.url') })
      .inputValue()

    const guest = await lab.visit({ language })
    await guest.goto(url)
    await guest.getByRole('heading', { name: 'Join us' }).waitFor()
    await press(guest, form('send'))
    await guest.getByText(form('fault.required')).waitFor()
    await expectAccessible(guest, 'public-form')
    await guest.getByRole('textbox', { name: /^Your name/ }).fill('Ann')
    await press(guest, form('send'))
    await guest
      .getByRole('region', { name: form('result') })
      .getByText('Hello Ann')
      .waitFor()
    await expectAccessible(guest, 'public-form-result')
    await guest.goto(`${url}x`)
    await guest.getByText(form('gone.title')).waitFor()
    await expectAccessible(guest, 'public-form-gone')
    await guest.context().close()

    await fired(page, 'form', 'Hello Ann')
    await press(sheet(page), words('history.open'))
    await page.waitForURL((address) => address.searchParams.has('execute_id'))
    await page.locator('.react-flow__node').first().waitFor()
    await page.getByRole('heading', { name: t('workflow-run', 'phase.done') }).waitFor()
    await page.context().close()
  })

  test('by a failure of another workflow', async () => {
    const broken = canvas(
      [
        startNode(),
        codeNode('2', ref('100001', 'input'), 'async function main() { throw new Error("out of paper") }'),
        endNode([param('output', ref('2', 'result'))]),
      ],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const source = await publish('printer', broken)
    const page = await open(await publish('repair'), 'triggers')
    const box = await add(page, 'event')
    await box.getByRole('combobox', { name: words('source.workflow') }).click()
    await page.getByRole('option', { name: /printer/ }).click()
    await fill(box, /^input/, '{{error}}')
    await expectAccessible(page, 'trigger-event', ['printer', 'repair'])
    await press(box, words('create'))
    await sheet(page).getByText(words('history.none')).waitFor()
    const { trigger_id } = await lab.owner.api.workflowTrigger.save({
      workflow_id: source,
      event_id: 'schedule',
      config: '{"cron":"0 0 1 1 *"}',
      payload: '{"input":"x"}',
    })
    await lab.owner.api.workflowTrigger.fire({ trigger_id })
    await fired(page, 'event', 'out of paper')
    await page.context().close()
  })
})
