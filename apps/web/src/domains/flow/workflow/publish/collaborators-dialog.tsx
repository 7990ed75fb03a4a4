import { useMutation, useQuery } from '@tanstack/react-query'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { CollaboratorsDialog } from '#domains/ground/space/index.ts'
import { Switch } from '#ui/switch.tsx'
import { useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'

const workflowResource = 6

/** Editors of this workflow besides its owner. */
export function WorkflowCollaborators({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-run')
  const { workflowId, spaceId } = useEditor()
  const mayEdit = !useReadOnly()
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', workflowId, 'collaborators'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.collaborator.listOfWorkflow({ workflow_id: workflowId, space_id: spaceId }, { signal }),
  })
  const setOpen = useMutation({
    mutationFn: (isOpen: boolean) => {
      const input = { workflow_id: workflowId, space_id: spaceId }
      return isOpen
        ? api.workflow.openCollaborator(input, { toast: true })
        : api.workflow.closeCollaborator(input, { toast: true })
    },
    onSettled: () => refetch(),
  })
  const isOwner = useAccount().user_id_str === data?.data.find(({ owner }) => owner)?.user.id
  return (
    <CollaboratorsDialog
      mode={
        data && (
          <div className="flex flex-col gap-1">
            <Switch
              checked={data.is_open}
              // Whoever closes it must be able to open it again.
              disabled={!isOwner || setOpen.isPending}
              onChange={(isOpen) => setOpen.mutate(isOpen)}
            >
              {t('collaborators.open')}
            </Switch>
            <span className="text-small text-mute">
              {data.is_open ? t('collaborators.openText') : t('collaborators.closedText')}
            </span>
          </div>
        )
      }
      resource={{ id: workflowId, type: workflowResource }}
      spaceId={spaceId}
      people={data?.data.map(({ user, owner }) => ({
        id: user.id,
        name: user.name,
        avatarUrl: user.avatar_url,
        label: user.user_label,
        role: owner ? t('collaborators.owner') : undefined,
        isOwner: owner,
      }))}
      error={error}
      mayAdd={mayEdit}
      mayRemove={mayEdit}
      labels={{
        title: t('collaborators.title'),
        text: t('collaborators.text'),
        search: t('collaborators.search'),
        none: t('collaborators.none'),
        add: t('collaborators.add'),
        addName: (name) => t('collaborators.addName', { name }),
        remove: (name) => t('collaborators.remove', { name }),
      }}
      onChanged={refetch}
      onClose={onClose}
    />
  )
}
