import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { register } from './lib/register.ts'
import { type Language } from './lib/studio.ts'
import { kindName, texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { workflowPage } from './lib/workflow-page.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Projects are built from parts in tabs and split panes, fixed, published, called by a program and rolled back. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})
const twoMinutes = 120_000

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const p = (key: string, values?: Record<string, string | number>) => t('project', key, values)
  const projectName = '预订助手'
  const complaints: string[] = []
  let page: Page
  let spaceId: string
  let projectId: string

  const tree = () => page.getByRole('tree', { name: p('resources') })
  const resource = (name: string): Locator => tree().getByRole('treeitem', { name: new RegExp(`^${name}`) })
  const tab = (name: string): Locator => page.getByRole('tablist').getByRole('tab', { name, exact: true })
  const dialog = (name: string): Locator => page.getByRole('dialog', { name })
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const create = async (kind: 'workflow' | 'database') => {
    await press(page, p('create'))
    await page.getByRole('menuitem', { name: kindName(kind, language), exact: true }).click()
  }
  const makeFlow = async (name: string) => {
    await create('workflow')
    const asked = dialog(t('workflow', 'create.workflow'))
    await asked.getByRole('textbox', { name: t('workflow', 'info.name') }).fill(name)
    await press(asked, t('workflow', 'create.do'))
    await tab(name).and(page.locator('[aria-selected="true"]')).waitFor()
    await resource(name).waitFor()
  }
  const saved = () => expect.poll(() => page.locator('[data-dirty]').count()).toBe(0)
  const problems = () => page.getByRole('region', { name: p('problems.title') })
  const errors = (count: number) =>
    problems().getByText(p('problems.errors', { count }), { exact: true }).waitFor({ state: 'attached' })

  test(
    'two workflows and a table are created in a project, and a problem is listed and fixed',
    async () => {
      page = await visit({ language, theme: 'dark' })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto('/sign')
      await register(page, language, `project-${Math.random().toString(36).slice(2)}@example.test`)
      await page.waitForURL(/\/space\/\d+\/develop/)
      spaceId = /\/space\/(\d+)\//.exec(page.url())![1]!

      await page
        .getByRole('button', { name: t('home', 'create.project'), exact: true })
        .first()
        .click()
      const asked = dialog(p('create.title'))
      await asked.getByRole('textbox', { name: p('name') }).fill(projectName)
      await expectAccessible(page)
      await press(asked, p('create.action'))
      await page.waitForURL(/\/project-ide\/\d+/)
      projectId = /\/project-ide\/(\d+)/.exec(page.url())![1]!
      await page.getByRole('heading', { name: projectName, exact: true }).waitFor()

      // A workflow that changes a text. An empty project offers ways to start.
      await page.getByRole('button', { name: p('begin.chatflow'), exact: true }).waitFor()
      await page.getByRole('button', { name: p('begin.workflow'), exact: true }).waitFor()
      const editor = workflowPage(page, t)
      const { typeName, sheet } = editor
      const [start, end, code] = [1, 2, 5].map(typeName) as [string, string, string]
      await makeFlow('shout')
      await editor.node(start).waitFor()
      await editor.add(start, 5)
      await editor.chooseReference(sheet(code), 'input', start, 'input')
      await editor.write(
        sheet(code).getByRole('textbox', { name: t('workflow-node', 'code.label', { title: code }) }),
        'async function main({ params }) { return { output: params.input.toUpperCase() } }',
      )
      await editor.chooseReference(await editor.open(end), 'output', code, 'output')
      await saved()

      // A second workflow that calls the first one and is incomplete.
      await makeFlow('reserve')
      await editor.node(start).waitFor()
      await editor.focusCard(start)
      await page.keyboard.press('n')
      await page.getByRole('combobox', { name: t('workflow', 'add.search') }).fill('shout')
      await page
        .getByRole('listbox', { name: t('workflow', 'add.title') })
        .getByRole('option', { name: /^shout/ })
        .click()
      await sheet('shout').waitFor()
      await editor.chooseReference(sheet('shout'), 'input', start, 'input')
      await editor.fromMenu('shout', t('workflow', 'menu.disconnect'), `shout → ${end}`)
      await saved()

      // A table in the second pane.
      await create('database')
      const table = dialog(t('database', 'create.title'))
      await table
        .getByRole('textbox', { name: t('database', 'create.name') })
        .first()
        .fill('bookings')
      const first = t('database', 'structure.nth', { n: 1 })
      await table.getByLabel(t('database', 'structure.nameOf', { field: first })).fill('city')
      await press(table, t('database', 'create.action'))
      await tab('bookings').and(page.locator('[aria-selected="true"]')).waitFor()
      await page.keyboard.press('ControlOrMeta+\\')
      const second = page.getByRole('region', { name: p('pane.second') })
      await second.getByRole('tab', { name: 'bookings', exact: true }).waitFor()
      await second
        .getByRole('button', { name: t('database', 'grid.add') })
        .first()
        .waitFor()
      await page
        .getByRole('region', { name: p('pane.first') })
        .locator('.react-flow__node')
        .first()
        .waitFor()
      expect(new URL(page.url()).searchParams.get('beside')).toMatch(/^database\/\d+$/)
      await expectAccessible(page, `project-split-${language}`)

      // The address restores both panes.
      await page.reload()
      await second.getByRole('tab', { name: 'bookings', exact: true }).waitFor()
      await press(page, p('split.off'))
      await second.waitFor({ state: 'detached' })

      await errors(2)
      await problems().getByRole('button').first().click()
      const words = t('workflow-node', 'problem.endOpen')
      await tab('shout').click()
      await problems()
        .getByRole('listitem')
        .filter({ hasText: `reserve › ${end}` })
        .filter({ hasText: words })
        .click()
      await tab('reserve').and(page.locator('[aria-selected="true"]')).waitFor()
      await sheet(end).waitFor()
      // The key `p` opens the list of the project, which offers fixes too; the editor has no separate list.
      await page.keyboard.press('Escape')
      await editor.focusCard(end)
      await page.keyboard.press('p')
      await problems().getByRole('listitem').first().waitFor({ state: 'detached' })
      await page.keyboard.press('p')
      await problems()
        .getByRole('listitem')
        .filter({ hasText: words })
        .getByRole('button', { name: t('workflow-node', 'fix.connectEnd') })
        .click()
      await problems().getByRole('listitem').filter({ hasText: words }).waitFor({ state: 'detached' })
      await expect.poll(() => problems().count()).toBe(1)
      await editor.chooseReference(await editor.open(end), 'output', 'shout', 'output')
      await saved()
      await errors(0)
      await expectTranslated(page, `project-${language}`)
      expect(complaints).toEqual([])
    },
    twoMinutes,
  )

  test(
    'a project is published, called by a program, and a rollback restores a deleted workflow',
    async () => {
      const words = (key: string, values?: Record<string, string | number>) => t('publish', key, values)
      await page.getByRole('link', { name: p('publish'), exact: true }).click()
      await press(page, words('publish', { count: 1 }))
      await page
        .getByRole('region', { name: words('progress'), exact: true })
        .getByRole('heading', { name: words('progress.done', { version: 'v1.0.0' }) })
        .waitFor()
      await goTo(page, `/space/${spaceId}/project-ide/${projectId}`)

      await resource('reserve').click()
      await page.waitForURL(/\/workflow\/\d+/)
      const workflowId = /\/workflow\/(\d+)/.exec(page.url())![1]!
      const { token } = await call(page, '/api/permission_api/pat/create_personal_access_token_and_permission', {
        name: 'Program',
        duration_day: '30',
        workspace_permission_v2: { option: 1, permission_list: ['Workflow.run'] },
      })
      const answer = await fetch(`${studio.address}/v1/workflow/run`, {
        method: 'POST',
        headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ workflow_id: workflowId, app_id: projectId, parameters: { input: 'porto' } }),
      })
      const ran = (await answer.json()) as { code: number; data: string }
      expect(ran).toMatchObject({ code: 0 })
      expect(JSON.parse(ran.data)).toEqual({ output: 'PORTO' })

      await resource('reserve').hover()
      await press(resource('reserve'), p('menu.of', { name: 'reserve' }))
      await page.getByRole('menuitem', { name: p('menu.remove'), exact: true }).click()
      await press(dialog(p('remove.title', { name: 'reserve' })), p('remove.action', { name: 'reserve' }))
      await resource('reserve').waitFor({ state: 'detached' })
      await expect.poll(() => tab('reserve').count()).toBe(0)

      await press(page, p('history.title'))
      const versions = page.getByRole('complementary', { name: p('history.title') })
      await press(versions, p('history.rollBackTo', { name: 'v1.0.0' }))
      await press(dialog(p('history.backTitle', { name: 'v1.0.0' })), p('history.rollBack'))
      await resource('reserve').waitFor()
      await resource('reserve').click()
      await workflowPage(page, t).node('shout').waitFor()
      await versions.getByRole('listitem').nth(1).waitFor()
      await expectAccessible(page)
      expect(complaints).toEqual([])
    },
    twoMinutes,
  )

  test('bots and projects are listed together, and a copy is shown while it is being created', async () => {
    await goTo(page, `/space/${spaceId}/develop`)
    const link = page.getByRole('link', { name: projectName, exact: true })
    const card = page.locator('[data-project]').filter({ has: link })
    await card.waitFor()
    await card.hover()
    await press(card, t('home', 'card.star', { name: projectName }))
    await page.getByRole('combobox', { name: t('home', 'filter.status') }).click()
    await page.getByRole('option', { name: t('home', 'filter.favourite') }).click()
    await card.waitFor()
    await page.getByRole('radio', { name: t('home', 'filter.bots') }).click()
    await card.waitFor({ state: 'detached' })
    await goTo(page, `/space/${spaceId}/develop?kind=projects`)
    await card.waitFor()
    const before = await page.locator('[data-project]').count()
    await card.hover()
    await press(card, t('home', 'menu.more', { name: projectName }))
    await page.getByRole('menuitem', { name: t('home', 'menu.duplicate'), exact: true }).click()
    await expect.poll(() => page.locator('[data-project]').count()).toBe(before + 1)
    await expectAccessible(page)
    const copied = page.locator('[data-project]').first()
    await copied.getByRole('link').click()
    await resource('shout').waitFor()
    await resource('reserve').waitFor()
    await resource('bookings').waitFor()
    expect(complaints).toEqual([])
  })
})
