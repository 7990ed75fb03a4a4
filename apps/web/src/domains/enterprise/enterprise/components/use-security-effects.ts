import type { api } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'

type Preview = Awaited<ReturnType<typeof api.enterpriseSecurity.preview>>
const MAX_NAMES = 3

/** Describes who would be affected by the rules; empty texts if nobody. */
export function useSecurityEffects(preview: Preview | undefined, ownAddress: string) {
  const t = useT('enterprise')
  if (!preview) return { sessions: '', passwords: '', network: '', factor: '', isBlocked: true }
  const namesOf = ({ people, total }: { people: { name: string }[]; total: number }) => {
    const comma = document.documentElement.lang.startsWith('zh') ? '、' : ', '
    const names = people
      .slice(0, MAX_NAMES)
      .map((person) => person.name)
      .join(comma)
    return total > MAX_NAMES ? t('security.names', { names }) : names
  }
  const { sessions, addresses, factors, passwords, old_passwords: old } = preview
  const isBlocked = !preview.is_own_address_inside
  return {
    isBlocked,
    sessions: sessions.sessions
      ? t('security.sessionsEnd', { count: sessions.sessions, names: namesOf(sessions) })
      : '',
    passwords: old.total
      ? t('security.passwordsOld', { count: old.total, names: namesOf(old) })
      : passwords
        ? t('security.passwordsNext', { count: passwords })
        : t('security.passwordsNone'),
    network: isBlocked
      ? t('security.ownOutside', { address: ownAddress })
      : addresses.total
        ? t('security.outside', { count: addresses.total, names: namesOf(addresses) })
        : '',
    factor: factors.total
      ? t('security.factorsMissing', {
          count: factors.total,
          names: namesOf(factors),
          date: formatDate(factors.due_at),
        })
      : '',
  }
}
