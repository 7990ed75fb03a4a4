import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#styles/index.css'
import { addBotActions } from '#domains/studio/bot/bot-actions.ts'
import { addModelRemedy } from '#domains/chat/model/add-model-remedy.ts'
import { addBundleActions } from '#domains/library/bundle/bundle-actions.ts'
import { addLibraryActions } from '#domains/library/library/library-actions.ts'
import { addCardActions } from '#domains/resources/card/card-actions.ts'
import { addPromptActions } from '#domains/resources/prompt/prompt-actions.ts'
import { addSearchActions } from '#domains/library/search/search-actions.ts'
import { addDatabaseActions } from '#domains/resources/database/database-actions.ts'
import { addDatasetActions } from '#domains/loop/dataset/dataset-actions.ts'
import { addEvaluationActions } from '#domains/loop/evaluate/evaluation-actions.ts'
import { addExploreActions } from '#domains/market/explore/explore-actions.ts'
import { addKnowledgeActions } from '#domains/resources/knowledge/knowledge-actions.ts'
import { addPluginActions } from '#domains/resources/plugin/plugin-actions.ts'
import { addProjectActions } from '#domains/studio/project/project-actions.ts'
import { addVoiceActions } from '#domains/reach/voice/voice-actions.ts'
import { addMcpActions } from '#domains/resources/mcp/mcp-actions.ts'
import { addWorkflowActions } from '#domains/flow/workflow/workflow-actions.ts'
import { startBrand } from '#lib/brand.ts'
import { flags } from '#lib/feature-flags.ts'
import { onLanguageChange, startI18n } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { startLog } from '#lib/start-log.ts'
import { startTheme } from '#lib/theme.ts'
import { addUploadKinds } from '#lib/upload-kinds.ts'
import { appEvents } from '#lib/app-events.ts'
import { createAppRouter } from './router.tsx'
import { loadPage, preloadPage } from '#routes/preload-page.ts'
import { AppBoundary } from '#shell/app-boundary.tsx'
import { listenToApi } from '#shell/api-listeners.ts'
import { addShellActions } from '#shell/shell-actions.ts'
import { showFailedCalls } from '#ui/api-toasts.ts'
import { UiProvider } from '#ui/ui-provider.tsx'

startLog()
startTheme()
startBrand(queryClient)
listenToApi()
showFailedCalls()
const router = createAppRouter()
preloadPage(router)
await Promise.all([startI18n('shell'), flags.start()])
// The server sends the names of channels, models and others in the language of the request.
onLanguageChange(() => void queryClient.invalidateQueries())
addModelRemedy()
addBotActions()
addProjectActions()
addPromptActions()
addCardActions()
addSearchActions()
addKnowledgeActions()
addExploreActions()
addDatabaseActions()
addDatasetActions()
addEvaluationActions()
addVoiceActions()
addMcpActions()
addWorkflowActions()
addPluginActions()
addBundleActions()
addLibraryActions()
addShellActions()
addUploadKinds()

// Until then the frame that index.html drew stays. Without a connection the page renders at once, to report this.
const lost = new Promise<void>((resolve) => appEvents.on('connectionLost', () => resolve()))
await Promise.race([loadPage(router), lost])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <AppBoundary>
          <RouterProvider router={router} />
        </AppBoundary>
      </UiProvider>
    </QueryClientProvider>
  </StrictMode>,
)
