import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { leaveToConnect } from '#lib/connect-account.ts'
import type { Channel, PublishPort, Version } from './publish-port.ts'

interface PublishConfirms {
  port: PublishPort
  name: string
  live: readonly Channel[]
  onDone: () => void
  refresh: () => Promise<void>
}

/** Connects channels; disconnects them, takes them offline and rolls them back after a confirmation. */
export function usePublishConfirms({ port, name, live, onDone, refresh }: PublishConfirms) {
  const t = useT('publish')
  const namesOf = (channels: readonly Channel[]) => channels.map((channel) => channel.name).join(t('comma'))
  return {
    takeOffline: (channels: readonly Channel[]) =>
      confirm({
        title: t('offline.title', { name }),
        text: t('offline.text', { channels: namesOf(channels) }),
        action: t('offline.action'),
        danger: true,
        onConfirm: async () => {
          await port.unpublish(channels.map((channel) => channel.id))
          onDone()
          await refresh()
          toast.ok(t('offline.done'))
        },
      }),
    disconnect: (channel: Channel) =>
      confirm({
        title: t('unbind.title', { channel: channel.name }),
        text: channel.publishId ? t('unbind.live') : t('unbind.text'),
        action: t('unbind.action'),
        danger: true,
        onConfirm: async () => {
          await (channel.isByAccount ? port.forgetAccount?.(channel.id) : port.unbind?.(channel.id))
          onDone()
          await refresh()
          toast.ok(t('unbind.done', { channel: channel.name }))
        },
      }),
    connect: async (channel: Channel) => {
      if (channel.isByAccount && port.accountAddress)
        return leaveToConnect(channel.id, await port.accountAddress(channel.id))
      await port.bind?.(channel.id)
      await refresh()
      toast.ok(t('bind.done', { channel: channel.name }))
    },
    rollBack: (to: Version) =>
      confirm({
        title: t('back.title', { version: to.name }),
        text: t('back.text', { channels: namesOf(live) }),
        action: t('back.action', { version: to.name }),
        onConfirm: async () => {
          await port.rollback(to.id)
          onDone()
          await refresh()
          toast.ok(t('back.done', { version: to.name }))
        },
      }),
  }
}
