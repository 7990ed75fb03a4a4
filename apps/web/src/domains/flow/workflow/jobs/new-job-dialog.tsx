import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { createUpload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { useEditor } from '../document/editor-context.ts'
import { jobLimitsQuery, refreshJobs } from './job.queries.ts'
import { SheetFaults } from './sheet-faults.tsx'

interface NewJobDialogProps {
  onCreated: (jobId: string) => void
  onClose: () => void
}

/** Starts a batch run. The table is checked before anything runs. */
export function NewJobDialog({ onCreated, onClose }: NewJobDialogProps) {
  const t = useT('workflow-job')
  const { workflowId } = useEditor()
  const [name, setName] = useState('')
  const { data: limits } = useQuery(jobLimitsQuery)
  const check = useMutation({ mutationFn: (file: File) => checkTable(workflowId, file) })
  const create = useMutation({
    mutationFn: async () => {
      const { job_id } = await api.workflowJob.create({
        workflow_id: workflowId,
        url: check.data!.uri,
        job_name: name.trim() || check.data!.name,
      })
      await refreshJobs(workflowId)
      return job_id
    },
    onSuccess: (id) => {
      onCreated(id)
      onClose()
    },
  })
  const table = check.data
  return (
    <FormDialog
      size="md"
      title={t('new')}
      description={t('new.text')}
      isDirty={table !== undefined}
      isReady={table?.pass === true && name.length <= 100}
      call={create}
      error={create.error ?? check.error}
      action={table?.pass ? t('start', { count: table.count }) : t('start.none')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('table')} aside={<TemplateButton />} help={t('table.help')}>
        <FileDrop
          accept=".csv"
          maxCount={1}
          maxBytes={limits?.max_input_size}
          disabled={check.isPending}
          note={
            limits &&
            t('table.limits', { rows: formatNumber(limits.max_rows), size: formatBytes(limits.max_input_size) })
          }
          onFiles={([file]) => file && check.mutate(file)}
        />
      </Field>
      {table && (
        <p role="status" className="flex items-center gap-2">
          <Icon of={FileSpreadsheet} className="shrink-0 text-mute" />
          <span className="min-w-0 truncate" data-user-text>
            {table.name}
          </span>
          {table.pass && <span className="text-mute">{t('table.lines', { count: table.count })}</span>}
        </p>
      )}
      {table && !table.pass && <SheetFaults faults={table.errors} />}
      <Field label={t('name')}>
        <Input
          limit={100}
          value={name}
          placeholder={table?.name ?? t('name.placeholder')}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

async function checkTable(workflowId: string, file: File) {
  const { result, error } = await createUpload<StoredFile>({ file, biz: 'knowledge_file' }).start()
  if (!result) throw error ?? new Error(file.name)
  const { pass, input_cnt, errors } = await api.workflowJob.validateInput({
    workflow_id: workflowId,
    input_uri: result.uri,
  })
  return { uri: result.uri, name: file.name.replace(/\.csv$/i, '').slice(0, 100), pass, count: input_cnt, errors }
}

function TemplateButton() {
  const t = useT('workflow-job')
  const { workflowId } = useEditor()
  const download = useMutation({
    mutationFn: async () => {
      const { url } = await api.workflowJob.inputTemplate({ workflow_id: workflowId }, { toast: true })
      const link = document.createElement('a')
      link.href = url
      link.download = 'template.csv'
      link.click()
    },
  })
  return (
    <Button size="xs" kind="ghost" icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
      {t('template')}
    </Button>
  )
}
