import { lazy } from 'react'
import { MembersPage } from '#domains/ground/space/pages/members-page.tsx'

const SpaceModelsTab = lazy(() =>
  import('#domains/chat/model/manage/index.ts').then((module) => ({ default: module.SpaceModelsTab })),
)

/** The members of a space; the tab of its models comes from the models domain. */
export const MembersRoutePage = () => <MembersPage ModelsTab={SpaceModelsTab} />
