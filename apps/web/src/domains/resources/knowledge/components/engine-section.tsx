import { StorageLocation } from '@orrery/contract/shared/knowledge-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Base, enginesQuery, refreshKnowledge } from '../knowledge.queries.ts'
import { EngineDialog } from './engine-dialog.tsx'

const here = 'here'
const other = 'other'

/** Selects where a base is indexed: on this server, or in a search engine that its editor runs. */
export function EngineSection({ base }: { base: Base }) {
  const t = useT('knowledge')
  const [isAdding, setAdding] = useState(false)
  const { data: engines = [] } = useQuery(enginesQuery)
  const isOwn = engines.some((engine) => engine.storage_config_id === base.storage_config_id)
  const current = base.storage_config_id ? (isOwn ? base.storage_config_id : other) : here
  const choose = useMutation({
    mutationFn: (id: string) =>
      api.knowledge.update({
        dataset_id: base.dataset_id,
        storage_location: id === here ? StorageLocation.default : StorageLocation.openSearch,
        storage_config_id: id === here ? undefined : id,
      }),
    onSuccess: () => {
      toast.ok(t('settings.saved'))
      return refreshKnowledge()
    },
  })
  return (
    <SheetSection title={t('engine.title')}>
      <Field label={t('engine.where')} help={t('engine.help')}>
        <Select
          value={current}
          disabled={!base.can_edit || choose.isPending}
          onChange={(id) => id !== other && choose.mutate(id)}
          items={[
            { value: here, label: t('engine.here') },
            ...engines.map((engine) => ({
              value: engine.storage_config_id,
              label: engine.instance_name || engine.public_endpoint,
            })),
            ...(current === other ? [{ value: other, label: t('engine.other') }] : []),
          ]}
        />
      </Field>
      {base.can_edit && (
        <Button className="mt-2" onClick={() => setAdding(true)}>
          {t('engine.add')}
        </Button>
      )}
      {choose.error && <ErrorPanel error={choose.error} className="mt-2" />}
      {isAdding && <EngineDialog onSaved={(id) => choose.mutate(id)} onClose={() => setAdding(false)} />}
    </SheetSection>
  )
}
