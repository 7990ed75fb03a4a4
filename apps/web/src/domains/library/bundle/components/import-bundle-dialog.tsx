import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { readFieldError } from '#lib/field-error.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { UploadError, uploadErrorText } from '#lib/upload-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Steps } from '#ui/steps.tsx'
import { kindOf, importPreviewQuery, type PickedFile, type Report } from '../bundle.queries.ts'
import { importing } from '../bundle-state.ts'
import { ImportReview } from './import-review.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportTodo } from './import-todo.tsx'

const maxBytes = 60 * 1024 * 1024

/** Imports a file into a space: choosing the file, review by a dry run, import. */
export function ImportBundleDialog() {
  const target = importing.use()
  return target && <ImportDialog spaceId={target.spaceId} projectId={target.projectId} />
}

function ImportDialog({ spaceId, projectId }: { spaceId: string; projectId?: string }) {
  const t = useT('bundle')
  const [file, setFile] = useState<PickedFile | null>(null)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [publishes, setPublishes] = useState(true)
  const close = () => importing.set(null)
  const pick = useMutation({
    mutationFn: async (file: File) => {
      const content = await file.text().catch((cause: unknown) => {
        throw new UploadError('file read fail', cause)
      })
      return { name: file.name, content, turn: Date.now() }
    },
    onSuccess: (read) => {
      setChosen({})
      setFile(read)
    },
  })
  const look = useQuery(importPreviewQuery(spaceId, file, chosen))
  const make = useMutation({
    mutationFn: () =>
      api.bundle.import({
        space_id: spaceId,
        project_id: projectId,
        content: file!.content,
        file_name: file!.name,
        publish: publishes,
        id_map: chosen,
      }),
    // Any list on the page behind may have new entries.
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const report = look.data
  const step = make.data ? 2 : file && !look.error ? 1 : 0
  const choose = (id: string, to: string | null) =>
    setChosen((before) =>
      to === null ? Object.fromEntries(Object.entries(before).filter(([key]) => key !== id)) : { ...before, [id]: to },
    )
  const restart = () => {
    make.reset()
    setFile(null)
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close()}
      title={t('import.title')}
      description={t('import.text')}
      keepOnOutsidePress={step === 1 || make.isPending}
      footer={
        step === 2 ? (
          <DoneButtons items={make.data?.items ?? []} spaceId={spaceId} onRestart={restart} onClose={close} />
        ) : (
          <>
            <Button onClick={step === 1 ? restart : close} disabled={make.isPending}>
              {t(step === 1 ? 'import.back' : 'cancel')}
            </Button>
            {step === 1 && (
              <Button
                kind="solid"
                disabled={!report?.items.length || look.isFetching}
                busy={make.isPending}
                onClick={() => make.mutate()}
              >
                {t('import.do', { count: report?.items.length ?? 0, number: formatNumber(report?.items.length ?? 0) })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Steps names={[t('step.file'), t('step.look'), t('step.made')]} now={step} />
        {step === 0 && (
          <>
            <FileDrop
              accept=".json,.yml,.yaml"
              maxBytes={maxBytes}
              maxCount={1}
              disabled={pick.isPending}
              onFiles={([item]) => item && pick.mutate(item)}
              note={t('import.note')}
            />
            {pick.error && (
              <ErrorPanel title={t('import.unreadable', { name: pick.variables?.name ?? '' })} error={pick.error}>
                {pick.error instanceof UploadError ? uploadErrorText(pick.error) : undefined}
              </ErrorPanel>
            )}
            {look.error && file && (
              <ErrorPanel title={t('import.unreadable', { name: file.name })} error={look.error}>
                {readFieldError(look.error).text}
              </ErrorPanel>
            )}
          </>
        )}
        {step === 1 && !report && <Skeleton className="h-64" />}
        {step === 1 && report && (
          <ImportReview
            report={report}
            fileName={file?.name ?? ''}
            spaceId={spaceId}
            chosen={chosen}
            onChoose={choose}
            publishes={publishes}
            onPublishes={setPublishes}
            call={make}
          />
        )}
        {make.data && <ImportResult report={make.data} spaceId={spaceId} onOpen={close} />}
      </div>
    </Dialog>
  )
}

interface DoneButtonsProps {
  items: Report['items']
  spaceId: string
  onRestart: () => void
  onClose: () => void
}

/** After an import of a single resource the next step is to open it. */
function DoneButtons({ items, spaceId, onRestart, onClose }: DoneButtonsProps) {
  const t = useT('bundle')
  const { history } = useRouter()
  const only = items.length === 1 ? items[0] : undefined
  return (
    <>
      <Button onClick={onRestart}>{t('import.another')}</Button>
      <Button kind={only ? 'plain' : 'solid'} onClick={onClose}>
        {t('close')}
      </Button>
      {only && (
        <Button
          kind="solid"
          onClick={() => {
            onClose()
            history.push(linkOf({ id: only.id, kind: kindOf(only.kind), sub_type: 0, space_id: spaceId }))
          }}
        >
          {t('openNamed', { name: only.name })}
        </Button>
      )}
    </>
  )
}

function ImportResult({ report, spaceId, onOpen }: { report: Report; spaceId: string; onOpen: () => void }) {
  const t = useT('bundle')
  const count = report.items.length
  return (
    <>
      <p role="status" className="font-medium text-ok">
        {t('import.done', { count, number: formatNumber(count) })}
      </p>
      <ImportTodo report={report} spaceId={spaceId} />
      <ImportRows report={report} spaceId={spaceId} onOpen={onOpen} />
    </>
  )
}
