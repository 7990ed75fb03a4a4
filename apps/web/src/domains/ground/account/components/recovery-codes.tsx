import { Check, Copy } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useCopy } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Shows the codes for the only time. A click outside does not close the dialog. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT('account')
  const [isCopied, copyThem] = useCopy(codes.join('\n'))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('factor.codesTitle')}
      keepOnOutsidePress
      footer={
        <>
          <Button icon={isCopied ? Check : Copy} onClick={copyThem}>
            {isCopied ? t('factor.copied') : t('factor.copy')}
          </Button>
          <Button kind="solid" onClick={onClose}>
            {t('factor.done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Banner inset tone="warn">
          {t('factor.codesWarning')}
        </Banner>
        <ul aria-label={t('factor.codesLabel')} className="grid grid-cols-2 gap-2 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="text-small text-mute">{t('factor.codesHow')}</p>
      </div>
    </Dialog>
  )
}
