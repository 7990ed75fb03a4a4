import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { CollaboratorsDialog } from '#domains/ground/space/index.ts'
import { useEditor } from '../../draft/draft-context.ts'

const botResource = 4

/** People who build the bot: its creator first, then those who were added. */
export function BotPeopleDialog({ onClose }: { onClose: () => void }) {
  const t = useT('bot')
  const { botId, spaceId, loaded, isReadOnly } = useEditor()
  const { data, error, refetch } = useQuery({
    queryKey: ['bot', botId, 'collaborators'],
    staleTime: 0,
    queryFn: ({ signal }) => api.collaborator.listOfBot({ bot_id: botId, space_id: spaceId }, { signal }),
  })
  const people = data && [data.creator, ...data.collaboration_list]
  return (
    <CollaboratorsDialog
      resource={{ id: botId, type: botResource }}
      spaceId={spaceId}
      people={people?.map((person, at) => ({
        id: person.id,
        name: person.name,
        avatarUrl: person.avatar_url,
        label: person.user_label,
        role: t(at === 0 ? 'people.owner' : 'people.editor'),
        isOwner: at === 0,
      }))}
      error={error}
      mayAdd={!isReadOnly}
      // Those who may delete the bot decide who works on it.
      mayRemove={loaded.deletable}
      labels={{
        title: t('people.title'),
        text: t('people.text'),
        search: t('people.search'),
        none: t('people.none'),
        add: t('add'),
        addName: (name) => t('people.addName', { name }),
        remove: (name) => t('people.remove', { name }),
      }}
      onChanged={refetch}
      onClose={onClose}
    />
  )
}
