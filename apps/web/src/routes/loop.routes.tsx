import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { spaceRoute } from './space.route.tsx'
import {
  automationSearch,
  compareSearch,
  compareTracesSearch,
  comparisonsSearch,
  dashboardSearch,
  peopleSearch,
  annotationSearch,
  datasetListSearch,
  datasetSearch,
  deskSearch,
  experimentSearch,
  newExperimentSearch,
  promptListSearch,
  promptSearch,
  threadsSearch,
  tracesSearch,
  wordSearch,
} from './search-params.ts'

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

/** Prompts, datasets, evaluation and observability, and the desks. */
export const loopRoutes = [
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
  tracesRoute,
  traceRoute,
  compareTracesRoute,
  dashboardRoute,
  automationsRoute,
  automationRoute,
  alarmsRoute,
  peopleRoute,
  observeSettingsRoute,
  threadsRoute,
  threadRoute,
] as const
