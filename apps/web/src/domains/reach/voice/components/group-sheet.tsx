import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { type Group, type Print, printsQuery, refreshPrints } from '../voice.queries.ts'
import { PrintDialog } from './print-dialog.tsx'
import { IdentifySpeaker } from './identify-speaker.tsx'

/** The people of a group, and a test that recognises the speaker. */
export function GroupSheet({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useT('voice')
  const { data } = useQuery(printsQuery(group.id))
  const [isAdding, setAdding] = useState(false)
  const remove = (print: Print) =>
    confirm({
      title: t('print.remove.title'),
      text: t('print.remove.text', { name: print.name }),
      action: t('remove'),
      danger: true,
      onConfirm: async () => {
        await api.voiceprint.removeFeature({ group_id: group.id, feature_id: print.id })
        await refreshPrints()
      },
    })
  return (
    <SideSheet kind="voiceprints" title={group.name} caption={group.desc || undefined} width={472} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="flex flex-col gap-3 px-4 py-3">
          <div>
            <Button icon={Plus} onClick={() => setAdding(true)}>
              {t('print.add')}
            </Button>
          </div>
          {data?.length === 0 && <p className="text-mute">{t('print.none')}</p>}
          <ul aria-label={t('prints.title')} className="flex flex-col gap-2">
            {data?.map((print) => (
              <li key={print.id} aria-label={print.name} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">{print.name}</span>
                <audio
                  controls
                  preload="none"
                  src={new URL(print.audio_url).pathname}
                  aria-label={t('play', { name: print.name })}
                  className="h-8 w-48"
                />
                <IconButton
                  size="sm"
                  kind="danger"
                  icon={Trash2}
                  label={t('removeNamed', { name: print.name })}
                  onClick={() => void remove(print)}
                />
              </li>
            ))}
          </ul>
        </div>
        {data && data.length > 0 && <IdentifySpeaker groupId={group.id} />}
      </div>
      {isAdding && <PrintDialog groupId={group.id} onClose={() => setAdding(false)} />}
    </SideSheet>
  )
}
