import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ConnectorId } from '../packages/contract/src/shared/bot-enums.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Uses of a resource, the bin, and restoring from it. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
})

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const b = (key: string, values?: Record<string, string | number>) => t('bin', key, values)
  const l = (key: string, values?: Record<string, string | number>) => t('library', key, values)
  const flow = 'greet_guests'
  const helper = 'Front desk'
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  let page: Page
  let workflowId: string
  let botId: string
  const users = async () =>
    (await owner.api.reference.usedBy({ space_id: spaceId, res_ids: [workflowId] })).resources[0]!.users.map(
      (user) => user.id,
    )
  const answer = async () =>
    (await owner.api.workflowOpen.run({ workflow_id: workflowId, parameters: { input: 'Ann' } })).data

  beforeAll(async () => {
    const { api } = owner
    workflowId = (await api.workflow.create({ name: flow, desc: 'Greets', space_id: spaceId })).workflow_id
    await api.workflow.save({ workflow_id: workflowId, schema: greeting() })
    await api.workflowVersion.publish({ workflow_id: workflowId, force: true })
    botId = (await api.bot.create({ space_id: spaceId, name: helper })).bot_id
    await api.bot.updateDraft({
      bot_info: { bot_id: botId, workflow_info_list: [{ workflow_id: workflowId }] },
    } as never)
    await api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.api]: {} } })
    page = await visit({ language, cookie: owner.cookie() })
  })

  test('the library shows what uses a workflow, and the dialog before deleting it names the published bot', async () => {
    await goTo(page, `/space/${spaceId}/library`)
    await press(row(page, flow), b('usedBy.by', { name: flow, who: b('usedBy.kind', { count: 1, kind: 'bot' }) }))
    const list = page.getByRole('list', { name: b('usedBy.list', { name: flow }) })
    await list.getByRole('link', { name: helper }).waitFor()
    await expectAccessible(page, `used-by-${language}`, [b('usedBy.list', { name: flow })])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })

    await row(page, flow).hover()
    await press(row(page, flow), l('more', { name: flow }))
    await page.getByRole('menuitem', { name: l('remove'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: l('remove.title', { name: flow }) })
    const lost = dialog.getByRole('list', { name: b('live.title', { count: 1 }) })
    await lost.getByRole('link', { name: helper }).waitFor()
    await lost.getByText('API', { exact: true }).waitFor()
    // A dialog keeps the language in which it was opened.
    const asked = [l('remove.title', { name: flow }), l('remove.do', { name: flow })]
    await expectAccessible(page, `delete-used-${language}`, asked)
    await press(dialog, l('remove.do', { name: flow }))
    // While the dialog is open, no row can be found by its role, deleted or not.
    await dialog.waitFor({ state: 'detached' })
    await row(page, flow).waitFor({ state: 'detached' })
    await expect(answer()).rejects.toMatchObject({ status: 404 })
  })

  test('the bin lists the workflow with the days left; once restored, it works and is still used by its bot', async () => {
    await press(page, b('title'))
    await page.waitForURL(/library\/bin$/)
    await row(page, flow)
      .getByText(b('left.days', { count: 30 }))
      .waitFor()
    await expectAccessible(page, `bin-${language}`)
    await press(row(page, flow), b('restore.of', { name: flow }))
    await page.getByText(b('restored', { name: flow })).waitFor()
    await page.getByText(b('empty')).waitFor()
    expect(await answer()).toContain('Hello Ann')
    expect(await users()).toEqual([botId])
    await goTo(page, `/space/${spaceId}/library`)
    await row(page, flow)
      .getByRole('button', {
        name: b('usedBy.by', {
          name: flow,
          who: b('usedBy.kind', { count: 1, kind: 'bot' }),
        }),
      })
      .waitFor()
  })

  test('deleting a published bot names its channels; deleting it for good requires typing its name', async () => {
    const home = (key: string, values?: Record<string, string | number>) => t('home', key, values)
    await owner.api.bundle.removeMany({ space_id: spaceId, ids: [botId] })
    await goTo(page, `/space/${spaceId}/library/bin`)
    await press(row(page, helper), b('restore.of', { name: helper }))
    await page.getByText(b('empty')).waitFor()
    await goTo(page, `/space/${spaceId}/develop`)
    await press(page, home('menu.more', { name: helper }))
    await page.getByRole('menuitem', { name: home('menu.delete'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: home('delete.title', { name: helper }) })
    await dialog.getByText(b('live.online', { channels: 'API' })).waitFor()
    await press(dialog, home('delete.action', { name: helper }))
    await dialog.waitFor({ state: 'detached' })

    await goTo(page, `/space/${spaceId}/library/bin`)
    await press(row(page, helper), b('remove.of', { name: helper }))
    const last = page.getByRole('dialog', { name: b('remove.title', { name: helper }) })
    await expect.poll(() => last.getByRole('button', { name: b('remove'), exact: true }).isDisabled()).toBe(true)
    await last.getByRole('textbox').fill(helper)
    await press(last, b('remove'))
    await page.getByText(b('empty')).waitFor()
    await expect(owner.api.bin.restore({ space_id: spaceId, res_id: botId })).rejects.toMatchObject({ status: 404 })
    expect(await users()).toEqual([])
  })
})
