import { createContext, useContext } from 'react'

/** True for a page that is shown inside another one, for example in a tab of a project. */
export const EmbeddedContext = createContext(false)
export const useEmbedded = (): boolean => useContext(EmbeddedContext)
