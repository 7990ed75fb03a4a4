import { useMutation } from '@tanstack/react-query'
import { ExternalLink, RefreshCw } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { useEditor } from '../document/editor-context.ts'
import { AddressLine } from './address-line.tsx'
import { refreshTriggers, type Trigger } from './trigger.queries.ts'

/** The public URL of a form trigger, with a button to replace it. */
export function FormSection({ trigger, isReadOnly }: { trigger: Trigger; isReadOnly: boolean }) {
  const t = useT('workflow-trigger')
  const { workflowId } = useEditor()
  const rotate = useMutation({
    mutationFn: async () => {
      await api.workflowTrigger.rotate({ trigger_id: trigger.trigger_id })
      await refreshTriggers(workflowId)
    },
  })
  const ask = () =>
    confirm({
      title: t('form.rotate.title'),
      text: t('form.rotate.text'),
      action: t('form.rotate'),
      danger: true,
      onConfirm: () => rotate.mutateAsync(),
    })
  return (
    <SheetSection
      title={t('form.title')}
      tools={
        !isReadOnly && (
          <Button size="xs" kind="ghost" icon={RefreshCw} busy={rotate.isPending} onClick={() => void ask()}>
            {t('form.rotate')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-2">
        <AddressLine
          label={t('form.url')}
          url={trigger.form_url}
          copy={t('form.copy')}
          after={
            <IconButton
              size="sm"
              icon={ExternalLink}
              label={t('form.open')}
              nativeButton={false}
              render={<a href={new URL(trigger.form_url).pathname} target="_blank" rel="noreferrer" />}
            />
          }
        />
        <p className="text-small text-mute">{t('form.public')}</p>
      </div>
    </SheetSection>
  )
}
