import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { DraftStore } from '../draft-store.ts'

/** Whether the draft is saved, and what the reader can do if it is not. */
export function DraftState({ store }: { store: DraftStore }) {
  const t = useT('prompts')
  const state = store.use((now) => now.state)
  if (state.is === 'conflict')
    return (
      <span role="status" className="flex items-center gap-2 text-small text-warn">
        {t('draft.conflict')}
        <Button size="sm" onClick={() => store.adopt(state.conflict)}>
          {t('draft.takeOther')}
        </Button>
        <Button size="sm" onClick={() => void store.keepMine(state.conflict)}>
          {t('draft.keepMine')}
        </Button>
      </span>
    )
  if (state.is === 'failed' || state.is === 'refused')
    return (
      <span role="status" className="flex items-center gap-2 text-small text-err">
        {t('draft.failed')}
        <Button size="sm" onClick={() => void store.flush()}>
          {t('draft.retry')}
        </Button>
      </span>
    )
  return (
    <span role="status" className="text-small text-mute">
      {t(state.is === 'saved' ? 'draft.saved' : state.is === 'offline' ? 'draft.offline' : 'draft.saving')}
    </span>
  )
}
