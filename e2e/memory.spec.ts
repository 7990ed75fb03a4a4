import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChatBody, openScriptedModel, type Reply, says } from '../apps/server/src/testing/scripted-model.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { goTo } from './lib/go-to.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Memory across conversations, with a scripted model. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
let owner: Person
let spaceId: string
let modelId: string
beforeAll(async () => {
  const server = await openScriptedModel()
  server.script(...Array.from({ length: 60 }, () => answer))
  studio = await openStudioHere({ egressAllow: [server.host] })
  await studio.startJobs()
  visit = await openBrowser(studio.address)
  owner = await studio.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Friends' })).id
  const made = { kind: 'openai-compatible', name: 'Scripted', base_url: server.baseUrl, api_key: 'sk-0001' } as const
  const provider = await owner.api.instanceModel.createProvider(made)
  modelId = (await owner.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })).id
})

const contentOf = (body: ChatBody, role: string) =>
  String(body.messages.findLast((message) => message.role === role)!.content)
/** Extracts one fact, and knows the user's home only from the memory in its system prompt. */
function answer(body: ChatBody): Reply {
  const [system, said] = [contentOf(body, 'system'), contentOf(body, 'user')]
  if (system.startsWith('You keep what an assistant remembers'))
    return says(JSON.stringify({ facts: said.includes('my home is Porto') ? ['Lives in Porto'] : [] }))
  if (!said.includes('?')) return says('All right.')
  return says(system.includes('Lives in Porto') ? 'At home in Porto.' : 'I have no idea.')
}

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const memory = (key: string, values?: Record<string, string | number>) => t('memory', key, values)
  let page: Page
  let botId: string
  const remembered = async () =>
    (await owner.api.memory.list({ bot_id: botId })).list_items_result_list.map(
      (listItemsResult) => listItemsResult.text,
    )
  async function say(text: string, reply: string, count: number) {
    const composer = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
    await composer.fill(text)
    await composer.press('Enter')
    await expect.poll(() => page.getByRole('log').getByText(reply, { exact: true }).count()).toBe(count)
  }
  /** Starts a new conversation, whose history does not contain the earlier messages. */
  async function beginAnew() {
    const { conversation_id } = await owner.api.conversation.messages({ bot_id: botId, count: 1 })
    await owner.api.conversation.clear({ conversation_id })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
  }

  test('a bot remembers only with the consent of its user, on a page that is linked from the bot', async () => {
    botId = (await owner.api.bot.create({ space_id: spaceId, name: `Friend ${language}` })).bot_id
    const config = {
      model_info: { model_id: modelId },
      suggest_reply_info: { suggest_reply_mode: 2 },
      bot_tag_info: { time_capsule_info: { time_capsule_mode: 1 } },
    }
    await owner.api.bot.updateDraft({ bot_info: { bot_id: botId, ...config } } as never)
    page = await visit({ language, cookie: owner.cookie() })
    await goTo(page, `/space/${spaceId}/bot/${botId}`)
    await say('Hello, my home is Porto', 'All right.', 1)
    await say('Where do I live?', 'I have no idea.', 1)
    expect(await remembered()).toEqual([])
    await page.getByRole('button', { name: t('bot', 'memory.open') }).click()
    // The empty list explains why it is empty and links to the page for consent.
    await page.getByText(memory('noneOff')).waitFor()
    await expectTranslated(page, `memory-why-${language}`)
    await page.getByRole('link', { name: memory('open') }).click()
    await page.getByText(memory('noneOff')).waitFor()
    await page.getByRole('button', { name: memory('consent') }).click()
    await page.getByText(memory('noneOn')).waitFor()
    expect(await owner.api.memory.consent({ bot_id: botId })).toMatchObject({ is_given: true, is_on: true })
  })

  test('a bot remembers a fact in another conversation, and the person sees it', async () => {
    await beginAnew()
    await say('You know, my home is Porto', 'All right.', 1)
    await expect.poll(remembered).toEqual(['Lives in Porto'])
    await beginAnew()
    await say('Where do I live?', 'At home in Porto.', 1)
    await expectTranslated(page, `memory-recalled-${language}`)
    await goTo(page, `/space/${spaceId}/bot/${botId}/memory`)
    await page.getByText('Lives in Porto').waitFor()
    await page.getByText(memory('kind.fact')).waitFor()
    await expectAccessible(page, `memory-learnt-${language}`)
  })

  test('a bot forgets a fact on request and no longer knows it', async () => {
    await beginAnew()
    await say('请忘记 Porto', 'All right.', 1)
    // Polls, because the fact is deleted shortly after the last word of the turn.
    await expect.poll(remembered).toEqual([])
    await beginAnew()
    await say('Where do I live?', 'I have no idea.', 1)
  })
})
