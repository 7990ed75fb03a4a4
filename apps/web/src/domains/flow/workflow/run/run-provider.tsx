import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { textOf } from '#lib/i18n.ts'
import { OverlayProvider } from '../document/canvas-overlays.tsx'
import { useEditor } from '../document/editor-context.ts'
import { createRunActions } from './run-actions.ts'
import { RunContext } from './run-context.ts'
import { createRunPort } from './run-port.ts'
import { createRunStates } from './run-states.ts'
import { createRunStore, type RunStore } from './run-store.ts'
import { createRunUi } from './run-ui.ts'
import { createTargetStore, type TargetStore } from './target/run-target.ts'

const inNextFrame = (notify: () => void): void => void requestAnimationFrame(notify)

/** Provides the displayed run. */
export function RunProvider({ children }: { children: ReactNode }) {
  const { workflowId, flush, ui: editor, isChatflow } = useEditor()
  const { bot_id: botId }: { bot_id?: string } = useSearch({ strict: false })
  const [target] = useState(() => createTargetStore(botId ? { kind: 'bot', id: botId, name: '' } : null))
  const [store] = useState(() =>
    createRunStore({ port: createRunPort(workflowId, target.current), flush, schedule: inNextFrame }),
  )
  const [states] = useState(() => createRunStates(store, () => textOf('workflow-run')))
  const [ui] = useState(createRunUi)
  const tools = useMemo(
    () => ({ store, ui, target, actions: createRunActions({ store, ui, editor, isChatflow }) }),
    [store, ui, target, editor, isChatflow],
  )
  useEffect(() => {
    store.loadPins().catch(() => {
      // Without pins no node is marked as pinned; the next run loads them again.
    })
    return () => store.clear()
  }, [store])
  useRunAddress(store, tools.actions.open)
  useTargetAddress(target)
  return (
    <RunContext value={tools}>
      <OverlayProvider runs={states}>{children}</OverlayProvider>
    </RunContext>
  )
}

/** Stores the selected bot in the URL, so that the link leads to the same test runs. */
function useTargetAddress(target: TargetStore): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      target.subscribe(() => {
        const chosen = target.current()
        void navigate({
          to: '/work_flow',
          search: ({ bot_id: _before, ...rest }) => ({
            ...rest,
            ...(chosen?.kind === 'bot' ? { bot_id: chosen.id } : {}),
          }),
          replace: true,
        })
      }),
    [target, navigate],
  )
}

/** Opens the run in the URL, and stores an opened run in the URL. */
function useRunAddress(store: RunStore, open: (executeId: string, path?: string) => void): void {
  const search: { execute_id?: string; sub_execute_id?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [first] = useState(search)
  useEffect(() => {
    if (!first.execute_id) return
    const [, path = ''] = /^\d+:(.*)$/.exec(first.sub_execute_id ?? '') ?? []
    open(first.execute_id, path)
  }, [first, open])
  useEffect(() => {
    let shown = first.execute_id ?? ''
    return store.subscribe(() => {
      const { kind, executeId } = store.current()
      const next = kind === 'opened' ? executeId : ''
      if (next === shown) return
      shown = next
      void navigate({
        to: '/work_flow',
        search: ({ execute_id: _run, sub_execute_id: _part, ...rest }) => ({
          ...rest,
          ...(next ? { execute_id: next } : {}),
        }),
        replace: true,
      })
    })
  }, [store, navigate, first])
}
