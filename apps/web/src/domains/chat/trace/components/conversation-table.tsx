import { useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare, ThumbsDown, ThumbsUp } from 'lucide-react'
import { formatCount, formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { conversationsQuery, type LoggedConversation } from '../trace.queries.ts'
import { LogTable, type LogTableInput } from './log-table.tsx'

export function ConversationTable({ botId, filter, address, onOpen, onClear }: LogTableInput) {
  const t = useT('trace')
  const query = useInfiniteQuery(conversationsQuery(botId, filter))
  return (
    <LogTable
      query={query}
      icon={MessagesSquare}
      placeholderRows={8}
      address={address}
      onClear={onClear}
      label={t('logs.conversations')}
      columns={useColumns()}
      rows={query.data?.pages.flatMap((page) => page.conversations) ?? []}
      rowKey={(row) => row.conversation_id}
      rowName={(row) => row.last_input}
      onOpen={(row) => onOpen(row.conversation_id)}
    />
  )
}

function useColumns(): Column<LoggedConversation>[] {
  const t = useT('trace')
  return [
    {
      id: 'input',
      head: t('lastInput'),
      cell: (row) => (
        <NameCell
          tile={<Avatar name={row.user_name} id={row.user_id} src={row.user_avatar_url} size={30} decorative />}
          name={row.last_input || '–'}
          note={row.user_name}
        />
      ),
    },
    { id: 'scene', head: t('scene'), width: 110, hideBelow: 'sm', cell: (row) => <SceneTag scene={row.scene} /> },
    { id: 'turns', head: t('logs.turns'), width: 'viewport', align: 'end', cell: (row) => formatNumber(row.count) },
    {
      id: 'failed',
      head: t('failedWord'),
      width: 'viewport',
      align: 'end',
      cell: (row) => (row.failed > 0 ? <span className="text-err">{formatNumber(row.failed)}</span> : '–'),
    },
    {
      id: 'rating',
      head: t('rating'),
      width: 100,
      hideBelow: 'sm',
      cell: (row) => (
        <span className="flex items-center gap-2 text-small">
          {row.likes > 0 && (
            <span className="flex items-center gap-1 text-ok">
              <Icon of={ThumbsUp} size={14} /> {row.likes}
            </span>
          )}
          {row.dislikes > 0 && (
            <span className="flex items-center gap-1 text-err">
              <Icon of={ThumbsDown} size={14} /> {row.dislikes}
            </span>
          )}
          {row.likes + row.dislikes === 0 && '–'}
        </span>
      ),
    },
    {
      id: 'tokens',
      head: t('tokens.all'),
      width: 100,
      align: 'end',
      hideBelow: 'lg',
      cell: (row) => formatCount(row.input_tokens + row.output_tokens),
    },
    {
      id: 'median',
      head: t('latency'),
      width: 110,
      align: 'end',
      hideBelow: 'lg',
      cell: (row) => formatDuration(row.median_ms),
    },
    { id: 'last', head: t('lastAt'), width: 110, align: 'end', cell: (row) => <DateTime at={row.last_at} /> },
  ]
}

export function SceneTag({ scene }: { scene: string }) {
  const t = useT('trace')
  const known = (['debug', 'online', 'task'] as const).find((item) => item === scene)
  return <Tag tone={scene === 'online' ? 'ok' : 'grey'}>{known ? t(`scene.${known}`) : scene}</Tag>
}
