import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { goTo } from './lib/go-to.ts'

/** Products of the marketplace: offered, reviewed, found, copied, rated, reported and taken down. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let admin: Person
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  // The first account becomes the owner of the instance.
  admin = await studio.register('admin')
})

/** Creates and publishes a plugin, a workflow and a bot that uses both. */
async function workshop(seller: Person, mark: string) {
  const space_id = (await seller.api.space.create({ name: `Workshop ${mark}` })).id
  const { plugin_id } = await seller.api.plugin.registerMeta({
    space_id,
    name: `Tides ${mark}`,
    desc: 'High and low water of a harbour',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  const { api_id } = await seller.api.pluginTool.create({
    plugin_id,
    name: 'next_tide',
    desc: 'Tell when the water is high next in a harbour',
    source_code: 'function handler({ input }) { return { text: "High water in " + input.harbour + " at 17:40" } }',
    request_params: [{ name: 'harbour', desc: 'Which harbour', type: 1, location: 3, is_required: true }] as never,
    response_params: [{ name: 'text', desc: 'When', type: 1, location: 3, is_required: true }] as never,
  })
  await seller.api.plugin.publish({ plugin_id })
  const { workflow_id } = await seller.api.workflow.create({ name: `greet_${mark}`, desc: 'Greets somebody', space_id })
  await seller.api.workflow.save({ workflow_id, schema: greeting('Ahoy {{String1}}') })
  await seller.api.workflowVersion.publish({ workflow_id, space_id, force: true } as never)
  const { bot_id } = await seller.api.bot.create({ space_id, name: `Pilot ${mark}` })
  await seller.api.bot.updateDraft({
    bot_info: {
      bot_id,
      plugin_info_list: [{ plugin_id, api_id, api_name: 'next_tide' }],
      workflow_info_list: [{ workflow_id }],
      suggest_reply_info: { suggest_reply_mode: 2 },
    },
  } as never)
  await seller.api.bot.publish({ space_id, bot_id, connectors: { '1024': {} } } as never)
  return space_id
}

describe('the marketplace, in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const own = (key: string, values?: Record<string, string | number>) => t('seller', key, values)
  const store = (key: string, values?: Record<string, string | number>) => t('explore', key, values)
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
  const theme = 'dark'

  /** Chooses an action from the menu of a product. */
  async function fromMenu(page: Page, name: string, action: string): Promise<void> {
    await row(page, name).hover()
    await press(row(page, name), own('more', { name }))
    await page.getByRole('menuitem', { name: own(action), exact: true }).click()
  }
  /** Searches in a long list, and clicks the option once it is the only one left. */
  async function pick(page: Page, box: Locator, name: string): Promise<void> {
    await box.click()
    await page.getByPlaceholder(t('ui', 'search'), { exact: true }).fill(name)
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining(name)])
    await page.getByRole('option', { name }).click()
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  }
  async function offer(page: Page, space: string, kind: 'bot' | 'plugin' | 'workflow', name: string) {
    await page
      .getByRole('button', { name: own('offer') })
      .first()
      .click()
    const choose = page.getByRole('dialog', { name: own('choose.title') })
    await pick(page, choose.getByRole('combobox', { name: own('choose.space') }), space)
    await choose.getByRole('radio', { name: own(`kind.${kind}`) }).click()
    await pick(page, choose.getByRole('combobox', { name: own('choose.resource') }), name)
    await press(choose, own('choose.next'))
    const form = page.getByRole('dialog', { name: own('offer.title', { name }) })
    await form.getByRole('textbox', { name: own('offer.description') }).fill(`${name} for sailors`)
    return form
  }
  const send = async (page: Page, form: Locator, name: string) => {
    await press(form, own('offer.do'))
    await row(page, name)
      .filter({ hasText: own('draft.first') })
      .waitFor()
  }
  async function decide(page: Page, name: string): Promise<Locator> {
    await goTo(page, '/admin/market')
    await row(page, name).click()
    const sheet = page.getByRole('complementary', { name })
    await sheet.getByRole('button', { name: own('approve'), exact: true }).waitFor()
    return sheet
  }

  test('products are offered, reviewed, found, copied with all they need, rated, reported and taken down', async () => {
    const mark = Math.random().toString(36).slice(2, 8)
    const [plugin, flow, bot] = [`Tides ${mark}`, `greet_${mark}`, `Pilot ${mark}`]
    const seller = await studio.register(`seller-${mark}`)
    const buyer = await studio.register(`buyer-${mark}`)
    const home = await workshop(seller, mark)

    // Offers a plugin with a picture, a workflow and a bot.
    const shop = await visit({ language, theme, cookie: seller.cookie() })
    await goTo(shop, '/explore/mine')
    await shop.getByRole('heading', { name: own('empty') }).waitFor()
    const form = await offer(shop, `Workshop ${mark}`, 'plugin', plugin)
    const buffer = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#357' } })
      .png()
      .toBuffer()
    await form.locator('input[type=file]').setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer })
    await form.getByRole('img', { name: own('pictures.one', { at: 1 }) }).waitFor()
    await expectAccessible(shop, `market-offer-${language}`)
    await send(shop, form, plugin)
    await send(shop, await offer(shop, `Workshop ${mark}`, 'workflow', flow), flow)
    await send(shop, await offer(shop, `Workshop ${mark}`, 'bot', bot), bot)

    // Reviews them: the first version of the plugin is rejected with a reason, the second is approved.
    const desk = await visit({ language, theme, cookie: admin.cookie() })
    const first = await decide(desk, plugin)
    await first.getByText('next_tide').waitFor()
    await press(first, own('reject'))
    const why = desk.getByRole('dialog', { name: own('reject.title', { name: plugin }) })
    await why.getByRole('textbox').fill('Which harbours?')
    await expectTranslated(desk, `market-review-${language}`)
    await press(why, own('reject.do'))
    await why.waitFor({ state: 'detached' })
    await shop.reload()
    await row(shop, plugin)
      .filter({ hasText: own('draft.rejected') })
      .filter({ hasText: 'Which harbours?' })
      .waitFor()
    await fromMenu(shop, plugin, 'newVersion')
    const again = shop.getByRole('dialog', { name: own('offer.version', { name: plugin }) })
    await again.getByRole('textbox', { name: own('offer.readme') }).fill('Knows **Bremerhaven** and Cuxhaven.')
    await again.getByRole('textbox', { name: own('offer.note') }).fill('Names the harbours')
    await send(shop, again, plugin)
    for (const name of [plugin, flow, bot]) {
      await press(await decide(desk, name), own('approve'))
      await row(desk, name).waitFor({ state: 'detached' })
    }
    await expectAccessible(desk)

    // The resources themselves show that they are listed: in the lists and on their own pages.
    const listed = t('ui', 'listing.listed')
    await goTo(shop, `/space/${home}/library`)
    for (const name of [plugin, flow]) await row(shop, name).filter({ hasText: listed }).waitFor()
    await row(shop, flow).getByText(flow, { exact: true }).click()
    await shop.waitForURL(/work_flow|workflow/)
    await shop.getByText(listed, { exact: true }).first().waitFor()
    await goTo(shop, `/space/${home}/library/plugin`)
    await row(shop, plugin).filter({ hasText: listed }).click()
    await shop.waitForURL(/\/plugin\/\d+/)
    await shop.getByText(listed, { exact: true }).first().waitFor()
    await goTo(shop, '/explore/mine')

    // A buyer finds the plugin by the beginning of its name, copies, rates and reports it.
    const buyerPage = await visit({ language, theme, cookie: buyer.cookie() })
    await goTo(buyerPage, '/explore/plugin')
    await buyerPage.getByRole('combobox', { name: store('plugin.search') }).fill(`Tides ${mark.slice(0, 4)}`)
    await buyerPage.getByRole('option', { name: plugin }).click()
    await buyerPage.waitForURL(/\/explore\/plugin\/\d+$/)
    await buyerPage.getByRole('heading', { level: 1, name: plugin }).waitFor()
    await buyerPage.locator('strong', { hasText: 'Bremerhaven' }).waitFor()
    await buyerPage.getByRole('img', { name: store('picture', { name: plugin, at: 1 }) }).waitFor()
    // Rejected versions stay private: only the approved one is shown.
    await buyerPage.getByText('Names the harbours').waitFor()
    await expect.poll(() => buyerPage.getByText('v1', { exact: true }).count()).toBe(0)
    await buyerPage.getByText(store('rate.useFirst')).waitFor()
    await expectAccessible(buyerPage, `market-product-${language}`)
    const address = buyerPage.url()
    await press(buyerPage, store('take'))
    await press(buyerPage.getByRole('dialog', { name: store('take.title', { name: plugin }) }), store('take.do'))
    await buyerPage.waitForURL(/\/space\/\d+\/plugin\/\d+/)
    await goTo(buyerPage, address)
    await buyerPage.getByRole('radio', { name: store('rate.give', { count: 4 }), exact: true }).click()
    await buyerPage.getByRole('textbox', { name: store('rate.comment') }).fill('Right to the minute')
    await press(buyerPage, store('rate.save'))
    await buyerPage.getByRole('listitem').filter({ hasText: 'Right to the minute' }).waitFor()
    await buyerPage.getByText(store('ratings.count', { count: 1 }), { exact: true }).waitFor()
    await expectTranslated(buyerPage, `market-rated-${language}`)
    await press(buyerPage, store('more'))
    await buyerPage.getByRole('menuitem', { name: store('report') }).click()
    const report = buyerPage.getByRole('dialog', { name: store('report.title', { name: plugin }) })
    await report.getByRole('checkbox').nth(3).click()
    await report.getByRole('textbox').fill('Not in my harbour')
    await press(report, store('report.do'))
    await report.waitFor({ state: 'detached' })

    // The bot is copied with its plugin and its workflow, and uses them in its answer.
    await goTo(buyerPage, '/explore/template')
    await buyerPage.getByRole('combobox', { name: store('template.search') }).fill(bot)
    await buyerPage.getByRole('option', { name: bot }).click()
    await buyerPage.getByRole('heading', { level: 1, name: bot }).waitFor()
    const others = buyerPage.getByRole('region', { name: store('moreOf', { name: `seller-${mark}` }) })
    await expect
      .poll(async () => (await others.getByRole('heading', { level: 2 }).allInnerTexts()).slice(1).toSorted())
      .toEqual([plugin, flow].toSorted())
    await press(buyerPage, store('take'))
    const take = buyerPage.getByRole('dialog', { name: store('take.title', { name: bot }) })
    await expect.poll(() => take.getByRole('listitem').allInnerTexts()).toHaveLength(3)
    await take.getByText(flow).waitFor()
    await expectTranslated(buyerPage, `market-take-${language}`)
    await press(take, store('take.do'))
    await buyerPage.waitForURL(/\/bot\/\d+/)
    const composer = buyerPage.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill('Use next_tide for the harbour "Cuxhaven"')
    await composer.press('Enter')
    await buyerPage.getByRole('log').getByText('High water in Cuxhaven at 17:40').first().waitFor()

    // The seller unlists and relists the workflow; the owner bans the reported plugin.
    await shop.reload()
    await fromMenu(shop, flow, 'unlist')
    await press(shop.getByRole('dialog'), own('unlist.do', { name: flow }))
    await row(shop, flow)
      .filter({ hasText: own('state.unlisted') })
      .waitFor()
    expect(
      (await buyer.api.market.search({ keyword: mark })).products.map((product) => product.meta_info.name),
    ).not.toContain(flow)
    await fromMenu(shop, flow, 'relist')
    await row(shop, flow)
      .filter({ hasText: own('state.listed') })
      .waitFor()
    await goTo(desk, '/admin/market')
    await desk.getByRole('radio', { name: own('review.reported') }).click()
    await row(desk, plugin).filter({ hasText: 'Not in my harbour' }).click()
    const bad = desk.getByRole('complementary', { name: plugin })
    await press(bad, own('ban'))
    const ban = desk.getByRole('dialog', { name: own('ban.title', { name: plugin }) })
    await ban.getByRole('textbox').fill('Wrong times')
    await press(ban, own('ban.do'))
    await ban.waitFor({ state: 'detached' })
    await expectTranslated(desk, `market-banned-${language}`)
    await press(bad, own('report.close'))
    await row(desk, plugin)
      .filter({ hasText: own('report.done') })
      .waitFor()
    await shop.reload()
    await row(shop, plugin)
      .filter({ hasText: own('state.banned') })
      .filter({ hasText: 'Wrong times' })
      .waitFor()
    await expectTranslated(shop, `market-mine-${language}`)
    await row(shop, plugin).hover()
    await press(row(shop, plugin), own('more', { name: plugin }))
    await expect.poll(() => shop.getByRole('menuitem').allInnerTexts()).toEqual([own('open')])

    // The plugin no longer has a page and appears in no search or suggestion. Copies remain.
    await goTo(buyerPage, address)
    await buyerPage.getByRole('heading', { name: store('gone') }).waitFor()
    await goTo(buyerPage, `/explore/plugin?word=${encodeURIComponent(plugin)}`)
    await buyerPage.getByText(store('noMatch', { word: plugin })).waitFor()
    expect((await buyer.api.market.suggest({ keyword: plugin })).suggestions).toEqual([])
  })
})
