/** Saves an image of the mounted canvas; null while no canvas is mounted. */
let save: ((name: string) => Promise<void>) | null = null

export const imageExport = {
  /** The canvas registers its export function when it mounts. Returns a function that unregisters it. */
  offer(make: (name: string) => Promise<void>): () => void {
    save = make
    return () => {
      if (save === make) save = null
    }
  },
  save: (name: string): Promise<void> => save?.(name) ?? Promise.resolve(),
}
