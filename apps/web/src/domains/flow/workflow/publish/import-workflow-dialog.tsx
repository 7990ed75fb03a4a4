import { useMutation } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { refreshWorkflowLists } from '../workflow.queries.ts'

interface ImportWorkflowDialogProps {
  spaceId: string
  onClose: () => void
}
type Report = Awaited<ReturnType<typeof api.workflowVersion.import>>
const maxBytes = 20 * 1024 * 1024

/** Imports workflows from a file, with a dry run first. */
export function ImportWorkflowDialog({ spaceId, onClose }: ImportWorkflowDialogProps) {
  const t = useT('workflow-run')
  const [bundle, setBundle] = useState('')
  const [idMap, setIdMap] = useState<Record<string, string>>({})
  const run = (isDry: boolean) => async (text: string) => {
    const id_map = Object.fromEntries(Object.entries(idMap).filter(([, id]) => /^\d+$/.test(id)))
    return api.workflowVersion.import({ space_id: spaceId, bundle: text, dry_run: isDry, id_map })
  }
  const preview = useMutation({ mutationFn: run(true) })
  const importing = useMutation({ mutationFn: run(false), onSuccess: () => refreshWorkflowLists() })
  const choose = async ([file]: File[]) => {
    if (!file) return
    const text = await file.text()
    setBundle(text)
    importing.reset()
    preview.mutate(text)
  }
  const report = importing.data ?? preview.data
  return (
    <Dialog
      open
      size="md"
      title={t('import.title')}
      description={t('import.text')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t(importing.data ? 'close' : 'cancel')}</Button>
          {!importing.data && (
            <Button
              kind="solid"
              disabled={!preview.data}
              busy={importing.isPending}
              onClick={() => importing.mutate(bundle)}
            >
              {t('import.take')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!importing.data && (
          <FileDrop
            accept=".json,application/json"
            maxCount={1}
            maxBytes={maxBytes}
            note={t('import.note')}
            onFiles={(files) => void choose(files)}
          />
        )}
        {(preview.error ?? importing.error) && <ErrorPanel error={preview.error ?? importing.error} />}
        {importing.data && (
          <p className="flex items-center gap-1.5 text-ok" role="status">
            <Icon of={CircleCheck} />
            {t('import.done', { count: importing.data.workflows.length })}
          </p>
        )}
        {report && <Found report={report} spaceId={spaceId} isDone={importing.data !== undefined} />}
        {report && !importing.data && report.missing.length > 0 && (
          <Missing report={report} idMap={idMap} onChange={setIdMap} />
        )}
      </div>
    </Dialog>
  )
}

function Found({ report, spaceId, isDone }: { report: Report; spaceId: string; isDone: boolean }) {
  const t = useT('workflow-run')
  return (
    <ul aria-label={t('import.found')} className="flex flex-col rounded-md border border-line">
      {report.workflows.map((workflow) => (
        <li
          key={workflow.source_id}
          className="flex h-9 items-center gap-2 border-b border-line px-2.5 last:border-b-0"
        >
          <TypeTile kind="workflow" size={20} />
          {isDone ? (
            <a
              href={workflowLink({ space_id: spaceId, workflow_id: workflow.workflow_id })}
              className="min-w-0 flex-1 truncate font-medium text-brand hover:underline"
            >
              {workflow.name}
            </a>
          ) : (
            <span className="min-w-0 flex-1 truncate font-medium">{workflow.name}</span>
          )}
          {workflow.unknown_node_types.length > 0 && (
            <Tag tone="warn" icon={TriangleAlert}>
              {t('import.unknown', { types: workflow.unknown_node_types.join(', ') })}
            </Tag>
          )}
          <span className="text-small text-mute">{t('import.nodes', { count: workflow.node_count })}</span>
        </li>
      ))}
    </ul>
  )
}

interface MissingProps {
  report: Report
  idMap: Record<string, string>
  onChange: (map: Record<string, string>) => void
}

/** Missing dependencies of the file, each with a choice of replacements. */
function Missing({ report, idMap, onChange }: MissingProps) {
  const t = useT('workflow-run')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{t('import.missing', { count: report.missing.length })}</h3>
      <p className="text-small text-mute">{t('import.missingText')}</p>
      {report.missing.map(({ kind, id, used_by: user }) => (
        <Field key={`${kind}/${id}`} label={`${kind} ${id}`} help={t('import.usedBy', { name: user })}>
          <Input
            value={idMap[id] ?? ''}
            inputMode="numeric"
            placeholder={t('import.mapTo')}
            onChange={(event) => onChange({ ...idMap, [id]: event.target.value })}
          />
        </Field>
      ))}
    </section>
  )
}
