import { createStore } from '#lib/store.ts'

export type EditorView = 'canvas' | 'runs' | 'triggers' | 'jobs' | 'versions'
type Sheet = { is: 'node'; nodeId: string } | { is: 'run' }

export interface EditorUiState {
  view: EditorView
  /** The panel beside the canvas. */
  sheet: Sheet | null
  isProblemsOpen: boolean
  /** A node to centre; a new object for each request. */
  cameraTarget: { nodeId: string } | null
}

/** Which parts of the editor are open. This state is neither saved nor undone. */
export function createEditorUi(first: Partial<EditorUiState> = {}) {
  const {
    current,
    patch: set,
    subscribe,
    use,
  } = createStore<EditorUiState>({
    view: 'canvas',
    sheet: null,
    isProblemsOpen: false,
    cameraTarget: null,
    ...first,
  })
  return {
    current,
    subscribe,
    use,
    setView: (view: EditorView): void => set({ view }),
    openNode: (nodeId: string): void => set({ sheet: { is: 'node', nodeId } }),
    openRun: (): void => set({ sheet: { is: 'run' } }),
    closeSheet: (): void => set({ sheet: null }),
    setProblemsOpen: (isProblemsOpen: boolean): void => set({ isProblemsOpen }),
    /** Shows the canvas, moves the camera to the node, selects it and opens its form. */
    goToNode: (nodeId: string): void =>
      set({ view: 'canvas', sheet: { is: 'node', nodeId }, cameraTarget: { nodeId } }),
    /** Moves only the camera. */
    lookAt: (nodeId: string): void => set({ view: 'canvas', cameraTarget: { nodeId } }),
  }
}
export type EditorUi = ReturnType<typeof createEditorUi>
