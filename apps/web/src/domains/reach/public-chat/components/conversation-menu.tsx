import { useQuery } from '@tanstack/react-query'
import { History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { conversationsQuery } from '../public-chat.queries.ts'
import { asVisitor } from '../visit.ts'

interface ConversationMenuProps {
  visitKey: string
  current: string
  onChoose: (id: string) => void
  onRemoved: (id: string) => void
}

/** Earlier conversations of the visitor on this device. */
export function ConversationMenu({ visitKey, current, onChoose, onRemoved }: ConversationMenuProps) {
  const t = useT('public-chat')
  const [isOpen, setOpen] = useState(false)
  const { data = [] } = useQuery(conversationsQuery(visitKey))
  const remove = (id: string) =>
    confirm({
      title: t('remove.title'),
      text: t('remove.text'),
      action: t('remove'),
      danger: true,
      onConfirm: async () => {
        await api.share.remove({ key: visitKey, conversation_id: id }, asVisitor(visitKey))
        await queryClient.invalidateQueries(conversationsQuery(visitKey))
        onRemoved(id)
      },
    })
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      title={t('conversations')}
      trigger={<IconButton icon={History} label={t('conversations')} />}
      className="w-80"
    >
      {data.length === 0 ? (
        <p className="text-small text-mute">{t('conversations.none')}</p>
      ) : (
        <ul className="max-h-80 overflow-y-auto">
          {data.map((item) => (
            <li key={item.id} className="flex items-center gap-1">
              <button
                type="button"
                aria-current={item.id === current || undefined}
                onClick={() => {
                  onChoose(item.id)
                  setOpen(false)
                }}
                className={cn(
                  'focus-inset flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left hover:bg-hover',
                  item.id === current && 'bg-brand-soft',
                )}
              >
                <span className="min-w-0 flex-1 truncate">{item.title}</span>
                <DateTime at={item.updated_at} className="shrink-0 text-small text-mute tabular-nums" />
              </button>
              <IconButton
                size="sm"
                kind="danger"
                icon={Trash2}
                label={t('remove.named', { title: item.title })}
                onClick={() => void remove(item.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
