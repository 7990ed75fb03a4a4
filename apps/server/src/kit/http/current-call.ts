import { AsyncLocalStorage } from 'node:async_hooks'

/** Method and path of the call that a program makes with its token. What is counted deep below is counted for it. */
export const currentCall = new AsyncLocalStorage<string>()
