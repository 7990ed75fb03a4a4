import { MCP_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshServers } from '../mcp.queries.ts'
import { emptyPoint, isComplete, writePoint } from '../point-form.ts'
import { hasFailed } from '../server-state.ts'
import { PointFields } from './point-fields.tsx'

interface ConnectDialogProps {
  spaceId: string
  onClose: () => void
  onCreated: (serverId: string) => void
}

/** Creates a server and its access point. If the server does not answer, the next try updates both. */
export function ConnectDialog({ spaceId, onClose, onCreated }: ConnectDialogProps) {
  const t = useT('mcp')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [point, setPoint] = useState(emptyPoint)
  const [made, setMade] = useState<{ id: string; pointId?: string } | null>(null)
  const connect = useMutation({
    mutationFn: async () => {
      const info = { name: name.trim(), description: description.trim() }
      let id = made?.id
      if (id) await api.mcp.update({ mcp_server_id: id, ...info })
      else {
        id = (await api.mcp.create({ space_id: spaceId, ...info })).mcp_server.id
        setMade({ id })
      }
      const which = { mcp_server_id: id, ...writePoint(point) }
      const { mcp_server_access_point: answer } = made?.pointId
        ? await api.mcp.updatePoint({ ...which, access_point_id: made.pointId })
        : await api.mcp.createPoint(which)
      setMade({ id, pointId: answer.id })
      return { id, answer }
    },
    onSuccess: ({ id, answer }) => {
      void refreshServers()
      if (hasFailed(answer)) return
      toast.ok(t('connected', { name: name.trim(), count: answer.tools.length }))
      onCreated(id)
    },
  })
  const refusal = connect.data && hasFailed(connect.data.answer) ? connect.data.answer.validation_message : ''
  /** A server without an access point is useless: closing before the first answer deletes it. */
  const close = () => {
    if (made && !made.pointId) void api.mcp.remove({ mcp_server_id: made.id }).then(refreshServers)
    onClose()
  }
  const isReady = name.trim() !== '' && name.trim().length <= MCP_LIMITS.name && isComplete(point)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isReady && !connect.isPending) connect.mutate()
  }
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && !connect.isPending && close()}
      title={t('connect.title')}
      description={t('connect.text')}
      keepOnOutsidePress={name !== '' || point.url !== ''}
      onSubmit={submit}
      footer={
        <>
          {refusal && made && (
            <Button className="mr-auto" onClick={() => onCreated(made.id)}>
              {t('connect.keep')}
            </Button>
          )}
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady} busy={connect.isPending}>
            {t('connect.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('name')} required>
          <Input
            value={name}
            limit={MCP_LIMITS.name}
            placeholder={t('name.example')}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('description')} help={t('description.text')}>
          <Input value={description} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <PointFields value={point} onChange={setPoint} />
        {refusal && (
          <Banner inset tone="warn">
            {t('connect.refused', { reason: refusal })}
          </Banner>
        )}
        {connect.error && <ErrorPanel error={connect.error} />}
      </div>
    </Dialog>
  )
}
