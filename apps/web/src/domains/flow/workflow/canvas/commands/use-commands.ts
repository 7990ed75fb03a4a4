import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useCallback, useMemo } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import type { Point } from '../../document/canvas.ts'
import { useDocumentStore } from '../../document/document-context.tsx'
import type { FlowEdge, FlowNode } from '../flow/flow-model.ts'
import { useDefaultModel } from '../../nodes/default-model.ts'
import type { CardText } from '../layout/card-content.ts'
import { type Commands, createCommands } from './canvas-commands.ts'
import type { CommandDeps } from './command-context.ts'

interface Deps extends Pick<CommandDeps, 'layoutOf' | 'announce'> {
  texts: CardText
}

/** The commands of the surrounding document; the same object until the language, the names or the layout change. */
export function useCommands({ texts, layoutOf, announce }: Deps): Commands {
  const t = useT('workflow')
  const store = useDocumentStore()
  const account = useAccount()
  const fill = useDefaultModel()
  const flow = useReactFlow<FlowNode, FlowEdge>()
  const library = useStoreApi<FlowNode, FlowEdge>()
  const centre = useCallback((): Point => {
    const { left, top, width, height } = library.getState().domNode!.getBoundingClientRect()
    return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
  }, [flow, library])
  return useMemo(
    () =>
      createCommands({
        store,
        t,
        nodeName: texts.type,
        layoutOf,
        fill,
        centre,
        announce,
        refuse: (text) => toast.info(text, { id: 'canvas-refused' }),
        author: () => account.name,
      }),
    [store, t, texts, layoutOf, fill, centre, announce, account.name],
  )
}
