import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import type { Channel } from '../publish-port.ts'
import { LabChat, type LabMessages } from './lab-chat.tsx'

const faults = ['none', 'rate_limit', 'cut', 'revoked', 'outage'] as const
type Requests = Awaited<ReturnType<typeof api.channel.lab>>['requests']

/** The draft as the platform would show it: the real adapter runs against a simulator of the platform. */
export function LabDialog({ botId, channel, onClose }: { botId: string; channel: Channel; onClose: () => void }) {
  const t = useT('channel')
  const [fault, setFault] = useState<(typeof faults)[number]>('none')
  const [requests, setRequests] = useState<Requests>([])
  const say = (said: LabMessages) =>
    api.channel.lab({ bot_id: botId, connector_id: channel.id, said, ...(fault !== 'none' && { fault }) })
  return (
    <Dialog
      open
      size="md"
      title={t('lab.title', { channel: channel.name })}
      description={t('lab.text')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="flex flex-col gap-3">
        <LabChat say={say} onAnswer={(answer) => setRequests(answer.requests)} />
        <Select
          label={t('lab.fault')}
          prefix={t('lab.fault')}
          items={faults.map((value) => ({ value, label: t(`lab.fault.${value}`) }))}
          value={fault}
          onChange={setFault}
        />
        {requests.length > 0 && (
          <details>
            <summary className="cursor-pointer text-small text-mute">{t('lab.requests')}</summary>
            <ul className="mt-2 flex flex-col gap-2">
              {requests.map((request) => (
                <li key={request.path + request.body} className="font-mono text-code wrap-anywhere">
                  {request.method} {request.path} {request.body}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Dialog>
  )
}
