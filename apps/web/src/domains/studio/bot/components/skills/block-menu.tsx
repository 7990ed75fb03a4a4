import { TabStatus } from '@orrery/contract/shared/bot-enums'
import { Blocks } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuCheck, MenuItem, MenuLabel, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { type SkillTab, skillTabs } from '../../skills/tab-status.ts'
import { useFilledTabs } from '../../skills/use-filled-tabs.ts'
import { useSetTab, useTabStates } from '../../skills/use-tab-status.ts'

/** Chooses the visible blocks. A block with content cannot be hidden. */
export function BlockMenu() {
  const t = useT('bot')
  const filled = useFilledTabs()
  const stateOf = useTabStates()
  const set = useSetTab()
  const toggle = (tab: SkillTab, on: boolean) => set(tab, on ? TabStatus.default : TabStatus.hide)
  const all = (status: TabStatus) => {
    for (const tab of skillTabs) if (stateOf(tab) !== TabStatus.hide) set(tab, status)
  }
  return (
    <Menu trigger={<IconButton icon={Blocks} label={t('blocks.menu')} />} align="end" className="w-64">
      <MenuItem onClick={() => all(TabStatus.open)}>{t('blocks.openAll')}</MenuItem>
      <MenuItem onClick={() => all(TabStatus.close)}>{t('blocks.closeAll')}</MenuItem>
      <MenuLine />
      <MenuLabel>{t('blocks.shown')}</MenuLabel>
      {skillTabs.map((tab) => {
        const isFilled = filled.has(tab)
        return (
          <MenuCheck
            key={tab}
            checked={isFilled || stateOf(tab) !== TabStatus.hide}
            disabled={isFilled}
            description={isFilled ? t('blocks.filled') : undefined}
            onChange={(on) => toggle(tab, on)}
          >
            {t(`block.${tab}`)}
          </MenuCheck>
        )
      })}
    </Menu>
  )
}
