/**
 * The kinds of resources that people create in a space, and the traits of each. Server and browser derive their lists
 * from this table; a new kind starts with a row here.
 */
interface KindTraits {
  /** Singular and plural. */
  en: readonly [string, string]
  zh: string
  /**
   * `collaborators`: has an owner and invited editors; all other members may only view, copy and try. `space`: all
   * members may edit.
   */
  sharing: 'collaborators' | 'space'
  /** Number in library lists and copy jobs. Kinds without a number are not part of the library. */
  resType?: number
  /** Can be part of a project. */
  hosted?: true
  searchable?: true
  /** Can be disabled: it stays, but nothing uses it. */
  switchable?: true
  /** Can be exported. Kinds with lower numbers are created first, so that others can refer to them. */
  importOrder?: number
}
export const resourceKinds = {
  bot: { en: ['Bot', 'Bots'], zh: '智能体', sharing: 'collaborators', searchable: true, importOrder: 8 },
  project: { en: ['Project', 'Projects'], zh: '项目', sharing: 'collaborators', searchable: true, importOrder: 1 },
  workflow: {
    en: ['Workflow', 'Workflows'],
    zh: '工作流',
    sharing: 'collaborators',
    resType: 2,
    hosted: true,
    searchable: true,
    importOrder: 6,
  },
  plugin: {
    en: ['Plugin', 'Plugins'],
    zh: '插件',
    sharing: 'space',
    resType: 1,
    hosted: true,
    searchable: true,
    importOrder: 3,
  },
  knowledge: {
    en: ['Knowledge', 'Knowledge'],
    zh: '知识库',
    sharing: 'space',
    resType: 4,
    hosted: true,
    searchable: true,
    switchable: true,
    importOrder: 4,
  },
  database: {
    en: ['Database', 'Databases'],
    zh: '数据库',
    sharing: 'space',
    resType: 7,
    hosted: true,
    searchable: true,
    importOrder: 5,
  },
  prompt: { en: ['Prompt', 'Prompts'], zh: '提示词', sharing: 'space', resType: 6, searchable: true, importOrder: 2 },
  /** Not part of the library: opened and copied on its own pages. */
  dataset: { en: ['Dataset', 'Datasets'], zh: '数据集', sharing: 'space', searchable: true, importOrder: 9 },
  card: { en: ['Card', 'Cards'], zh: '卡片', sharing: 'space', resType: 101, searchable: true, importOrder: 7 },
  folder: { en: ['Folder', 'Folders'], zh: '文件夹', sharing: 'space', searchable: true },
  model: { en: ['Model', 'Models'], zh: '模型', sharing: 'space' },
  mcp: { en: ['MCP server', 'MCP servers'], zh: 'MCP 服务', sharing: 'space' },
} as const satisfies Record<string, KindTraits>

type Kinds = typeof resourceKinds
type KindWith<Traits> = { [K in keyof Kinds]: Kinds[K] extends Traits ? K : never }[keyof Kinds]
/** A space counts as a kind when rights are checked. */
export type ResourceKind = 'space' | keyof Kinds
export type CollaborativeKind = KindWith<{ sharing: 'collaborators' }>
export type SharedKind = KindWith<{ sharing: 'space' }>
export type LibraryKind = KindWith<{ resType: number }>
export type HostedKind = KindWith<{ hosted: true }>
export type SearchableKind = KindWith<{ searchable: true }>
export type SwitchableKind = KindWith<{ switchable: true }>
export type PortableKind = KindWith<{ importOrder: number }>

const traits: [keyof Kinds, KindTraits][] = Object.entries(resourceKinds) as [keyof Kinds, KindTraits][]
const kindsWhere = <K extends keyof Kinds>(has: (kind: KindTraits) => boolean) =>
  traits.filter(([, kind]) => has(kind)).map(([kind]) => kind as K)

export const collaborativeKinds = kindsWhere<CollaborativeKind>((kind) => kind.sharing === 'collaborators')
export const sharedKinds = kindsWhere<SharedKind>((kind) => kind.sharing === 'space')
export const libraryKinds = kindsWhere<LibraryKind>((kind) => kind.resType !== undefined)
export const hostedKinds = kindsWhere<HostedKind>((kind) => kind.hosted === true)
export const searchableKinds = kindsWhere<SearchableKind>((kind) => kind.searchable === true)
const switchableKinds = kindsWhere<SwitchableKind>((kind) => kind.switchable === true)
const importOrder = (kind: PortableKind) => resourceKinds[kind].importOrder
/** In the order in which an import creates resources. */
export const portableKinds = kindsWhere<PortableKind>((kind) => kind.importOrder !== undefined).toSorted(
  (a, b) => importOrder(a) - importOrder(b),
)
const isIn =
  <K extends string>(kinds: readonly K[]) =>
  (kind: string): kind is K =>
    (kinds as readonly string[]).includes(kind)
export const isCollaborative = isIn(collaborativeKinds)
export const isHosted = isIn(hostedKinds)
export const isLibraryKind = isIn(libraryKinds)
export const isPortable = isIn(portableKinds)
export const isSwitchable = isIn(switchableKinds)

type ResTypes = { [K in LibraryKind]: Kinds[K]['resType'] }
/** The numbers of the library kinds, and of other types that clients know. */
export const ResType = {
  ...(Object.fromEntries(libraryKinds.map((kind) => [kind, resourceKinds[kind].resType])) as ResTypes),
  /** A workflow that generates images. */
  imageflow: 3,
  ui: 5,
  variable: 8,
  voice: 9,
} as const
const kindOfNumber = new Map<number, LibraryKind>([
  ...libraryKinds.map((kind) => [ResType[kind], kind] as const),
  [ResType.imageflow, 'workflow'],
])
export const kindOfResType = (resType: number): LibraryKind | undefined => kindOfNumber.get(resType)
/** An image flow is a workflow with another mode. */
export const resTypeOf = (kind: string, subType: number): number =>
  kind === 'workflow' && subType === 1 ? ResType.imageflow : isLibraryKind(kind) ? ResType[kind] : 0
