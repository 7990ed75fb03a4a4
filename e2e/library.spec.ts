import { resourceKinds } from '@orrery/contract/shared/resource-kinds'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { canvas, edge, endNode, param, ref, startNode, subNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** The library of a space: lists, folders, copies and moves, and full-text search. */
const studio = openStudioInside()

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const isDark = false
  const l = (key: string, values?: Record<string, string | number>) => t('library', key, values)
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const fromMenu = async (page: Page, name: string, item: string) => {
    await row(page, name).hover()
    await press(row(page, name), l('more', { name }))
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  test('resources of every kind are listed, filtered, opened and deleted', async () => {
    const person = await studio.person(language, { dark: isDark })
    const { page } = person
    const space_id = await joinAs(person, 'lib')
    await call(person, '/api/workflow_api/create', { name: 'build_plan', desc: 'Plans a day', space_id })
    await call(person, '/api/knowledge/create', { name: 'City guides', description: '', space_id, format_type: 0 })
    await goTo(page, `/space/${space_id}/library`)
    await row(page, 'build_plan').waitFor()
    await row(page, 'City guides').waitFor()

    await page
      .getByRole('main')
      .getByRole('button', { name: t('library', 'create'), exact: true })
      .click()
    await page.getByRole('menuitem', { name: t('shell', 'create.prompt') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('prompt', 'form.name')).fill('House tone')
    await dialog
      .getByRole('textbox', { name: t('prompt', 'form.text') })
      .last()
      .fill('Be plain and warm.')
    await dialog.getByRole('button', { name: t('prompt', 'form.save') }).click()
    await row(page, 'House tone').waitFor()
    await expectAccessible(page, `library-${language}`)

    // A resource that is turned off remains in the list and shows its state.
    const onOff = row(page, 'City guides').getByRole('switch', { name: l('switch', { name: 'City guides' }) })
    await onOff.click()
    await row(page, 'City guides').getByText(l('state.off'), { exact: true }).waitFor()
    await expect.poll(() => onOff.isChecked()).toBe(false)
    await onOff.click()
    await row(page, 'City guides').getByText(l('state.empty'), { exact: true }).waitFor()
    await expect.poll(() => row(page, 'build_plan').getByRole('switch').count()).toBe(0)

    await page
      .getByRole('radio', { name: language === 'en' ? resourceKinds.prompt.en[1] : resourceKinds.prompt.zh })
      .click()
    await row(page, 'City guides').waitFor({ state: 'detached' })
    await expect.poll(() => row(page, 'House tone').count()).toBe(1)
    await page.getByRole('radio', { name: t('library', 'kind.all') }).click()
    await page.getByRole('searchbox').fill('guides')
    await row(page, 'build_plan').waitFor({ state: 'detached' })
    await row(page, 'City guides')
      .getByRole('button', { name: t('library', 'more', { name: 'City guides' }) })
      .click()
    await page.getByRole('menuitem', { name: t('library', 'remove'), exact: true }).click()
    await page.getByRole('button', { name: t('library', 'remove.do', { name: 'City guides' }) }).click()
    await row(page, 'City guides').waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('')
    await row(page, 'build_plan').click()
    await page.waitForURL(/\/work_flow\?/)
    noComplaints(person)
  })

  test('folders are created inside each other, renamed, filled by menu and by dragging, and deleted', async () => {
    const person = await studio.person(language, { dark: isDark })
    const { page } = person
    const space_id = await joinAs(person, 'folders')
    await call(person, '/api/workflow_api/create', { name: 'build_plan', desc: 'Plans a day', space_id })
    await call(person, '/api/knowledge/create', { name: 'City guides', description: '', space_id, format_type: 0 })
    await goTo(page, `/space/${space_id}/library`)
    await row(page, 'build_plan').waitFor()
    const makeFolder = async (name: string) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: l('create'), exact: true })
        .click()
      await page.getByRole('menuitem', { name: l('folder.new'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: l('folder.name') })
        .fill(name)
      await page.keyboard.press('Enter')
      await row(page, name).waitFor()
    }
    await makeFolder('Trips')
    await fromMenu(page, 'Trips', l('folder.rename'))
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: l('folder.name') })
      .fill('Travel')
    await page.keyboard.press('Enter')
    await row(page, 'Travel').waitFor()
    // Moves a resource by dragging it onto the folder.
    await row(page, 'City guides').getByText('City guides').dragTo(row(page, 'Travel').getByText('Travel'))
    await row(page, 'City guides').waitFor({ state: 'detached' })

    await row(page, 'Travel').focus()
    await page.keyboard.press('Enter')
    await row(page, 'City guides').waitFor()
    await page.getByRole('heading', { name: 'Travel', level: 1 }).waitFor()
    await expect.poll(() => row(page, 'build_plan').count()).toBe(0)
    await makeFolder('Europe')
    await expectAccessible(page, `folder-${language}`)
    await page
      .getByRole('navigation', { name: t('ui', 'breadcrumb') })
      .getByRole('link', { name: l('title') })
      .click()

    // Moves a resource into the inner folder by the menu.
    await fromMenu(page, 'build_plan', l('folder.move'))
    const tree = page.getByRole('dialog').getByRole('tree')
    await tree.getByRole('treeitem', { name: 'Travel' }).click()
    await tree.getByRole('treeitem', { name: 'Europe' }).click()
    await press(page, l('folder.moveDo'))
    await row(page, 'build_plan').waitFor({ state: 'detached' })
    // A search covers all folders.
    await page.getByRole('searchbox').fill('plan')
    await row(page, 'build_plan').waitFor()
    await page.getByRole('searchbox').fill('')
    await row(page, 'Travel').waitFor()
    await fromMenu(page, 'Travel', l('remove'))
    await press(page, l('remove.do', { name: 'Travel' }))
    await row(page, 'Travel').waitFor({ state: 'detached' })
    await row(page, 'City guides').waitFor()
    await row(page, 'Europe').waitFor()
    noComplaints(person)
  })

  test('several rows are selected with keys, as a range and all at once, then moved and deleted together', async () => {
    const person = await studio.person(language)
    const { page } = person
    const space_id = await joinAs(person, 'bulk')
    await call(person, '/api/intelligence_api/folder/create', { space_id, type: 2, name: 'Shelf' })
    for (const name of ['First tone', 'Second tone', 'Third tone', 'Fourth tone'])
      await call(person, '/api/playground_api/upsert_prompt_resource', { prompt: { space_id, name, prompt_text: 'x' } })
    await goTo(page, `/space/${space_id}/library`)
    await row(page, 'Fourth tone').waitFor()
    const bar = page.getByRole('toolbar', { name: t('ui', 'bulk.label') })
    const box = (name: string) => page.getByRole('checkbox', { name: t('ui', 'table.select', { name }) })
    await row(page, 'Fourth tone').focus()
    await page.keyboard.press('x')
    await bar.getByText(t('ui', 'bulk.selected', { count: 1 })).waitFor()
    await box('Third tone').click()
    await box('First tone').click({ modifiers: ['Shift'] })
    await bar.getByText(t('ui', 'bulk.selected', { count: 4 })).waitFor()
    await expectAccessible(page, `bulk-${language}`)
    await press(bar, l('folder.move'))
    await page.getByRole('dialog').getByRole('treeitem', { name: 'Shelf' }).click()
    await press(page, l('folder.moveDo'))
    await row(page, 'First tone').waitFor({ state: 'detached' })
    await row(page, 'Shelf').click()
    await row(page, 'First tone').waitFor()
    await page.getByRole('checkbox', { name: t('ui', 'table.selectAll') }).click()
    await press(bar, l('remove'))
    await press(page.getByRole('alertdialog').or(page.getByRole('dialog')), l('bulk.removeDo', { count: 4, number: 4 }))
    await page.getByText(l('folder.empty')).waitFor()
    await expect.poll(() => bar.count()).toBe(0)
    noComplaints(person)
  })

  test('a workflow is copied to another space with the workflow it calls, which is then moved into a project', async () => {
    const person = await studio.person(language, { dark: isDark })
    const { page } = person
    const space_id = await joinAs(person, 'carrier')
    const secondSpace = await call<{ id: string }>(person, '/api/space/create', {
      name: 'Second team',
      description: '',
    })
    await call(person, '/api/intelligence_api/draft_project/create', { space_id, name: 'Booking desk' })
    const made = (name: string) =>
      call<{ workflow_id: string }>(person, '/api/workflow_api/create', { name, desc: '', space_id })
    const [{ workflow_id: inner }, { workflow_id }] = [await made('called_one'), await made('calling_one')]
    const schema = canvas(
      [startNode(), subNode('2', inner, '', ref('100001', 'input')), endNode([param('output', ref('2', 'output'))])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    await call(person, '/api/workflow_api/save', { workflow_id, schema })
    await goTo(page, `/space/${space_id}/library`)
    const dialog = page.getByRole('dialog')
    const choose = async (place: string, name: string) => {
      await dialog.getByRole('radio', { name: new RegExp(`^${place}`) }).click()
      await dialog.getByRole('combobox', { name: place }).click()
      await page.getByRole('option', { name }).click()
    }
    await fromMenu(page, 'calling_one', l('transfer'))
    await dialog
      .getByRole('list', { name: l('transfer.stays') })
      .getByText('called_one')
      .waitFor()
    await choose(l('transfer.space'), 'Second team')
    await dialog
      .getByRole('list', { name: l('transfer.along') })
      .getByText('called_one')
      .waitFor()
    await expectAccessible(page, `transfer-${language}`)
    await press(dialog, l('transfer.copyDo', { count: 1, number: 1 }))
    await dialog.getByText(l('transfer.copied'), { exact: true }).waitFor()
    await expectTranslated(page, `transfer-done-${language}`)
    await press(dialog, l('transfer.close'))

    await fromMenu(page, 'called_one', l('transfer'))
    await dialog.getByRole('radio', { name: l('transfer.move'), exact: true }).click()
    await choose(l('transfer.project'), 'Booking desk')
    await press(dialog, l('transfer.moveDo', { count: 1, number: 1 }))
    await dialog.getByText(l('transfer.moved'), { exact: true }).waitFor()
    await press(dialog, l('transfer.close'))
    await row(page, 'called_one').waitFor({ state: 'detached' })
    await expect.poll(() => row(page, 'calling_one').count()).toBe(1)

    await goTo(page, `/space/${secondSpace.id}/library`)
    await row(page, 'calling_one').waitFor()
    await row(page, 'called_one').waitFor()
    noComplaints(person)
  })

  test('a search finds names and contents of one’s own, on the page and in the palette, but nothing of others', async () => {
    const [mine, other] = [await studio.person(language, { dark: isDark }), await studio.person(language)]
    const space_id = await joinAs(mine, 'mine')
    await joinAs(other, 'other')
    const prompt = { space_id, name: 'House tone', prompt_text: 'Write like a lighthouse keeper.' }
    await call(mine, '/api/playground_api/upsert_prompt_resource', { prompt })
    await call(mine, '/api/draftbot/create', { space_id, name: 'Lighthouse bot', description: '' })
    const found = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
    // The index is updated asynchronously, so the page is opened repeatedly until it shows the results.
    await expect
      .poll(
        async () => {
          await goTo(mine.page, '/search/lighthouse')
          await mine.page.getByRole('main').locator('h2').first().waitFor()
          return [await found(mine.page, 'Lighthouse bot').count(), await found(mine.page, 'House tone').count()]
        },
        { interval: 500 },
      )
      .toEqual([1, 1])
    await expect
      .poll(() => mine.page.getByRole('main').locator('mark').allTextContents())
      .toEqual(['Lighthouse', 'lighthouse'])
    await expectAccessible(mine.page, `search-${language}`)
    // Goes to a page on which the texts of the search have not been loaded yet.
    await goTo(mine.page, `/space/${space_id}/develop`)
    await mine.page.getByRole('heading', { name: t('home', 'title'), exact: true }).waitFor()
    await mine.page.keyboard.press('Control+k')
    const box = mine.page.getByRole('combobox', { name: t('shell', 'palette.label') })
    await box.fill('lighthouse')
    await mine.page.getByRole('option', { name: /Lighthouse bot/ }).waitFor()
    await mine.page
      .getByRole('option', { name: /House tone/ })
      .getByText(t('search', 'inText'), { exact: true })
      .waitFor()
    await mine.page.getByRole('option', { name: t('search', 'all', { word: 'lighthouse' }) }).waitFor()
    // Results keep the language in which they were found until the next search.
    await expectTranslated(mine.page, `palette-${language}`, [t('search', 'inText')])

    await goTo(other.page, '/search/lighthouse')
    await other.page.getByRole('heading', { name: t('search', 'none', { word: 'lighthouse' }) }).waitFor()
    noComplaints(mine, other)
  })
})
