import { lazyRouteComponent } from '@tanstack/react-router'
import {
  databaseSearch,
  hideMenuSearch,
  knowledgeSearch,
  knowledgeUploadSearch,
  pluginSearch,
  workflowSearch,
} from './search-params.ts'

const knowledge = 'knowledge/$dataset_id'
const tool = 'plugin/$plugin_id/tool/$tool_id'

/** Pages of single resources, shown in the studio and in the tabs of a project. */
export const pages = {
  workflow: {
    path: 'work_flow',
    validateSearch: workflowSearch,
    component: lazyRouteComponent(() => import('#domains/flow/workflow/pages/workflow-page.tsx'), 'WorkflowPage'),
    staticData: { page: { title: 'title.workflow', editor: true } },
  },
  knowledge: {
    path: knowledge,
    validateSearch: knowledgeSearch,
    component: lazyRouteComponent(
      () => import('#domains/resources/knowledge/pages/knowledge-page.tsx'),
      'KnowledgePage',
    ),
    staticData: { page: { title: 'title.knowledge' } },
  },
  upload: {
    path: `${knowledge}/upload`,
    validateSearch: knowledgeUploadSearch,
    component: lazyRouteComponent(
      () => import('#domains/resources/knowledge/pages/knowledge-upload-page.tsx'),
      'KnowledgeUploadPage',
    ),
    staticData: { page: { title: 'title.knowledgeUpload' } },
  },
  recall: {
    path: `${knowledge}/recall`,
    component: lazyRouteComponent(() => import('#domains/resources/knowledge/pages/recall-page.tsx'), 'RecallPage'),
    staticData: { page: { title: 'title.recall' } },
  },
  database: {
    path: 'database/$table_id',
    validateSearch: databaseSearch,
    component: lazyRouteComponent(() => import('#domains/resources/database/pages/database-page.tsx'), 'DatabasePage'),
    staticData: { page: { title: 'title.database', editor: true } },
  },
  card: {
    path: 'card/$card_id',
    component: lazyRouteComponent(() => import('#domains/resources/card/pages/card-page.tsx'), 'CardPage'),
    staticData: { page: { title: 'title.card', editor: true } },
  },
  plugin: {
    path: 'plugin/$plugin_id',
    validateSearch: pluginSearch,
    component: lazyRouteComponent(() => import('#domains/resources/plugin/pages/plugin-page.tsx'), 'PluginPage'),
    staticData: { page: { title: 'title.plugin' } },
  },
  tool: {
    path: tool,
    component: lazyRouteComponent(() => import('#domains/resources/plugin/pages/tool-page.tsx'), 'ToolPage'),
    staticData: { page: { title: 'title.tool', editor: true } },
  },
  mockSets: {
    path: `${tool}/plugin-mock-set`,
    validateSearch: hideMenuSearch,
    component: lazyRouteComponent(() => import('#domains/resources/plugin/pages/mock-sets-page.tsx'), 'MockSetsPage'),
    staticData: { page: { title: 'title.mockSets' } },
  },
  mockSet: {
    path: `${tool}/plugin-mock-set/$mock_set_id`,
    validateSearch: hideMenuSearch,
    component: lazyRouteComponent(() => import('#domains/resources/plugin/pages/mock-set-page.tsx'), 'MockSetPage'),
    staticData: { page: { title: 'title.mockSet', editor: true } },
  },
} as const
