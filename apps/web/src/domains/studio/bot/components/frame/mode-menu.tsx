import { BotMode } from '@orrery/contract/shared/bot-enums'
import { Bot, ChevronDown, Network, Workflow } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Icon } from '#ui/icon.tsx'
import { MenuChoice } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { useDraft, useEditor } from '../../draft/draft-context.ts'

const modes = { single: BotMode.single, multi: BotMode.multi, workflow: BotMode.workflow } as const
type ModeName = keyof typeof modes
const icons = { single: Bot, multi: Network, workflow: Workflow }

/** Switches between a single model, several agents, and a chatflow. The settings of the other modes are kept. */
export function ModeMenu() {
  const t = useT('bot')
  const { store, reload, isReadOnly } = useEditor()
  const mode = useDraft((draft) => draft.info.bot_mode)
  const name = (Object.keys(modes) as ModeName[]).find((key) => modes[key] === mode) ?? 'single'
  const label = (
    <>
      <Icon of={icons[name]} size={14} className="text-mute" />
      {t(`mode.${name}`)}
    </>
  )
  if (isReadOnly) return <span className="flex items-center gap-1 text-small text-mute">{label}</span>
  const change = (next: ModeName) => {
    if (next === name) return
    store.edit({ bot_mode: modes[next] })
    // The server creates the first agent when the mode changes to several agents.
    void store.flush().then(reload)
  }
  return (
    <Menu
      className="w-80"
      trigger={
        <button
          type="button"
          className={buttonStyle('quiet', 'xs')}
          aria-label={t('mode.label', { mode: t(`mode.${name}`) })}
        >
          {label}
          <Icon of={ChevronDown} size={14} className="text-mute" />
        </button>
      }
    >
      <MenuChoice
        label={t('mode.title')}
        items={(Object.keys(modes) as ModeName[]).map((value) => ({
          value,
          label: t(`mode.${value}`),
          description: t(`mode.${value}.text`),
          icon: icons[value],
        }))}
        value={name}
        onChange={change}
      />
    </Menu>
  )
}
