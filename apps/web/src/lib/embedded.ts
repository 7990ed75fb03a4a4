import { createContext, useContext } from 'react'

/** Whether a page stands inside of another one, for example in a tab of a project. */
export const EmbeddedContext = createContext(false)
export const useEmbedded = (): boolean => useContext(EmbeddedContext)
