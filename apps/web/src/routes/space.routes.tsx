import { createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { MissingRoute } from '#shell/missing-route.tsx'
import { appsQuery } from '#domains/studio/home/home.queries.ts'
import { requireMember, toHomeSpace } from './guards.ts'
import { signedRoute } from './root.route.tsx'
import { pages } from './resource-pages.tsx'
import {
  automationSearch,
  compareTracesSearch,
  botSearch,
  botEvaluateSearch,
  compareSearch,
  comparisonsSearch,
  dashboardSearch,
  peopleSearch,
  annotationSearch,
  datasetListSearch,
  datasetSearch,
  deskSearch,
  developSearch,
  experimentSearch,
  ideSearch,
  knowledgeListSearch,
  librarySearch,
  logSearch,
  versionsSearch,
  mcpSearch,
  membersSearch,
  newAppSearch,
  newExperimentSearch,
  pluginListSearch,
  promptListSearch,
  promptSearch,
  threadsSearch,
  tracesSearch,
  wordSearch,
} from './search-params.ts'

const spacesRoute = createRoute({ getParentRoute: () => signedRoute, path: '/space' })
const spacesHomeRoute = createRoute({ getParentRoute: () => spacesRoute, path: '/', beforeLoad: toHomeSpace })

const spaceRoute = createRoute({
  getParentRoute: () => spacesRoute,
  path: '$space_id',
  beforeLoad: ({ context, params, location }) => requireMember(context, params.space_id, location.pathname),
  component: Outlet,
  notFoundComponent: MissingRoute,
  staticData: { page: { title: 'nav.workspace' } },
})
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
  // Asked for beside the code of the page, not after it.
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
const experimentsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/experiments',
  validateSearch: wordSearch,
  component: lazyRouteComponent(() => import('#domains/loop/evaluate/pages/experiments-page.tsx'), 'ExperimentsPage'),
  staticData: { page: { title: 'nav.experiments', submenu: 'space' } },
})
const newExperimentRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/experiments/new',
  validateSearch: newExperimentSearch,
  component: lazyRouteComponent(
    () => import('#domains/loop/evaluate/pages/new-experiment-page.tsx'),
    'NewExperimentPage',
  ),
  staticData: { page: { title: 'title.newExperiment', section: 'nav.experiments', submenu: 'space' } },
})
const experimentRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/experiments/$experiment_id',
  validateSearch: experimentSearch,
  component: lazyRouteComponent(() => import('#domains/loop/evaluate/pages/experiment-page.tsx'), 'ExperimentPage'),
  staticData: { page: { title: 'title.experiment', section: 'nav.experiments', submenu: 'space' } },
})
const comparisonsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/comparisons',
  validateSearch: comparisonsSearch,
  component: lazyRouteComponent(() => import('#domains/loop/checkup/pages/comparisons-page.tsx'), 'ComparisonsPage'),
  staticData: { page: { title: 'title.comparisons', section: 'nav.experiments', submenu: 'space' } },
})
const compareRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('#domains/loop/evaluate/pages/compare-page.tsx'), 'ComparePage'),
  staticData: { page: { title: 'title.compare', section: 'nav.experiments', submenu: 'space' } },
})
const plansRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/plans',
  validateSearch: wordSearch,
  component: lazyRouteComponent(() => import('#domains/loop/evaluate/pages/plans-page.tsx'), 'PlansPage'),
  staticData: { page: { title: 'nav.plans', submenu: 'space' } },
})
const evaluatorsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/evaluators',
  validateSearch: wordSearch,
  component: lazyRouteComponent(() => import('#domains/loop/evaluate/pages/evaluators-page.tsx'), 'EvaluatorsPage'),
  staticData: { page: { title: 'nav.evaluators', submenu: 'space' } },
})
const evaluatorRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/evaluators/$evaluator_id',
  component: lazyRouteComponent(() => import('#domains/loop/evaluate/pages/evaluator-page.tsx'), 'EvaluatorPage'),
  staticData: { page: { title: 'title.evaluator', section: 'nav.evaluators', submenu: 'space' } },
})
const datasetListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/datasets',
  validateSearch: datasetListSearch,
  component: lazyRouteComponent(() => import('#domains/loop/dataset/pages/dataset-list-page.tsx'), 'DatasetListPage'),
  staticData: { page: { title: 'nav.datasets', submenu: 'space' } },
})
const deskRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'desk',
  validateSearch: deskSearch,
  component: lazyRouteComponent(() => import('#domains/studio/desk/pages/desk-page.tsx'), 'DeskPage'),
  staticData: { page: { title: 'nav.desks', submenu: 'space' } },
})
const deskDocumentRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'desk/$document_id',
  component: lazyRouteComponent(() => import('#domains/studio/desk/pages/desk-document-page.tsx'), 'DeskDocumentPage'),
  staticData: { page: { title: 'title.deskDocument', section: 'nav.desks' } },
})
const annotationListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/annotation',
  component: lazyRouteComponent(
    () => import('#domains/loop/annotation/pages/annotation-list-page.tsx'),
    'AnnotationListPage',
  ),
  staticData: { page: { title: 'nav.annotation', submenu: 'space' } },
})
const annotationRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/annotation/$task_id',
  validateSearch: annotationSearch,
  component: lazyRouteComponent(() => import('#domains/loop/annotation/pages/annotation-page.tsx'), 'AnnotationPage'),
  staticData: { page: { title: 'title.annotation', editor: true } },
})
const promptListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'prompts',
  validateSearch: promptListSearch,
  component: lazyRouteComponent(() => import('#domains/loop/prompts/pages/prompt-list-page.tsx'), 'PromptListPage'),
  staticData: { page: { title: 'nav.prompts', submenu: 'space' } },
})
const promptRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'prompts/$prompt_id',
  validateSearch: promptSearch,
  component: lazyRouteComponent(() => import('#domains/loop/prompts/pages/prompt-page.tsx'), 'PromptPage'),
  staticData: { page: { title: 'title.prompt', editor: true } },
})
const labelListRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/tags',
  validateSearch: wordSearch,
  component: lazyRouteComponent(() => import('#domains/loop/label/pages/label-list-page.tsx'), 'LabelListPage'),
  staticData: { page: { title: 'nav.tags', submenu: 'space' } },
})
const datasetRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'evaluate/datasets/$dataset_id',
  validateSearch: datasetSearch,
  component: lazyRouteComponent(() => import('#domains/loop/dataset/pages/dataset-page.tsx'), 'DatasetPage'),
  staticData: { page: { title: 'title.dataset', editor: true } },
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

