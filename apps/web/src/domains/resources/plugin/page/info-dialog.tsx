import { CreationMethod } from '@orrery/contract/shared/plugin-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { AddressFields } from '../create/address-fields.tsx'
import { AuthFields } from '../create/auth-fields.tsx'
import { MetaFields } from '../create/meta-fields.tsx'
import { changePlugin } from '../edit-version.ts'
import { formOf, isReady, metaOf, type PluginForm } from '../plugin-form.ts'
import { exportIpQuery, type PluginInfo, refreshPlugin } from '../plugin.queries.ts'
import { ConflictPanel, isConflict } from './conflict.tsx'

interface InfoDialogProps {
  pluginId: string
  info: PluginInfo
  onClose: () => void
}

/** Name, address, headers and sign-in of a plugin. */
export function InfoDialog({ pluginId, info, onClose }: InfoDialogProps) {
  const t = useT('plugin')
  const [form, setForm] = useState<PluginForm>(() => formOf(info))
  const ips = useQuery(exportIpQuery(info.space_id)).data
  const isCode = info.creation_method === CreationMethod.ide
  const change = (part: Partial<PluginForm>) => setForm({ ...form, ...part })
  const save = useMutation({
    mutationFn: () =>
      changePlugin(pluginId, (edit_version) =>
        api.plugin.updateMeta({ plugin_id: pluginId, ...metaOf(form), edit_version }),
      ),
    onSuccess: async () => {
      await refreshPlugin(pluginId)
      onClose()
    },
  })
  const isComplete = isReady(form, isCode)
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('info.title')}
      keepOnOutsidePress
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !save.isPending) save.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isComplete} busy={save.isPending}>
            {t('info.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <MetaFields form={form} onChange={change} />
        {!isCode && (
          <>
            <AddressFields form={form} onChange={change} />
            {ips?.is_support && (
              <p className="text-small text-mute">{t('form.exportIp', { ips: ips.ip_list.join(', ') })}</p>
            )}
            <AuthFields form={form} onChange={change} />
          </>
        )}
        {isConflict(save.error) ? (
          <ConflictPanel pluginId={pluginId} onLoaded={onClose} />
        ) : (
          save.error && <ErrorPanel error={save.error} />
        )}
      </div>
    </Dialog>
  )
}
