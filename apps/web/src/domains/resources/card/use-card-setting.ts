import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** The person's settings of the editor. They are stored on the server, so they apply on every device. */
const cardSettingsQuery = queryOptions({
  queryKey: ['card', 'settings'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    const { user_settings } = await api.cardTools.settings({}, { signal })
    return Object.fromEntries(user_settings.map(({ setting_key, setting_value }) => [setting_key, setting_value]))
  },
})

/** A setting of the editor. An unknown stored value is replaced by the fallback. */
export function useCardSetting<V extends string>(
  name: string,
  values: readonly V[],
  fallback: V,
): [V, (value: V) => void] {
  const key = `editor.${name}`
  const { data } = useQuery(cardSettingsQuery)
  const choose = (value: V) => {
    queryClient.setQueryData(cardSettingsQuery.queryKey, (before) => ({ ...before, [key]: value }))
    void api.cardTools.saveSettings({ user_settings: [{ setting_key: key, setting_value: value }] }, { toast: true })
  }
  return [values.find((value) => value === data?.[key]) ?? fallback, choose]
}
