import { accountQuery } from '#lib/account.ts'
import { appEvents } from '#lib/app-events.ts'
import { textOf } from '#lib/i18n.ts'
import { leaving } from '#lib/leaving.ts'
import { queryClient } from '#lib/query.ts'
import { spacesQuery } from '#lib/spaces.ts'
import { toast } from '#ui/toast-store.ts'

/** Global reactions to API errors. */
export function listenToApi(): void {
  appEvents.on('unauthorized', () => {
    // A visitor was never signed in: public pages stay open.
    if (leaving.isOn() || !queryClient.getQueryData(accountQuery.queryKey)) return
    const here = location.pathname + location.search + location.hash
    location.assign(`/sign?${new URLSearchParams({ redirect: here }).toString()}`)
  })
  appEvents.on('noAccess', (error) => {
    // The user's rights have changed: refresh what the page offers.
    void queryClient.invalidateQueries({ queryKey: spacesQuery.queryKey })
    const t = textOf('shell')
    toast.error(error.message || t('event.noAccess'), { logId: error.logId, id: 'event:noAccess' })
  })
  appEvents.on('sharkBlocked', (error) => {
    const t = textOf('shell')
    toast.error(t('event.blocked'), {
      description: t('event.blockedHow'),
      logId: error.logId,
      id: 'event:sharkBlocked',
    })
  })
  appEvents.on('countryRestricted', (error) => {
    const t = textOf('shell')
    toast.error(t('event.country'), { description: error.message, logId: error.logId, id: 'event:countryRestricted' })
  })
  appEvents.on('cozeTokenInsufficient', (error) => {
    const t = textOf('shell')
    toast.error(t('event.tokens'), { description: error.message, logId: error.logId, id: 'event:tokenInsufficient' })
  })
}
