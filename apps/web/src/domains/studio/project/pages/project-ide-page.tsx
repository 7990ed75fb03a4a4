import { IntelligenceStatus } from '@orrery/contract/shared/project-enums'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useEffect } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { rememberRecent } from '#lib/recent.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { PageState } from '#ui/page-state.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import type { OpenPage } from '../ide/open-page.ts'
import { ProjectIde } from '../ide/project-ide.tsx'
import { projectQuery } from '../project.queries.ts'

/** The page of a project with all of its resources in tabs. */
export function ProjectIdePage({ openPage }: { openPage: OpenPage }) {
  const t = useT('project')
  const { project_id: projectId = '', space_id: spaceId = '' } = useParams({ strict: false })
  const query = useQuery({
    ...projectQuery(projectId),
    // Polls while the project is being copied.
    refetchInterval: ({ state }) => (state.data?.basic_info.status === IntelligenceStatus.copying ? 2_000 : false),
  })
  const name = query.data?.basic_info.name
  const icon = query.data?.basic_info.icon_url
  usePageTitle(name)
  useEffect(() => {
    if (name === undefined) return
    const href = `/space/${spaceId}/project-ide/${projectId}`
    rememberRecent(spaceId, { id: projectId, kind: 'project', name, href, ...(icon && { icon }) })
    const opened = { resource_id: projectId, resource_type: 2, behavior_type: 1, space_id: spaceId }
    api.favorite.report(opened).catch(() => {})
  }, [spaceId, projectId, name, icon])
  const back = (
    <Link to="/space/$space_id/develop" params={{ space_id: spaceId }} className={buttonStyle('solid')}>
      {t('missing.back')}
    </Link>
  )
  return (
    <QueryPage query={query} failed={t('failed')} missing={t('missing.title')} back={back}>
      {(project) =>
        project.basic_info.status === IntelligenceStatus.using ? (
          <ProjectIde key={projectId} project={project} openPage={openPage} />
        ) : (
          <PageState icon={Copy} title={t('copying.title')} text={t('copying.text')} actions={back} />
        )
      }
    </QueryPage>
  )
}
