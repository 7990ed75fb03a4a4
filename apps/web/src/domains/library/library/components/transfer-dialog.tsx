import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { isPossible, sceneOf, type Transfer, type TransferPick, transferring, type Way } from '../transfer.ts'
import { useProjects } from '../transfer.queries.ts'
import { type Target, TargetChoice } from './target-choice.tsx'
import { type Job, TransferJobs } from './transfer-jobs.tsx'
import { TransferPreview } from './transfer-preview.tsx'

/** Copies or moves resources between the library, projects and spaces, after showing the dependencies. */
export function TransferDialog() {
  const transfer = transferring.use()
  return transfer && <Opened transfer={transfer} />
}

function Opened({ transfer: { spaceId, picks } }: { transfer: Transfer }) {
  const t = useT('library')
  const projects = useProjects(spaceId)
  const [way, setWay] = useState<Way>('copy')
  const [target, setTarget] = useState<Target>({ to: 'library', project: null, space: null })
  const { to, project, space } = target
  const close = () => transferring.set(null)
  const going = picks.filter((pick) => isPossible(pick, way, to))
  const staying = picks.filter((pick) => !isPossible(pick, way, to))
  const targetSpace = to === 'space' ? space : spaceId
  const isReady = going.length > 0 && (to === 'space' ? space : to === 'project' ? project : true) !== null

  const beginOne = async (pick: TransferPick): Promise<Job> => {
    const { task_id, failed_reasons } = await api.library.copy({
      scene: sceneOf(way, to),
      res_id: pick.id,
      res_type: pick.resType,
      project_id: to === 'project' ? project! : undefined,
      target_space_id: targetSpace!,
      // A copy beside its original needs another name.
      res_name:
        to === 'library' ? t(pick.kind === 'workflow' ? 'copyOfFlow' : 'copyOf', { name: pick.name }) : undefined,
    })
    return { pick, taskId: task_id, refusal: failed_reasons[0]?.reason }
  }
  const begin = useMutation({
    mutationFn: async () => {
      const jobs: Job[] = []
      for (const pick of going)
        jobs.push(
          await beginOne(pick).catch((error: unknown) => ({
            pick,
            taskId: '',
            refusal: error instanceof Error ? error.message : String(error),
          })),
        )
      return jobs
    },
  })
  const count = { count: going.length, number: formatNumber(going.length) }
  const title =
    picks.length === 1
      ? t('transfer.one', { name: picks[0]!.name })
      : t('transfer.some', { count: picks.length, number: formatNumber(picks.length) })
  if (begin.data) return <TransferJobs title={title} way={way} jobs={begin.data} onClose={close} />
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && close()}
      title={title}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button kind="solid" disabled={!isReady} busy={begin.isPending} onClick={() => begin.mutate()}>
            {t(way === 'copy' ? 'transfer.copyDo' : 'transfer.moveDo', count)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label={t('transfer.way')}
          items={[
            { value: 'copy', label: t('transfer.copy') },
            { value: 'move', label: t('transfer.move') },
          ]}
          value={way}
          onChange={(next) => {
            setWay(next)
            if (next === 'move' && to === 'library')
              setTarget({ ...target, to: projects.length > 0 ? 'project' : 'space' })
          }}
        />
        <TargetChoice way={way} spaceId={spaceId} value={target} onChange={setTarget} />
        {staying.length > 0 && (
          <p className="text-warn">
            {t(to === 'project' ? 'transfer.notInProject' : 'transfer.onlyCopied', {
              names: staying.map((pick) => pick.name).join(', '),
            })}
          </p>
        )}
        {way === 'move' && to === 'space' && <p className="text-warn">{t('transfer.moveSpaceText')}</p>}
        {targetSpace && going.length > 0 && <TransferPreview picks={going} targetSpace={targetSpace} />}
        {begin.error && <ErrorPanel error={begin.error} />}
      </div>
    </Dialog>
  )
}
