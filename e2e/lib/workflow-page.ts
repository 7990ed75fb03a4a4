import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import type { texts } from './texts.ts'

type Words = ReturnType<typeof texts>

/** Waits until the canvas stops moving, as it does for a moment after a layout or a change of view. */
export async function waitUntilStill(page: Page): Promise<void> {
  const seen: string[] = []
  await expect
    .poll(
      async () => {
        const places = page.locator('.react-flow__viewport, .react-flow__node')
        seen.push(await places.evaluateAll((all) => all.map((item) => (item as HTMLElement).style.transform).join()))
        return seen.length > 3 && new Set(seen.slice(-4)).size === 1
      },
      { interval: 100 },
    )
    .toBe(true)
}

/** Actions of a user in the workflow editor by keyboard and pointer, in the user's language. */
export function workflowPage(page: Page, t: Words) {
  const typeName = (type: number) => t('workflow-node', `type.${type}`)
  const node = (title: string): Locator =>
    page.locator('.react-flow__node').and(page.getByRole('group', { name: title, exact: true }))
  const sheet = (title: string): Locator => page.getByRole('complementary', { name: title, exact: true })
  const runSheet = (): Locator => page.getByRole('complementary').last()
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()

  async function choose(type: number, title: string): Promise<void> {
    await page.getByRole('combobox', { name: t('workflow', 'add.search') }).fill(typeName(type))
    const list = page.getByRole('listbox', { name: t('workflow', 'add.title') })
    const option = list
      .getByRole('option')
      .filter({ has: page.getByText(typeName(type), { exact: true }) })
      .first()
    await option.waitFor()
    // The list is grouped until it shows search results; a click before that would hit an item that is being replaced.
    await expect.poll(() => list.getByRole('group').count()).toBe(0)
    // Server results arrive late and move the list: wait until it is stable.
    let before = ''
    await expect
      .poll(async () => {
        const [last, now] = [before, (before = await list.innerText())]
        return last === now
      })
      .toBe(true)
    await option.click()
    await sheet(title).waitFor()
  }
  /** Clicks an empty place on the canvas. */
  async function clickEmptyCanvas(): Promise<void> {
    await waitUntilStill(page)
    const free = await page.locator('.react-flow__pane').evaluate((pane) => {
      const { left, top, right, bottom } = pane.getBoundingClientRect()
      for (let x = left + 12; x < right; x += 24)
        for (let y = bottom - 240; y > top; y -= 24) if (document.elementFromPoint(x, y) === pane) return { x, y }
      throw new Error('The whole canvas is covered')
    })
    await page.mouse.click(free.x, free.y)
  }
  /** Focuses a card. Brings it into view as a person would: shows the whole canvas, then zooms in. */
  async function focusCard(title: string): Promise<Locator> {
    const card = node(title)
    if (!(await card.count())) {
      await clickEmptyCanvas()
      await page.keyboard.press('Shift+1')
      await card.waitFor()
      const { x, y, width, height } = (await card.boundingBox())!
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.wheel(0, -1000)
    }
    await card.focus()
    return card
  }
  async function openMenu(title: string): Promise<void> {
    await focusCard(title)
    await page.keyboard.press('Shift+F10')
    // Keys would be lost before the menu has the focus.
    await page.locator('[role="menu"]:focus-within').first().waitFor()
  }
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  async function fromMenu(title: string, ...names: string[]): Promise<void> {
    await openMenu(title)
    // Uses keys, because a pointer that rests where the menu opens would hover over its items and close the submenu.
    for (const name of names.slice(0, -1)) await item(name).press('ArrowRight')
    await item(names.at(-1)!).press('Enter')
    await page.getByRole('menu').first().waitFor({ state: 'detached' })
  }
  return {
    typeName,
    node,
    sheet,
    runSheet,
    press,
    /** Creates a workflow on the page of workflows, and waits for its canvas. */
    async create(spaceId: string, name: string): Promise<string> {
      await page.goto(`/space/${spaceId}/library/workflow`)
      await page
        .getByRole('button', { name: t('workflow', 'list.create') })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: t('workflow', 'create.workflow') })
      await dialog.getByRole('textbox', { name: t('workflow', 'info.name') }).fill(name)
      await press(dialog, t('workflow', 'create.do'))
      await node(typeName(1)).waitFor()
      return new URL(page.url()).searchParams.get('workflow_id')!
    },
    /** Adds a node after another one. Its form opens. */
    async add(after: string, type: number, title = typeName(type)): Promise<void> {
      await focusCard(after)
      await page.keyboard.press('n')
      await choose(type, title)
    },
    async addInside(round: string, type: number, title = typeName(type)): Promise<void> {
      const card = await focusCard(round)
      await card.getByRole('button', { name: t('workflow', 'round.first') }).press('Enter')
      await choose(type, title)
    },
    fromMenu,
    focusCard,
    clickEmptyCanvas,
    connect: (from: string, to: string, port?: string): Promise<void> =>
      fromMenu(from, port ? t('workflow', 'menu.connectFrom', { port }) : t('workflow', 'menu.connect'), to),
    endRound: (title: string): Promise<void> => fromMenu(title, t('workflow', 'menu.connectEnd')),
    async rename(title: string, next: string): Promise<void> {
      await fromMenu(title, t('workflow', 'menu.rename'))
      const dialog = page.getByRole('dialog', { name: t('workflow', 'rename.title') })
      await dialog.getByRole('textbox').fill(next)
      await press(dialog, t('workflow', 'rename.do'))
      await node(next).waitFor()
    },
    /** Opens the form of a node and returns it. */
    async open(title: string): Promise<Locator> {
      await focusCard(title)
      await page.keyboard.press('Enter')
      await sheet(title).waitFor()
      return sheet(title)
    },
    /** Adds a node that is not connected. */
    async addFree(type: number, title = typeName(type)): Promise<void> {
      await clickEmptyCanvas()
      await page
        .getByRole('toolbar', { name: t('workflow', 'toolbar.label') })
        .getByRole('button', { name: t('workflow', 'add.button') })
        .click()
      await choose(type, title)
    },
    /** In a form: chooses an output of an earlier node as the value. */
    async chooseReference(form: Locator, label: string, from: string, value: string): Promise<void> {
      const words = t('workflow-node', 'value.choose')
      await form
        .getByRole('button', { name: `${words}: ${label}`, exact: true })
        .or(form.getByRole('button', { name: beginningWith(label, words) }))
        .click()
      // The page around the editor may contain another tree.
      const tree = page.locator('[data-base-ui-portal]').getByRole('tree')
      await tree.waitFor()
      const place = await tree.getByRole('treeitem').evaluateAll(
        (items, [group, name]) => {
          let inside = false
          return items.findIndex((item) => {
            if (item.getAttribute('aria-level') === '1') inside = item.textContent.trim().startsWith(group!)
            else return inside && item.querySelector('.font-mono')?.textContent === name
            return false
          })
        },
        [from, value],
      )
      expect(place, `${from}.${value} for ${label}`).toBeGreaterThanOrEqual(0)
      await tree.getByRole('treeitem').nth(place).click()
      await tree.waitFor({ state: 'detached' })
    },
    /** Replaces the content of a prompt or code editor. */
    async write(editor: Locator, text: string): Promise<void> {
      await editor.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    async pick(form: Locator, label: string, choice: string): Promise<void> {
      await form.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    },
    async saved(): Promise<void> {
      const words = t('workflow', 'saved.at', { time: '' }).trim()
      await page
        .getByText(new RegExp(`^${words}`))
        .first()
        .waitFor()
    },
    view: (name: 'canvas' | 'runs' | 'triggers' | 'jobs' | 'versions') =>
      page.getByRole('radio', { name: t('workflow', `view.${name}`), exact: true }).click(),
    /** Waits for the state of a card in the selected run. */
    state: async (title: string, state: string): Promise<void> => {
      await focusCard(title)
      await expect.poll(() => node(title).locator('.node-card').first().getAttribute('data-state')).toBe(state)
    },
  }
}

/** Matches a button whose name is the label, the chosen value and then the type. */
const beginningWith = (label: string, words: string) => {
  const [first, second] = [label, words].map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${first}:\\s*${second}`)
}
