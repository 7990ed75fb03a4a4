import { Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { useEditor } from '../document/editor-context.ts'
import { FormSection } from './form-section.tsx'
import { ListenSection } from './listen-section.tsx'
import { NextTimes } from './next-times.tsx'
import { nameOf, triggerActions } from './trigger-actions.ts'
import { factsOf } from './trigger-draft.ts'
import { TriggerHistory } from './trigger-history.tsx'
import { kindIcons } from './trigger-kinds.ts'
import type { Trigger } from './trigger.queries.ts'
import { useSummary } from './use-summary.ts'
import { WebhookSection } from './webhook-section.tsx'

interface TriggerSheetProps {
  trigger: Trigger
  isReadOnly: boolean
  onEdit: () => void
  onSecret: (secret: string) => void
  onClose: () => void
}

/** One trigger: its URL, form or schedule, and its history. */
export function TriggerSheet({ trigger, isReadOnly, onEdit, onSecret, onClose }: TriggerSheetProps) {
  const t = useT('workflow-trigger')
  const { workflowId } = useEditor()
  const summary = useSummary()
  const actions = triggerActions(workflowId)
  const [isRunning, setRunning] = useState(false)
  const { kind, cron, timeZone } = factsOf(trigger)
  const run = () => {
    setRunning(true)
    void actions.run(trigger).finally(() => setRunning(false))
  }
  return (
    <SideSheet
      kind="trigger"
      width={472}
      title={nameOf(trigger)}
      caption={summary(trigger)}
      tile={<Icon of={kindIcons[kind]} className="shrink-0 text-mute" />}
      onClose={onClose}
      actions={
        <>
          {!isReadOnly && (
            <>
              <IconButton icon={Pencil} label={t('edit')} onClick={onEdit} />
              <IconButton
                icon={Trash2}
                kind="danger"
                label={t('remove')}
                onClick={() => void actions.remove(trigger, onClose)}
              />
            </>
          )}
          <Button size="sm" icon={Play} busy={isRunning} onClick={run}>
            {t('run')}
          </Button>
        </>
      }
    >
      {trigger.last_error && <Banner tone="err">{trigger.last_error}</Banner>}
      {kind === 'schedule' && trigger.status === 1 && (
        <SheetSection title={t('next.title')}>
          <NextTimes cron={cron} timeZone={timeZone} first={trigger.next_trigger_time} />
        </SheetSection>
      )}
      {kind === 'webhook' && (
        <>
          <WebhookSection trigger={trigger} isReadOnly={isReadOnly} onSecret={onSecret} />
          {!isReadOnly && <ListenSection trigger={trigger} />}
        </>
      )}
      {kind === 'form' && <FormSection trigger={trigger} isReadOnly={isReadOnly} />}
      <TriggerHistory trigger={trigger} />
    </SideSheet>
  )
}
