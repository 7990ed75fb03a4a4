import type { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { useMutation } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { PreviewDialog } from '#ui/preview-dialog.tsx'

const isLocal = (url: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)

/** Opens the draft at full size in another tab or on a phone. */
export function PreviewLink({ projectId, channel }: { projectId: string; channel: InterfaceChannel }) {
  const t = useT('interface')
  const link = useMutation({
    mutationFn: () => api.interfacePreview.link({ project_id: projectId, channel }, { toast: true }),
  })
  return (
    <>
      <Button size="sm" icon={Smartphone} busy={link.isPending} onClick={() => link.mutate()}>
        {t('preview.link')}
      </Button>
      {link.data && (
        <PreviewDialog
          title={t('preview.link')}
          text={t('preview.link.text')}
          note={isLocal(link.data.url) ? t('preview.local') : undefined}
          qr={link.data.qr}
          url={link.data.url}
          qrLabel={t('preview.qr')}
          openLabel={t('preview.open')}
          onClose={link.reset}
        />
      )}
    </>
  )
}
