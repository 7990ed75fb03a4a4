import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { FailedPage } from '#ui/page-state.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { InterfaceRights, PublisherPicture } from '#domains/studio/interface/index.ts'
import { PublishPage, PublishSkeleton } from '#domains/studio/publish/index.ts'
import { projectQuery, refreshProject, refreshProjectLists } from '../project.queries.ts'
import { createProjectPublishPort } from '../publish-port.ts'

export function ProjectPublishPage() {
  const t = useT('publish')
  const { space_id: spaceId, project_id: projectId } = useParams({
    from: '/signed/space/$space_id/project-ide/$project_id/publish',
  })
  const { data, error, refetch } = useQuery(projectQuery(projectId))
  const port = useMemo(() => createProjectPublishPort(projectId), [projectId])
  const name = data?.basic_info.name ?? ''
  usePageTitle(t('title', { name }))
  if (error && !data) return <FailedPage title={t('failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <PublishSkeleton label={t('loading')} />
  return (
    <PublishPage
      key={projectId}
      port={port}
      name={name}
      tile={<PictureTile id={projectId} kind="project" src={data.basic_info.icon_url} size={36} />}
      back={
        <Link to="/space/$space_id/project-ide/$project_id" params={{ space_id: spaceId, project_id: projectId }} />
      }
      notes={
        <>
          <InterfaceRights projectId={projectId} />
          <PublisherPicture projectId={projectId} />
        </>
      }
      onChanged={() => {
        void refreshProject(projectId)
        void refreshProjectLists()
      }}
    />
  )
}
