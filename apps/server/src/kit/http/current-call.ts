import { AsyncLocalStorage } from 'node:async_hooks'

/** Method and path of the call that a program makes with its token. What is counted deep below is counted for it. */
export const currentCall = new AsyncLocalStorage<string>()

/** Where the call came from. What is recorded deep below says so without being told. */
export const currentAddress = new AsyncLocalStorage<string>()
