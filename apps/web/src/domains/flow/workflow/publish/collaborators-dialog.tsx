import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { CollaboratorsDialog } from '#domains/ground/space/index.ts'
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
  return (
    <CollaboratorsDialog
      resource={{ id: workflowId, type: workflowResource }}
      spaceId={spaceId}
      people={data?.data.map(({ user, owner }) => ({
        id: user.id,
        name: user.name,
        avatarUrl: user.avatar_url,
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
