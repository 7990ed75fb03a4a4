import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** Earlier requests of the playground are filled in again, unless they were too long to be stored in full. */
const words = (key: string) => texts('en')('developer', key)
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  visit = await openBrowser(studio.address)
})

test('an earlier request can be reused if it was stored in full; otherwise the page says why not', async () => {
  const owner = await studio.register('owner')
  const save = (log_id: string, request: string) =>
    owner.api.playground.saveRun({
      method: 'GET',
      path: '/v1/workspaces',
      record: { log_id, status_code: 200, request },
    })
  await save('long', `{"params":{},"body":"${'x'.repeat(199_000)}`)
  await save('short', '{"params":{"page_num":"3"},"body":""}')
  const { categories } = await owner.api.playground.items({})
  const { title } = categories.flatMap(({ items }) => items).find(({ url_key: key }) => key === 'space.workspaces')!
  const page = await visit({ cookie: owner.cookie() })
  await page.goto('/account/developer')
  await page.getByRole('button', { name: title, exact: true }).click()
  const run = (logId: string) =>
    page
      .getByRole('region', { name: words('runs') })
      .getByRole('listitem')
      .filter({ hasText: logId })
  const reuse = (logId: string) => run(logId).getByRole('button', { name: words('runs.use'), exact: true })
  await run('long').getByText(words('runs.tooLong')).waitFor()
  expect(await reuse('long').isDisabled()).toBe(true)
  expect(await run('short').getByText(words('runs.tooLong')).count()).toBe(0)
  await reuse('short').click()
  await expect.poll(() => page.getByLabel('page_num').first().inputValue()).toBe('3')
  await expectAccessible(page, 'playground-history')
  await page.context().close()
})
