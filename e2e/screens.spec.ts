import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Belongings, makeBelongings } from '../apps/server/src/testing/belongings.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { seriousFaults } from './lib/axe.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { layoutFaults, outlineFaults, textFaults } from './lib/screen-faults.ts'
import { inOtherTheme, picture } from './lib/screen.ts'
import type { Language } from './lib/studio.ts'
import { openBrowser } from './lib/visitor.ts'
import { openWalk, type Walk } from './lib/walk.ts'
import { tabNames } from '../apps/web/src/domains/ground/space/members-address.ts'
import { enterprisePages } from '../apps/web/src/lib/enterprise-pages.ts'
import { guidePages } from '../apps/web/src/lib/guide-pages.ts'
import { accountGroups, adminGroups, type SettingsGroup } from '../apps/web/src/lib/settings-pages.ts'

let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
let owner: Person
/** All screens are shown in one window. */
let page: Page
let walk: Walk
let language: Language = 'en'
let things: Belongings
let more: {
  prompt: string
  text: string
  rows: string
  server: string
  product: string
  template: string
  invite: string
  enterprise: string
  join: string
}

beforeAll(async () => {
  studio = await openStudioHere((address) => ({ publicUrl: address }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('olga')
  things = await makeBelongings(studio, owner)
  const { api } = owner
  const products = async (entity_type: number) =>
    (await api.market.list({ entity_type, page_num: 1, page_size: 1 })).products[0]!.meta_info.id
  const { datasetID: rows } = await api.dataset.create({
    spaceID: things.space,
    name: 'Questions',
    fields: [{ name: 'question', contentType: 1 }],
  })
  await api.datasetItem.addMany({ datasetID: rows, items: [{ data: [{ name: 'question', content: 'Where is it?' }] }] })
  // The channels of a project have an additional column if it has workflows.
  await api.workflow.create({ name: 'steps', desc: 'Steps', space_id: things.space, project_id: things.project })
  const { prompt_id: prompt } = await api.promptManage.create({
    space_id: things.space,
    display_name: 'Greeting',
    prompt_key: 'greeting',
    prompt_text: { message_list: [{ message_type: 1, content: 'Greet {{name}}' }] },
    prompt_input: { variables: [{ key: 'name' }] },
  })
  await api.promptManage.publish({ prompt_id: prompt, version: '0.0.1' })
  await api.promptReleaseTask.create({
    space_id: things.space,
    release_resources: [{ prompt_id: prompt, prompt_version: '0.0.1' }],
    env: 2,
  })
  const { enterprise_id: enterprise } = await api.enterprise.create({ name: 'Harbour Works' })
  await api.enterpriseSpaces.create({ enterprise_id: enterprise, name: 'Docks' })
  await api.enterpriseGroups.create({ enterprise_id: enterprise, name: 'Pilots' })
  more = {
    text: (await api.desk.create({ agent_id: 'writer', name: 'Essay', space_id: things.space })).instance_id,
    prompt,
    rows,
    server: (await api.mcp.create({ space_id: things.space, name: 'Harbour' })).mcp_server.id,
    product: await products(2),
    template: await products(20),
    invite: (await api.space.inviteLink({ space_id: things.space, team_invite_link_status: true })).key,
    enterprise,
    join: (await api.enterpriseJoin.createLink({ enterprise_id: enterprise })).key,
  }
  page = await visit({ cookie: owner.cookie(), language })
  walk = openWalk(page)
  await page.goto(at('develop'))
})

const tabsOf = (page: 'account' | 'admin', groups: readonly SettingsGroup[]) =>
  groups.flatMap(({ pages }) => pages.map(({ id }) => `/${page}/${id}`))
const at = (rest: string) => `/space/${things.space}/${rest}`

/** Every address of the studio by its route, with the ids of existing resources. */
const addresses = (): Record<string, string[]> => {
  const { space, bot, project, workflow, plugin, tool, mockSet, dataset, database, card, run } = things
  return {
    '/enterprise/$enterprise_id': [`/enterprise/${more.enterprise}`, '/enterprise/7'],
    '/enterprise/$enterprise_id/$': enterprisePages.map(({ id }) => `/enterprise/${more.enterprise}/${id}`),
    '/join/$key': [`/join/${more.join}`, '/join/nothing'],
    '/space/$space_id/develop': [at('develop'), at('develop?kind=projects')],
    '/space/$space_id/new-app': [at('new-app')],
    '/space/$space_id/desk': [at('desk'), at('desk?agent=writer')],
    '/space/$space_id/desk/$document_id': [at(`desk/${more.text}`), at('desk/7')],
    '/space/$space_id/library': [at('library')],
    '/space/$space_id/library/bin': [at('library/bin')],
    '/space/$space_id/library/knowledge': [at('library/knowledge')],
    '/space/$space_id/library/knowledge/accounts': [at('library/knowledge/accounts')],
    '/space/$space_id/library/database': [at('library/database')],
    '/space/$space_id/library/packages': [at('library/packages')],
    '/space/$space_id/library/voices': [at('library/voices')],
    '/space/$space_id/library/voiceprints': [at('library/voiceprints')],
    '/space/$space_id/library/workflow': [at('library/workflow')],
    '/space/$space_id/library/plugin': [at('library/plugin')],
    '/space/$space_id/library/mcp': [at('library/mcp'), at('library/mcp?tab=official'), at('library/mcp?tab=serve')],
    '/space/$space_id/mcp/$server_id': [at(`mcp/${more.server}`)],
    '/space/$space_id/members': tabNames.map((tab) => at(`members?tab=${tab}`)),
    '/space/$space_id/models': [at('members?tab=models&view=all')],
    '/space/$space_id/channels': [at('channels')],
    '/space/$space_id/usage': [at('usage')],
    '/space/$space_id/evaluate/experiments': [at('evaluate/experiments')],
    '/space/$space_id/evaluate/experiments/new': [at('evaluate/experiments/new')],
    '/space/$space_id/evaluate/experiments/$experiment_id': [at('evaluate/experiments/7')],
    '/space/$space_id/evaluate/compare': [at('evaluate/compare')],
    '/space/$space_id/evaluate/plans': [at('evaluate/plans')],
    '/space/$space_id/evaluate/comparisons': [at('evaluate/comparisons')],
    '/space/$space_id/evaluate/evaluators': [at('evaluate/evaluators')],
    '/space/$space_id/evaluate/evaluators/$evaluator_id': [at('evaluate/evaluators/7')],
    '/space/$space_id/prompts': [at('prompts')],
    '/space/$space_id/prompts/$prompt_id': ['write', 'versions', 'releases', 'batch', 'use'].map((tab) =>
      at(`prompts/${more.prompt}?tab=${tab}`),
    ),
    '/space/$space_id/evaluate/datasets': [at('evaluate/datasets')],
    '/space/$space_id/evaluate/annotation': [at('evaluate/annotation')],
    '/space/$space_id/evaluate/annotation/$task_id': [at('evaluate/annotation/7')],
    '/space/$space_id/evaluate/tags': [at('evaluate/tags')],
    '/space/$space_id/evaluate/datasets/$dataset_id': ['rows', 'versions', 'jobs', 'quality', 'crowd', 'settings'].map(
      (tab) => at(`evaluate/datasets/${more.rows}?tab=${tab}`),
    ),
    '/space/$space_id/observe/traces': [at('observe/traces')],
    '/space/$space_id/observe/traces/$trace_id': [at(`observe/traces/${run}`), at('observe/traces/7')],
    '/space/$space_id/observe/traces/compare': [
      at(`observe/traces/compare?left=${run}&right=${run}`),
      at('observe/traces/compare'),
    ],
    '/space/$space_id/observe/threads': [at('observe/threads')],
    '/space/$space_id/observe/threads/$thread_id': [at('observe/threads/7')],
    '/space/$space_id/observe/dashboards': [at('observe/dashboards')],
    '/space/$space_id/observe/automations': [at('observe/automations')],
    '/space/$space_id/observe/automations/$task_id': [at('observe/automations/7')],
    '/space/$space_id/observe/alarms': [at('observe/alarms')],
    '/space/$space_id/observe/users': [at('observe/users')],
    '/space/$space_id/observe/settings': [at('observe/settings')],
    '/space/$space_id/card/$card_id': [at(`card/${card}`)],
    '/space/$space_id/webhooks': [at('webhooks')],
    '/space/$space_id/bot/$bot_id': [at(`bot/${bot}`), at('bot/7')],
    '/space/$space_id/bot/$bot_id/analyse': [at(`bot/${bot}/analyse`)],
    '/space/$space_id/bot/$bot_id/evaluate': [at(`bot/${bot}/evaluate`)],
    '/space/$space_id/bot/$bot_id/logs': [at(`bot/${bot}/logs`)],
    '/space/$space_id/bot/$bot_id/memory': [at(`bot/${bot}/memory`)],
    '/space/$space_id/bot/$bot_id/merge': [at(`bot/${bot}/merge`)],
    '/space/$space_id/bot/$bot_id/publish': [at(`bot/${bot}/publish`)],
    '/space/$space_id/bot/$bot_id/versions': [at(`bot/${bot}/versions`), at(`bot/${bot}/versions?tab=topology`)],
    '/space/$space_id/project-ide/$project_id': [
      at(`project-ide/${project}`),
      at(`project-ide/${project}?mode=interface`),
    ],
    '/space/$space_id/project-ide/$project_id/publish': [at(`project-ide/${project}/publish`)],
    '/space/$space_id/knowledge/$dataset_id': [at(`knowledge/${dataset}`), at('knowledge/7')],
    '/space/$space_id/knowledge/$dataset_id/upload': [at(`knowledge/${dataset}/upload?type=text`)],
    '/space/$space_id/knowledge/$dataset_id/recall': [at(`knowledge/${dataset}/recall`)],
    '/space/$space_id/database/$table_id': [at(`database/${database}`)],
    '/space/$space_id/plugin/$plugin_id': [at(`plugin/${plugin}`)],
    '/space/$space_id/plugin/$plugin_id/tool/$tool_id': [at(`plugin/${plugin}/tool/${tool}`)],
    '/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set': [
      at(`plugin/${plugin}/tool/${tool}/plugin-mock-set`),
    ],
    '/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set/$mock_set_id': [
      at(`plugin/${plugin}/tool/${tool}/plugin-mock-set/${mockSet}`),
    ],
    '/work_flow': [`/work_flow?space_id=${space}&workflow_id=${workflow}`],
    '/search/$word': ['/search/weather'],
    '/inbox': ['/inbox', '/inbox?unread=true', '/inbox?tab=waiting'],
    '/explore/plugin': ['/explore/plugin'],
    '/explore/template': ['/explore/template'],
    '/explore/plugin/$product_id': [`/explore/plugin/${more.product}`],
    '/explore/template/$product_id': [`/explore/template/${more.template}`],
    '/explore/favourites': ['/explore/favourites'],
    '/explore/mine': ['/explore/mine'],
    '/explore/arena': ['/explore/arena'],
    '/explore/arena/leaderboard': ['/explore/arena/leaderboard'],
    '/account': tabsOf('account', accountGroups),
    '/admin': tabsOf('admin', adminGroups),
    '/docs': [
      '/docs',
      ...guidePages.map((page) => `/docs/guide/${page}`),
      '/docs/api',
      '/docs/api/stream',
      '/docs/instance',
      '/docs/instance/info',
    ],
    '/invite/$key': [`/invite/${more.invite}`, '/invite/missing'],
    '/form/$key': ['/form/missing'],
    '/information/auth/success': ['/information/auth/success'],
    '/oauth/consent': ['/oauth/consent'],
    '/oauth/connector': ['/oauth/connector'],
    '/preview/$key': ['/preview/missing'],
    '/filebox': ['/filebox'],
    '/nonsense': ['/nonsense', at('nonsense'), '/space/999/develop'],
  }
}

/** Rules of moderate severity that people notice nevertheless. */
const outline = ['region', 'heading-order', 'empty-table-header', 'scrollable-region-focusable', 'landmark-one-main']

/** Routes that only redirect or only contain other pages. */
const withoutScreen = ['/', '/sign', '/space', '/space/$space_id', '/space/$space_id/bot', '/explore']
/** Routes that show the same page as another route. */
const isOther = (route: string) => route.startsWith('/open/docs') || route.includes('/douyin-bot/')

it('every route of the router has a row', async () => {
  await page.locator('h1').first().waitFor()
  const routes = await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: { routesByPath: object } }
    return Object.keys(router.routesByPath)
  })
  expect(routes.length).toBeGreaterThan(100)
  const known = new Set(Object.keys(addresses()))
  const hasRow = (route: string) => known.has(route) || known.has(route.replace(/\/\$$/, ''))
  const wanted = routes.map((route) => route.replace(/(?<=.)\/$/, '')).filter((route) => !withoutScreen.includes(route))
  expect(wanted.filter((route) => !isOther(route) && !hasRow(route))).toEqual([])
  // A row for a removed route would only check the page for unknown addresses.
  const had = new Set(wanted.flatMap((route) => [route, route.replace(/\/\$$/, '')]))
  expect([...known].filter((route) => route !== '/nonsense' && !had.has(route))).toEqual([])
})

