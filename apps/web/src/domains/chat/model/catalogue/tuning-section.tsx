import { TuningAction, TuningStatus } from '@orrery/contract/shared/tuning-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { GraduationCap, RotateCcw, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { refreshModels } from '../model.queries.ts'
import { tuningQuery, type TuningTask } from './catalogue.queries.ts'
import { TuningDialog } from './tuning-dialog.tsx'

interface TuningSectionProps {
  spaceId: string
  modelId: string
  name: string
  mayTrain: boolean
}
const tones: Record<TuningStatus, Tone> = {
  [TuningStatus.ready]: 'ok',
  [TuningStatus.queued]: 'grey',
  [TuningStatus.running]: 'info',
  [TuningStatus.failed]: 'err',
  [TuningStatus.stopped]: 'warn',
}
const isOpen = ({ status }: TuningTask) => status === TuningStatus.queued || status === TuningStatus.running

/** Trainings of a model with the user's own examples. */
export function TuningSection({ spaceId, modelId, name, mayTrain }: TuningSectionProps) {
  const t = useT('model')
  const [isBeginning, setBeginning] = useState(false)
  const { data: tasks = [] } = useQuery(tuningQuery(spaceId))
  const own = tasks.filter((task) => task.base_model_id === modelId || task.model_id === modelId)
  if (!mayTrain && own.length === 0) return null
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-small text-mute">{t('tuning.text')}</p>
        {mayTrain && (
          <Button icon={GraduationCap} onClick={() => setBeginning(true)}>
            {t('tuning')}
          </Button>
        )}
      </div>
      {own.map((task) => (
        <Training key={task.task_id} task={task} mayTrain={mayTrain} />
      ))}
      {isBeginning && (
        <TuningDialog spaceId={spaceId} modelId={modelId} name={name} onClose={() => setBeginning(false)} />
      )}
    </section>
  )
}

function Training({ task, mayTrain }: { task: TuningTask; mayTrain: boolean }) {
  const t = useT('model')
  const operate = useMutation({
    mutationFn: (action: (typeof TuningAction)[keyof typeof TuningAction]) =>
      api.modelTuning.operate({ id: task.task_id, action }),
    onSettled: refreshModels,
  })
  const isRunning = isOpen(task)
  const label = (key: 'stop' | 'again' | 'delete') => t(`tuning.${key}`, { name: task.name })
  return (
    <div role="group" aria-label={task.name} className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{task.name}</span>
        <Tag tone={tones[task.status]}>{t(`tuning.state.${task.status}`)}</Tag>
        {mayTrain && isRunning && (
          <IconButton size="sm" icon={Square} label={label('stop')} onClick={() => operate.mutate(TuningAction.stop)} />
        )}
        {mayTrain && !isRunning && task.status !== TuningStatus.ready && (
          <IconButton
            size="sm"
            icon={RotateCcw}
            label={label('again')}
            onClick={() => operate.mutate(TuningAction.resume)}
          />
        )}
        {mayTrain && !isRunning && (
          <IconButton
            size="sm"
            kind="danger"
            icon={Trash2}
            label={label('delete')}
            onClick={() => operate.mutate(TuningAction.delete)}
          />
        )}
      </div>
      <p className="text-small text-mute">{t('tuning.of', { file: task.dataset_name, count: task.epochs })}</p>
      {task.problem && <p className="text-small text-err wrap-anywhere">{task.problem}</p>}
      {operate.error && <ErrorPanel error={operate.error} />}
    </div>
  )
}