/** Models are a tab of the space's settings; this was their address before. */
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

const tracesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/traces',
  validateSearch: tracesSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/traces-page.tsx'), 'TracesPage'),
  staticData: { page: { title: 'nav.observe.traces', submenu: 'space' } },
})
const traceRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/traces/$trace_id',
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/trace-page.tsx'), 'TracePage'),
  staticData: { page: { title: 'title.trace', section: 'nav.observe.traces', submenu: 'space' } },
})
const compareTracesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/traces/compare',
  validateSearch: compareTracesSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/compare-page.tsx'), 'ComparePage'),
  staticData: { page: { title: 'title.compareTraces', section: 'nav.observe.traces', submenu: 'space' } },
})
const threadsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/threads',
  validateSearch: threadsSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/threads-page.tsx'), 'ThreadsPage'),
  staticData: { page: { title: 'nav.observe.threads', submenu: 'space' } },
})
const threadRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/threads/$thread_id',
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/thread-page.tsx'), 'ThreadPage'),
  staticData: { page: { title: 'title.thread', section: 'nav.observe.threads', submenu: 'space' } },
})
const dashboardRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/dashboards',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/dashboard-page.tsx'), 'DashboardPage'),
  staticData: { page: { title: 'nav.observe.dashboards', submenu: 'space' } },
})
const automationsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/automations',
  validateSearch: wordSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/automations-page.tsx'), 'AutomationsPage'),
  staticData: { page: { title: 'nav.observe.automations', submenu: 'space' } },
})
const automationRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/automations/$task_id',
  validateSearch: automationSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/automation-page.tsx'), 'AutomationPage'),
  staticData: { page: { title: 'title.automation', section: 'nav.observe.automations', submenu: 'space' } },
})
const alarmsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/alarms',
  validateSearch: wordSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/alarms-page.tsx'), 'AlarmsPage'),
  staticData: { page: { title: 'nav.observe.alarms', submenu: 'space' } },
})
const peopleRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/users',
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => import('#domains/loop/observe/pages/people-page.tsx'), 'PeoplePage'),
  staticData: { page: { title: 'nav.observe.users', submenu: 'space' } },
})
const observeSettingsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'observe/settings',
  component: lazyRouteComponent(
    () => import('#domains/loop/observe/pages/observe-settings-page.tsx'),
    'ObserveSettingsPage',
  ),
  staticData: { page: { title: 'nav.observe.settings', submenu: 'space' } },
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
  component: lazyRouteComponent(() => import('#domains/reach/channel/pages/channels-page.tsx'), 'ChannelsPage'),
  staticData: { page: { title: 'nav.channels', submenu: 'space' } },
})
const webhooksRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('#domains/reach/webhook/pages/webhooks-page.tsx'), 'WebhooksPage'),
  staticData: { page: { title: 'nav.webhooks', section: 'nav.channels', submenu: 'space' } },
})

