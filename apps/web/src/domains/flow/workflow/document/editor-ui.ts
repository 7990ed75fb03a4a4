export type EditorView = 'canvas' | 'runs' | 'versions'
export type Sheet = { is: 'node'; nodeId: string } | { is: 'run' }

export interface EditorUiState {
  view: EditorView
  /** What stands beside the canvas. */
  sheet: Sheet | null
  isProblemsOpen: boolean
  /** A node that the camera shall go to; a new object each time it is asked for. */
  wanted: { nodeId: string } | null
}

/** What is open in the editor. It is not part of the document: nothing of it is saved or undone. */
export function createEditorUi(first: Partial<EditorUiState> = {}) {
  let state: EditorUiState = { view: 'canvas', sheet: null, isProblemsOpen: false, wanted: null, ...first }
  const listeners = new Set<() => void>()
  const set = (change: Partial<EditorUiState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  return {
    current: (): EditorUiState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setView: (view: EditorView): void => set({ view }),
    openNode: (nodeId: string): void => set({ sheet: { is: 'node', nodeId } }),
    openRun: (): void => set({ sheet: { is: 'run' } }),
    closeSheet: (): void => set({ sheet: null }),
    setProblemsOpen: (isProblemsOpen: boolean): void => set({ isProblemsOpen }),
    /** Shows the canvas, moves the camera to the node, selects it and opens its form. */
    goToNode: (nodeId: string): void => set({ view: 'canvas', sheet: { is: 'node', nodeId }, wanted: { nodeId } }),
    /** Only the camera moves. */
    lookAt: (nodeId: string): void => set({ view: 'canvas', wanted: { nodeId } }),
  }
}
export type EditorUi = ReturnType<typeof createEditorUi>
