import { MessageCircle, Play, Square } from 'lucide-react'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RunState } from '#ui/run-state.tsx'
import { useEditor } from '../document/editor-context.ts'
import { useNow } from './result/run-result.tsx'
import { useRunActions } from './run-actions.ts'
import { useRun } from './run-context.ts'
import { isLive } from './run-model.ts'

/** Button of the canvas toolbar: "Test run", or the elapsed time and "Stop" during a run. */
export function RunButton() {
  const t = useT('workflow-run')
  const { isChatflow, version } = useEditor()
  const actions = useRunActions()
  const phase = useRun((run) => run.phase)
  const startedAt = useRun((run) => run.startedAt)
  const now = useNow(phase === 'running')
  // Hidden for old versions, because a test run would run the draft.
  if (version) return null
  if (!isLive(phase))
    return (
      <Button kind="solid" icon={isChatflow ? MessageCircle : Play} onClick={actions.openForm}>
        {t(isChatflow ? 'chat.open' : 'testRun')}
      </Button>
    )
  return (
    <span className="inline-flex h-8 items-center rounded-md border border-line bg-card pl-3 text-body">
      <RunState
        state="running"
        size={16}
        text={
          phase === 'waiting'
            ? t('phase.waiting')
            : t('button.running', { time: formatDuration(Math.max(0, now - startedAt)) })
        }
      />
      <span aria-hidden className="mx-2 h-4 w-px bg-line" />
      <button
        type="button"
        onClick={actions.cancel}
        className="flex h-full items-center gap-1.5 rounded-r-md pr-3 font-medium text-err hover:underline"
      >
        <Icon of={Square} size={12} className="fill-current" />
        {t('stop')}
      </button>
    </span>
  )
}
