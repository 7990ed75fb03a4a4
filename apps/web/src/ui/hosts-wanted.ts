import { createStore } from '#lib/store.ts'

/** Whether the hosts of toasts, questions and hints are needed: from the first thing that somebody does, or that is said. */
export const hostsWanted = createStore(false)
