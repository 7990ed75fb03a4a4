import { Copy, CopyPlus, Ellipsis, Link2, Trash2 } from 'lucide-react'
import { useT } from '../../../lib/i18n.ts'
import { botLink } from '../../../lib/links.ts'
import { copyText } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuItem, MenuLine } from '../../../ui/menu-items.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ExportItem } from '../../bundle/index.ts'
import type { ListedBot } from '../home.queries.ts'

export interface BotMenuActions {
  onDuplicate: (bot: ListedBot) => void
  onCopyTo: (bot: ListedBot) => void
  onDelete: (bot: ListedBot) => void
}

export function BotMenu({ bot, onDuplicate, onCopyTo, onDelete }: BotMenuActions & { bot: ListedBot }) {
  const t = useT('home')
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('menu.more', { name: bot.name })} />}>
      <MenuItem icon={Copy} onClick={() => onDuplicate(bot)}>
        {t('menu.duplicate')}
      </MenuItem>
      <MenuItem icon={CopyPlus} onClick={() => onCopyTo(bot)}>
        {t('menu.copyTo')}
      </MenuItem>
      <MenuItem icon={Link2} onClick={() => void copyText(location.origin + botLink(bot.space_id, bot.id))}>
        {t('menu.copyLink')}
      </MenuItem>
      <ExportItem spaceId={bot.space_id} id={bot.id} name={bot.name} />
      {bot.deletable && (
        <>
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={() => onDelete(bot)}>
            {t('menu.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
