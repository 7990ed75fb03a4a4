import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { routes } from 'virtual:contract-routes'
import { createErrorRules } from './api-error-rules.ts'
import { appEvents } from './app-events.ts'
import { createApi } from './create-api.ts'
import { withEarlyAnswers } from './early-calls.ts'
import { askStepUp } from './step-up.ts'

/** Also for responses that the client does not read itself, such as streams. */
const handleApiError = createErrorRules({
  events: appEvents,
  showError: (error) => appEvents.emit('callFailed', error),
  goTo: (address) => location.assign(address),
  origin: () => location.origin,
})

export const api = createApi({
  routes,
  moreRoutes: async () => (await import('virtual:contract-routes/more')).routes,
  fetch: withEarlyAnswers(globalThis.window?.orreryEarly ?? {}, (path, init) => fetch(path, init)),
  language: () => document.documentElement.lang,
  onError: handleApiError,
  onUnreachable: () => appEvents.emit('connectionLost', undefined),
  isStepUp: (error) => error instanceof ApiError && error.code === ErrorCode.factor.stepUpNeeded,
  onStepUp: askStepUp,
})
