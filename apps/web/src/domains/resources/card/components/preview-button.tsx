import { useMutation } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { PreviewDialog } from '#ui/preview-dialog.tsx'

/** Opens the last saved draft on a phone or in another tab. */
export function PreviewButton({ cardId }: { cardId: string }) {
  const t = useT('card')
  const link = useMutation({ mutationFn: () => api.cardPicture.preview({ DraftID: cardId }, { toast: true }) })
  return (
    <>
      <IconButton icon={Smartphone} label={t('preview')} busy={link.isPending} onClick={() => link.mutate()} />
      {link.data && (
        <PreviewDialog
          title={t('preview')}
          text={t('preview.text')}
          qr={link.data.qr}
          url={link.data.Content}
          qrLabel={t('preview.qr')}
          openLabel={t('preview.open')}
          onClose={link.reset}
        />
      )}
    </>
  )
}
