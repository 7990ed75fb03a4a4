import type { ApiError } from '@orrery/contract/client'
import { routes } from 'virtual:contract-routes'
import { toast } from '#ui/toast-store.ts'
import { createErrorRules, isForeignAnswer } from './api-error-rules.ts'
import { appEvents } from './app-events.ts'
import { createApi } from './create-api.ts'
import { textOf } from './i18n.ts'

/** The same failure met by several calls is one toast. */
function showError(error: ApiError): void {
  const title = isForeignAnswer(error) ? textOf('shell')('error.foreignAnswer') : error.message
  toast.error(title, { logId: error.logId, id: `api:${error.code}:${title}` })
}

/** Also for answers that the client does not read itself: streams. */
export const handleApiError = createErrorRules({
  events: appEvents,
  showError,
  goTo: (address) => location.assign(address),
  origin: () => location.origin,
})

export const api = createApi({
  routes,
  fetch: (path, init) => fetch(path, init),
  language: () => document.documentElement.lang,
  onError: handleApiError,
  onUnreachable: () => appEvents.emit('connectionLost', undefined),
})
