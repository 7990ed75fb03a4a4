import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, MessageSquarePlus, Pencil, Users } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { ShareDialog, sharingQuery } from '#domains/ground/collaborator/index.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { PublishTag, publishState } from '#ui/publish-tag.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { editedProject } from '../edited-project.ts'
import { useIde } from '../ide/ide-context.ts'
import { useRights } from '../use-rights.ts'
import { SavedState } from './saved-state.tsx'

export type IdeMode = 'logic' | 'interface'
interface ProjectBarProps {
  isHistoryOpen: boolean
  onHistory: () => void
  isTalkOpen: boolean
  onTalk: () => void
  mode: IdeMode
  onMode: (mode: IdeMode) => void
}

/** The title bar: name and state of the project, its collaborators, versions, and publishing. */
export function ProjectBar({ isHistoryOpen, onHistory, isTalkOpen, onTalk, mode, onMode }: ProjectBarProps) {
  const t = useT('project')
  const { project, projectId, spaceId, mayEdit } = useIde()
  const may = useRights(projectId)
  const { data: people } = useQuery(sharingQuery('project', projectId))
  const [isPeopleOpen, setPeopleOpen] = useState(false)
  const { basic_info: info, publish_info: published } = project
  const shown = people ? [people.owner, ...people.collaborators.map(({ person }) => person)].slice(0, 4) : []
  return (
    <>
      <TitleBar
        back={<Link to="/space/$space_id/develop" params={{ space_id: spaceId }} />}
        tile={<PictureTile id={projectId} kind="project" src={info.icon_url} size={36} />}
        title={info.name}
        beside={
          <>
            {mayEdit && (
              <IconButton size="sm" icon={Pencil} label={t('settings.title')} onClick={() => editedProject.set(info)} />
            )}
            <PublishTag state={publishState(published.has_published, published.has_unpublished_change)} />
            {!mayEdit && <Tag>{t('state.readOnly')}</Tag>}
          </>
        }
        centre={
          <Segmented
            label={t('mode')}
            value={mode}
            onChange={onMode}
            items={[
              { value: 'logic', label: t('mode.logic') },
              { value: 'interface', label: t('mode.interface') },
            ]}
          />
        }
        note={<SavedState />}
        actions={
          <>
            <span className="flex -space-x-1.5">
              {shown.map((item) => (
                <Avatar key={item.id} id={item.id} name={item.name} src={item.avatar_url} size={24} />
              ))}
            </span>
            <IconButton
              size="lg"
              icon={MessageSquarePlus}
              label={t('talk')}
              aria-expanded={isTalkOpen}
              onClick={onTalk}
            />
            <IconButton
              size="lg"
              icon={History}
              label={t('history.title')}
              aria-expanded={isHistoryOpen}
              onClick={onHistory}
            />
            <IconButton size="lg" icon={Users} label={t('people.title')} onClick={() => setPeopleOpen(true)} />
            {may('publish') && (
              <Link
                to="/space/$space_id/project-ide/$project_id/publish"
                params={{ space_id: spaceId, project_id: projectId }}

                className={buttonStyle('solid')}
              >
                {t('publish')}
              </Link>
            )}
          </>
        }
      />
      {isPeopleOpen && (
        <ShareDialog shared={{ kind: 'project', id: projectId, spaceId }} onClose={() => setPeopleOpen(false)} />
      )}
    </>
  )
}
