import { api } from '../../lib/api.ts'
import { botLink } from '../../lib/links.ts'
import type { PaletteSource } from '../../lib/palette.ts'
import { PictureTile } from '../../ui/picture-tile.tsx'

/** Bots of the space one is in, by what is typed. */
export const searchBots: NonNullable<PaletteSource['search']> = async (query, { space }, signal) => {
  if (!space) return []
  const input = { space_id: space.id, bot_name: query, page_size: 8 }
  const { bot_draft_list: bots } = await api.bot.list(input, { signal, quiet: true })
  return bots.map((bot) => ({
    id: `bot:${bot.id}`,
    group: 'resources',
    label: bot.name,
    note: bot.description,
    tile: <PictureTile id={bot.id} kind="bot" src={bot.icon_url} size={26} />,
    href: botLink(bot.space_id, bot.id),
  }))
}
