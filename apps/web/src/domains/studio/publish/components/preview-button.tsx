import { useMutation } from '@tanstack/react-query'
import { Link2, Package } from 'lucide-react'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-button.tsx'
import { toast } from '#ui/toast-store.ts'

/** Freezes the draft, and copies a preview link for this channel. */
export function PreviewButton({ botId, connectorId }: { botId: string; connectorId: string }) {
  const t = useT('publish')
  const create = useMutation({
    mutationFn: () =>
      api.preview.create({ agent_id: botId, agent_type: 0, connector_ids: [connectorId] }, { toast: true }),
    onSuccess: async ({ preview_link_map: links }) => {
      if (await copyText(links[connectorId] ?? '')) toast.ok(t('preview.copied'))
    },
  })
  return (
    <Button icon={Link2} busy={create.isPending} onClick={() => create.mutate()}>
      {t('preview')}
    </Button>
  )
}

/** Downloads the mini program that shows the page of the bot on a verified domain. */
export function PackageButton({ botId, appId }: { botId: string; appId: string }) {
  const t = useT('publish')
  const load = useMutation({
    mutationFn: async () => {
      const answer = await api.miniProgram.package({ bot_id: botId, app_id: appId })
      if (!answer.ok) throw new Error(((await answer.json()) as { msg: string }).msg)
      return answer.blob()
    },
    onSuccess: (file) => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = 'mini-program.tar'
      link.click()
      URL.revokeObjectURL(link.href)
    },
    onError: (error) => void toast.error(describeError(error).message, { error }),
  })
  return (
    <Button icon={Package} busy={load.isPending} onClick={() => load.mutate()}>
      {t('package')}
    </Button>
  )
}
