import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { FailedPage } from '#ui/page-state.tsx'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import { HistorySheet } from '../bar/history-sheet.tsx'
import { ProjectBar } from '../bar/project-bar.tsx'
import { ProblemHostProvider } from '#domains/flow/workflow/index.ts'
import { openedApp, TalkPanel } from '#domains/studio/agent-app/index.ts'
import { useProblemsOpen } from '../problems/use-problems-open.ts'
import { ProblemsBar } from '../problems/problems-bar.tsx'
import { type Project, resourcesQuery } from '../project.queries.ts'
import { ResourceTree } from '../tree/resource-tree.tsx'
import { useRights } from '../use-rights.ts'
import { type Ide, IdeProvider } from './ide-context.ts'
import type { OpenPage } from './open-page.ts'
import { Pane } from './pane.tsx'
import { useIdeKeys } from './use-ide-keys.ts'
import { useMode } from './use-mode.ts'
import { useTabs } from './use-tabs.ts'

// Loaded lazily, so that it does not delay people who work on the logic.
const InterfacePage = lazy(() =>
  import('#domains/studio/interface/index.ts').then((module) => ({ default: module.InterfacePage })),
)

interface ProjectIdeProps {
  project: Project
  openPage: OpenPage
}

/** The title bar; below it the tree, the tabs in one or two halves with the problems below, and the side panels. */
export function ProjectIde({ project, openPage }: ProjectIdeProps) {
  const t = useT('project')
  const { id: projectId, space_id: spaceId } = project.basic_info
  const query = useQuery(resourcesQuery(projectId))
  const resources = query.data ?? []
  const tabs = useTabs(projectId, spaceId, query.data)
  const mayEdit = useRights(projectId)('editInfo')
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [round, setRound] = useState(0)
  const [mode, setMode] = useMode()
  const [isNew] = useState(() => openedApp.current() === projectId)
  const [isTalkOpen, setTalkOpen] = useState(isNew)
  const { refetch } = query
  const changed = useCallback(() => {
    setRound((before) => before + 1)
    void refetch()
  }, [refetch])
  const problems = useProblemsOpen()
  const ide: Ide = {
    ...tabs,
    projectId,
    spaceId,
    project,
    resources,
    resourceOf: (key) => resources.find((resource) => resource.key === key),
    mayEdit,
  }
  if (query.error && !query.data)
    return <FailedPage title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
  const halves = [
    { id: 'first', title: t('pane.first'), min: 360, content: <Pane pane={0} openPage={openPage} /> },
    ...(tabs.lists[1].length
      ? [{ id: 'second', title: t('pane.second'), min: 360, content: <Pane pane={1} openPage={openPage} /> }]
      : []),
  ]
  return (
    <IdeProvider value={ide}>
      <ProblemHostProvider value={problems}>
        <IdeKeys />
        <div className="flex min-h-0 flex-1 flex-col">
          <ProjectBar
            isHistoryOpen={isHistoryOpen}
            onHistory={() => setHistoryOpen(!isHistoryOpen)}
            isTalkOpen={isTalkOpen}
            onTalk={() => setTalkOpen(!isTalkOpen)}
            mode={mode}
            onMode={setMode}
          />
          <div className="relative flex min-h-0 flex-1">
            {mode === 'interface' ? (
              <Suspense fallback={null}>
                <InterfacePage key={round} projectId={projectId} name={project.basic_info.name} mayEdit={mayEdit} />
              </Suspense>
            ) : (
              <ResizablePanels
                storeKey="project"
                panels={[
                  { id: 'tree', title: t('resources'), share: 17, min: 200, foldable: true, content: <ResourceTree /> },
                  {
                    id: 'tabs',
                    title: t('pane.only'),
                    share: 83,
                    min: 480,
                    content: query.data && (
                      <div className="flex min-h-0 flex-1 flex-col">
                        <ResizablePanels key={round} storeKey={`project-${halves.length}`} panels={halves} />
                        <ProblemsBar />
                      </div>
                    ),
                  },
                ]}
              />
            )}
            {isTalkOpen && (
              <TalkPanel
                projectId={projectId}
                mayEdit={mayEdit}
                onChanged={changed}
                onClose={() => setTalkOpen(false)}
              />
            )}
            {isHistoryOpen && (
              <HistorySheet onClose={() => setHistoryOpen(false)} onRolledBack={() => setRound(round + 1)} />
            )}
          </div>
        </div>
      </ProblemHostProvider>
    </IdeProvider>
  )
}

function IdeKeys() {
  useIdeKeys()
  return null
}
