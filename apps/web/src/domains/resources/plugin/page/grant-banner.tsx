import { OAuthStatus } from '@orrery/contract/shared/plugin-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { openInNewWindow } from '#lib/open-window.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { grantQuery } from '../plugin.queries.ts'

/** Shows whether the person has authorised a plugin that acts on their behalf. Polls until they have. */
export function GrantBanner({ pluginId, name }: { pluginId: string; name: string }) {
  const t = useT('plugin')
  const query = useQuery(grantQuery(pluginId))
  const isOpen = query.data?.is_oauth === true && query.data.status === OAuthStatus.unauthorized
  const { refetch } = query
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => void refetch(), 3_000)
    return () => clearInterval(timer)
  }, [isOpen, refetch])
  const revoke = useMutation({
    mutationFn: () => api.pluginAuth.revoke({ plugin_id: pluginId }),
    onSuccess: async () => {
      await refetch()
      toast.ok(t('grant.revoked', { name }))
    },
  })
  const grant = query.data
  // Without a URL the person cannot sign in: the plugin does it by itself.
  if (!grant?.is_oauth || (isOpen && !grant.content)) return null
  if (isOpen)
    return (
      <Banner
        tone="warn"
        action={
          <Button size="xs" kind="quiet" icon={KeyRound} onClick={() => void openInNewWindow(() => grant.content)}>
            {t('grant.signIn')}
          </Button>
        }
      >
        {t('grant.none', { name })}
      </Banner>
    )
  return (
    <Banner
      action={
        <Button size="xs" kind="quiet" busy={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('grant.revoke')}
        </Button>
      }
    >
      {t('grant.given', { name })}
    </Banner>
  )
}
