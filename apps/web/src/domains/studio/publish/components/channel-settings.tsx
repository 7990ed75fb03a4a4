import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import type { Channel } from '../publish-port.ts'
import { linksQuery } from '../publish.queries.ts'
import { LinkDialog } from './link-dialog.tsx'
import { WidgetDialog } from './widget-dialog.tsx'

interface ChannelProps {
  resourceId: string
  channel: Channel
  canPublish: boolean
}
const isShared = (id: string): boolean => id === ConnectorId.page || id === ConnectorId.webSdk

/** The visitor link of a channel; only people with the right to publish can load it. */
function useLink({ resourceId, channel, canPublish }: ChannelProps) {
  const { data } = useQuery({ ...linksQuery(resourceId), enabled: canPublish && isShared(channel.id) })
  return data?.find((item) => item.connector_id === channel.id)
}

/** Shows who can use the published resource through this channel. */
export function ChannelReach(props: ChannelProps) {
  const t = useT('publish')
  const link = useLink(props)
  if (props.channel.id === ConnectorId.api) return t('reach.tokens')
  if (channelKindOf(props.channel.id)) return t('reach.platform')
  if (!link && props.channel.link)
    return (
      <a href={props.channel.link} target="_blank" rel="noreferrer" className="truncate text-brand underline">
        {new URL(props.channel.link).host}
      </a>
    )
  if (!link) return '–'
  if (props.channel.id === ConnectorId.page) return link.has_password ? t('reach.password') : t('reach.link')
  const [first, ...others] = link.origins
  if (!first) return t('reach.anySite')
  const host = new URL(first).host
  return others.length > 0 ? t('reach.sites', { site: host, count: others.length }) : host
}

/** Setup or usage instructions of the channel. */
export function ChannelSettings(props: ChannelProps & { resourceName: string; onSetUp: (channel: Channel) => void }) {
  const t = useT('publish')
  const link = useLink(props)
  const [isOpen, setOpen] = useState(false)
  if (props.channel.id === ConnectorId.api)
    return (
      <Link to="/open/docs" className={buttonStyle('ghost', 'sm')}>
        {t('settings.docs')}
      </Link>
    )
  if (channelKindOf(props.channel.id))
    return props.canPublish ? (
      <Button
        size="sm"
        kind={props.channel.isReady ? 'ghost' : undefined}
        aria-label={t('settings.setUpNamed', { channel: props.channel.name })}
        onClick={() => props.onSetUp(props.channel)}
      >
        {t('settings.setUp')}
      </Button>
    ) : null
  if (!link) return null
  const isPage = props.channel.id === ConnectorId.page
  const Settings = isPage ? LinkDialog : WidgetDialog
  return (
    <>
      <Button size="sm" kind="ghost" onClick={() => setOpen(true)}>
        {isPage ? t('settings.link') : t('settings.install')}
      </Button>
      {isOpen && (
        <Settings
          resourceId={props.resourceId}
          resourceName={props.resourceName}
          link={link}
          isLive={props.channel.publishId !== ''}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
