import type { Prompt } from '../prompts.queries.ts'
import type { DraftStore } from '../draft-store.ts'
import { MessageList } from './message-list.tsx'
import { SetupPane } from './setup-pane.tsx'
import { TryPane } from './try-pane.tsx'

interface WritePanelProps {
  store: DraftStore
  prompt: Prompt
  spaceId: string
  mayEdit: boolean
}

/** Three panes: write, variables with tools and model, try. */
export function WritePanel({ store, prompt, spaceId, mayEdit }: WritePanelProps) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,5fr)] divide-x divide-line overflow-y-auto max-lg:grid-cols-1 max-lg:divide-x-0 max-lg:divide-y">
      <MessageList store={store} mayEdit={mayEdit} spaceId={spaceId} promptId={prompt.id} />
      <SetupPane store={store} spaceId={spaceId} mayEdit={mayEdit} />
      <TryPane store={store} prompt={prompt} spaceId={spaceId} mayEdit={mayEdit} />
    </div>
  )
}
