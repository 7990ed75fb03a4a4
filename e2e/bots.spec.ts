import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  calls,
  openScriptedModel,
  refuses,
  says,
  type ScriptedModel,
} from '../apps/server/src/testing/scripted-model.ts'
import { answerNode, canvas, edge, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { goTo } from './lib/go-to.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { noComplaints, openStudio, type Person, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Bots from creation to chat, in each mode: created, interrupted, restored, and edited by two people at once. */
const studio = openStudio({ EGRESS_ALLOW: '127.0.0.1' })
let model: ScriptedModel
beforeAll(async () => {
  model = await openScriptedModel({ suggests: says('["A?","B?","C?"]') })
})
afterEach(() => model.reset())

const echoFlow = canvas(
  [
    startNode([{ name: 'USER_INPUT', type: 'string', required: true }]),
    answerNode([param('said', ref('100001', 'USER_INPUT'))], 'Flow says: {{said}}'),
  ],
  [edge('100001', '900001')],
)

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const t = texts(language)
  const suffix = language.toLowerCase()
  let owner: Person
  let page: Page
  let spaceId = ''
  let botId = ''
  const botName = '行程管家'

  const dialog = () => page.getByRole('dialog').last()
  const block = (tab: string) => page.locator(`[data-block="${tab}"]`)
  const unfold = async (tab: string) => {
    const head = block(tab).getByRole('button', { expanded: false }).first()
    if (await head.isVisible()) await head.click()
  }
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
  const saved = (who = page) =>
    who
      .getByRole('status')
      .filter({ hasText: t('bot', 'saved.at', { time: '' }).trim() })
      .waitFor()
  const composer = () => page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
  const ask = async (text: string) => {
    await composer().fill(text)
    await composer().press('Enter')
  }
  const answer = (text: string) => page.getByRole('log').getByText(text)
  const openEditor = async (id = botId, who = page) => {
    await goTo(who, `/space/${spaceId}/bot/${id}`)
    await who.getByRole('textbox', { name: t('bot', 'preview.placeholder') }).waitFor()
  }
  const openForm = async () => {
    // Waits for the page, because until then the only button with this name opens the menu of the rail.
    await page.getByRole('heading', { name: t('home', 'title'), exact: true }).waitFor()
    await page
      .getByRole('button', { name: t('home', 'create.bot'), exact: true })
      .last()
      .click()
    await dialog().getByLabel(t('bot', 'form.name')).waitFor()
  }
  const createBot = async (name: string) => {
    await goTo(page, `/space/${spaceId}/develop`)
    await openForm()
    await dialog().getByLabel(t('bot', 'form.name')).fill(name)
    await press(dialog(), t('bot', 'create.action'))
    await page.waitForURL(/\/bot\/\d+/)
    await composer().waitFor()
    return /\/bot\/(\d+)/.exec(page.url())![1]!
  }

  test('a person creates a bot, whose name must be valid', async () => {
    // One language runs in the light theme and the other in the dark one, so that both are covered.
    owner = await studio.person(language, { dark: true })
    page = owner.page
    spaceId = await joinAs(owner, `olga-${suffix}`)
    const base = { space_id: spaceId }
    const provider = {
      ...base,
      kind: 'openai-compatible',
      name: 'Scripted',
      base_url: model.baseUrl,
      api_key: 'sk-e2e',
    }
    const { id: providerId } = await call<{ id: string }>(page, '/api/space/model/provider/create', provider)
    const made = {
      ...base,
      provider_id: providerId,
      name: 'Tiny',
      model: 'tiny',
      capabilities: { tools: true, vision: true },
    }
    const { id: modelId } = await call<{ id: string }>(page, '/api/space/model/create', made)
    await call(page, '/api/space/model/default', { ...base, model_id: modelId })
    await goTo(page, `/space/${spaceId}/develop`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectTranslated(page, `bots-empty-${suffix}`)
    await openForm()
    const ok = dialog().getByRole('button', { name: t('bot', 'create.action') })
    const name = dialog().getByLabel(t('bot', 'form.name'))
    await expect.poll(() => ok.isDisabled()).toBe(true)
    await name.fill('   ')
    await expect.poll(() => ok.isDisabled()).toBe(true)
    await name.fill('字'.repeat(21))
    await expect.poll(() => ok.isDisabled()).toBe(true)
    await name.fill(botName)
    await press(dialog(), t('bot', 'form.icon.draw'))
    await dialog().locator('img').waitFor()
    await expectTranslated(page, `bots-create-${suffix}`)
    await ok.click()
    await page.waitForURL(/\/bot\/\d+/)
    await page.getByText(t('bot', 'bot_created_toast')).waitFor()
    botId = /\/bot\/(\d+)/.exec(page.url())![1]!
    await page.getByRole('heading', { name: botName }).waitFor()
    await page.getByRole('button', { name: t('model', 'settingsOf', { name: 'Tiny' }) }).waitFor()
  })

  test('a persona, a variable, an opening, a shortcut and a scheduled task of the bot are saved automatically', async () => {
    await page.getByRole('button', { name: t('bot', 'block.variable.add') }).click()
    await dialog().getByLabel(t('variable', 'key')).fill('user_city')
    await dialog().getByLabel(t('variable', 'default'), { exact: true }).fill('Lisbon')
    await press(dialog(), t('bot', 'save'))
    const persona = page.getByRole('textbox', { name: t('bot', 'panel.persona') })
    await persona.click()
    await page.keyboard.type('# Role\nPlan trips that begin in {u')
    await page.getByRole('option', { name: /user_city/ }).waitFor()
    // Accepts the suggestion directly after the next letter, before the list could have been updated.
    await page.evaluate(async () => {
      document.execCommand('insertText', false, 's')
      await new Promise(requestAnimationFrame)
      const options = [...document.querySelectorAll('[role=option]')]
      const choice = options.find((option) => option.textContent?.includes('user_city'))
      choice?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    })
    await page.locator('.cm-chip', { hasText: 'user_city' }).waitFor()

    await unfold('opening_dialog')
    await block('opening_dialog').getByLabel(t('bot', 'opening.prologue')).fill('Where to?')
    for (const question of ['One', 'Two', 'Three', 'Four']) {
      await press(block('opening_dialog'), t('bot', 'opening.addQuestion'))
      await page.keyboard.type(question)
    }
    await page.getByRole('log').getByText('Where to?').waitFor()
    const chips = page
      .getByRole('log')
      .getByRole('group', { name: t('chat', 'suggestions') })
      .getByRole('button')
    await expect.poll(() => chips.count()).toBe(3)

    await page.getByRole('button', { name: t('bot', 'block.shortcut.add') }).click()
    await dialog().getByLabel(t('bot', 'shortcut.name')).fill('Plan a day')
    await press(dialog(), t('bot', 'shortcut.addField'))
    await dialog()
      .getByLabel(t('bot', 'shortcut.field.name', { number: 1 }))
      .fill('city')
    await dialog().getByLabel(t('bot', 'shortcut.query')).fill('Plan a day in {{city}}')
    await press(dialog(), t('bot', 'save'))
    await page
      .getByRole('group', { name: t('chat', 'shortcuts') })
      .getByRole('button', { name: 'Plan a day' })
      .waitFor()

    await page.getByRole('button', { name: t('bot', 'block.scheduled_task.add') }).click()
    await dialog().getByLabel(t('bot', 'task.name')).fill('Morning report')
    await dialog().getByLabel(t('bot', 'task.content')).fill('What is on today?')
    await press(dialog(), t('bot', 'save'))
    await block('scheduled_task').getByText('Morning report').waitFor()
    await saved()
    await expectAccessible(page, `bots-editor-${suffix}`)

    await page.reload()
    await page.locator('.cm-chip', { hasText: 'user_city' }).waitFor()
    await block('variable').getByText('user_city', { exact: true }).waitFor()
    await block('shortcut').getByText('Plan a day').first().waitFor()
    await block('scheduled_task').getByText('Morning report').waitFor()
  })

  test('a bot streams its answer with its thoughts and suggested questions', async () => {
    const gate = Promise.withResolvers<void>()
    model.script({
      steps: [
        { reasoning: 'They want a table.' },
        { text: '**Day one** ' },
        { until: gate.promise },
        { text: 'is sunny.' },
        { finish: 'stop' },
      ],
    })
    await ask('Two days in Lisbon')
    await answer('Day one').waitFor()
    // Markdown is rendered while the answer is streamed.
    await page.getByRole('log').locator('strong', { hasText: 'Day one' }).waitFor()
    await expect.poll(() => answer('is sunny.').count()).toBe(0)
    await expectTranslated(page, `bots-streaming-${suffix}`)
    gate.resolve()
    await answer('is sunny.').waitFor()
    await page.getByRole('log').getByRole('button', { name: 'B?' }).waitFor()
    const [asked] = model.requests
    expect(JSON.stringify(asked!.body.messages)).toContain('Plan trips that begin in Lisbon')
    await page.getByRole('button', { name: t('chat', 'thought') }).click()
    await page.getByText('They want a table.').waitFor()
    await page
      .getByRole('button', { name: t('chat', 'debug') })
      .last()
      .click()
    await page
      .getByRole('tree', { name: t('trace', 'tree') })
      .getByRole('treeitem')
      .nth(1)
      .waitFor()
    await expectTranslated(page, `bots-debug-${suffix}`)
    await page.keyboard.press('Escape')
  })

  test('a reply can be stopped and generated again', async () => {
    const gate = Promise.withResolvers<void>()
    model.script(
      { steps: [{ text: 'One, two' }, { until: gate.promise }, { text: ', three' }, { finish: 'stop' }] },
      says('Again!'),
    )
    await ask('Count')
    await answer('One, two').waitFor()
    await page.getByRole('button', { name: t('chat', 'stop') }).click()
    await page.getByText(t('chat', 'broken.user')).waitFor()
    gate.resolve()
    await expect.poll(() => answer('One, two').count()).toBe(1)
    await expectTranslated(page, `bots-stopped-${suffix}`)
    await press(page.getByRole('log'), t('chat', 'again'))
    await answer('Again!').waitFor()
    await expect.poll(() => answer('One, two').count()).toBe(0)
    // Rewording the question removes the first wording and its reply.
    model.script(says('Five.'))
    await page.getByText('Count', { exact: true }).hover()
    await page
      .getByRole('button', { name: t('chat', 'reword') })
      .last()
      .click()
    await page.getByRole('textbox', { name: t('chat', 'reword') }).fill('Count to five')
    await page.getByRole('textbox', { name: t('chat', 'reword') }).press('Enter')
    await answer('Five.').waitFor()
    await expect.poll(() => answer('Again!').count()).toBe(0)
    await expect.poll(() => page.getByText('Count', { exact: true }).count()).toBe(0)
  })

  test('a failed reply shows the reason and can be retried; so can a message that was not sent', async () => {
    model.script(refuses(401, 'bad key'), says('Now it works'))
    await ask('Hello?')
    const failure = page.getByRole('log').getByRole('alert')
    await failure.waitFor()
    await press(failure, t('chat', 'tryAgain'))
    await answer('Now it works').waitFor()
    model.script(says('Back online'))
    await owner.context.setOffline(true)
    await ask('Anybody there?')
    await page.getByText(t('chat', 'notSent', { why: t('chat', 'noConnection') })).waitFor()
    await expectTranslated(page, `bots-not-sent-${suffix}`)
    await owner.context.setOffline(false)
    // The button exists twice: beside the message and in the sentence below it.
    await page
      .getByRole('button', { name: t('chat', 'resend'), exact: true })
      .first()
      .click()
    await answer('Back online').waitFor()
    await expect.poll(() => page.getByRole('log').getByText('Anybody there?', { exact: true }).count()).toBe(1)
    // Ignores the errors that the browser logged while it was offline.
    owner.complaints.length = 0
  })

  test('an image can be sent with a message, but an empty file cannot', async () => {
    const buffer = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#5252d8' } })
      .png()
      .toBuffer()
    const files = page.locator('input[type="file"][multiple]')
    await files.setInputFiles({ name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await page.getByText(t('chat', 'refused', { name: 'nothing.txt', why: '' }).trim()).waitFor()
    await files.setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer })
    await page.locator('[data-upload="success"]').waitFor()
    model.script(says('A blue square'))
    await ask('What is this?')
    await answer('A blue square').waitFor()
    await page.getByRole('log').getByRole('img', { name: 'map.png' }).waitFor()
    expect(JSON.stringify(model.requests[0]!.body.messages)).toContain('image_url')
    // A click on the image enlarges it and allows saving it.
    await page.getByRole('button', { name: t('chat', 'picture.open', { name: 'map.png' }) }).click()
    await dialog().getByRole('img', { name: 'map.png' }).waitFor()
    const saving = page.waitForEvent('download')
    await press(dialog(), t('chat', 'download'))
    expect((await saving).suggestedFilename()).toBe('map.png')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('a page that is reloaded during an answer shows the same conversation and the rest of the answer', async () => {
    const gate = Promise.withResolvers<void>()
    model.script({ steps: [{ text: 'Still ' }, { until: gate.promise }, { text: 'talking.' }, { finish: 'stop' }] })
    await ask('Tell me more')
    await answer('Still').waitFor()
    await page.reload()
    await answer('Still').waitFor()
    await page.getByRole('button', { name: t('chat', 'stop') }).waitFor()
    gate.resolve()
    await answer('Still talking.').waitFor()
    await page.getByRole('log').getByText('A blue square').waitFor()
  })

  test('if the server dies during an answer, the part that was streamed remains and is marked as cut off', async () => {
    const gate = Promise.withResolvers<void>()
    model.script({ steps: [{ text: 'Half a sent' }, { until: gate.promise }] })
    await ask('And now?')
    await answer('Half a sent').waitFor()
    // Waits until the streamed text has been stored.
    const list = { bot_id: botId, draft_mode: true, scene: 4, cursor: '0', count: 5, load_direction: 1 }
    await expect
      .poll(async () => JSON.stringify(await call(page, '/api/conversation/get_message_list', list)))
      .toContain('Half a sent')
    await studio.restart('SIGKILL')
    gate.resolve()
    await openEditor()
    await answer('Half a sent').waitFor()
    await page.getByText(t('chat', 'broken.server')).waitFor()
    // Ignores the errors that the page logged while the server was down.
    owner.complaints.length = 0
  })

  test('two people who edit one bot do not overwrite each other, and both versions are available', async () => {
    const second = await studio.person(language)
    await joinAs(second, `sven-${suffix}`)
    const me = await call<{ user_id_str: string }>(second.page, '/api/passport/account/info/v2/', {})
    const team = await call<{ id: string }>(page, '/api/space/create', { name: 'Together', description: '' })
    await call(page, '/api/space/member/add', {
      space_id: team.id,
      member_info_list: [{ user_id: me.user_id_str, space_role_type: 3 }],
    })
    const bot = await call<{ bot_id: string }>(page, '/api/draftbot/create', { space_id: team.id, name: 'Shared' })
    await call(page, '/api/permission/authz/add_collaborator', {
      resource: { id: bot.bot_id, type: 4 },
      principal: { id: me.user_id_str, type: 1 },
    })
    const mine = spaceId
    spaceId = team.id
    await openEditor(bot.bot_id)
    await openEditor(bot.bot_id, second.page)
    const persona = (who: Page) => who.getByRole('textbox', { name: t('bot', 'panel.persona') })
    await persona(page).click()
    await page.keyboard.type('Olga was here')
    await saved()
    await persona(second.page).click()
    await second.page.keyboard.type('Sven was here')
    const question = second.page.getByRole('dialog', { name: t('bot', 'conflict.title') })
    await question.waitFor()
    await question.getByText('Olga was here').waitFor()
    await question.getByText('Sven was here').waitFor()
    await expectTranslated(second.page, `bots-conflict-${suffix}`)
    await question
      .getByRole('radio', { name: t('ui', 'conflict.mine') })
      .first()
      .click()
    await question.getByRole('button', { name: t('bot', 'conflict.apply') }).click()
    await question.waitFor({ state: 'detached' })
    await saved(second.page)
    await page.reload()
    await page.getByText('Sven was here').waitFor()

    // The version before the save of the other user is stored and can be restored.
    await press(page, t('bot', 'history.open'))
    await page.getByRole('complementary').getByRole('button').filter({ hasText: 'olga' }).first().click()
    await dialog().getByText('Olga was here').waitFor()
    await press(dialog(), t('bot', 'history.revert'))
    await page
      .getByRole('textbox', { name: t('bot', 'panel.persona') })
      .getByText('Olga was here')
      .waitFor()
    await expectTranslated(page, `bots-reverted-${suffix}`)
    spaceId = mine
    await second.context.close()
  })

  test('several agents hand the conversation to each other, as the preview shows', async () => {
    botId = await createBot('Front desk')
    await page.getByRole('button', { name: t('bot', 'mode.label', { mode: t('bot', 'mode.single') }) }).click()
    await page.getByRole('menuitemradio', { name: new RegExp(t('bot', 'mode.multi')) }).click()
    await page.getByRole('heading', { name: t('bot', 'agents.title') }).waitFor()
    await press(page, t('bot', 'agents.add'))
    await dialog().getByLabel(t('bot', 'agents.name')).fill('Billing')
    await press(dialog(), t('bot', 'done'))
    await page
      .getByRole('list', { name: t('bot', 'agents.title') })
      .getByRole('button', { name: '起始节点', exact: true })
      .click()
    await dialog()
      .getByRole('tab', { name: new RegExp(t('bot', 'agents.tab.intents')) })
      .click()
    await press(dialog(), t('bot', 'intent.add'))
    await dialog()
      .getByRole('textbox', { name: t('bot', 'intent.prompt', { number: 1 }) })
      .fill('The user asks about an invoice')
    await press(dialog(), t('bot', 'done'))
    await saved()
    model.script(
      (body) => calls({ name: body.tools![0]!.function.name, arguments: '{}' }),
      says('Your invoice is on its way'),
    )
    await ask('Where is my invoice?')
    await answer('Your invoice is on its way').waitFor()
    await page.getByText(t('chat', 'step.jump', { name: 'Billing' })).waitFor()
    // The name of the agent was set in the language of its creator and is not translated.
    await expectAccessible(page, `bots-multi-${suffix}`, ['起始节点'])
  })

  test('a bot in workflow mode reports that its workflow is missing, and answers through it once it is set', async () => {
    const flow = await call<{ workflow_id: string }>(page, '/api/workflow_api/create', {
      space_id: spaceId,
      name: 'desk_flow',
      flow_mode: 3,
    })
    const target = { workflow_id: flow.workflow_id, space_id: spaceId }
    const { workflow } = await call<{ workflow: { save_version: string } }>(page, '/api/workflow_api/canvas', target)
    await call(page, '/api/workflow_api/save', { ...target, schema: echoFlow, save_version: workflow.save_version })
    await call(page, '/api/workflow_api/publish', { ...target, force: true, workflow_version: 'v0.0.1' })

    await createBot('Flow desk')
    await page.getByRole('button', { name: t('bot', 'mode.label', { mode: t('bot', 'mode.single') }) }).click()
    await page.getByRole('menuitemradio', { name: new RegExp(t('bot', 'mode.workflow')) }).click()
    await page.getByText(t('bot', 'flow.empty')).waitFor()
    await saved()
    await ask('Hello')
    await page.getByRole('log').getByRole('alert').waitFor()
    await expectTranslated(page, `bots-flow-empty-${suffix}`)
    await press(page, t('bot', 'picker.chatflow'))
    await press(dialog(), t('bot', 'picker.useOne', { name: 'desk_flow' }))
    await page.getByText('desk_flow').waitFor()
    await saved()
    await ask('Good morning')
    await answer('Flow says: Good morning').waitFor()
    await expectTranslated(page, `bots-flow-${suffix}`)
  })

  test('the list shows all bots, and the logs show the conversations', async () => {
    await goTo(page, `/space/${spaceId}/develop`)
    const card = page.locator('[data-bot]').filter({ hasText: botName })
    await card.getByRole('button', { name: t('home', 'card.star', { name: botName }) }).click()
    await page.getByRole('navigation', { name: t('shell', 'rail.label') }).waitFor()
    await page.getByText(botName).nth(1).waitFor()
    await expectAccessible(page, `bots-develop-${suffix}`)
    await card.getByRole('link', { name: botName }).click()
    await page.getByRole('radio', { name: t('bot', 'view.logs') }).click()
    await page
      .getByRole('table', { name: t('trace', 'logs.conversations') })
      .getByRole('row')
      .nth(1)
      .click()
    // A conversation opens in the form of the original chat.
    await page
      .getByRole('log', { name: t('trace', 'logs.oneConversation') })
      .getByRole('article')
      .filter({ hasText: 'Two days in Lisbon' })
      .first()
      .getByRole('button', { name: t('trace', 'trace'), exact: true })
      .click()
    await page.getByRole('tree', { name: t('trace', 'tree') }).waitFor()
    await expectAccessible(page, `bots-logs-${suffix}`)
    await page.getByRole('radio', { name: t('bot', 'view.analyse') }).click()
    await page.getByRole('region', { name: t('trace', 'chart.latency') }).waitFor()
    await expectAccessible(page, `bots-analyse-${suffix}`)
    noComplaints(owner)
  })
})
