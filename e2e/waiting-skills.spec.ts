import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { greeting } from '../apps/server/src/testing/workflow-canvas.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'

/** A workflow created from the editor of a bot is added to the bot once it is published, wherever that happens. */
const t = texts('en')
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Post' })).id
})

/** Opens the editor of a new bot, which waits for a new workflow. */
async function openWaiting(name: string) {
  const { bot_id: botId } = await owner.api.bot.create({ space_id: spaceId, name })
  const { workflow_id: id } = await owner.api.workflow.create({ name: 'count_orders', space_id: spaceId })
  await owner.api.workflow.save({ workflow_id: id, schema: greeting() })
  const page = await visit({ cookie: owner.cookie() })
  await page
    .context()
    .addInitScript((waiting) => localStorage.setItem('orrery.waiting-skills', JSON.stringify([waiting])), {
      spaceId,
      botId,
      kind: 'workflow',
      id,
    })
  await page.goto(`/space/${spaceId}/bot/${botId}`)
  await page.getByRole('textbox', { name: t('bot', 'preview.placeholder') }).waitFor()
  return {
    page,
    publish: () => owner.api.workflowVersion.publish({ workflow_id: id, force: true }),
    added: page.getByText(t('bot', 'made.added', { name: 'count_orders' })),
    flows: async () => (await owner.api.bot.getDraft({ bot_id: botId })).bot_info.workflow_info_list.length,
  }
}

test('a workflow that a program publishes while the editor is open is added, even while the skills are folded', async () => {
  const { page, publish, added, flows } = await openWaiting('Shop desk')
  await page.getByRole('button', { name: t('ui', 'fold', { name: t('bot', 'panel.skills') }) }).click()
  await publish()
  await added.waitFor()
  expect(await flows()).toBe(1)
  await page.context().close()
})

test('a workflow counts as added only once the bot is saved with it', async () => {
  const { page, publish, added, flows } = await openWaiting('Back office')
  const save = '**/api/playground_api/draftbot/update_draft_bot_info'
  await page.route(save, (route) => route.fulfill({ status: 500, json: { code: 1, msg: 'down' } }), { times: 1 })
  await publish()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await added.waitFor()
  expect(await flows()).toBe(1)
  await page.context().close()
})
