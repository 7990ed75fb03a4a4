import { createContext, useContext } from 'react'
import type { ProjectResource } from '../project-resource.ts'
import type { Project } from '../project.queries.ts'
import type { PaneIndex, TabLists } from './tab-list.ts'
import type { TabKey, TabPlace } from './tab-place.ts'

interface OpenRequest {
  below?: string
  search?: Record<string, string>
  pane?: PaneIndex
}

/** Context of the project page. */
export interface Ide {
  projectId: string
  spaceId: string
  project: Project
  resources: readonly ProjectResource[]
  resourceOf: (key: TabKey) => ProjectResource | undefined
  mayEdit: boolean
  lists: TabLists
  /** The tab shown in each half. */
  shown: readonly [TabPlace | null, TabPlace | null]
  /** The half that the person uses. */
  focused: PaneIndex
  focus: (pane: PaneIndex) => void
  open: (key: TabKey, input?: OpenRequest) => void
  close: (key: TabKey) => void
  closeOthers: (key: TabKey) => void
  closeAll: () => void
  move: (key: TabKey, to: number) => void
  send: (key: TabKey, pane: PaneIndex) => void
  /** Moves all tabs into one half. */
  join: () => void
  /** Called when the page in a half has navigated by itself. */
  onMoved: (place: TabPlace, pane: PaneIndex) => void
  /** Navigates to a page that no tab can show, or to a resource outside of this project. */
  leave: (href: string) => void
}

const IdeContext = createContext<Ide | null>(null)
export const IdeProvider = IdeContext.Provider

export function useIde(): Ide {
  const ide = useContext(IdeContext)
  if (!ide) throw new Error('This part belongs into the page of a project')
  return ide
}
