import { Check, Copy } from 'lucide-react'
import { useT } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

/** The only time the token can be seen: a press beside the dialog does not close it. */
export function TokenCreated({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useT('account')
  const [copied, copy] = useCopy(token)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={t('made.title')}
      keepOnOutsidePress
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('made.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Banner inset tone="warn">
          {t('made.warning')}
        </Banner>
        <Field label={t('made.label')}>
          <div className="flex gap-2">
            <Input readOnly mono value={token} onFocus={(event) => event.target.select()} />
            <Button icon={copied ? Check : Copy} onClick={copy}>
              {copied ? t('made.copied') : t('made.copy')}
            </Button>
            <span role="status" className="sr-only">
              {copied ? t('made.copied') : ''}
            </span>
          </div>
        </Field>
        <p className="text-small text-mute">{t('made.how')}</p>
      </div>
    </Dialog>
  )
}
