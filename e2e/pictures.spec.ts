import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { ConnectorId } from '@orrery/contract'
import { openScriptedModel, says, type ScriptedModel } from '../apps/server/src/testing/scripted-model.ts'
import type { Api } from '../apps/server/src/testing/test-app.ts'
import { templates } from '../apps/server/src/templates/registry.ts'
import { rootIdOf } from '../apps/server/src/templates/template-types.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { demoWords } from './lib/demo-words.ts'
import type { Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser } from './lib/visitor.ts'

/**
 * Takes the pictures of the user guide, for `npm run pictures`. The pictures are part of the repository. Ordinary runs
 * skip this file, and a unit test fails if a picture is missing.
 */
const folder = path.resolve(import.meta.dirname, '../apps/web/src/domains/reach/docs/guide/pictures')

describe.runIf(process.env.PICTURES).each(['en', 'zh-CN'] as const)(
  'pictures of the guide (%s)',
  (language: Language) => {
    const t = texts(language)
    const words = demoWords[language]
    let studio: Studio
    let model: ScriptedModel
    let page: Page
    let api: Api
    let space: string
    let team: string
    let modelId: string

    beforeAll(async () => {
      model = await openScriptedModel({ suggests: says('[]') })
      studio = await openStudioHere((address) => ({ publicUrl: address, egressAllow: [model.host] }))
      await studio.startJobs()
      const visit = await openBrowser(studio.address)
      const owner = await studio.register('mia')
      api = studio.apiWith({
        cookie: owner.cookie(),
        'x-requested-with': 'XMLHttpRequest',
        'accept-language': language,
      })
      await api.passport.updateProfile({ name: words.owner, locale: language })
      page = await visit({ language, cookie: owner.cookie(), width: 1280, height: 800 })
      space = (await api.space.list({})).bot_space_list[0]!.id
      team = (await api.space.create({ name: words.team })).id
      for (const name of words.members) {
        const person = await studio.register()
        const theirs = studio.apiWith({ cookie: person.cookie(), 'x-requested-with': 'XMLHttpRequest' })
        await theirs.passport.updateProfile({ name })
        await api.space.addMembers({ space_id: team, member_info_list: [{ user_id: person.id }] })
      }
      const provider = {
        space_id: team,
        kind: 'openai-compatible',
        name: 'Acme AI',
        base_url: model.baseUrl,
        api_key: 'k',
      } as const
      const { id } = await api.spaceModel.createProvider(provider)
      modelId = (
        await api.spaceModel.createModel({ space_id: team, provider_id: id, name: 'Acme Large', model: 'large' })
      ).id
      await api.spaceModel.setDefault({ space_id: team, model_id: modelId })
    })

    const take = async (name: string) => {
      await page.evaluate(() => document.fonts.ready)
      await page.mouse.move(0, 0)
      const session = await page.context().newCDPSession(page)
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      mkdirSync(path.join(folder, language), { recursive: true })
      writeFileSync(path.join(folder, language, `${name}.webp`), Buffer.from(data, 'base64'))
    }
    const copy = async (name: string) => {
      const template = templates.find((item) => item.name.en === name)!
      return api.market.duplicate({ product_id: rootIdOf(template), space_id: team })
    }
    const idle = () => page.waitForLoadState('networkidle')

    test('first steps', async () => {
      await page.goto(`/space/${space}/develop`)
      await page.locator('h1').waitFor()
      await idle()
      await take('first-steps')
    })

    test('models', async () => {
      await page.goto(`/space/${team}/models`)
      await page.getByText('Acme Large').first().waitFor()
      await take('models')
    })

    test('a bot that answers from its knowledge base, published and used by visitors', async () => {
      const { new_entity_id: botId, items } = await copy('Support desk')
      const base = items.find(({ kind }) => kind === 'knowledge')!.id
      await studio.services.knowledgeIngest.drain()
      const { bot_info } = await api.bot.getDraft({ bot_id: botId })
      const knowledge = {
        ...bot_info.knowledge,
        show_source: true,
        min_score: 0,
        recall_strategy: { use_rerank: false, use_rewrite: false, use_nl2sql: false },
      }
      await api.bot.updateDraft({
        bot_info: {
          bot_id: botId,
          version: bot_info.version,
          knowledge,
          suggest_reply_info: { ...bot_info.suggest_reply_info, suggest_reply_mode: 2 },
          model_info: { ...bot_info.model_info, model_id: modelId },
        },
      })
      model.script(...Array.from({ length: 6 }, () => says(words.answer)))
      await page.goto(`/space/${team}/bot/${botId}`)
      const box = page.getByRole('textbox', { name: t('bot', 'preview.placeholder') })
      await box.fill(words.question)
      await box.press('Enter')
      await page.getByRole('log').getByText(words.answer).first().waitFor()
      await idle()
      await take('bot')

      await page.goto(`/space/${team}/knowledge/${base}`)
      await page.locator('h1').waitFor()
      await idle()
      await take('knowledge')
      await page.goto(`/space/${team}/knowledge/${base}/recall`)
      await page.getByRole('textbox').first().fill(words.question)
      await page
        .getByRole('button', { name: t('knowledge', 'recall.run') })
        .first()
        .click()
      await idle()
      await take('recall')

      await page.goto(`/space/${team}/bot/${botId}/publish`)
      await page.locator('h1').waitFor()
      await idle()
      await take('publish')
      await api.bot.publish({ bot_id: botId, connectors: { [ConnectorId.page]: {} } })
      const { links } = await api.share.links({ resource_id: botId })
      const key = links.find(({ connector_id: channel }) => channel === ConnectorId.page)!.key
      await page.goto(`/chat/${key}`)
      const visitorBox = page.getByRole('textbox').last()
      await visitorBox.fill(words.question)
      await visitorBox.press('Enter')
      await page.getByRole('log').getByText(words.answer).first().waitFor()
      await take('public-page')
    })

    test('a workflow after a test run', async () => {
      const { new_entity_id: id } = await copy('Summarise a text')
      model.reset()
      model.script(...Array.from({ length: 3 }, () => says(words.summary)))
      await page.goto(`/work_flow?space_id=${team}&workflow_id=${id}`)
      await page.locator('.react-flow__node').first().waitFor()
      await page.getByRole('button', { name: t('workflow-run', 'testRun'), exact: true }).click()
      const sheet = page.getByRole('complementary').last()
      await sheet.getByRole('textbox').first().fill(words.text)
      await sheet.getByRole('button', { name: t('workflow-run', 'run'), exact: true }).click()
      await page.getByRole('heading', { name: t('workflow-run', 'phase.done') }).waitFor()
      await take('workflow')
    })

    test('a database', async () => {
      const { database_info: table } = await api.database.add({
        space_id: team,
        table_name: 'orders',
        table_desc: words.orders,
        field_list: words.fields.map((name, index) => ({
          name: ['item', 'pieces', 'customer'][index]!,
          desc: name,
          type: index === 1 ? 2 : 1,
        })),
        rw_mode: 3,
      })
      await api.database.updateRecords({
        database_id: table.id,
        record_data_add: words.rows.map(([item, pieces, customer]) => ({
          item: item!,
          pieces: pieces!,
          customer: customer!,
        })),
      })
      await page.goto(`/space/${team}/database/${table.id}`)
      await page.getByText(words.rows[0]![0]!).first().waitFor()
      await take('database')
    })

    test('a plugin', async () => {
      const { plugin_id } = await api.plugin.registerMeta({
        space_id: team,
        name: words.plugin,
        desc: words.pluginText,
        url: model.baseUrl,
        plugin_type: 1,
      })
      const { api_id } = await api.pluginTool.create({
        plugin_id,
        name: 'find_order',
        desc: words.toolText,
        path: '/orders',
        method: 1,
      })
      await api.pluginTool.update({
        plugin_id,
        api_id,
        request_params: [
          { name: 'number', desc: words.toolField, type: 1, location: 2, is_required: true, sub_parameters: [] },
        ],
        response_params: [],
      })
      await page.goto(`/space/${team}/plugin/${plugin_id}/tool/${api_id}`)
      await page.locator('h1').waitFor()
      await idle()
      await take('plugin')
    })

    test('a project', async () => {
      const { new_entity_id: id } = await copy('Ticket desk')
      await page.goto(`/space/${team}/project-ide/${id}`)
      await page.getByText('add_ticket').first().click()
      await page.locator('.react-flow__node').first().waitFor()
      await take('project')
    })

    test('members, the library and the administration', async () => {
      await page.goto(`/space/${team}/members`)
      await page.getByText(words.members[0]!).first().waitFor()
      await take('members')
      await page.goto(`/space/${team}/library`)
      await page.getByText('orders').first().waitFor()
      await take('library')
      await page.goto('/admin/users')
      await page.getByText(words.members[0]!).first().waitFor()
      await take('admin')
    })
  },
)
