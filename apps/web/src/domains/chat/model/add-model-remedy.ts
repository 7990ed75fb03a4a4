import { setErrorRemedy } from '#lib/error-remedy.ts'
import { isCuredByModel } from './cured-by-model.ts'

/** Toasts about a missing model lead to one. */
export function addModelRemedy(): void {
  setErrorRemedy((cause) =>
    isCuredByModel(cause) ? import('./model-remedy.ts').then((module) => module.findModelRemedy()) : undefined,
  )
}
