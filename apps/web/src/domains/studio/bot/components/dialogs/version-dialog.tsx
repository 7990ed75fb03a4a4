import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useRights } from '#domains/ground/collaborator/index.ts'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { type HistoryEntry, historyQuery, versionQuery } from '../../bot.queries.ts'
import { readConflict } from '../../draft/draft-conflict.ts'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import { groupText } from '../../draft/group-text.ts'
import { useGroupName } from '../../draft/use-group-name.ts'

/** Shows what restoring an older version would change, group by group. */
export function VersionDialog({ entry, onClose }: { entry: HistoryEntry; onClose: () => void }) {
  const t = useT('bot')
  const { botId, store, reload, isReadOnly } = useEditor()
  const may = useRights('bot', botId)
  const nameOf = useGroupName()
  const info = useDraft((draft) => draft.info)
  const { data, error } = useQuery(versionQuery(botId, entry.version))
  const changes = data ? readConflict(data.bot_info, info, data.bot_info).groups : []
  const time = formatTime(fromSeconds(entry.create_time))
  const revert = useMutation({
    mutationFn: async () => {
      // Pending edits are saved first, so that the replaced state is complete in the history.
      await store.flush()
      await api.bot.revert({ bot_id: botId, version: entry.version })
      await reload()
      await queryClient.invalidateQueries({ queryKey: historyQuery(botId).queryKey })
    },
    onSuccess: () => {
      toast.ok(t('history.reverted', { time }))
      onClose()
    },
  })
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('history.version', { time })}
      description={t('history.version.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {!isReadOnly && may('rollback') && (
            <Button
              kind="solid"
              icon={RotateCcw}
              disabled={!data || changes.length === 0}
              busy={revert.isPending}
              onClick={() => revert.mutate()}
            >
              {t('history.revert')}
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorPanel error={error} />}
      {revert.error && <ErrorPanel title={t('history.revertFailed')} error={revert.error} className="mb-3" />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && changes.length === 0 && <p className="text-mute">{t('history.same')}</p>}
      {changes.map(({ group, mine, theirs }) => (
        <section key={group} className="mb-4">
          <h3 className="mb-1 font-semibold">{nameOf(group)}</h3>
          <TextDiff before={groupText(group, mine)} after={groupText(group, theirs)} />
        </section>
      ))}
    </Dialog>
  )
}
