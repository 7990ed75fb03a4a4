import { AsyncLocalStorage } from 'node:async_hooks'

/** The address that the call came from, for what is recorded deep below. */
export const currentAddress = new AsyncLocalStorage<string>()
