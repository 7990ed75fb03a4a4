import { EmbeddedContext } from '#lib/embedded.ts'
import { ProjectVariables } from '#domains/resources/variable/index.ts'
import { ConversationList } from '../conversations/conversation-list.tsx'
import { HostedPage } from './hosted-page.tsx'
import { useIde } from './ide-context.ts'
import type { OpenPage } from './open-page.ts'
import type { PaneIndex } from './tab-list.ts'
import type { TabPlace } from './tab-place.ts'

interface TabContentProps {
  place: TabPlace
  pane: PaneIndex
  openPage: OpenPage
}

export function TabContent({ place, pane, openPage }: TabContentProps) {
  const { projectId } = useIde()
  if (place.key === 'variables') return <ProjectVariables projectId={projectId} />
  if (place.key === 'conversations') return <ConversationList />
  return (
    <EmbeddedContext value>
      <HostedPage place={place} pane={pane} openPage={openPage} />
    </EmbeddedContext>
  )
}
