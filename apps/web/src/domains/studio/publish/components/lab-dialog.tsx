import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { Channel } from '../publish-port.ts'

interface Line {
  isBot: boolean
  text: string
}
const faults = ['none', 'rate_limit', 'cut', 'revoked', 'outage'] as const

/** The draft as the platform would show it: the real adapter, against the platform's side run here. */
export function LabDialog({ botId, channel, onClose }: { botId: string; channel: Channel; onClose: () => void }) {
  const t = useT('channel')
  const [lines, setLines] = useState<readonly Line[]>([])
  const [text, setText] = useState('')
  const [fault, setFault] = useState<(typeof faults)[number]>('none')
  const say = useMutation({
    mutationFn: (said: Line[]) =>
      api.channel.lab({
        bot_id: botId,
        connector_id: channel.id,
        said: said.map((line) => ({ is_bot: line.isBot, text: line.text })),
        ...(fault !== 'none' && { fault }),
      }),
    onSuccess: ({ messages }, said) =>
      setLines([...said, ...messages.map((message) => ({ isBot: true, text: message.text }))]),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    const said = [...lines, { isBot: false, text: text.trim() }]
    setLines(said)
    setText('')
    say.mutate(said)
  }
  return (
    <Dialog
      open
      size="md"
      title={t('lab.title', { channel: channel.name })}
      description={t('lab.text')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="flex flex-col gap-3">
        <ol
          role="log"
          aria-label={t('lab.chat')}
          className="flex max-h-80 min-h-24 flex-col gap-2 overflow-y-auto rounded-md border border-line bg-page p-3"
        >
          {lines.map((line, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added
              key={index}
              className={
                line.isBot
                  ? 'self-start rounded-md bg-card px-3 py-2 wrap-anywhere'
                  : 'self-end rounded-md bg-brand-soft px-3 py-2 wrap-anywhere'
              }
            >
              {line.text}
            </li>
          ))}
        </ol>
        {say.data?.fault && (
          <Banner tone="warn" inset>
            {say.data.fault}
          </Banner>
        )}
        {say.error && (
          <Banner tone="err" inset>
            {describeError(say.error).message}
          </Banner>
        )}
        <form onSubmit={send} className="flex items-center gap-2">
          <Input
            aria-label={t('lab.message')}
            value={text}
            maxLength={2000}
            onChange={(event) => setText(event.target.value)}
          />
          <Button kind="solid" type="submit" icon={FlaskConical} busy={say.isPending}>
            {t('lab.send')}
          </Button>
        </form>
        <Select
          label={t('lab.fault')}
          prefix={t('lab.fault')}
          items={faults.map((value) => ({ value, label: t(`lab.fault.${value}`) }))}
          value={fault}
          onChange={setFault}
        />
        {say.data && say.data.requests.length > 0 && (
          <details>
            <summary className="cursor-pointer text-small text-mute">{t('lab.requests')}</summary>
            <ul className="mt-2 flex flex-col gap-2">
              {say.data.requests.map((request) => (
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