const parts = {
  'lists of a space': /^\/space\/\$space_id\/(develop|library|mcp|members|models|channels|usage|webhooks)\b/,
  'tests and traces of a space': /^\/space\/\$space_id\/(evaluate|observe)\b/,
  editors: /^\/(space|work_flow)\b/,
  'search, store and account': /^\/(search|inbox|explore|account)\b/,
  administration: /^\/admin$/,
  'guide and reference': /^\/docs$/,
  'pages without a menu': /./,
}
type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]
const partOf = (route: string) => partNames.find((name) => parts[name].test(route))

const widths = [1440, 1024, 820, 390]
const otherOf = { en: 'zh-CN', 'zh-CN': 'en' } as const

const nameOf = () => `screen${page.url().slice(studio.address.length).replaceAll(/\W+/g, '-')}`

/** The faults of the current screen in the current language, at each of these widths. */
async function faultsOf(ways: number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of ways) {
    await walk.resize(width)
    if (width === widths[0]) {
      // Polls, because texts from the server arrive a moment after those of the page: only faults that persist count.
      let stays: string[] = []
      const look = async () => (stays = [...(await outlineFaults(page)), ...(await textFaults(page, language))])
      await expect
        .poll(look)
        .toEqual([])
        .catch(() => {})
      found.push(...stays)
    }
    found.push(...(await layoutFaults(page)).map((fault) => `${width}: ${fault}`))
    await picture(page, `${nameOf()}-${language}-${width}`)
  }
  return found.map((fault) => `${language}: ${fault}`)
}

