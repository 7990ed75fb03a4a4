import { api } from '../../lib/api.ts'
import { workflowLink } from '../../lib/links.ts'
import type { PaletteSource } from '../../lib/palette.ts'
import { TypeTile } from '../../ui/type-tile.tsx'
import { kindOf } from './create-workflow.ts'

/** Workflows of the space one is in, by what is typed. */
export const searchWorkflows: NonNullable<PaletteSource['search']> = async (query, { space }, signal) => {
  if (!space) return []
  const input = { space_id: space.id, name: query, page: 1, size: 8 }
  const { workflow_list: found } = await api.workflow.list(input, { signal, quiet: true })
  return found.map((one) => ({
    id: `workflow:${one.workflow_id}`,
    group: 'resources',
    label: one.name,
    note: one.desc,
    tile: <TypeTile kind={kindOf(one.flow_mode)} size={26} />,
    href: workflowLink({ space_id: one.space_id, workflow_id: one.workflow_id }),
  }))
}
