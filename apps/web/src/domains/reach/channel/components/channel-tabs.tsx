import { useNavigate } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Tabs } from '#ui/tabs.tsx'

const addresses = { accounts: '/space/$space_id/channels', webhooks: '/space/$space_id/webhooks' } as const

/** Connections with other systems: accounts on platforms, and URLs that receive events. Each tab has its own URL. */
export function ChannelTabs({ value }: { value: keyof typeof addresses }) {
  const t = useT('channel')
  const space = useSpace()
  const navigate = useNavigate()
  // Without access to webhooks there is only one tab.
  if (!mayInSpace(space, 'api')) return null
  return (
    <Tabs
      size="page"
      label={t('title')}
      value={value}
      onChange={(next) => void navigate({ to: addresses[next], params: { space_id: space.id } })}
      items={[
        { value: 'accounts', label: t('tab.accounts') },
        { value: 'webhooks', label: t('tab.webhooks') },
      ]}
      className="bg-card"
    />
  )
}
