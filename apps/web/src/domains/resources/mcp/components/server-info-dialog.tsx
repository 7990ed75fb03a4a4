import { MCP_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
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
  return (
    <FormDialog
      size="md"
      title={t('info.title')}
      isReady={isReady}
      call={save}
      action={t('save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input value={name} limit={MCP_LIMITS.name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('description')} help={t('description.text')}>
        <Input value={description} onChange={(event) => setDescription(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
