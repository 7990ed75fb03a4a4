/** The canvas that is in the page now; it says how to make a picture of itself. */
let save: ((name: string) => Promise<void>) | null = null

export const canvasImage = {
  /** Called by the canvas when it is there; gives back how to leave. */
  offer(make: (name: string) => Promise<void>): () => void {
    save = make
    return () => {
      if (save === make) save = null
    }
  },
  save: (name: string): Promise<void> => save?.(name) ?? Promise.resolve(),
}
