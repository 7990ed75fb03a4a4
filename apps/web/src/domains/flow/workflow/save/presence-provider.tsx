import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { OverlayProvider } from '../document/canvas-overlays.tsx'
import { useEditor } from '../document/editor-context.ts'
import { createPresence } from './presence.ts'
import { useSaverStore } from './saver-context.ts'

const sayAfter = 300
/** One tab of one person. Not `randomUUID`: a studio in a local network has no secure address. */
const newSessionId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`

/** Others on the same workflow: they are seen, and what they save comes here by itself where nothing is in its way. */
export function PresenceProvider({ children }: { children: ReactNode }) {
  const t = useT('workflow')
  const { workflowId, ui, reload } = useEditor()
  const saver = useSaverStore()
  const [presence] = useState(() => createPresence(workflowId, newSessionId()))
  // Another language or a fresh canvas must not end the stream: a save in the gap would be missed.
  const latest = useRef({ t, reload })
  useEffect(() => {
    latest.current = { t, reload }
  }, [t, reload])
  useEffect(
    () =>
      presence.start(({ save_version, name }) => {
        // Our own save comes back as well; with edits of our own under way the next save asks what shall stay.
        const { version, state } = saver.current()
        if (save_version === version || state.is !== 'saved' || saver.isDirty()) return
        void latest.current.reload().then(
          () => {
            // There were edits in the meantime: their version was not taken.
            if (saver.current().version === version) return
            toast.info(latest.current.t('presence.saved', { name }), { id: 'workflow-saved-elsewhere' })
          },
          () => undefined,
        )
      }),
    [presence, saver],
  )
  useEffect(() => {
    let told = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      const { sheet } = ui.current()
      const nodeId = sheet?.is === 'node' ? sheet.nodeId : ''
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (nodeId === told) return
        told = nodeId
        presence.tell(nodeId)
      }, sayAfter)
    }
    tell()
    const stop = ui.subscribe(tell)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [presence, ui])
  return <OverlayProvider presence={presence}>{children}</OverlayProvider>
}
