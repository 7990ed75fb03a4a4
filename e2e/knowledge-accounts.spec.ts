import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDav } from '../apps/server/src/domains/resources/knowledge/testing/dav-server.ts'
import { KEY, openFakeCloud, SECRET } from '../apps/server/src/domains/resources/knowledge/testing/fake-cloud.ts'
import { openFakeSearchEngine } from '../apps/server/src/domains/resources/knowledge/testing/fake-search-engine.ts'
import { goTo } from './lib/go-to.ts'
import { type Studio, openStudioHere } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Accounts at other services: connected, tested, used to import files and bases, and disconnected. */
let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
let dav: Awaited<ReturnType<typeof openDav>>
let cloud: Awaited<ReturnType<typeof openFakeCloud>>
let engine: Awaited<ReturnType<typeof openFakeSearchEngine>>
beforeAll(async () => {
  dav = await openDav(
    new Map([
      ['handbook/bees.md', 'Bees dance to show the way.'],
      ['handbook/hive.png', 'not for a text base'],
      ['readme.txt', 'Start here.'],
    ]),
  )
  cloud = await openFakeCloud()
  engine = await openFakeSearchEngine()
  studio = await openStudioHere({ egressAllow: [dav.host, cloud.host, engine.host] })
  visit = await openBrowser(studio.address)
})
afterAll(() => {
  dav.close()
  cloud.close()
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
    await goTo(page, `/space/${spaceId}/library/knowledge`)
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

  test('a knowledge base is indexed by a search engine that was tested first, and searched through it', async () => {
    const { dataset_id: base } = await api.knowledge.create({ name: 'Far', space_id: spaceId, format_type: 0 })
    const file_base64 = Buffer.from('Bees dance to show the way.').toString('base64')
    await api.knowledge.createDocument({
      dataset_id: base,
      document_bases: [{ name: 'bees.md', source_info: { file_base64, file_type: 'md' } }],
    })
    await studio.services.knowledgeIngest.drain()
    expect((await api.knowledge.listDocuments({ dataset_id: base })).document_infos[0]!.status).toBe(1)
    await goTo(page, `/space/${spaceId}/knowledge/${base}`)
    await button(k('settings.title')).click()
    await button(k('engine.add')).click()
    await fill(k('engine.name'), 'Archive')
    await fill(k('engine.address'), engine.url)
    await fill(k('engine.user'), 'searcher')
    await fill(k('engine.password'), 'wrong')
    await button(k('accounts.tryAndSave')).click()
    await page.getByRole('dialog').getByText(/401/).first().waitFor()
    await expectTranslated(page, `knowledge-engine-${language}`)
    await fill(k('engine.password'), 'far-secret')
    await button(k('accounts.tryAndSave')).click()
    await toast(k('settings.saved'))
    const { configs } = await api.knowledge.engineInstances({})
    expect((await api.knowledge.detail({ dataset_ids: [base] })).dataset_details[base]).toMatchObject({
      storage_location: 1,
      storage_config_id: configs[0]!.storage_config_id,
    })
    const { hits, notes } = await api.knowledge.recall({ dataset_id: base, query: 'bees', search_strategy: 1 })
    expect([hits[0]?.document_name, notes]).toEqual(['bees.md', []])
    expect(engine.asked).toContain('POST _search')
  })

  test('files of the drive are picked in the wizard, previewed and imported', async () => {
    const { dataset_id: base } = await api.knowledge.create({ name: 'Hive', space_id: spaceId, format_type: 0 })
    await goTo(page, `/space/${spaceId}/knowledge/${base}/upload?type=account`)
    const files = page.getByRole('list', { name: k('accounts.files') })
    await files.getByRole('button', { name: 'handbook' }).click()
    const picked = files.getByRole('checkbox', { name: 'bees.md' })
    await picked.waitFor()
    await expect.poll(() => files.getByRole('checkbox', { name: 'hive.png' }).isDisabled()).toBe(true)
    await picked.click()
    await page.getByText(k('accounts.picked', { count: 1 })).waitFor()
    await expectTranslated(page, `knowledge-account-files-${language}`)
    await button(k('upload.next')).click()
    await page.getByText('Bees dance to show the way.').first().waitFor()
    await button(k('upload.start')).click()
    await expect
      .poll(async () => {
        await studio.services.knowledgeIngest.drain()
        return page.getByText(k('processing.done')).first().isVisible()
      })
      .toBe(true)
    const { hits } = await api.knowledge.recall({ dataset_id: base, query: 'how do bees show the way' })
    expect(hits.map((hit) => hit.content)).toEqual(['Bees dance to show the way.'])
  })

  test('knowledge bases of a cloud account are imported into the space', async () => {
    await goTo(page, `/space/${spaceId}/library/knowledge/accounts`)
    await button(k('accounts.connect')).click()
    await page.getByRole('radio', { name: new RegExp(k('accounts.kind.volcano')) }).click()
    await fill(k('accounts.name'), 'Cloud')
    await fill(k('accounts.address'), cloud.address)
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

  test('an account is disconnected, and what was imported from it remains', async () => {
    await goTo(page, `/space/${spaceId}/library/knowledge/accounts`)
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
