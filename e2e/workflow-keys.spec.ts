import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { type Language, noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { seriousFaults } from './lib/axe.ts'
import { expectTranslated } from './lib/screen.ts'

/** The workflow editor with the keyboard only, and accessibility of every panel in both themes. */
const studio = openStudioInside()

/** The focused element, as a screen reader would announce it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? ''
    return (element.getAttribute('aria-label') || labels || label || element.textContent || '').trim()
  })

/** Presses Tab until the element has the focus, which also proves that there are no focus traps. */
async function tabTo(page: Page, name: RegExp | string, key = 'Tab') {
  const seen: string[] = []
  for (let n = 0; n < 80; n += 1) {
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    seen.push(now.slice(0, 40))
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never came to ${name}; it went over ${seen.join(' | ')}`)
}

/** Checks all rules in the light theme, and only colours in the dark one. */
async function faultsInBoth(page: Page): Promise<string[]> {
  const light = await seriousFaults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousFaults(page, { rules: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((fault) => `dark: ${fault}`)]
}

/** The texts of the editor in a language. */
function wordsOf(language: Language) {
  const t = texts(language)
  const words = (key: string, values = {}) => t('workflow-node', key, values)
  return {
    w: (key: string, values = {}) => t('workflow', key, values),
    run: (key: string, values = {}) => t('workflow-run', key, values),
    words,
    type: (number: number) => words(`type.${number}`),
  }
}
const beginning = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`)

describe('in English', () => {
  const language: Language = 'en'
  const { w, run, words, type } = wordsOf(language)

  test('a workflow is drawn, fixed, run, published, compared and rolled back with the keyboard only', async () => {
    const person = await studio.person(language)
    const { page } = person
    const { keyboard } = page
    const spaceId = await joinAs(person, `keys-${language.toLowerCase()}`)
    const { workflow_id } = await call<{ workflow_id: string }>(page, '/api/workflow_api/create', {
      name: 'by_keys',
      desc: '',
      space_id: spaceId,
    })
    await page.goto(`/work_flow?space_id=${spaceId}&workflow_id=${workflow_id}`)
    const card = (title: string) => page.getByRole('group', { name: title, exact: true })
    // The workflow was created by an API call in the language of the browser.
    await card(type(1)).waitFor()

    // F6 goes to the canvas; a node is added after its first card.
    await keyboard.press('F6')
    await expect.poll(() => focused(page)).toBe(type(1))
    await keyboard.press('n')
    await page.getByRole('combobox', { name: w('add.search') }).waitFor()
    await keyboard.type(type(15))
    await page
      .getByRole('option', { name: type(15), exact: false })
      .first()
      .waitFor()
    await keyboard.press('Enter')
    await card(type(15)).waitFor()
    await expect.poll(() => focused(page)).toBe(type(15))

    // The node is between Start and End. Its menu removes and draws a line; the arrow keys move it.
    await expect.poll(() => page.locator('.line-path').count()).toBe(2)
    await keyboard.press('Shift+F10')
    await page.locator('[role="menu"]:focus-within').first().waitFor()
    await tabTo(page, w('menu.disconnect'), 'ArrowDown')
    await keyboard.press('ArrowRight')
    const line = `${type(15)} → ${type(2)}`
    await page.getByRole('menuitem', { name: line, exact: true }).waitFor()
    await tabTo(page, line, 'ArrowDown')
    await keyboard.press('Enter')
    await expect.poll(() => page.locator('.line-path').count()).toBe(1)
    await expect.poll(() => focused(page)).toBe(type(15))
    await keyboard.press('Shift+F10')
    await page.locator('[role="menu"]:focus-within').first().waitFor()
    await tabTo(page, w('menu.connect'), 'ArrowDown')
    await keyboard.press('ArrowRight')
    await page.getByRole('menuitem', { name: type(2), exact: true }).waitFor()
    await tabTo(page, type(2), 'ArrowDown')
    await keyboard.press('Enter')
    await expect.poll(() => page.locator('.line-path').count()).toBe(2)
    await expect.poll(() => focused(page)).toBe(type(15))
    const before = await card(type(15)).boundingBox()
    await keyboard.press('ArrowDown')
    await expect.poll(async () => (await card(type(15)).boundingBox())!.y).toBeGreaterThan(before!.y)

    // Deletes the node and undoes that.
    await keyboard.press('Delete')
    await expect.poll(() => card(type(15)).count()).toBe(0)
    await keyboard.press('Control+z')
    await card(type(15)).waitFor()

    // The list of problems leads to the empty field.
    await keyboard.press('p')
    const problems = page.getByRole('region', { name: words('problems.title') })
    await problems.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-problem'))).toBe(true)
    await keyboard.press('Enter')
    await page.getByRole('complementary').first().waitFor()
    await expectTranslated(page, `keys-problem-${language}`)

    // Chooses a value for the text node from the tree.
    const sheet = (title: string) => page.getByRole('complementary', { name: title, exact: true })
    const openForm = async (title: string) => {
      await keyboard.press('Escape')
      for (let n = 0; n < 5 && !(await page.evaluate(() => document.activeElement?.closest('.flow'))); n += 1)
        await keyboard.press('F6')
      await tabTo(page, title, title === type(2) ? 'Tab' : 'Shift+Tab')
      await keyboard.press('Enter')
      await sheet(title).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('aside') !== null)).toBe(true)
    }
    const refer = async (label: string, value: string) => {
      await tabTo(page, new RegExp(`^(${words('value.choose')}: ${label}$|${label}:\\s*${words('value.choose')})`))
      await keyboard.press('Enter')
      await page.getByRole('tree').waitFor()
      // The arrow key moves from the search field into the tree.
      await keyboard.press('ArrowDown')
      await tabTo(page, beginning(value), 'ArrowDown')
      await keyboard.press('Enter')
      await page.getByRole('tree').waitFor({ state: 'detached' })
    }
    await openForm(type(15))
    await refer('String1', 'input')
    await openForm(type(2))
    await refer('output', 'output')
    await keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(type(2))
    await expect.poll(() => problems.getByRole('listitem').count()).toBe(0)
    await keyboard.press('p')
    await problems.waitFor({ state: 'detached' })

    // The same keys open the run form and start the run.
    await keyboard.press('Control+Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/INPUT|TEXTAREA/)
    await keyboard.type('Porto')
    await keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: run('phase.done') }).waitFor()
    await page.getByRole('complementary').last().getByText('"Porto"').first().waitFor()
    await expectTranslated(page, `keys-run-${language}`)

    // Publishes from the bar.
    await keyboard.press('F6')
    await tabTo(page, run('publish'), 'Shift+Tab')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: run('publish.title') })
    await dialog.waitFor()
    await tabTo(page, beginning(run('publish.note')))
    await keyboard.type('By keys')
    await tabTo(page, run('publish.as', { version: 'v0.0.1' }))
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    // Makes a change, opens the comparison and rolls back.
    await page.getByText(run('publish.done', { version: 'v0.0.1' })).waitFor({ state: 'detached' })
    await keyboard.press('F6')
    await tabTo(page, type(15), 'Shift+Tab')
    await keyboard.press('Control+d')
    await card(`${type(15)} 2`).waitFor()
    await page.getByText(beginning(w('changes', { count: 1, version: 'v0.0.1' }))).waitFor()
    await keyboard.press('Shift+F6')
    await tabTo(page, w('history'))
    await keyboard.press('Enter')
    const changes = page.getByRole('complementary', { name: run('diff.title') })
    await changes.getByRole('button', { name: `${type(15)} 2`, exact: true }).waitFor()
    await tabTo(page, run('restore.action', { name: 'v0.0.1' }))
    await keyboard.press('Enter')
    await page.getByRole('dialog').last().waitFor()
    await tabTo(page, run('restore.action', { name: 'v0.0.1' }))
    await keyboard.press('Enter')
    await card(type(15)).waitFor()
    await expect.poll(() => card(`${type(15)} 2`).count()).toBe(0)
    noComplaints(person)
  })
})

