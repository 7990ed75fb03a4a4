import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDav } from '../apps/server/src/domains/resources/knowledge/testing/dav-server.ts'
import { KEY, openFarCloud, SECRET } from '../apps/server/src/domains/resources/knowledge/testing/far-cloud.ts'
import { type Studio, openStudioHere } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Accounts elsewhere: connected, tried, their files picked in the wizard, their bases brought over, and let go. */
let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
let dav: Awaited<ReturnType<typeof openDav>>
let far: Awaited<ReturnType<typeof openFarCloud>>
beforeAll(async () => {
  dav = await openDav(
    new Map([
      ['handbook/bees.md', 'Bees dance to show the way.'],
      ['handbook/hive.png', 'not for a text base'],
      ['readme.txt', 'Start here.'],
    ]),
  )
  far = await openFarCloud()
  studio = await openStudioHere({ egressAllow: [dav.host, far.host] })
  visit = await openBrowser(studio.address)
})
afterAll(() => {
  dav.close()
  far.close()
})

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const k = (key: string, values: Record<string, string | number> = {}) => t('knowledge', key, values)
  let page: Page
  let api: Awaited<ReturnType<Studio['register']>>['api']
  let spaceId: string
  const complaints: string[] = []
  beforeAll(async () => {
    const person = await studio.register()
    api = person.api
    spaceId = (await api.space.list({})).bot_space_list[0]!.id
    page = await visit({ language, cookie: person.cookie() })
    page.on('pageerror', (error) => complaints.push(String(error)))
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const fill = (label: string, text: string) =>
    page
      .getByRole('dialog')
      .getByLabel(new RegExp(`^${label}`))
      .fill(text)
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor()

  test('a drive is connected from the list, refused with a wrong password, and tested', async () => {
    await page.goto(`/space/${spaceId}/library/knowledge`)
    await button(k('accounts.title')).click()
    await page.getByRole('heading', { name: k('accounts.empty') }).waitFor()
    await button(k('accounts.connect')).click()
    await fill(k('accounts.name'), 'Drive')
    await fill(k('accounts.address'), dav.address)
    await fill(k('accounts.user.webdav'), 'ada')
    await fill(k('accounts.password.webdav'), 'wrong')
    await button(k('accounts.tryAndSave')).click()
    await page.getByRole('dialog').getByText(/401/).first().waitFor()
    expect((await api.knowledge.accounts({})).accounts).toEqual([])
    await fill(k('accounts.password.webdav'), 'pass word')
    await button(k('accounts.tryAndSave')).click()
    await toast(k('accounts.saved', { name: 'Drive' }))
    const row = page.getByRole('row', { name: /Drive/ })
    await row.getByText(dav.address).waitFor()
    await row.getByRole('button', { name: k('accounts.test'), exact: true }).click()
    await toast(k('accounts.works', { name: 'Drive' }))
    await expectAccessible(page, `knowledge-accounts-${language}`)
  })

  test('its files are picked in the wizard, previewed and imported', async () => {
    const { dataset_id: base } = await api.knowledge.create({ name: 'Hive', space_id: spaceId, format_type: 0 })
    await page.goto(`/space/${spaceId}/knowledge/${base}/upload?type=account`)
    const files = page.getByRole('list', { name: k('accounts.files') })
    await files.getByRole('button', { name: 'handbook' }).click()
    const picked = files.getByRole('checkbox', { name: 'bees.md' })
    await picked.waitFor()
    expect(await files.getByRole('checkbox', { name: 'hive.png' }).isDisabled()).toBe(true)
    await picked.click()
    await page.getByText(k('accounts.picked', { count: 1 })).waitFor()
    await expectTranslated(page, `knowledge-account-files-${language}`)
    await button(k('upload.next')).click()
    await page.getByText('Bees dance to show the way.').first().waitFor()
    await button(k('upload.start')).click()
    await expect
      .poll(
        async () => {
          await studio.services.knowledgeIngest.drain()
          return page.getByText(k('processing.done')).first().isVisible()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    const { hits } = await api.knowledge.recall({ dataset_id: base, query: 'how do bees show the way' })
    expect(hits.map((hit) => hit.content)).toEqual(['Bees dance to show the way.'])
  })

  test('bases of a cloud are brought into the space', async () => {
    await page.goto(`/space/${spaceId}/library/knowledge/accounts`)
    await button(k('accounts.connect')).click()
    await page.getByRole('radio', { name: new RegExp(k('accounts.kind.volcano')) }).click()
    await fill(k('accounts.name'), 'Cloud')
    await fill(k('accounts.address'), far.address)
    await fill(k('accounts.user.volcano'), KEY)
    await fill(k('accounts.password.volcano'), SECRET)
    await button(k('accounts.tryAndSave')).click()
    await toast(k('accounts.saved', { name: 'Cloud' }))
    const row = page.getByRole('row', { name: /Cloud/ })
    await row.hover()
    await row.getByRole('button', { name: k('accounts.bring', { name: 'Cloud' }) }).click()
    await page.getByRole('checkbox', { name: /birds/ }).click()
    await expectTranslated(page, `knowledge-cloud-${language}`)
    await button(k('accounts.bringAction', { count: 1 })).click()
    await page.waitForURL(/\/library\/knowledge$/)
    await page.getByRole('row', { name: /birds/ }).waitFor()
  })

  test('is let go; what came from it stays', async () => {
    await page.goto(`/space/${spaceId}/library/knowledge/accounts`)
    const row = page.getByRole('row', { name: /Drive/ })
    await row.hover()
    await row.getByRole('button', { name: k('accounts.deleteOf', { name: 'Drive' }) }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: k('accounts.delete.action') })
      .click()
    await toast(k('accounts.deleted', { name: 'Drive' }))
    expect((await api.knowledge.accounts({})).accounts.map((account) => account.name)).toEqual(['Cloud'])
    const { dataset_list } = await api.knowledge.list({ space_id: spaceId, filter: { name: 'Hive' }, page: 1, size: 5 })
    expect(dataset_list[0]!.doc_count).toBe(1)
    expect(complaints).toEqual([])
  })
})
