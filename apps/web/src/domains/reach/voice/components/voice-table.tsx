import { AudioLines, Play, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshVoices, type Voice } from '../voice.queries.ts'

/** The wire number of the state "ready". */
const CLONED = 10

interface VoiceTableProps {
  /** Undefined while loading. */
  voices: readonly Voice[] | undefined
  onTrain: (voice: Voice) => void
}

export function VoiceTable({ voices, onTrain }: VoiceTableProps) {
  const t = useT('voice')
  const columns = useMemo<Column<Voice>[]>(() => {
    const play = async (voice: Voice) => {
      const input = voice.preview_text || t(voice.language_code.startsWith('zh') ? 'sample.zh' : 'sample.en')
      const { data } = await api.openVoice.speechData({ voice_id: voice.voice_id, input }, { toast: true })
      await new Audio(`data:audio/mpeg;base64,${data.bas464_content}`).play()
    }
    const remove = (voice: Voice) =>
      confirm({
        title: t('remove.title'),
        text: t('remove.text', { name: voice.voice_name }),
        action: t('remove'),
        danger: true,
        onConfirm: async () => {
          await api.clonedVoice.remove({ voice_id: voice.voice_id })
          await refreshVoices()
          toast.ok(t('removed'))
        },
      })
    return [
      {
        id: 'name',
        head: t('name'),
        cell: (row) => <NameCell name={row.voice_name} note={row.voice_desc || row.model_provider} />,
      },
      { id: 'language', head: t('language'), width: 160, hideBelow: 'sm', cell: (row) => row.language_name },
      {
        id: 'type',
        head: t('type'),
        width: 160,
        hideBelow: 'sm',
        cell: (row) => <Tag>{row.is_system_voice ? t('type.system') : t('type.cloned')}</Tag>,
      },
      {
        id: 'actions',
        head: t('actions'),
        hideHead: true,
        width: 130,
        align: 'end',
        cell: (row) => (
          <span className="flex items-center justify-end gap-1" data-row-stop>
            {row.state === CLONED && (
              <IconButton
                size="sm"
                icon={Play}
                label={t('play', { name: row.voice_name })}
                onClick={() => void play(row)}
              />
            )}
            {!row.is_system_voice && (
              <>
                <IconButton
                  size="sm"
                  icon={AudioLines}
                  disabled={row.available_training_times === 0}
                  label={t('clone.again', { name: row.voice_name })}
                  onClick={() => onTrain(row)}
                />
                <IconButton
                  size="sm"
                  kind="danger"
                  icon={Trash2}
                  label={t('removeNamed', { name: row.voice_name })}
                  onClick={() => void remove(row)}
                />
              </>
            )}
          </span>
        ),
      },
    ]
  }, [t, onTrain])
  return (
    <Table
      label={t('title')}
      columns={columns}
      rows={voices ?? []}
      rowKey={(row) => row.voice_id}
      rowName={(row) => row.voice_name}
      loading={voices ? 0 : 3}
    />
  )
}
