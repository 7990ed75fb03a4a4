import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { CollaboratorsDialog } from '#domains/ground/space/index.ts'
import { useIde } from '../ide/ide-context.ts'
import { collaboratorsQuery } from '../project.queries.ts'
import { useRights } from '../use-rights.ts'

const projectResource = 19

/** People who work on the project: the owner first, then editors. */
export function PeopleDialog({ onClose }: { onClose: () => void }) {
  const t = useT('project')
  const { projectId, spaceId } = useIde()
  const may = useRights(projectId)
  const { data, error, refetch } = useQuery(collaboratorsQuery(projectId))
  const people = data && [data.owner_info, ...data.collaborator_info]
  return (
    <CollaboratorsDialog
      resource={{ id: projectId, type: projectResource }}
      spaceId={spaceId}
      people={people?.map((user, at) => ({
        id: user.user_id,
        name: user.nickname,
        avatarUrl: user.avatar_url,
        label: user.user_label,
        role: t(at === 0 ? 'people.owner' : 'people.editor'),
        isOwner: at === 0,
      }))}
      error={error}
      mayAdd={may('addCollaborator')}
      mayRemove={may('deleteCollaborator')}
      labels={{
        title: t('people.title'),
        text: t('people.text'),
        search: t('people.search'),
        none: t('people.none'),
        add: t('people.add'),
        addName: (name) => t('people.addName', { name }),
        remove: (name) => t('people.remove', { name }),
      }}
      onChanged={refetch}
      onClose={onClose}
    />
  )
}
