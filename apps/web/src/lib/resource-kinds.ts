import type { SearchKind } from '@orrery/contract'
import { FlowMode } from '@orrery/contract/shared/flow-mode'
import {
  libraryKinds as allLibraryKinds,
  type ResourceKind,
  resourceKinds,
  searchableKinds,
} from '@orrery/contract/shared/resource-kinds'
import { type Language, readLanguage, useLanguage } from './i18n.ts'
import type { TileKind } from './tile-kind.ts'
import { botLink, cardLink, databaseLink, datasetLink, knowledgeLink, pluginLink, workflowLink } from './links.ts'

/** The part of a resource that determines its address and its tile. */
export interface PlacedResource {
  id: string
  kind: SearchKind
  sub_type: number
  space_id: string
  project_id?: string
  /** The knowledge base that contains a document. */
  parent_id?: string
}
interface KindView {
  link(resource: PlacedResource): string
  /** By default the tile of the kind. */
  tile: TileKind | ((subType: number) => TileKind)
}
const projectLink = (spaceId: string, projectId: string) => `/space/${spaceId}/project-ide/${projectId}`

/** The tile and the address of each kind. */
const views: Record<SearchKind, KindView> = {
  bot: { tile: 'bot', link: ({ space_id, id }) => botLink(space_id, id) },
  project: { tile: 'project', link: ({ space_id, id }) => projectLink(space_id, id) },
  workflow: {
    tile: (subType) =>
      subType === FlowMode.chatFlow ? 'chatflow' : subType === FlowMode.imageflow ? 'imageflow' : 'workflow',
    link: ({ space_id, id }) => workflowLink({ space_id, workflow_id: id }),
  },
  plugin: { tile: 'plugin', link: ({ space_id, id }) => pluginLink(space_id, id) },
  knowledge: {
    tile: (subType) => (subType === 1 ? 'knowledge-table' : subType === 2 ? 'knowledge-image' : 'knowledge'),
    link: ({ space_id, id }) => knowledgeLink({ spaceId: space_id, datasetId: id }),
  },
  document: {
    tile: 'knowledge',
    link: ({ space_id, parent_id = '' }) => knowledgeLink({ spaceId: space_id, datasetId: parent_id }),
  },
  database: { tile: 'database', link: ({ space_id, id }) => databaseLink(space_id, id) },
  prompt: { tile: 'prompt', link: ({ space_id }) => `/space/${space_id}/library?kind=prompt` },
  dataset: { tile: 'dataset', link: ({ space_id, id }) => datasetLink(space_id, id) },
  card: { tile: 'card', link: ({ space_id, id }) => cardLink(space_id, id) },
  folder: {
    tile: 'project',
    link: ({ space_id, project_id }) =>
      project_id && project_id !== '0' ? projectLink(space_id, project_id) : `/space/${space_id}/library`,
  },
}
export const linkOf = (resource: PlacedResource): string => views[resource.kind].link(resource)

export function tileOf({ kind, sub_type: subType }: { kind: SearchKind; sub_type: number }): TileKind {
  const { tile } = views[kind]
  return typeof tile === 'function' ? tile(subType) : tile
}

/** Plugins come first in the library. */
export const libraryKinds = allLibraryKinds.toSorted((a, b) => Number(b === 'plugin') - Number(a === 'plugin'))
/** Documents follow the knowledge bases that contain them. */
export const searchKinds: readonly SearchKind[] = searchableKinds.flatMap((kind) =>
  kind === 'knowledge' ? [kind, 'document' as const] : [kind],
)

type Named = Exclude<ResourceKind, 'space'> | 'document'
const documentNames = { en: ['Document', 'Documents'], zh: '文档' } as const
const nameIn = (language: Language, kind: Named, isPlural: boolean): string => {
  const { en, zh } = kind === 'document' ? documentNames : resourceKinds[kind]
  return language === 'en' ? en[isPlural ? 1 : 0] : zh
}
/** The names of kinds in the language of the page. */
export function useKindNames() {
  const [language] = useLanguage()
  return {
    one: (kind: Named) => nameIn(language, kind, false),
    many: (kind: Named) => nameIn(language, kind, true),
  }
}
/** `useKindNames` outside of components. */
export const nameOfKinds = (kind: Named): string => nameIn(readLanguage(), kind, true)
