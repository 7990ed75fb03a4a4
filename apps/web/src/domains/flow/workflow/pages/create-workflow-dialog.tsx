import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { creatingWorkflow, type FlowKind, flowKinds, flowModes } from '../create-workflow.ts'
import { refreshWorkflowLists } from '../workflow.queries.ts'
import { isReadyInfo, WorkflowInfoFields } from './workflow-info-fields.tsx'

/** Opened from the create menu, the list and the palette. */
export function CreateWorkflowDialog() {
  const creating = creatingWorkflow.use()
  return creating && <OpenDialog key={creating.space.id} {...creating} />
}

function OpenDialog({
  space,
  kind: first,
  projectId,
  onCreated,
}: NonNullable<ReturnType<typeof creatingWorkflow.current>>) {
  const t = useT('workflow')
  const spaceName = useSpaceName()
  const navigate = useNavigate()
  const [kind, setKind] = useState<FlowKind>(first)
  const [info, setInfo] = useState({ name: '', desc: '' })
  const close = () => creatingWorkflow.set(null)
  const create = useMutation({
    mutationFn: () =>
      api.workflow.create({
        space_id: space.id,
        project_id: projectId,
        name: info.name.trim(),
        desc: info.desc.trim(),
        flow_mode: flowModes[kind],
      }),
    onSuccess: async (made) => {
      close()
      void refreshWorkflowLists()
      if (onCreated) return onCreated(made.workflow_id)
      return navigate({ to: '/work_flow', search: { space_id: space.id, workflow_id: made.workflow_id } })
    },
  })
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && close()}
      title={t(`create.${kind}`)}
      description={t('create.text', { space: spaceName(space) })}
      keepOnOutsidePress={info.name !== '' || info.desc !== ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReadyInfo(info) && !create.isPending) create.mutate()
      }}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReadyInfo(info)} busy={create.isPending}>
            {t('create.do')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <Segmented
            label={t('create.kind')}
            items={flowKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
          <p className="mt-1.5 text-small text-mute">{t(`kind.${kind}Text`)}</p>
        </div>
        <WorkflowInfoFields info={info} onChange={setInfo} />
      </div>
      {create.error && <ErrorPanel title={t('create.failed')} error={create.error} className="mt-3" />}
    </Dialog>
  )
}
