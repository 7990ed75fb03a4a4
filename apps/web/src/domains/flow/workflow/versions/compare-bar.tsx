import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ArrowRight, RotateCcw } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Icon } from '#ui/icon.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { useRights } from '#domains/ground/collaborator/index.ts'
import { useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { draftId, type ListedVersion, refreshVersions, versionsQuery } from './version.queries.ts'

interface CompareBarProps {
  beforeId: string
  afterId: string
  onBefore: (id: string) => void
  onAfter: (id: string) => void
}

/** The compared versions, a legend, and the restore button. */
export function CompareBar({ beforeId, afterId, onBefore, onAfter }: CompareBarProps) {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const published = useInfiniteQuery(versionsQuery(workflowId, 'publish'))
  const kept = useInfiniteQuery(versionsQuery(workflowId, 'draft'))
  const versions = [published, kept].flatMap((query) => query.data?.pages.flatMap((page) => page.version_list) ?? [])
  const labelOf = (version: ListedVersion) => {
    const time = formatTime(version.create_time)
    return version.version ? t('versions.at', { version: version.version, time }) : t('versions.keptAt', { time })
  }
  const items = versions.map((version) => ({ value: version.commit_id, label: labelOf(version) }))
  const draft = { value: draftId, label: t('versions.draft') }
  const older = versions.find((version) => version.commit_id === beforeId)
  return (
    <div className="absolute inset-x-4 top-4 right-104 z-10 flex h-10 items-center gap-2 rounded-lg border border-line bg-card px-1 shadow-float">
      <Select
        size="sm"
        className="w-44"
        label={t('compare.before')}
        items={items}
        value={beforeId}
        onChange={onBefore}
      />
      <Icon of={ArrowRight} size={14} className="shrink-0 text-mute" />
      <Select
        size="sm"
        className="w-36"
        label={t('compare.after')}
        items={[draft, ...items]}
        value={afterId}
        onChange={onAfter}
      />
      <span className="ml-auto" />
      {older && <RestoreButton version={older} name={labelOf(older)} />}
    </div>
  )
}

function RestoreButton({ version, name }: { version: ListedVersion; name: string }) {
  const t = useT('workflow-run')
  const { workflowId, flush, reload, ui } = useEditor()
  const isReadOnly = useReadOnly()
  const may = useRights('workflow', workflowId)
  const restore = useMutation({
    mutationFn: async () => {
      // The server stores the replaced draft as a saved state.
      await flush()
      await api.workflowVersion.revert({ workflow_id: workflowId, commit_id: version.commit_id })
      await reload()
      await refreshVersions(workflowId)
    },
    onSuccess: () => {
      toast.ok(t('restore.done', { name }))
      ui.setView('canvas')
    },
  })
  if (isReadOnly || !may('rollback')) return null
  const ask = () =>
    void confirm({
      title: t('restore.title', { name }),
      text: t('restore.text'),
      action: t('restore.action', { name: version.version || t('versions.state') }),
      onConfirm: async () => {
        await restore.mutateAsync()
      },
    })
  return (
    <Button size="sm" icon={RotateCcw} onClick={ask}>
      {t('restore.action', { name: version.version || t('versions.state') })}
    </Button>
  )
}
