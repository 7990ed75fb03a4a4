import { NodeType } from '@orrery/engine/node-type'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { goTo } from './lib/go-to.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Person, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { expectAccessible, expectTranslated, picture } from './lib/screen.ts'
import { waitUntilStill } from './lib/workflow-page.ts'

/** The canvas: drawn with the pointer and with keys, copied to another workflow, undone and shared. */
const studio = openStudioInside()

interface Stored {
  nodes: {
    id: string
    type: string
    data: { nodeMeta?: { title: string } }
    blocks?: Stored['nodes']
    edges?: object[]
  }[]
  edges: { sourceNodeID: string; targetNodeID: string; sourcePortID?: string }[]
}

/** The workflow as stored on the server, fetched with the session of the page. */
async function stored(page: Page): Promise<Stored> {
  const workflow_id = new URL(page.url()).searchParams.get('workflow_id')
  return page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
    const init = { method: 'POST', headers, body: JSON.stringify({ workflow_id: id }) }
    const answer = (await (await fetch('/api/workflow_api/canvas', init)).json()) as {
      data: { workflow: { schema_json: string } }
    }
    return JSON.parse(answer.data.workflow.schema_json) as never
  }, workflow_id)
}

const card = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true })
const lines = (page: Page) => page.locator('.react-flow__edge')
const middle = async (where: Locator, dx = 0.5, dy = 16) => {
  const box = (await where.boundingBox())!
  return { x: box.x + box.width * dx, y: box.y + dy }
}
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 5, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
}

