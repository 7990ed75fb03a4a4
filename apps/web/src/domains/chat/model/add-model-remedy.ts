import { setErrorRemedy } from '#lib/error-remedy.ts'
import { isCuredByModel } from './cured-by-model.ts'

/** Adds a remedy to toasts about a missing model. */
export function addModelRemedy(): void {
  setErrorRemedy((cause) =>
    isCuredByModel(cause) ? import('./model-remedy.ts').then((module) => module.findModelRemedy()) : undefined,
  )
}
