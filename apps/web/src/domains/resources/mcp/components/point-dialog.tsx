import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { toast } from '#ui/toast-store.ts'
import { type McpPoint, type McpServer, refreshServers } from '../mcp.queries.ts'
import { emptyPoint, isComplete, readPoint, writePoint } from '../point-form.ts'
import { hasFailed } from '../server-state.ts'
import { PointFields } from './point-fields.tsx'

interface PointDialogProps {
  server: McpServer
  /** Undefined: a new access point. */
  point?: McpPoint
  onClose: () => void
}

/** Edits an access point. Saving queries the server for its tools; a failure is shown with the access point. */
export function PointDialog({ server, point, onClose }: PointDialogProps) {
  const t = useT('mcp')
  const [form, setForm] = useState(() => (point ? readPoint(point) : emptyPoint))
  const save = useMutation({
    mutationFn: async () => {
      const input = { mcp_server_id: server.id, ...writePoint(form) }
      return point ? api.mcp.updatePoint({ ...input, access_point_id: point.id }) : api.mcp.createPoint(input)
    },
    onSuccess: async ({ mcp_server_access_point: made }) => {
      await refreshServers()
      if (hasFailed(made)) toast.error(t('point.refused'), { description: made.validation_message })
      else toast.ok(t('connected', { name: server.name, count: made.tools.length }))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete(form) && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={t(point ? 'point.edit' : 'point.add')}
      description={t('point.text')}
      keepOnOutsidePress={form.url !== (point?.server_url ?? '')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isComplete(form)} busy={save.isPending}>
            {t('point.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <PointFields value={form} onChange={setForm} />
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </Dialog>
  )
}
