import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Several collaborators at once, and a workflow that is closed to them and opened again. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let colleagues: Person[]
let spaceId: string
beforeAll(async () => {
  studio = await openStudioHere()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  colleagues = [await studio.register('ada'), await studio.register('bea')]
  spaceId = (await owner.api.space.create({ name: 'Crew' })).id
  const member_info_list = colleagues.map(({ id }) => ({ user_id: id }))
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list })
})

test('two colleagues are added together, locked out, let in again and removed together', async () => {
  const language = 'en'
  const t = texts(language)
  const names = await Promise.all(colleagues.map(async ({ api }) => (await api.passport.accountInfo({})).name))
  const { workflow_id: id } = await owner.api.workflow.create({
    space_id: spaceId,
    name: 'rota',
    desc: 'Who is on duty',
  })
  const listed = async () => {
    const { data, is_open } = await owner.api.collaborator.listOfWorkflow({ workflow_id: id, space_id: spaceId })
    return { others: data.filter((item) => !item.owner).length, is_open }
  }
  const page = await visit({ language, cookie: owner.cookie() })
  await page.goto(`/work_flow?space_id=${spaceId}&workflow_id=${id}`)
  await page.getByRole('button', { name: t('workflow', 'more'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('workflow-run', 'more.collaborators') }).click()
  const dialog = page.getByRole('dialog', { name: t('space', 'collaborators.title') })
  for (const name of names)
    await dialog.getByRole('checkbox', { name: t('space', 'collaborators.choose', { name }) }).click()
  await dialog.getByRole('button', { name: t('space', 'collaborators.addSome', { count: 2 }) }).click()
  await expect.poll(listed).toEqual({ others: 2, is_open: true })
  const mode = dialog.getByRole('switch', { name: t('space', 'collaborators.open') })
  await dialog.getByText(t('space', 'collaborators.openText')).waitFor()
  await expectAccessible(page, 'collaborators', names)
  await mode.click()
  await dialog.getByText(t('space', 'collaborators.closedText')).waitFor()
  expect(await listed()).toEqual({ others: 2, is_open: false })

  const theirs = await visit({ language, cookie: colleagues[0]!.cookie() })
  const editor = () => theirs.goto(`/work_flow?space_id=${spaceId}&workflow_id=${id}`)
  await editor()
  await theirs.getByText(t('workflow', 'state.readOnly')).first().waitFor()
  await mode.click()
  await dialog.getByText(t('space', 'collaborators.openText')).waitFor()
  await editor()
  await theirs.getByRole('button', { name: t('workflow', 'more'), exact: true }).waitFor()
  await expect.poll(() => theirs.getByText(t('workflow', 'state.readOnly')).count()).toBe(0)

  for (const name of names)
    await dialog.getByRole('checkbox', { name: t('space', 'collaborators.choose', { name }) }).click()
  await dialog.getByRole('button', { name: t('space', 'collaborators.removeSome', { count: 2 }) }).click()
  await expect.poll(listed).toEqual({ others: 0, is_open: true })
})
