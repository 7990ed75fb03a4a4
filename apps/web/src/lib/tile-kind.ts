import type { PortableKind } from '@orrery/contract/shared/resource-kinds'

/** What a tile can show: a kind of resource, or a variant of one. */
export type TileKind =
  | PortableKind
  | 'mcp'
  | 'chatflow'
  | 'imageflow'
  | 'knowledge-table'
  | 'knowledge-image'
  | 'variable'
  | 'other'
