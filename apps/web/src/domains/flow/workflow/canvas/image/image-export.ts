/** Saves an image of the mounted canvas. */
let save: ((name: string) => Promise<void>) | null = null

export const imageExport = {
  /** Called by the canvas when it mounts; returns how to unregister. */
  offer(make: (name: string) => Promise<void>): () => void {
    save = make
    return () => {
      if (save === make) save = null
    }
  },
  save: (name: string): Promise<void> => save?.(name) ?? Promise.resolve(),
}
