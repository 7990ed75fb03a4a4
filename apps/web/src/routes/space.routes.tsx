import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { appsQuery } from '#domains/studio/home/home.queries.ts'
import { editorRoutes } from './editor.routes.tsx'
import { toHomeSpace } from './guards.ts'
import { loopRoutes } from './loop.routes.tsx'
import { pages } from './resource-pages.tsx'
import { spaceRoute, spacesRoute } from './space.route.tsx'
import {
  channelsSearch,
  developSearch,
  knowledgeListSearch,
  librarySearch,
  mcpSearch,
  membersSearch,
  newAppSearch,
  pluginListSearch,
  wordSearch,
} from './search-params.ts'

const spacesHomeRoute = createRoute({ getParentRoute: () => spacesRoute, path: '/', beforeLoad: toHomeSpace })

const spaceHomeRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/space/$space_id/develop', params, replace: true })
  },
})

const developRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'develop',
  validateSearch: developSearch,
  loaderDeps: ({ search }) => search,
  // Requested in parallel with the code of the page, not after it.
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(appsQuery(params.space_id, deps))
  },
  component: lazyRouteComponent(() => import('#domains/studio/home/pages/develop-page.tsx'), 'DevelopPage'),
  staticData: { page: { title: 'nav.develop', submenu: 'space' } },
})
const newAppRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'new-app',
  validateSearch: newAppSearch,
  component: lazyRouteComponent(
    () => import('#domains/studio/agent-app/pages/app-from-words-page.tsx'),
    'AppFromWordsPage',
  ),
  staticData: { page: { title: 'title.newApp', section: 'nav.develop', submenu: 'space' } },
})
const libraryRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library',
  validateSearch: librarySearch,
  component: lazyRouteComponent(() => import('#domains/library/library/pages/library-page.tsx'), 'LibraryPage'),
  staticData: { page: { title: 'nav.library', submenu: 'space' } },
})
const binRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/bin',
  component: lazyRouteComponent(() => import('#domains/library/bin/pages/bin-page.tsx'), 'BinPage'),
  staticData: { page: { title: 'nav.bin', section: 'nav.library', submenu: 'space' } },
})
const knowledgeListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/knowledge',
  validateSearch: knowledgeListSearch,
  component: lazyRouteComponent(
    () => import('#domains/resources/knowledge/pages/knowledge-list-page.tsx'),
    'KnowledgeListPage',
  ),
  staticData: { page: { title: 'nav.knowledge', section: 'nav.library', submenu: 'space' } },
})
const knowledgeAccountsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/knowledge/accounts',
  component: lazyRouteComponent(() => import('#domains/resources/knowledge/pages/accounts-page.tsx'), 'AccountsPage'),
  staticData: { page: { title: 'title.knowledgeAccounts', section: 'nav.library', submenu: 'space' } },
})
const databaseListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/database',
  validateSearch: wordSearch,
  component: lazyRouteComponent(
    () => import('#domains/resources/database/pages/database-list-page.tsx'),
    'DatabaseListPage',
  ),
  staticData: { page: { title: 'nav.databases', section: 'nav.library', submenu: 'space' } },
})
const workflowListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/workflow',
  component: lazyRouteComponent(
    () => import('#domains/flow/workflow/pages/workflow-list-page.tsx'),
    'WorkflowListPage',
  ),
  staticData: { page: { title: 'nav.workflows', section: 'nav.library', submenu: 'space' } },
})
const pluginListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/plugin',
  validateSearch: pluginListSearch,
  component: lazyRouteComponent(() => import('#domains/resources/plugin/pages/plugin-list-page.tsx'), 'PluginListPage'),
  staticData: { page: { title: 'nav.plugins', section: 'nav.library', submenu: 'space' } },
})
const mcpListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/mcp',
  validateSearch: mcpSearch,
  component: lazyRouteComponent(() => import('#domains/resources/mcp/pages/mcp-list-page.tsx'), 'McpListPage'),
  staticData: { page: { title: 'nav.mcp', section: 'nav.library', submenu: 'space' } },
})
const mcpServerRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'mcp/$server_id',
  component: lazyRouteComponent(() => import('#domains/resources/mcp/pages/mcp-server-page.tsx'), 'McpServerPage'),
  staticData: { page: { title: 'nav.mcp' } },
})
const membersRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'members',
  validateSearch: membersSearch,
  component: lazyRouteComponent(() => import('./members-route-page.tsx'), 'MembersRoutePage'),
  staticData: { page: { title: 'nav.members', submenu: 'space' } },
})

/** Models are a tab of the settings of the space; this is their former address. */
const modelsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'models',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/space/$space_id/members', params, search: { tab: 'models', view: 'all' }, replace: true })
  },
})
const usageRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'usage',
  component: lazyRouteComponent(() => import('#domains/reach/usage/pages/usage-page.tsx'), 'UsagePage'),
  staticData: { page: { title: 'nav.usage', submenu: 'space' } },
})

const packagesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/packages',
  component: lazyRouteComponent(() => import('#domains/studio/interface/editor/packages-page.tsx'), 'PackagesPage'),
  staticData: { page: { title: 'nav.packages', section: 'nav.library', submenu: 'space' } },
})
const voicesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/voices',
  component: lazyRouteComponent(() => import('#domains/reach/voice/pages/voices-page.tsx'), 'VoicesPage'),
  staticData: { page: { title: 'nav.voices', section: 'nav.library', submenu: 'space' } },
})
const voiceprintsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'library/voiceprints',
  component: lazyRouteComponent(() => import('#domains/reach/voice/pages/voiceprints-page.tsx'), 'VoiceprintsPage'),
  staticData: { page: { title: 'nav.voiceprints', section: 'nav.library', submenu: 'space' } },
})
const channelsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'channels',
  validateSearch: channelsSearch,
  component: lazyRouteComponent(() => import('#domains/reach/channel/pages/channels-page.tsx'), 'ChannelsPage'),
  staticData: { page: { title: 'nav.channels', submenu: 'space' } },
})
const webhooksRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('#domains/reach/webhook/pages/webhooks-page.tsx'), 'WebhooksPage'),
  staticData: { page: { title: 'nav.webhooks', section: 'nav.channels', submenu: 'space' } },
})

const knowledgeRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.knowledge })
const knowledgeUploadRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.upload })
const recallRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.recall })
const databaseRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.database })

const cardRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.card })
const pluginRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.plugin })
const toolRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.tool })
const mockSetsRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.mockSets })
const mockSetRoute = createRoute({ getParentRoute: () => spaceRoute, ...pages.mockSet })

export const spaceRoutes = spacesRoute.addChildren([
  spacesHomeRoute,
  spaceRoute.addChildren([
    spaceHomeRoute,
    developRoute,
    libraryRoute,
    newAppRoute,
    workflowListRoute,
    binRoute,
    knowledgeListRoute,
    knowledgeAccountsRoute,
    databaseListRoute,
    ...loopRoutes,
    pluginListRoute,
    mcpListRoute,
    mcpServerRoute,
    membersRoute,
    modelsRoute,
    usageRoute,
    packagesRoute,
    voicesRoute,
    voiceprintsRoute,
    channelsRoute,
    webhooksRoute,
    ...editorRoutes,
    knowledgeRoute,
    knowledgeUploadRoute,
    recallRoute,
    databaseRoute,
    cardRoute,
    pluginRoute,
    toolRoute,
    mockSetsRoute,
    mockSetRoute,
  ]),
])
