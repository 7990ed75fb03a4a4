import type { InterfaceDocument } from '@orrery/contract'
import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { manifestOf } from '@orrery/engine/interface'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Spinner } from '#ui/spinner.tsx'
import { DraftChat } from '#domains/studio/interface/index.ts'

/** The chat with the draft of a bot. Unlike the link, a conversation needs an account, so people have to sign in. */
export function PreviewedChat({ document }: { document: InterfaceDocument }) {
  const t = useT('public-chat')
  const { chat } = manifestOf(document)
  const { data, error } = useQuery({
    queryKey: ['preview', 'chat', chat],
    enabled: chat !== '',
    retry: false,
    queryFn: async ({ signal }) => {
      const { bot_info, space_id } = await api.bot.getDraft({ bot_id: chat }, { signal })
      return { id: chat, name: bot_info.name, spaceId: space_id }
    },
  })
  if (data) return <DraftChat bot={data} spaceId={data.spaceId} />
  if (chat && !error) return <Spinner size={20} />
  const isUnknown = error instanceof ApiError && error.code === ErrorCode.kit.notSignedIn
  const here = location.pathname + location.search
  return (
    <p className="m-auto p-4 text-center text-mute">
      {t(isUnknown ? 'preview.signIn' : 'preview.noChat')}{' '}
      {isUnknown && (
        <a href={`/sign?${new URLSearchParams({ redirect: here }).toString()}`} className="text-brand underline">
          {t('preview.signIn.action')}
        </a>
      )}
    </p>
  )
}
