import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Erasing an account, and the variables of a project. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere()
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  await studio.register('keeper')
})

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const account = (key: string, values?: Record<string, string | number>) => t('account', key, values)

  test('an account that owns a space with other members cannot be erased; others are erased with the password', async () => {
    const [person, friend] = [await studio.register(), await studio.register()]
    const space_id = (await person.api.space.create({ name: 'Shared work' })).id
    await person.api.space.addMembers({ space_id, member_info_list: [{ user_id: friend.id }] })
    const page = await visit({ language, cookie: person.cookie() })
    await page.goto('/account')
    const open = page.getByRole('button', { name: account('erase.open'), exact: true })
    await page.getByRole('link', { name: 'Shared work', exact: true }).waitFor()
    await expect.poll(() => open.isDisabled()).toBe(true)
    await expectTranslated(page, `account-erase-refused-${language}`)
    await person.api.space.transfer({ space_id, transfer_user_id: friend.id })
    await page.reload()
    await open.click()
    const dialog = page.getByRole('dialog', { name: account('erase.title', { email: person.email }) })
    const password = dialog.getByLabel(account('erase.password'), { exact: true })
    await password.fill('not this one')
    await password.press('Enter')
    await dialog
      .getByRole('alert')
      .or(dialog.getByText(/password|密码不正确|密码错误/i))
      .first()
      .waitFor()
    // The message comes from the server, in the language of the request.
    await expectAccessible(page, `account-erase-${language}`, ['密码错误。', '密码不正确。'])
    await password.fill(testPassword)
    await dialog.getByRole('button', { name: account('erase.action'), exact: true }).click()
    await page.waitForURL(/\/sign/)
    await expect(
      studio.anonymous.passport.login({ email: person.email, password: testPassword }),
    ).rejects.toMatchObject({ code: ErrorCode.passport.wrongPair })
    expect((await friend.api.space.members({ space_id, page: 1, size: 10 })).total).toBe(1)
  })

  test('variables of a project are created, given types, changed and deleted', async () => {
    const words = (key: string, values?: Record<string, string | number>) => t('variable', key, values)
    const typeName = t('ui', 'dataType.arrayOf', { item: t('ui', 'dataType.integer') })
    const owner = await studio.register()
    const spaceId = (await owner.api.space.list({})).bot_space_list[0]!.id
    const project = { kind: 'project', spaceId, ownerId: owner.id, name: 'App' } as const
    const { id: projectId } = await studio.services.resources.create(project)
    const listed = async () =>
      (await owner.api.variables.projectList({ ProjectID: projectId })).VariableList.map((item) => [
        item.Keyword,
        item.Channel,
        item.DefaultValue,
        item.Schema,
      ])
    const page = await visit({ language, cookie: owner.cookie() })
    await page.goto(`/space/${spaceId}/project-ide/${projectId}/variables`)
    const user = page.getByRole('region', { name: '用户变量', exact: true })
    await user.getByRole('button', { name: words('add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('key')).fill('visits')
    await dialog.getByRole('combobox', { name: words('type') }).click()
    await page.getByRole('option', { name: typeName, exact: true }).click()
    const first = dialog.getByLabel(words('default'), { exact: true })
    await first.fill('[1, "two"]')
    await dialog.getByText(words('fault.default', { type: typeName })).waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: words('save') }).isDisabled()).toBe(true)
    await first.fill('[1, 2]')
    await dialog.getByRole('button', { name: words('save') }).click()
    await user.getByText('visits', { exact: true }).waitFor()
    expect(await listed()).toEqual([['visits', 1, '[1, 2]', '{"type":"list","schema":{"type":"integer"}}']])
    await expectAccessible(page, `variables-project-${language}`)
    await user.getByRole('button', { name: words('editOf', { name: 'visits' }) }).click()
    await dialog.getByLabel(words('key')).fill('calls')
    await dialog.getByRole('button', { name: words('save') }).click()
    await user.getByText('calls', { exact: true }).waitFor()
    expect((await listed()).map(([name]) => name)).toEqual(['calls'])
    await user.getByRole('button', { name: words('removeOf', { name: 'calls' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('remove'), exact: true })
      .click()
    await user.getByText(words('none')).waitFor()
    expect(await listed()).toEqual([])
  })
})
