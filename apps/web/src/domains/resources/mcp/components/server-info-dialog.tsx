import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type McpServer, refreshServers } from '../mcp.queries.ts'

/** Name and description of a server. */
export function ServerInfoDialog({ server, onClose }: { server: McpServer; onClose: () => void }) {
  const t = useT('mcp')
  const [name, setName] = useState(server.name)
  const [description, setDescription] = useState(server.description)
  const save = useMutation({
    mutationFn: () => api.mcp.update({ mcp_server_id: server.id, name: name.trim(), description: description.trim() }),
    onSuccess: async () => {
      await refreshServers()
      onClose()
    },
  })
  const isReady = name.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('info.title')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady} busy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('name')} required>
          <Input value={name} limit={60} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('description')} help={t('description.text')}>
          <Input value={description} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </Dialog>
  )
}
