import type { SearchKind } from '@orrery/contract'
import { FlowMode } from '@orrery/contract/shared/flow-mode'
import type { TileKind } from './tile-kind.ts'
import { botLink, databaseLink, knowledgeLink, pluginLink, workflowLink } from './links.ts'

/** As much of a resource as says where it is opened and how it is drawn. */
export interface PlacedResource {
  id: string
  kind: SearchKind
  sub_type: number
  space_id: string
  project_id?: string
  /** The knowledge base that a document is in. */
  parent_id?: string
}

const knowledgeTiles: Record<number, TileKind> = { 1: 'knowledge-table', 2: 'knowledge-image' }

/** Where a resource is opened, whatever kind it is of. */
export function placeOf(found: PlacedResource): string {
  const { id, kind, space_id: spaceId, project_id: projectId, parent_id: parentId = '' } = found
  switch (kind) {
    case 'bot':
      return botLink(spaceId, id)
    case 'project':
      return `/space/${spaceId}/project-ide/${id}`
    case 'workflow':
      return workflowLink({ space_id: spaceId, workflow_id: id })
    case 'plugin':
      return pluginLink(spaceId, id)
    case 'knowledge':
      return knowledgeLink({ spaceId, datasetId: id })
    case 'document':
      return knowledgeLink({ spaceId, datasetId: parentId })
    case 'database':
      return databaseLink(spaceId, id)
    case 'prompt':
      return `/space/${spaceId}/library?kind=prompt`
    default:
      return projectId && projectId !== '0' ? `/space/${spaceId}/project-ide/${projectId}` : `/space/${spaceId}/library`
  }
}

export function tileOf({ kind, sub_type: subType }: Pick<PlacedResource, 'kind' | 'sub_type'>): TileKind {
  if (kind === 'workflow') return subType === FlowMode.chatFlow ? 'chatflow' : 'workflow'
  if (kind === 'knowledge') return knowledgeTiles[subType] ?? 'knowledge'
  if (kind === 'document') return 'knowledge'
  return kind === 'folder' ? 'project' : kind
}