describe('the editor has no serious accessibility violations', () => {
  const { w, run, words, type } = wordsOf('en')

  let person: Person
  let page: Page
  let spaceId = ''
  let flow = ''

  const make = async (name: string, flow_mode: number) =>
    (
      await call<{ workflow_id: string }>(page, '/api/workflow_api/create', {
        name,
        desc: '',
        space_id: spaceId,
        flow_mode,
      })
    ).workflow_id
  const open = async (id: string, more = '') => {
    await page.goto(`/work_flow?space_id=${spaceId}&workflow_id=${id}${more}`)
    await page.getByRole('group', { name: type(1), exact: true }).waitFor()
  }
  const node = (id: string, kind: string, title: string, x: number, data: object) => ({
    id,
    type: kind,
    meta: { position: { x, y: 0 } },
    data: { nodeMeta: { title, description: '', icon: '', subTitle: '' }, ...data },
  })
  const from = (blockID: string, name: string) => ({
    type: 'string',
    value: { type: 'ref', content: { source: 'block-output', blockID, name } },
  })
  const canvas = (content: string) => ({
    nodes: [
      node('100001', '1', type(1), 0, { outputs: [{ type: 'string', name: 'input' }] }),
      node('20', '15', 'Headline', 320, {
        inputs: {
          method: 'concat',
          inputParameters: [{ name: 'String1', input: from('100001', 'input') }],
          concatParams: [{ name: 'concatResult', input: { type: 'string', value: { type: 'literal', content } } }],
        },
        outputs: [{ type: 'string', name: 'output' }],
      }),
      node('30', '45', 'Fetch', 320, { inputs: {}, outputs: [] }),
      node('900001', '2', type(2), 640, {
        inputs: {
          terminatePlan: 'returnVariables',
          inputParameters: [{ name: 'output', input: from('20', 'output') }],
        },
      }),
    ].filter((item) => content === 'later' || item.id !== '30'),
    edges: [
      { sourceNodeID: '100001', targetNodeID: '20' },
      { sourceNodeID: '20', targetNodeID: '900001' },
    ],
  })
  const save = (content: string) =>
    call(page, '/api/workflow_api/save', { workflow_id: flow, schema: JSON.stringify(canvas(content)) })

  test('in the form and the result of a run', async () => {
    person = await studio.person('en')
    page = person.page
    spaceId = await joinAs(person, 'panels')
    flow = await make('panels', 0)
    await save('{{String1}}!')
    const version = { workflow_id: flow, space_id: spaceId, workflow_version: 'v0.0.1', version_description: 'One' }
    await call(page, '/api/workflow_api/publish', { ...version, force: true })
    await open(flow)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('textbox', { name: 'input', exact: true }).fill('Porto')
    expect(await faultsInBoth(page), 'form of a run').toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: run('phase.done') }).waitFor()
    expect(await faultsInBoth(page), 'result of a run').toEqual([])
  })

  test('on the canvas, in a form, in problems, in publishing and in references', async () => {
    await save('later')
    await open(flow, '&node_id=20')
    await page.getByRole('complementary', { name: 'Headline', exact: true }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('region', { name: words('problems.title') }).waitFor()
    expect(await faultsInBoth(page), 'canvas, form and problems').toEqual([])
    await page.getByRole('button', { name: run('publish'), exact: true }).click()
    await page.getByRole('dialog', { name: run('publish.title') }).waitFor()
    expect(await faultsInBoth(page), 'publish').toEqual([])
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: w('more') })
      .first()
      .click()
    await page.getByRole('menuitem', { name: run('more.references') }).click()
    await page.getByRole('dialog').last().waitFor()
    expect(await faultsInBoth(page), 'references').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').last().waitFor({ state: 'detached' })
  })

  test('in versions, runs and the chat of a chatflow', async () => {
    await page.getByRole('radio', { name: w('view.versions'), exact: true }).click()
    await page.getByRole('complementary', { name: run('diff.title') }).waitFor()
    expect(await faultsInBoth(page), 'versions').toEqual([])
    await page.getByRole('radio', { name: w('view.runs'), exact: true }).click()
    await page.getByRole('table', { name: run('runs.label') }).waitFor()
    expect(await faultsInBoth(page), 'runs').toEqual([])

    await open(await make('panels_chat', 3))
    await page.getByRole('button', { name: run('chat.open'), exact: true }).click()
    await page.getByRole('complementary').last().getByRole('textbox').waitFor()
    expect(await faultsInBoth(page), 'chat').toEqual([])
    noComplaints(person)
  })
})
