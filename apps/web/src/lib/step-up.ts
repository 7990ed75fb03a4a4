import { createStore } from './store.ts'

/** The pending callback of a call that needs a step-up; the dialog of the studio calls it. */
export const stepUp = createStore<((isProved: boolean) => void) | null>(null)

let asking: Promise<boolean> | undefined

/** Calls that need a step-up at the same time wait for the same one. */
export function askStepUp(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    stepUp.set((isProved) => {
      stepUp.set(null)
      asking = undefined
      resolve(isProved)
    })
  })
  return asking
}
