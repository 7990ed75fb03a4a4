import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { type GrayConfig, type BotRef, refreshVersions } from '../../versions/version.queries.ts'
import { asConfig, GrayFields, readForm } from './gray-fields.tsx'

interface Rule {
  rule_id: string
  version_name: string
  gray_config?: unknown
}
/** Changes which users get a gray version. */
export function ShareDialog({ of, rule, onClose }: { of: BotRef; rule: Rule; onClose: () => void }) {
  const t = useT('version')
  const [form, setForm] = useState(() => readForm(rule.gray_config as GrayConfig | undefined))
  const save = useMutation({
    mutationFn: () => api.botVersion.updateGray({ ...of, rule_id: rule.rule_id, gray_config: asConfig(form) }),
    onSuccess: async () => {
      await refreshVersions(of)
      toast.ok(t('share.done'))
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('share.title', { version: rule.version_name })}
      description={t('share.text')}
      isReady
      call={save}
      action={t('share.action')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <GrayFields value={form} onChange={setForm} />
    </FormDialog>
  )
}
