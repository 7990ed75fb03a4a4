import { z } from 'zod'
import { boardKinds, sideStates, voteFaults } from '#shared/arena-enums.ts'

const s = z.string()
export const arenaModel = z.object({
  id: s,
  name: s,
  company: s,
  desc: s,
  brief_desc: s,
  icon: s,
  temperature: s,
  max_token: s,
  publish_timestamp: s,
  update_timestamp: s,
  version: s,
  status: z.int(),
  company_info: z.object({ name: s, icon_uri: s, icon_url: s, url: s }),
})
export type ArenaModelView = z.input<typeof arenaModel>
export const named = z.object({ id: s, name: s })
export const tag = z.object({ type: z.literal([1, 2]), name: s })
export const fault = z.enum(voteFaults)
export const kind = z.enum(boardKinds)
export const side = z.enum(sideStates)
