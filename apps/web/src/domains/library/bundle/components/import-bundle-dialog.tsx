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
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Steps } from '#ui/steps.tsx'
import { Tag } from '#ui/tag.tsx'
import { kindOf, lookQuery, type PickedFile } from '../bundle.queries.ts'
import { importing } from '../bundle-state.ts'
import { ImportRows } from './import-rows.tsx'
import { ImportTodo } from './import-todo.tsx'

const mostBytes = 60 * 1024 * 1024

/** A file on its way into a space: chosen, looked at without making anything, made. */
export function ImportBundleDialog() {
  const target = importing.use()
  return target && <Opened spaceId={target.spaceId} projectId={target.projectId} />
}

function Opened({ spaceId, projectId }: { spaceId: string; projectId?: string }) {
  const t = useT('bundle')
  const { history } = useRouter()
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
  const look = useQuery(lookQuery(spaceId, file, chosen))
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
    // Everything on the pages behind may have grown.
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const report = look.data
  const step = make.data ? 2 : file && !look.error ? 1 : 0
  const mayPublish = report?.format === 'bundle' && report.items.some((item) => item.published)
  const [only, second] = make.data?.items ?? []
  const again = () => {
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
          <>
            <Button onClick={again}>{t('import.another')}</Button>
            <Button kind={only && !second ? 'plain' : 'solid'} onClick={close}>
              {t('close')}
            </Button>
            {only && !second && (
              <Button
                kind="solid"
                onClick={() => {
                  close()
                  history.push(linkOf({ id: only.id, kind: kindOf(only.kind), sub_type: 0, space_id: spaceId }))
                }}
              >
                {t('openNamed', { name: only.name })}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={step === 1 ? again : close} disabled={make.isPending}>
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
          <FileDrop
            accept=".json,.yml,.yaml"
            maxBytes={mostBytes}
            maxCount={1}
            disabled={pick.isPending}
            onFiles={([item]) => item && pick.mutate(item)}
            note={t('import.note')}
          />
        )}
        {step === 0 && pick.error && (
          <ErrorPanel title={t('import.unreadable', { name: pick.variables?.name ?? '' })} error={pick.error}>
            {pick.error instanceof UploadError ? uploadErrorText(pick.error) : undefined}
          </ErrorPanel>
        )}
        {step === 0 && look.error && file && (
          <ErrorPanel title={t('import.unreadable', { name: file.name })} error={look.error}>
            {readFieldError(look.error).text}
          </ErrorPanel>
        )}
        {step === 1 && !report && <Skeleton className="h-64" />}
        {step === 1 && report && (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium wrap-anywhere">{file?.name}</span>
              <Tag tone="brand">{t(`format.${report.format}`)}</Tag>
              <span className="text-mute">{t('import.nothingYet')}</span>
            </p>
            <ImportTodo
              report={report}
              spaceId={spaceId}
              standIns={{
                chosen,
                onChoose: (id, to) =>
                  setChosen((before) =>
                    to === null
                      ? Object.fromEntries(Object.entries(before).filter(([key]) => key !== id))
                      : { ...before, [id]: to },
                  ),
              }}
            />
            <ImportRows report={report} spaceId={spaceId} />
            {mayPublish && (
              <Checkbox checked={publishes} onChange={setPublishes}>
                {t('import.publish')}
              </Checkbox>
            )}
            {make.isPending && <Progress value={null} label={t('import.making')} />}
            {make.error && (
              <ErrorPanel title={t('import.failed')} error={make.error}>
                {readFieldError(make.error).text}
              </ErrorPanel>
            )}
          </>
        )}
        {make.data && (
          <>
            <p role="status" className="font-medium text-ok">
              {t('import.done', { count: make.data.items.length, number: formatNumber(make.data.items.length) })}
            </p>
            <ImportTodo report={make.data} spaceId={spaceId} />
            <ImportRows report={make.data} spaceId={spaceId} onOpen={close} />
          </>
        )}
      </div>
    </Dialog>
  )
}