/** Titles of the cards that are partly outside of the canvas or below its map. */
const hiddenCards = (page: Page) =>
  page.locator('.react-flow__node').evaluateAll(
    (cards, label) => {
      const frame = document.querySelector('.flow')!.getBoundingClientRect()
      const map = document.querySelector(`.flow [aria-label="${label}"]`)!.getBoundingClientRect()
      return cards
        .filter((found) => {
          const box = found.getBoundingClientRect()
          const isInside =
            box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
          const isUnder = box.right > map.left && box.bottom > map.top
          return !isInside || isUnder
        })
        .map((found) => found.getAttribute('aria-label'))
    },
    texts('en')('workflow', 'map.label'),
  )

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const w = (key: string, values: Record<string, string | number> = {}) => t('workflow', key, values)
  const type = (number: number) => t('workflow-node', `type.${number}`)
  let person: Person
  let page: Page
  let spaceId = ''

  const add = async (name: string) => {
    await page.getByRole('combobox', { name: w('add.search') }).fill(name)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
  }
  const untilSaved = () => expect.poll(async () => (await stored(page)).nodes.length)

  test('creates a workflow from the create menu and finds it in the list', async () => {
    person = await studio.person(language)
    page = person.page
    spaceId = await joinAs(person, `canvas-${language.toLowerCase()}`)
    await goTo(page, `/space/${spaceId}/develop`)
    await page
      .getByRole('button', { name: t('shell', 'rail.create'), exact: true })
      .first()
      .click()
    await page
      .getByRole('menuitem', { name: new RegExp(`^${t('shell', 'create.workflow')}`) })
      .first()
      .click()
    await page.getByRole('textbox', { name: w('info.name') }).fill('plan_trip')
    await page.getByRole('button', { name: w('create.do'), exact: true }).click()
    await card(page, type(1)).waitFor()
    await goTo(page, `/space/${spaceId}/library/workflow`)
    await page.getByRole('cell', { name: 'plan_trip', exact: true }).click()
    await card(page, type(2)).waitFor()
    // The editor explains how to start, marks no errors, and hides no card, even beside a form.
    await page.getByRole('note', { name: w('first.title') }).waitFor()
    await page.getByRole('button', { name: w('todo', { count: 1 }) }).waitFor()
    await expect.poll(() => page.getByRole('group').locator('.text-err, .text-warn').count()).toBe(0)
    expect(await hiddenCards(page)).toEqual([])
    await card(page, type(2)).click({ position: { x: 60, y: 16 } })
    await page.locator('aside').first().waitFor()
    await expect.poll(() => hiddenCards(page)).toEqual([])
    await picture(page, 'canvas-first')
    await page.keyboard.press('Escape')
  })

  test('draws with the pointer: from a port, onto a card and into a line, and explains refused connections', async () => {
    await page.getByRole('button', { name: w('add.button') }).click()
    await add(type(15))
    const text = card(page, type(15))
    await text.waitFor()
    await page.keyboard.press('Escape')
    // The first node is inserted between Start and End. Its lines are removed, to be drawn by hand.
    await expect.poll(() => lines(page).count()).toBe(2)
    await page.getByLabel(w('line.label', { from: type(1), to: type(15) })).waitFor({ state: 'attached' })
    for (const line of [`${type(1)} → ${type(15)}`, `${type(15)} → ${type(2)}`]) {
      await waitUntilStill(page)
      await text.click({ button: 'right', position: { x: 60, y: 16 } })
      await page.getByRole('menuitem', { name: w('menu.disconnect') }).press('ArrowRight')
      await page.getByRole('menuitem', { name: line, exact: true }).click()
    }
    await expect.poll(() => lines(page).count()).toBe(0)
    await page.keyboard.press('Shift+L')
    await waitUntilStill(page)
    await page.keyboard.press('Shift+1')
    await waitUntilStill(page)
    await drag(page, await middle(card(page, type(1)), 1, 20), await middle(text))
    await drag(page, await middle(text, 1, 20), await middle(card(page, type(2))))
    await expect.poll(() => lines(page).count()).toBe(2)
    await drag(page, await middle(text, 1, 20), await middle(card(page, type(1)), 0.3))
    await page.getByText(w('refused.intoStart')).first().waitFor()
    await expect.poll(() => lines(page).count()).toBe(2)
    await page.keyboard.press('Shift+L')
    await waitUntilStill(page)
    await page.keyboard.press('Shift+1')
    await waitUntilStill(page)
    const [from, to] = [await middle(card(page, type(1)), 1, 20), await middle(text, 0, 20)]
    await page.mouse.move((from.x + to.x) / 2, from.y)
    await page.getByRole('button', { name: w('line.add') }).click()
    await add(type(5))
    await card(page, type(5)).waitFor()
    await expect.poll(() => lines(page).count()).toBe(3)
    await untilSaved().toBe(4)
    await expectTranslated(page, `canvas-drawn-${language}`)
  })

  test('undoes and redoes everything', async () => {
    await page.keyboard.press('Escape')
    for (let n = 0; n < 12; n += 1) await page.keyboard.press('Control+z')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2)
    for (let n = 0; n < 12; n += 1) await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(4)
    await expect.poll(() => lines(page).count()).toBe(3)
  })

  test('works with the keyboard only: walk, add, connect, move, delete', async () => {
    await page.reload()
    await card(page, type(1)).waitFor()
    await card(page, type(1)).focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(type(5))
    await page.keyboard.press('n')
    await add(type(21))
    const loop = card(page, type(21))
    await loop.waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => (await stored(page)).nodes.find((node) => node.type === NodeType.Loop) !== undefined)
      .toBe(true)
    await loop.getByRole('button', { name: w('round.first') }).press('Enter')
    await add(type(15))
    await expect
      .poll(async () => (await stored(page)).nodes.find((node) => node.type === NodeType.Loop)?.blocks?.length)
      .toBe(1)
    await page.keyboard.press('Escape')
    const inner = card(page, `${type(15)} 2`)
    await inner.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: w('menu.connectEnd') }).press('Enter')
    await expect
      .poll(async () => (await stored(page)).nodes.find((node) => node.type === NodeType.Loop)?.edges?.length)
      .toBe(2)
    await card(page, type(15)).focus()
    const before = await card(page, type(15)).boundingBox()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await card(page, type(15)).boundingBox())!.y).toBeGreaterThan(before!.y)
    await page.keyboard.press('Delete')
    await expect.poll(() => card(page, type(15)).count()).toBe(0)
    await page.keyboard.press('Control+z')
    await card(page, type(15)).waitFor()
    await expectAccessible(page)
  })

  test('moves a node into a loop by dragging, and out again', async () => {
    await page.reload()
    await card(page, type(21)).waitFor()
    await page.keyboard.press('Shift+L')
    await page.keyboard.press('Shift+1')
    const round = async () => (await stored(page)).nodes.find((node) => node.type === NodeType.Loop)!
    const inside = (await round()).blocks!.map((node) => node.id)
    const moved = (await stored(page)).nodes.find((node) => node.type === NodeType.Text)!
    const text = page.locator(`.react-flow__node[data-id="${moved.id}"]`)
    await text.waitFor()
    // Waits until the layout no longer moves.
    const still = async () => {
      let before = ''
      await expect
        .poll(async () => {
          const [last, now] = [before, (before = JSON.stringify(await text.boundingBox()))]
          return last === now
        })
        .toBe(true)
    }
    await still()
    const loop = (await card(page, type(21)).boundingBox())!
    await drag(page, await middle(text), { x: loop.x + loop.width * 0.6, y: loop.y + loop.height * 0.8 })
    await expect.poll(async () => (await round()).blocks?.map((node) => node.id)).toEqual([...inside, moved.id])
    expect((await stored(page)).edges.some((edge) => edge.targetNodeID === moved.id)).toBe(false)
    await still()
    const after = (await card(page, type(21)).boundingBox())!
    await drag(page, await middle(text), { x: after.x + after.width / 2, y: after.y + after.height + 120 })
    await expect.poll(async () => (await round()).blocks?.map((node) => node.id)).toEqual(inside)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored(page)).edges.some((edge) => edge.targetNodeID === moved.id)).toBe(true)
  })

  test('copies nodes into another workflow, with new ids', async () => {
    await page.keyboard.press('Escape')
    await card(page, type(21)).click({ position: { x: 60, y: 16 } })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+c')
    const source = (await stored(page)).nodes.find((node) => node.type === NodeType.Loop)!
    await goTo(page, `/space/${spaceId}/library/workflow`)
    await page.getByRole('button', { name: w('list.create') }).click()
    await page.getByRole('textbox', { name: w('info.name') }).fill('other_trip')
    await page.getByRole('button', { name: w('create.do'), exact: true }).click()
    await card(page, type(1)).waitFor()
    await page.mouse.move(500, 600)
    await page.keyboard.press('Control+v')
    await card(page, type(21)).waitFor()
    await untilSaved().toBe(3)
    const copy = (await stored(page)).nodes.find((node) => node.type === NodeType.Loop)!
    expect(copy.id).not.toBe(source.id)
    expect(copy.blocks).toHaveLength(1)
    expect(copy.edges).toHaveLength(2)
  })

  test('links to a selected node by its address', async () => {
    await card(page, type(2)).click({ position: { x: 60, y: 16 } })
    await page.waitForURL(/node_id=900001/)
    await page.reload()
    await card(page, type(2)).waitFor()
    await page.locator('aside').first().waitFor()
    await expect.poll(() => card(page, type(2)).getAttribute('class')).toContain('selected')
    noComplaints(person)
  })
})

