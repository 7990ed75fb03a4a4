import { createStore } from './store.ts'

/** The call that waits for a proof of identity; the dialog of the studio answers. */
export const stepUp = createStore<((isProved: boolean) => void) | null>(null)

let asking: Promise<boolean> | undefined

/** Several calls that need a proof at the same moment wait for the same one. */
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
