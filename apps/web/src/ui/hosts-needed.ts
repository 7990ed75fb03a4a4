import { createStore } from '#lib/store.ts'

/** Whether the hosts of toasts, questions and hints are needed: from the first input or message on. */
export const hostsNeeded = createStore(false)
