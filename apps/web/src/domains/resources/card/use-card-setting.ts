import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** What a person has chosen in the editor: it is the same at every machine. */
const cardSettingsQuery = queryOptions({
  queryKey: ['card', 'settings'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    const { user_settings } = await api.cardTools.settings({}, { signal })
    return Object.fromEntries(user_settings.map(({ setting_key, setting_value }) => [setting_key, setting_value]))
  },
})

/** A choice of the editor that is kept for the person. What is kept and no longer known counts as not chosen. */
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
