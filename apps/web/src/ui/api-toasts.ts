import { isForeignAnswer } from '#lib/api-error-rules.ts'
import { appEvents } from '#lib/app-events.ts'
import { textOf } from '#lib/i18n.ts'
import { toast } from './toast-store.ts'

/** Shows failed calls as toasts; each entry of the web app calls it once. Equal failures share one toast. */
export function showFailedCalls(): void {
  appEvents.on('callFailed', (error) => {
    const title = isForeignAnswer(error) ? textOf('shell')('error.foreignAnswer') : error.message
    toast.error(title, { error, description: '', logId: error.logId, id: `api:${error.code}:${title}` })
  })
}
