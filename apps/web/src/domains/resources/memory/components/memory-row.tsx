import { MEMORY_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type Memory, refreshMemory } from '../memory.queries.ts'

const kinds = { 1: 'said', 2: 'topic', 3: 'fact' } as const

/** One memory, which can be corrected or deleted in place. */
export function MemoryRow({ botId, memory }: { botId: string; memory: Memory }) {
  const t = useT('memory')
  const [text, setText] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: () => api.memory.update({ bot_id: botId, iid: memory.iid, text: text!.trim() }),
    onSuccess: async () => {
      await refreshMemory(botId)
      setText(null)
    },
  })
  const forget = useMutation({
    mutationFn: () => api.memory.remove({ bot_id: botId, iids: [memory.iid] }),
    onSuccess: () => refreshMemory(botId),
  })
  const kind = kinds[memory.item_type as keyof typeof kinds]
  const error = save.error ?? forget.error
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {text === null ? (
            <p className="wrap-anywhere">{memory.text}</p>
          ) : (
            <Textarea
              autoFocus
              rows={2}
              limit={MEMORY_LIMITS.text}
              aria-label={t('edit')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          <p className="mt-0.5 flex items-center gap-2 text-small text-mute">
            {kind && <Tag>{t(`kind.${kind}`)}</Tag>}
            <DateTime at={memory.event_ms} />
          </p>
        </div>
        {text === null ? (
          <>
            <IconButton size="sm" icon={Pencil} label={t('edit')} onClick={() => setText(memory.text)} />
            <IconButton
              size="sm"
              kind="danger"
              icon={Trash2}
              label={t('forget')}
              busy={forget.isPending}
              onClick={() => forget.mutate()}
            />
          </>
        ) : (
          <>
            <Button size="sm" onClick={() => setText(null)}>
              {t('cancel')}
            </Button>
            <Button
              size="sm"
              kind="solid"
              disabled={text.trim() === ''}
              busy={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('save')}
            </Button>
          </>
        )}
      </div>
      {error && <ErrorPanel error={error} />}
    </li>
  )
}
