import { type Currency, currencies } from '@orrery/contract/shared/currencies'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'
import { queryClient } from '#lib/query.ts'
import { Select } from '#ui/select.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'

/** The currency in which the prices of models are. */
export function CurrencyForm() {
  const t = useT('model')
  const { data } = useQuery(instanceQuery)
  const save = useMutation({
    mutationFn: (currency: Currency) => api.instance.saveSettings({ currency }, { toast: true }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: instanceQuery.queryKey })
      toast.ok(t('currency.saved'), { id: 'currency' })
    },
  })
  if (!data) return null
  return (
    <SettingsSection title={t('currency')} text={t('currency.text')}>
      <Select
        label={t('currency')}
        items={currencies.map((value) => ({ value, label: value }))}
        value={data.currency}
        onChange={(next) => save.mutate(next)}
        className="w-32"
      />
    </SettingsSection>
  )
}
