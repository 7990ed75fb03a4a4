import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { formatFullTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Tag } from '#ui/tag.tsx'
import { useCardEditor } from '../card-context.ts'
import { historyQuery } from '../card.queries.ts'

/** The versions of the card. An earlier one can be restored as the draft; undo reverts that. */
export function HistorySheet({ onRestored, onClose }: { onRestored: () => void; onClose: () => void }) {
  const t = useT('card')
  const { store, cardId, mayEdit } = useCardEditor()
  const { data, error } = useQuery(historyQuery(cardId))
  const restore = useMutation({
    mutationFn: async (version_num: number) => {
      await store.flush()
      await api.cardBuilder.restore({ card_id: cardId, version: store.version(), version_num })
      const { version, design } = await api.cardBuilder.draft({ card_id: cardId })
      store.adopt({ version, design })
    },
    onSuccess: onRestored,
  })
  return (
    <SideSheet kind="card-history" title={t('history')} onClose={onClose}>
      {(error ?? restore.error) ? <ErrorPanel error={error ?? restore.error} className="m-4" /> : null}
      <ol className="flex flex-col divide-y divide-line px-4">
        {data?.map((version) => (
          <li key={version.version_num} className="flex items-start gap-2 py-3">
            <div className="min-w-0 flex-1">
              <Tag mono>{version.version_name}</Tag>
              <p className="text-small text-mute">{formatFullTime(Number(version.publish_time) * 1000)}</p>
              {version.description && <p className="wrap-anywhere">{version.description}</p>}
            </div>
            {mayEdit && (
              <Button
                size="sm"
                busy={restore.isPending && restore.variables === Number(version.version_num)}
                onClick={() => restore.mutate(Number(version.version_num))}
              >
                {t('history.restore', { version: version.version_name })}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {data?.length === 0 && <p className="px-4 text-mute">{t('history.none')}</p>}
    </SideSheet>
  )
}
