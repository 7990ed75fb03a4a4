import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { newUuid } from '#lib/new-uuid.ts'
import { toast } from '#ui/toast-store.ts'
import { OverlayProvider } from '../document/canvas-overlays.tsx'
import { useEditor } from '../document/editor-context.ts'
import { createPresence } from './presence.ts'
import { useSaverStore } from './saver-context.ts'

const reportDelay = 300

/** Shows other people who edit the workflow, and loads what they save unless there are unsaved edits. */
export function PresenceProvider({ children }: { children: ReactNode }) {
  const t = useT('workflow')
  const { workflowId, ui, reload } = useEditor()
  const saver = useSaverStore()
  const [presence] = useState(() => createPresence(workflowId, newUuid()))
  // Kept in a ref, so that a new language or canvas does not restart the stream: saves in the gap would be missed.
  const latest = useRef({ t, reload })
  useEffect(() => {
    latest.current = { t, reload }
  }, [t, reload])
  useEffect(
    () =>
      presence.start(({ save_version, name }) => {
        // Ignores our own save, and any save while there are local edits: the next save then detects the conflict.
        const { version, state } = saver.current()
        if (save_version === version || state.is !== 'saved' || saver.isDirty()) return
        void latest.current.reload().then(
          () => {
            // Local edits were made in the meantime, therefore the version was not loaded.
            if (saver.current().version === version) return
            toast.info(latest.current.t('presence.saved', { name }), { id: 'workflow-saved-elsewhere' })
          },
          () => undefined,
        )
      }),
    [presence, saver],
  )
  useEffect(() => {
    let reported = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleReport = () => {
      const { sheet } = ui.current()
      const nodeId = sheet?.is === 'node' ? sheet.nodeId : ''
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (nodeId === reported) return
        reported = nodeId
        presence.reportNode(nodeId)
      }, reportDelay)
    }
    scheduleReport()
    const stop = ui.subscribe(scheduleReport)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [presence, ui])
  return <OverlayProvider presence={presence}>{children}</OverlayProvider>
}
