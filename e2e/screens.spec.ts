import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type Belongings, makeBelongings } from '../apps/server/src/testing/belongings.ts'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import { seriousFaults } from './lib/axe.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { layoutFaults, outlineFaults, textFaults } from './lib/screen-faults.ts'
import { openBrowser } from './lib/visitor.ts'
import { openWalk } from './lib/walk.ts'

let studio: Studio
let visit: Awaited<ReturnType<typeof openBrowser>>
let owner: Person
let things: Belongings
let more: { server: string; product: string; template: string; invite: string }

beforeAll(async () => {
  studio = await openStudioHere((address) => ({ publicUrl: address }))
  visit = await openBrowser(studio.address)
  owner = await studio.register('olga')
  things = await makeBelongings(studio, owner)
  const { api } = owner
  const products = async (entity_type: number) =>
    (await api.market.list({ entity_type, page_num: 1, page_size: 1 })).products[0]!.meta_info.id
  more = {
    server: (await api.mcp.create({ space_id: things.space, name: 'Harbour' })).mcp_server.id,
    product: await products(2),
    template: await products(20),
    invite: (await api.space.inviteLink({ space_id: things.space, team_invite_link_status: true })).key,
  }
})

const tabs = {
  account: ['profile', 'preferences', 'privacy', 'sessions', 'tokens', 'apps', 'authorized', 'developer'],
  admin: [
    'registration',
    'users',
    'codes',
    'models',
    'knowledge',
    'search',
    'egress',
    'store',
    'content',
    'branding',
    'mail',
    'features',
    'health',
    'audit',
  ],
}
const tabsOf = (page: keyof typeof tabs) => tabs[page].map((tab) => `/${page}/${tab}`)

/** Every address of the studio, by its route; a resource is a real one. */
const addresses = (): Record<string, string[]> => {
  const { space, bot, project, workflow, plugin, tool, mockSet, dataset, database } = things
  const at = (rest: string) => `/space/${space}/${rest}`
  return {
    '/space/$space_id/develop': [at('develop'), at('develop?kind=projects')],
    '/space/$space_id/library': [at('library')],
    '/space/$space_id/library/bin': [at('library/bin')],
    '/space/$space_id/library/knowledge': [at('library/knowledge')],
    '/space/$space_id/library/knowledge/accounts': [at('library/knowledge/accounts')],
    '/space/$space_id/library/database': [at('library/database')],
    '/space/$space_id/library/workflow': [at('library/workflow')],
    '/space/$space_id/library/plugin': [at('library/plugin')],
    '/space/$space_id/library/mcp': [at('library/mcp')],
    '/space/$space_id/mcp/$server_id': [at(`mcp/${more.server}`)],
    '/space/$space_id/members': [at('members')],
    '/space/$space_id/models': [at('members?tab=models&view=all')],
    '/space/$space_id/channels': [at('channels')],
    '/space/$space_id/usage': [at('usage')],
    '/space/$space_id/webhooks': [at('webhooks')],
    '/space/$space_id/bot/$bot_id': [at(`bot/${bot}`), at('bot/7')],
    '/space/$space_id/bot/$bot_id/analyse': [at(`bot/${bot}/analyse`)],
    '/space/$space_id/bot/$bot_id/logs': [at(`bot/${bot}/logs`)],
    '/space/$space_id/bot/$bot_id/memory': [at(`bot/${bot}/memory`)],
    '/space/$space_id/bot/$bot_id/publish': [at(`bot/${bot}/publish`)],
    '/space/$space_id/project-ide/$project_id': [at(`project-ide/${project}`)],
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
    '/explore/plugin': ['/explore/plugin'],
    '/explore/template': ['/explore/template'],
    '/explore/plugin/$product_id': [`/explore/plugin/${more.product}`],
    '/explore/template/$product_id': [`/explore/template/${more.template}`],
    '/explore/favourites': ['/explore/favourites'],
    '/explore/mine': ['/explore/mine'],
    '/account': tabsOf('account'),
    '/admin': tabsOf('admin'),
    '/docs': ['/docs', '/docs/guides/start', '/docs/instance', '/docs/instance/info'],
    '/invite/$key': [`/invite/${more.invite}`, '/invite/missing'],
    '/form/$key': ['/form/missing'],
    '/information/auth/success': ['/information/auth/success'],
    '/oauth/consent': ['/oauth/consent'],
    '/filebox': ['/filebox'],
    '/nonsense': ['/nonsense', at('nonsense'), '/space/999/develop'],
  }
}

/** Moderate ones that people notice all the same. */
const outline = ['region', 'heading-order', 'empty-table-header', 'scrollable-region-focusable', 'landmark-one-main']

it('knows every route of the studio', () => {
  const folder = path.resolve(import.meta.dirname, '../apps/web/src/routes')
  const files = ['open.routes.tsx', 'space.routes.tsx', 'studio.routes.tsx', 'explore.routes.tsx', 'resource-pages.tsx']
  const sources = files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n')
  const variables = { knowledge: 'knowledge/$dataset_id', tool: 'plugin/$plugin_id/tool/$tool_id' }
  const paths = [...sources.matchAll(/path: ['`]([^'`]+)['`]/g)]
    .map(([, route]) => route!.replaceAll(/\$\{(\w+)\}/g, (_, name: keyof typeof variables) => variables[name]))
    // What only leads elsewhere, or is a way to write one of the others.
    .filter((route) => !/^\/sign$|^\/?$|^\/space$|^\$space_id$|^bot$|douyin|^\$$|\/\$$|^\/open\/docs$/.test(route))
  const known = Object.keys(addresses())
  expect(
    paths.filter((route) => !known.some((address) => `${address}/`.includes(`/${route.replace(/^\//, '')}/`))),
  ).toEqual([])
})

it.each(['en', 'zh-CN'] as const)('shows strangers a sign-in page for every window (%s)', async (language) => {
  const page = await visit({ language, theme: language === 'en' ? 'light' : 'dark' })
  await page.goto('/sign')
  await page.locator('form input').first().waitFor()
  const walk = openWalk(page)
  expect([...(await outlineFaults(page)), ...(await textFaults(page, language))]).toEqual([])
  expect([...(await seriousFaults(page)), ...(await seriousFaults(page, { rules: outline }))]).toEqual([])
  for (const width of [1440, 1024, 820, 390]) {
    await walk.resize(width)
    expect(await layoutFaults(page), String(width)).toEqual([])
  }
})

it('keeps its width when a call of the reference was tried', async () => {
  const page = await visit({ cookie: owner.cookie(), width: 1280 })
  await page.goto('/docs/instance/info')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('region', { name: 'Body' }).waitFor()
  expect(await layoutFaults(page)).toEqual([])
})

it('searches for a word when it is put together, not for its letters', async () => {
  const page = await visit({ cookie: owner.cookie(), language: 'zh-CN' })
  await page.clock.install()
  await page.goto(`/space/${things.space}/develop`)
  const box = page.getByRole('searchbox')
  await box.click()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('get_draft_intelligence_list'))
      asked.push((request.postDataJSON() as { name: string }).name)
  })
  const session = await page.context().newCDPSession(page)
  for (const text of ['x', 'xi', 'xin', 'xing']) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    expect(await box.inputValue()).toBe(text)
    await page.clock.runFor(1_000)
  }
  await session.send('Input.insertText', { text: '星' })
  await page.clock.runFor(1_000)
  await expect.poll(() => asked.includes('星')).toBe(true)
  expect(new Set(asked)).toEqual(new Set(['星']))
})
