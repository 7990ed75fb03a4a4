import { useT } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { NothingToPick } from './nothing-to-pick.tsx'

/** Plugins are chosen tool by tool: until their part of the studio brings that, it offers nothing that it cannot keep. */
export function PluginsMissing({ onClose }: { onClose: () => void }) {
  const t = useT('bot')
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('picker.plugin')}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <NothingToPick kind="plugin" onClose={onClose} />
    </Dialog>
  )
}
