import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { coveredByToasts } from './lib/screen-faults.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { type Language, noComplaints, type Person } from './lib/studio.ts'
import { texts } from './lib/texts.ts'

/** Collaborators of a bot, a shortcut that runs a tool, and messages about failures. */
const studio = openStudioInside()

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  let owner: Person
  let editor: Person
  let page: Page
  let spaceId = ''
  let botId = ''
  let editorName = ''
  const dialog = () => page.getByRole('dialog').last()
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const openEditor = (who: Page) => goTo(who, `/space/${spaceId}/bot/${botId}`)

  beforeAll(async () => {
    owner = await studio.person(language)
    page = owner.page
    await joinAs(owner, 'olga')
    editor = await studio.person(language)
    await joinAs(editor, 'emil')
    const me = await call<{ user_id_str: string; name: string }>(editor, '/api/passport/account/info/v2/', {})
    editorName = me.name
    spaceId = (await call<{ id: string }>(owner, '/api/space/create', { name: 'Harbour' })).id
    await call(owner, '/api/space/member/add', { space_id: spaceId, member_info_list: [{ user_id: me.user_id_str }] })
    botId = (await call<{ bot_id: string }>(owner, '/api/draftbot/create', { space_id: spaceId, name: 'Pilot' })).bot_id
  })

  test('a collaborator is added to a bot and edits it, can only publish it as an operator, and is removed', async () => {
    await openEditor(editor.page)
    await editor.page.getByText(t('bot', 'state.readOnly')).waitFor()
    await openEditor(page)
    await press(page, t('bot', 'people.open'))
    await press(dialog(), t('space', 'collaborators.addName', { name: editorName }))
    const role = dialog().getByRole('combobox', { name: t('space', 'collaborators.roleOf', { name: editorName }) })
    await role.waitFor()
    await expectAccessible(page)
    await expectTranslated(page, 'bot-people-en', [editorName])
    await editor.page.reload()
    await editor.page.getByRole('button', { name: t('bot', 'info.edit') }).waitFor()
    await role.click()
    const changed = page.waitForResponse((answer) => answer.url().endsWith('/modify_collaborator'))
    await page
      .getByRole('option', { name: t('space', 'collaborators.role.BotOperator') })
      .first()
      .click()
    await changed
    await editor.page.reload()
    await editor.page.getByText(t('bot', 'state.readOnly')).waitFor()
    await editor.page.getByRole('link', { name: t('bot', 'publish'), exact: true }).waitFor()
    await press(dialog(), t('space', 'collaborators.remove', { name: editorName }))
    await dialog()
      .getByRole('button', { name: t('space', 'collaborators.addName', { name: editorName }) })
      .waitFor()
    await editor.page.reload()
    await editor.page.getByText(t('bot', 'state.readOnly')).waitFor()
  })

  test('a shortcut runs a workflow of the bot and accepts a file', async () => {
    const made = { name: 'greet', desc: 'Greets', space_id: spaceId }
    const { workflow_id } = await call<{ workflow_id: string }>(owner, '/api/workflow_api/create', made)
    await call(owner, '/api/workflow_api/save', { workflow_id, schema: greeting() })
    await call(owner, '/api/workflow_api/publish', { workflow_id, space_id: spaceId, force: true })
    await openEditor(page)
    const block = page.locator('[data-block="workflow"]')
    await block.getByRole('button', { name: t('bot', 'block.workflow.add') }).click()
    await press(dialog(), t('bot', 'picker.addOne', { name: 'greet' }))
    await page.getByText(t('bot', 'workflow.added', { count: 1, names: 'greet' })).waitFor()
    await press(dialog(), t('bot', 'done'))
    await page.getByRole('button', { name: t('bot', 'block.shortcut.add') }).click()
    await dialog().getByLabel(t('bot', 'shortcut.name')).fill('Greet')
    await dialog()
      .getByRole('combobox', { name: t('bot', 'shortcut.tool') })
      .click()
    await page.getByRole('option', { name: 'greet' }).click()
    await press(dialog(), t('bot', 'shortcut.addField'))
    await dialog()
      .getByLabel(t('bot', 'shortcut.field.name', { number: 1 }))
      .fill('input')
    await dialog()
      .getByRole('combobox', { name: t('bot', 'shortcut.field.type', { number: 1 }) })
      .click()
    await page.getByRole('option', { name: t('bot', 'shortcut.type.doc') }).click()
    await dialog().getByLabel(t('bot', 'shortcut.query')).fill('Greet {{input}}')
    await expectTranslated(page, 'bot-shortcut-en', ['Greet', 'greet', 'input'])
    await press(dialog(), t('bot', 'save'))
    await page
      .getByRole('group', { name: t('chat', 'shortcuts') })
      .getByRole('button', { name: 'Greet' })
      .waitFor()
    type Draft = { bot_option_data: { shortcut_command_list: object[] } }
    const draft = await call<Draft>(owner, '/api/playground_api/draftbot/get_draft_bot_info', { bot_id: botId })
    expect(draft.bot_option_data.shortcut_command_list).toMatchObject([
      { tool_type: 1, work_flow_id: workflow_id, components_list: [{ name: 'input', input_type: 3 }] },
    ])
  })

  test('a workflow that was deleted while the picker was open is not added, and a message reports it', async () => {
    const made = { name: 'fading', desc: 'x', space_id: spaceId }
    const { workflow_id } = await call<{ workflow_id: string }>(owner, '/api/workflow_api/create', made)
    await call(owner, '/api/workflow_api/save', { workflow_id, schema: greeting() })
    await call(owner, '/api/workflow_api/publish', { workflow_id, space_id: spaceId, force: true })
    const block = page.locator('[data-block="workflow"]')
    await block.getByRole('button', { name: t('bot', 'block.workflow.add') }).click()
    const add = dialog().getByRole('button', { name: t('bot', 'picker.addOne', { name: 'fading' }) })
    await add.waitFor()
    await call(owner, '/api/workflow_api/delete', { workflow_id, space_id: spaceId })
    await add.click()
    await page.getByText(t('bot', 'AddFailedToast', { name: 'fading' })).waitFor()
    await press(dialog(), t('bot', 'done'))
  })

  test('a failure to create or change a bot is reported in a toast, and the form stays open', async () => {
    const refuse = { status: 409, contentType: 'application/json', body: '{"code":9,"msg":"The harbour is full"}' }
    await page.route('**/api/draftbot/create', (route) => route.fulfill(refuse))
    await goTo(page, `/space/${spaceId}/develop`)
    await page.getByRole('heading', { name: t('home', 'title'), exact: true }).waitFor()
    await page
      .getByRole('button', { name: t('home', 'create.bot'), exact: true })
      .last()
      .click()
    await dialog().getByLabel(t('bot', 'form.name')).fill('Second')
    await press(dialog(), t('bot', 'create.action'))
    await page.getByText(t('bot', 'Create_failed')).waitFor()
    await page.getByText('The harbour is full').waitFor()
    await expect
      .poll(() => page.getByRole('dialog').getByLabel(t('bot', 'form.name')).first().inputValue())
      .toBe('Second')

    // The toast covers no titles, tabs, filters or buttons for creating.
    await press(page.getByRole('dialog', { name: t('bot', 'create.title') }), t('ui', 'cancel'))
    const toast = page.locator('[data-toast]')
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => coveredByToasts(page), { message: `at ${width} px` }).toEqual([])
      expect(await toast.count()).toBeGreaterThan(0)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    noComplaints(owner)
  })
})
