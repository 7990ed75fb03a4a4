import { createStore } from '#lib/store.ts'

/** For all calls of this visit. Kept in memory only: a pasted secret does not outlive the page. */
const token = createStore('')

export const useToken = (): [string, (token: string) => void] => [token.use(), token.set]
