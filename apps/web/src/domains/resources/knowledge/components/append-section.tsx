import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Account, accountsQuery } from '../accounts/account.queries.ts'
import { frequencyQuery } from '../knowledge.queries.ts'

const intervals = ['never', 'daily', 'threeDays', 'sevenDays'] as const
type Interval = 0 | 1 | 2 | 3

/** Sets how often connected accounts are checked for new files. */
export function AppendSection({ datasetId, mayEdit }: { datasetId: string; mayEdit: boolean }) {
  const t = useT('knowledge')
  const { data: accounts } = useQuery(accountsQuery)
  const frequency = useQuery(frequencyQuery(datasetId))
  const save = useMutation({
    mutationFn: async ({ account, interval }: { account: Account; interval: Interval }) => {
      const others = (frequency.data ?? []).filter((rule) => rule.auth_id !== account.auth_id)
      const rule = { auth_id: account.auth_id, auth_frequency_type: interval, auth_name: account.name }
      const kept = others.map((other) => ({ ...other, auth_frequency_type: other.auth_frequency_type as Interval }))
      await api.knowledge.setAppendFrequency({ dataset_id: datasetId, auth_frequency_info: [...kept, rule] })
    },
    onSuccess: () => {
      toast.ok(t('settings.saved'))
      return queryClient.invalidateQueries({ queryKey: frequencyQuery(datasetId).queryKey })
    },
  })
  if (!accounts || !frequency.data) return null
  const typeOf = (id: string) => frequency.data.find((rule) => rule.auth_id === id)?.auth_frequency_type ?? 0
  return (
    <SheetSection title={t('settings.append')}>
      <p className="text-small text-mute">{t(accounts.length ? 'settings.appendHelp' : 'settings.appendNone')}</p>
      <div className="mt-2 flex flex-col gap-3">
        {accounts.map((account) => (
          <Field key={account.auth_id} label={account.name}>
            <Select
              value={intervals[typeOf(account.auth_id)] ?? 'never'}
              disabled={!mayEdit || save.isPending}
              onChange={(name) => save.mutate({ account, interval: intervals.indexOf(name) as Interval })}
              items={intervals.map((name) => ({ value: name, label: t(`rule.${name}`) }))}
            />
          </Field>
        ))}
      </div>
      {save.error && <ErrorPanel error={save.error} className="mt-2" />}
    </SheetSection>
  )
}
