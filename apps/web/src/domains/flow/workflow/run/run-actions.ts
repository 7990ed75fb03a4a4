import { textOf } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import type { EditorUi } from '../document/editor-ui.ts'
import { placeOf, readObject } from './node-facts.ts'
import { useRunTools } from './run-context.ts'
import { isLive } from './run-model.ts'
import type { RerunCanvas } from './run-port.ts'
import type { RunStore } from './run-store.ts'
import type { RunUi } from './run-ui.ts'

export interface RunActions {
  /** Opens the form of the test run, or the chat of a chatflow. */
  openForm: () => void
  test: (input: Record<string, unknown>) => void
  /** Opens the input form of a node, in order to run the node alone. */
  runNode: (nodeId: string) => void
  startNode: (nodeId: string, input: Record<string, unknown>) => void
  /** Opens the input form of a node, in order to run it again with all nodes after it. */
  rerunFrom: (nodeId: string) => void
  startFrom: (nodeId: string, input: Record<string, unknown> | undefined, canvas: RerunCanvas) => void
  cancel: () => void
  clear: () => void
  open: (executeId: string, path?: string) => void
  showResult: (nodeId?: string) => void
  canPin: (nodeId: string) => boolean
  pin: (nodeId: string) => void
  unpin: (nodeId: string) => void
}

export const useRunActions = (): RunActions => useRunTools().actions

interface Parts {
  store: RunStore
  ui: RunUi
  editor: EditorUi
  isChatflow: boolean
}

export function createRunActions({ store, ui, editor, isChatflow }: Parts): RunActions {
  const t = textOf('workflow-run')
  const failed = (error: unknown) => toast.error(t('failed.action'), { error })
  const show = () => {
    editor.setView('canvas')
    editor.openRun()
  }
  const begin = (start: () => Promise<boolean>) => {
    ui.showResult()
    show()
    void start()
  }
  /** The path of the last step of a node; inside a loop, of its last round. */
  const pathOf = (nodeId: string): string =>
    [...store.current().steps.values()].findLast((step) => step.nodeId === nodeId && placeOf(step.path) !== null)
      ?.path ?? nodeId
  const outputOf = (nodeId: string): Record<string, unknown> | null => {
    const entry = store.current().nodes.get(nodeId)
    if (entry?.result.nodeStatus !== 3) return null
    const output = readObject(entry.result.output)
    return Object.keys(output).length > 0 ? output : null
  }
  return {
    openForm() {
      ui.show({ is: isChatflow ? 'chat' : 'form' })
      show()
    },
    test: (input) => begin(() => store.test(input)),
    runNode(nodeId) {
      ui.show({ is: 'node', nodeId, from: 'alone' })
      show()
    },
    startNode: (nodeId, input) => begin(() => store.runNode(nodeId, input)),
    rerunFrom(nodeId) {
      ui.show({ is: 'node', nodeId, from: 'here' })
      show()
    },
    startFrom: (nodeId, input, canvas) => begin(() => store.again(nodeId, input, canvas)),
    cancel: () => void store.cancel().catch(failed),
    clear() {
      store.clear()
      editor.closeSheet()
    },
    open(executeId, path = '') {
      ui.showResult(path)
      show()
      void store.open(executeId)
    },
    showResult(nodeId) {
      ui.showResult(nodeId ? pathOf(nodeId) : '')
      show()
    },
    canPin: (nodeId) => !isLive(store.current().phase) && outputOf(nodeId) !== null,
    pin(nodeId) {
      const output = outputOf(nodeId)
      if (output) store.setPin(nodeId, JSON.stringify(output)).catch(failed)
    },
    unpin: (nodeId) => void store.setPin(nodeId, '').catch(failed),
  }
}
