import { createStore } from '#lib/store.ts'

/** The token for all calls. It is stored in memory only, so that a pasted secret is lost with the page. */
const token = createStore('')

export const useToken = (): [string, (token: string) => void] => [token.use(), token.set]