const title = 'reads well in both languages, has one heading and room for everything: %s'
/** Dozens of screens are checked in ten ways each, which takes long on a busy machine. */
const timeout = 400_000

/** Visits each address once and changes language, theme and window. The next screen starts in the current language. */
it.each(partNames)(title, { timeout }, async (part) => {
  const faults: Record<string, string[]> = {}
  const routes = Object.entries(addresses()).filter(([route]) => partOf(route) === part)
  for (const address of routes.flatMap(([, shown]) => shown)) {
    await walk.to(address)
    const found = await faultsOf(widths)
    language = otherOf[language]
    await walk.switchLanguage(language)
    found.push(...(await faultsOf(widths.toReversed())))
    found.push(...(await seriousFaults(page, { also: outline })))
    // Only the contrast rule depends on the theme.
    await inOtherTheme(page, async () => {
      found.push(...(await seriousFaults(page, { rules: ['color-contrast'] })).map((fault) => `dark: ${fault}`))
      await picture(page, `${nameOf()}-dark`)
    })
    if (found.length > 0) faults[address] = found
  }
  expect(faults).toEqual({})
})

it.each(['en', 'zh-CN'] as const)('the sign-in page fits every window size for visitors (%s)', async (asked) => {
  const stranger = await visit({ language: asked, theme: asked === 'en' ? 'light' : 'dark' })
  await stranger.goto('/sign')
  await stranger.locator('form input').first().waitFor()
  const around = openWalk(stranger)
  expect([...(await outlineFaults(stranger)), ...(await textFaults(stranger, asked))]).toEqual([])
  expect(await seriousFaults(stranger, { also: outline })).toEqual([])
  for (const width of [1440, 1024, 820, 390]) {
    await around.resize(width)
    expect(await layoutFaults(stranger), String(width)).toEqual([])
  }
})

it('the API reference keeps its width after a call was tried', async () => {
  const reader = await visit({ cookie: owner.cookie(), width: 1280 })
  await reader.goto('/docs/instance/info')
  await reader.getByRole('button', { name: 'Send' }).click()
  await reader.getByRole('region', { name: 'Body' }).waitFor()
  expect(await layoutFaults(reader)).toEqual([])
})
