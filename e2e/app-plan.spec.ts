import { beforeAll, expect, test } from 'vitest'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** The plan of an app is edited as a form: any text can be cleared, and the form says what is missing. */
const a = (key: string, values?: Record<string, string | number>) => texts('en')('app', key, values)
let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})

test('a plan with cleared names cannot be built until they are filled in again', async () => {
  const owner = await studio.register('owner')
  const { id: spaceId } = await owner.api.space.create({ name: 'Post' })
  const page = await visit({ cookie: owner.cookie() })
  await page.goto(`/space/${spaceId}/new-app`)
  await page
    .getByLabel(a('describe.label'))
    .fill('Manage our orders with item and status (open, sent), and summarise texts')
  await page.getByRole('button', { name: a('describe.submit'), exact: true }).click()
  const build = page.getByRole('button', { name: a('plan.build'), exact: true })
  await build.waitFor()
  const box = (name: string | RegExp) => page.getByRole('textbox', { name, exact: typeof name === 'string' })
  const cleared: [name: string | RegExp, fault: string][] = [
    [new RegExp(`^${a('plan.name')}`), 'fault.name'],
    [a('entity.name'), 'fault.name'],
    [a('field.name', { number: 1 }), 'fault.name'],
    [a('page.name', { number: 1 }), 'fault.name'],
    [a('flow.goal'), 'fault.goal'],
    [/^Options of/, 'fault.options'],
  ]
  for (const [name, fault] of cleared) {
    const text = await box(name).inputValue()
    expect(text).not.toBe('')
    await box(name).fill('')
    expect(await box(name).inputValue()).toBe('')
    await page.getByText(a(fault), { exact: true }).waitFor()
    expect(await build.isDisabled()).toBe(true)
    await box(name).fill(text)
    await expect.poll(() => build.isEnabled()).toBe(true)
    expect(await page.getByText(a(fault), { exact: true }).count()).toBe(0)
  }
  for (const [name] of cleared) await box(name).fill('')
  // The questions are in the language of the description.
  const asDescribed = ['Everyone sees their own', 'Orders', 'Item', 'Status', 'Summarise', 'Text']
  await expectAccessible(page, 'app-plan-cleared', asDescribed)
  await page.context().close()
})
