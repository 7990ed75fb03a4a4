import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { spaceRoute } from './space.route.tsx'
import { botSearch, botEvaluateSearch, ideSearch, logSearch, versionsSearch } from './search-params.ts'

/** There is no bot to edit without an id. */
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
/** A bot for Douyin has the same editor as any other. */
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

/** The editors of bots and projects. */
export const editorRoutes = [
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
] as const
