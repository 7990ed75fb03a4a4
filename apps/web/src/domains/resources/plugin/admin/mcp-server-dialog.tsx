import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { OfferedServer } from './network.queries.ts'

interface McpServerDialogProps {
  onAdd: (server: OfferedServer) => Promise<void>
  onClose: () => void
}

export function McpServerDialog({ onAdd, onClose }: McpServerDialogProps) {
  const t = useT('network')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [url, setUrl] = useState('')
  const [transport, setTransport] = useState<'streamable_http' | 'sse'>('streamable_http')
  const add = useMutation({
    mutationFn: () => onAdd({ name: name.trim(), description: description.trim(), transport, url: url.trim() }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      size="md"
      title={t('mcp.add')}
      isDirty={name !== '' || url !== ''}
      isReady={name.trim() !== '' && url.trim() !== ''}
      call={add}
      action={t('mcp.offer')}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Field label={t('mcp.name')} required>
        <Input limit={60} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('mcp.url')} required>
        <Input mono value={url} placeholder="https://" onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Field label={t('mcp.transport')}>
        <Segmented
          label={t('mcp.transport')}
          value={transport}
          onChange={setTransport}
          items={[
            { value: 'streamable_http', label: 'Streamable HTTP' },
            { value: 'sse', label: 'SSE' },
          ]}
        />
      </Field>
      <Field label={t('mcp.description')}>
        <Input limit={2000} value={description} onChange={(event) => setDescription(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