test('two people who save at the same time decide node by node, and see each other', async () => {
  const t = texts('en')
  const w = (key: string, values = {}) => t('workflow', key, values)
  const found = await studio.person('en')
  const { page } = found
  await goTo(page, `/space/${await joinAs(found, 'pair')}/develop`)
  await page
    .getByRole('button', { name: t('shell', 'rail.create'), exact: true })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: new RegExp(`^${t('shell', 'create.workflow')}`) })
    .first()
    .click()
  await page.getByRole('textbox', { name: w('info.name') }).fill('shared')
  await page.getByRole('button', { name: w('create.do'), exact: true }).click()
  await card(page, 'Start').waitFor()
  const two = await found.context.newPage()
  await two.goto(page.url())
  await card(two, 'Start').waitFor()
  await page.getByRole('img', { name: /Also here/ }).waitFor()
  const rename = async (who: Page, from: string, to: string) => {
    await card(who, from).click({ button: 'right', position: { x: 60, y: 16 } })
    await who.getByRole('menuitem', { name: w('menu.rename') }).click()
    await who.getByRole('textbox', { name: w('rename.name') }).fill(to)
    await who.getByRole('button', { name: w('rename.do'), exact: true }).click()
  }
  // The second window is disconnected for a while.
  await two.route('**/api/workflow_api/**', (route) => route.abort())
  await rename(two, 'Start', 'Mine')
  await two.getByText(w('saved.offline')).waitFor()
  await rename(page, 'End', 'Theirs')
  await expect.poll(async () => (await stored(page)).nodes.map((node) => node.data.nodeMeta?.title)).toContain('Theirs')
  await two.unroute('**/api/workflow_api/**')
  const dialog = two.getByRole('dialog', { name: w('conflict.title') })
  // The editor also retries automatically, in which case the button disappears.
  const pressed = two.getByRole('button', { name: w('saved.retry') }).click()
  await Promise.race([pressed.catch(() => {}), dialog.waitFor()])
  await dialog.getByRole('heading', { name: 'Mine' }).waitFor()
  await expectTranslated(two, 'canvas-conflict')
  await dialog.getByRole('button', { name: w('conflict.apply') }).click()
  await card(two, 'Theirs').waitFor()
  await expect
    .poll(async () => (await stored(page)).nodes.map((node) => node.data.nodeMeta?.title).toSorted())
    .toEqual(['Mine', 'Theirs'])
  await card(page, 'Mine').waitFor()
})
