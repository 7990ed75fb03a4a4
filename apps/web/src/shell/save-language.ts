import { accountQuery } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { type Language, setLanguage } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'

/** The browser stores the language of the studio; the account gets it for emails. */
export async function saveLanguage(language: Language): Promise<void> {
  await setLanguage(language)
  if (!queryClient.getQueryData(accountQuery.queryKey)) return
  await api.passport.updateProfile({ locale: language }).catch(() => {})
}
