import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshKnowledge } from '../knowledge.queries.ts'
import { type Account, cloudBasesQuery } from './account.queries.ts'

/** The knowledge bases of a cloud account, to import into this space. */
export function CloudDialog({ account, spaceId, onClose }: { account: Account; spaceId: string; onClose: () => void }) {
  const t = useT('knowledge')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(cloudBasesQuery(spaceId, account.auth_id))
  const importBases = useMutation({
    mutationFn: () => api.knowledge.importCloud({ space_id: spaceId, volcano_dataset_id_list: [...chosen] }),
    onSuccess: async ({ dataset_id_list: made }) => {
      toast.ok(t('accounts.brought', { count: made.length }))
      void refreshKnowledge()
      onClose()
      await navigate({ to: '/space/$space_id/library/knowledge', params: { space_id: spaceId } })
    },
  })
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <FormDialog
      size="md"
      title={t('accounts.bring', { name: account.name })}
      description={t('accounts.bringText')}
      isDirty={chosen.size > 0}
      isReady={chosen.size > 0}
      call={importBases}
      action={t('accounts.bringAction', { count: chosen.size })}
      onSubmit={() => importBases.mutate()}
      onClose={onClose}
    >
      {query.error ? (
        <ErrorPanel error={query.error} />
      ) : !query.data ? (
        <Skeleton className="h-32" />
      ) : query.data.length === 0 ? (
        <p className="text-mute">{t('accounts.noBases')}</p>
      ) : (
        <ul aria-label={t('accounts.bases')} className="max-h-80 overflow-y-auto rounded-lg border border-line">
          {query.data.map((base) => (
            <li key={base.id} className="border-b border-line px-4 py-2 last:border-b-0">
              <Checkbox checked={chosen.has(base.id)} onChange={(on) => choose(base.id, on)}>
                <span className="block truncate font-medium">{base.name}</span>
                {base.desc && <span className="block truncate text-small text-mute">{base.desc}</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
