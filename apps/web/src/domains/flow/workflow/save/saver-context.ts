import { createContext, useContext } from 'react'
import type { Saver, SaverSnapshot } from './saver.ts'

const SaverContext = createContext<Saver | null>(null)
export const SaverProvider = SaverContext.Provider

export function useSaverStore(): Saver {
  const saver = useContext(SaverContext)
  if (!saver) throw new Error('This part belongs into the workflow editor')
  return saver
}
export function useSaved<T>(select: (snapshot: SaverSnapshot) => T): T {
  return useSaverStore().use(select)
}