/** Without an id there is no bot to edit. */
const noBotRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'bot',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
const botRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'bot/$bot_id',
  validateSearch: botSearch,
  staticData: { page: { title: 'title.bot', editor: true, page: 'bot' } },
})
const botEditorRoute = createRoute({
  getParentRoute: () => botRoute,
  path: '/',
  component: lazyRouteComponent(() => import('#domains/studio/bot/pages/bot-editor-page.tsx'), 'BotEditorPage'),
})
const botAnalyseRoute = createRoute({
  getParentRoute: () => botRoute,
  path: 'analyse',
  validateSearch: logSearch,
  component: lazyRouteComponent(() => import('#domains/studio/bot/pages/bot-analyse-page.tsx'), 'BotAnalysePage'),
  staticData: { page: { title: 'title.botAnalyse', editor: false } },
})
const botLogsRoute = createRoute({
  getParentRoute: () => botRoute,
  path: 'logs',
  validateSearch: logSearch,
  component: lazyRouteComponent(() => import('#domains/studio/bot/pages/bot-logs-page.tsx'), 'BotLogsPage'),
  staticData: { page: { title: 'title.botLogs', editor: false } },
})
const botVersionsRoute = createRoute({
  getParentRoute: () => botRoute,
  path: 'versions',
  validateSearch: versionsSearch,
  component: lazyRouteComponent(() => import('#domains/studio/bot/pages/bot-versions-page.tsx'), 'BotVersionsPage'),
  staticData: { page: { title: 'title.botVersions', editor: false } },
})
const botMergeRoute = createRoute({
  getParentRoute: () => botRoute,
  path: 'merge',
  component: lazyRouteComponent(() => import('#domains/studio/bot/pages/bot-merge-page.tsx'), 'BotMergePage'),
  staticData: { page: { title: 'title.botMerge', editor: false } },
})
const botEvaluateRoute = createRoute({
  getParentRoute: () => botRoute,
  path: 'evaluate',
  validateSearch: botEvaluateSearch,
  component: lazyRouteComponent(() => import('#domains/loop/checkup/pages/bot-evaluate-page.tsx'), 'BotEvaluatePage'),
  staticData: { page: { title: 'title.botEvaluate', editor: false } },
})
const botMemoryRoute = createRoute({
  getParentRoute: () => botRoute,
  path: 'memory',
  component: lazyRouteComponent(() => import('#domains/resources/memory/pages/memory-page.tsx'), 'MemoryPage'),
  staticData: { page: { title: 'title.memory', editor: false } },
})
const botPublishRoute = createRoute({
  getParentRoute: () => botRoute,
  path: 'publish',
  component: lazyRouteComponent(() => import('#domains/studio/bot/pages/bot-publish-page.tsx'), 'BotPublishPage'),
  staticData: { page: { title: 'title.botPublish', editor: false } },
})
/** A bot for Douyin is edited like any other. */
const douyinBotRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'douyin-bot/$bot_id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/space/$space_id/bot/$bot_id', params, replace: true })
  },
})

const projectRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'project-ide/$project_id',
  validateSearch: ideSearch,
  staticData: { page: { title: 'title.project', editor: true } },
})
const projectPublishRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'publish',
  component: lazyRouteComponent(
    () => import('#domains/studio/project/pages/project-publish-page.tsx'),
    'ProjectPublishPage',
  ),
  staticData: { page: { title: 'title.projectPublish', editor: false } },
})
const projectIde = lazyRouteComponent(() => import('./ide.routes.tsx'), 'ProjectIde')
const projectIdeRoute = createRoute({ getParentRoute: () => projectRoute, path: '/', component: projectIde })
const projectIdeBelowRoute = createRoute({ getParentRoute: () => projectRoute, path: '$', component: projectIde })

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
    experimentsRoute,
    newExperimentRoute,
    experimentRoute,
    compareRoute,
    plansRoute,
    comparisonsRoute,
    evaluatorsRoute,
    evaluatorRoute,
    promptListRoute,
    promptRoute,
    datasetListRoute,
    deskRoute,
    deskDocumentRoute,
    annotationListRoute,
    annotationRoute,
    labelListRoute,
    datasetRoute,
    pluginListRoute,
    mcpListRoute,
    mcpServerRoute,
    membersRoute,
    modelsRoute,
    usageRoute,
    tracesRoute,
    traceRoute,
    compareTracesRoute,
    dashboardRoute,
    automationsRoute,
    automationRoute,
    alarmsRoute,
    peopleRoute,
    observeSettingsRoute,
    packagesRoute,
    voicesRoute,
    voiceprintsRoute,
    threadsRoute,
    threadRoute,
    channelsRoute,
    webhooksRoute,
    noBotRoute,
    botRoute.addChildren([
      botEditorRoute,
      botAnalyseRoute,
      botLogsRoute,
      botVersionsRoute,
      botMergeRoute,
      botEvaluateRoute,
      botMemoryRoute,
      botPublishRoute,
    ]),
    douyinBotRoute,
    projectRoute.addChildren([projectPublishRoute, projectIdeRoute, projectIdeBelowRoute]),
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
