import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openElevenLabsServer } from '../apps/server/src/testing/speech-server.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { anna, bruno, hummingFile } from '../apps/server/src/testing/voices.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { sameWindow } from './lib/same-window.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/** Voices of a space, cloned from a recording with consent, and people recognised by their voices. */
const elevenLabs = await openElevenLabsServer()
let studio: Studio
let open: ReturnType<typeof sameWindow>
let owner: Person
let spaceId: string
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow: [elevenLabs.host] }))
  open = sameWindow(await openBrowser(studio.address))
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Harbour' })).id
  elevenLabs.voices = [{ id: 'rachel', name: 'Rachel', language: 'en' }]
})

describe('in English', () => {
  const t = texts('en')
  const words = (key: string, values?: Record<string, string | number>) => t('voice', key, values)
  const sound = (buffer: Buffer) => ({ name: 'voice.wav', mimeType: 'audio/wav', buffer })
  const record = (within: ReturnType<Page['getByRole']>, buffer: Buffer) =>
    within.locator('input[type=file]').setInputFiles(sound(buffer))

  test('a voice is cloned from a recording with the consent of the speaker, and trained again', async () => {
    const page = await open({ language: 'en', cookie: owner.cookie() }, `/space/${spaceId}/library/voices`)
    await page.getByRole('heading', { name: words('none.title') }).waitFor()
    const { instanceModel } = owner.api
    const connection = {
      kind: 'elevenlabs' as const,
      name: 'Eleven',
      base_url: elevenLabs.baseUrl,
      api_key: 'xi-secret-0001',
    }
    const { id: provider_id } = await instanceModel.createProvider(connection)
    await instanceModel.createModel({ provider_id, type: 3, name: 'Speaks', model: 'eleven_v9' })
    await page.reload()
    await page.getByRole('row', { name: /Rachel/ }).waitFor()
    await page.getByRole('button', { name: words('clone') }).click()
    const dialog = page.getByRole('dialog', { name: words('clone') })
    await dialog.getByLabel(words('name')).fill('Mine')
    await record(dialog, hummingFile(anna))
    await dialog.getByText(words('sound.ready')).waitFor()
    const go = dialog.getByRole('button', { name: words('clone') })
    await expect.poll(() => go.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: words('clone.consent') }).click()
    await go.click()
    const row = page.getByRole('row', { name: /Mine/ })
    await row.waitFor()
    const order = elevenLabs.requests.find(({ path }) => path === '/v1/voices/add')!
    expect(order.fields.name).toBe('Mine')
    expect(order.fields.labels).toContain('"language":"en"')
    await expectTranslated(page, 'voices', ['Mine', 'Rachel', 'Eleven', 'Harbour'])
    await row.getByRole('button', { name: words('clone.again', { name: 'Mine' }) }).click()
    const again = page.getByRole('dialog', { name: words('clone.again', { name: 'Mine' }) })
    await record(again, hummingFile(anna, 4))
    await again.getByRole('checkbox', { name: words('clone.consent') }).click()
    await again.getByRole('button', { name: words('clone.train') }).click()
    await again.waitFor({ state: 'hidden' })
    expect(elevenLabs.requests.map(({ path }) => path)).toContain('/v1/voices/made1/edit')
  })
  test('people of a group are recognised by their voices', async () => {
    const page = await open({ language: 'en', cookie: owner.cookie() }, `/space/${spaceId}/library/voices`)
    await page.getByRole('tab', { name: words('prints.title') }).click()
    await page.waitForURL(`/space/${spaceId}/library/voiceprints`)
    await page.getByRole('button', { name: words('group.add') }).click()
    const dialog = page.getByRole('dialog', { name: words('group.add') })
    await dialog.getByLabel(words('name')).fill('Family')
    await dialog.getByRole('button', { name: words('group.add') }).click()
    await page.getByRole('row', { name: /Family/ }).click()
    const sheet = page.getByRole('complementary', { name: 'Family' })
    for (const [name, who] of [
      ['Anna', anna],
      ['Bruno', bruno],
    ] as const) {
      await sheet.getByRole('button', { name: words('print.add') }).click()
      const enrol = page.getByRole('dialog', { name: words('print.add') })
      await enrol.getByLabel(words('name')).fill(name)
      await record(enrol, hummingFile(who))
      await enrol.getByRole('checkbox', { name: words('print.consent') }).click()
      await enrol.getByRole('button', { name: words('print.add') }).click()
      await sheet.getByRole('listitem', { name }).waitFor()
    }
    const test = sheet.getByRole('region', { name: words('who') })
    await record(test, hummingFile(bruno, 6))
    await test.getByRole('button', { name: words('who.ask') }).click()
    const found = test.getByRole('list', { name: words('who.found') }).getByRole('listitem')
    await found.first().waitFor()
    await expect.poll(() => found.first().textContent()).toContain('Bruno')
    await expectAccessible(page, 'voiceprints', ['Anna', 'Bruno', 'Family', 'Harbour'])
  })
})
