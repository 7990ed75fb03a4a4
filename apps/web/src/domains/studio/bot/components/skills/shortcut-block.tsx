import { ModelFunction } from '@orrery/contract/shared/model-support'
import { ArrowDown, ArrowUp, Slash } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { type Shortcut, ShortcutDialog } from '../dialogs/shortcut-dialog.tsx'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'

/**
 * Shortcuts above the input of the chat. They are stored separately; the draft contains only which of them are shown,
 * and in which order.
 */
export function ShortcutBlock() {
  const t = useT('bot')
  const { loaded, isReadOnly } = useEditor()
  const [sort, setSort] = useGroup('shortcut_sort')
  const [edited, setEdited] = useState<Shortcut | 'new' | null>(null)
  const known = new Map(
    loaded.bot_option_data.shortcut_command_list.map((shortcutCommand) => [
      shortcutCommand.command_id,
      shortcutCommand,
    ]),
  )
  const shortcuts = sort.flatMap((id) => known.get(id) ?? [])
  const move = (id: string, by: -1 | 1) => {
    const at = sort.indexOf(id)
    const other = sort[at + by]
    if (other !== undefined) setSort(sort.with(at, other).with(at + by, id))
  }
  return (
    <>
      <SkillBlock
        tab="shortcut"
        title={t('block.shortcut')}
        hint={t('block.shortcut.hint')}
        hasData={shortcuts.length > 0}
        count={shortcuts.length}
        needs={ModelFunction.shortcut}
        onAdd={() => setEdited('new')}
        addLabel={t('block.shortcut.add')}
      >
        {shortcuts.map((shortcut, index) => (
          <SkillRow
            key={shortcut.command_id}
            tile={
              shortcut.shortcut_icon?.url ? (
                <img src={shortcut.shortcut_icon.url} alt="" className="size-6.5 rounded-md" />
              ) : (
                <span className="flex size-6.5 items-center justify-center rounded-md bg-kind-other text-white">
                  <Icon of={Slash} size={14} />
                </span>
              )
            }
            name={shortcut.command_name}
            note={[shortcut.shortcut_command, shortcut.description || shortcut.template_query]
              .filter(Boolean)
              .join(' · ')}
            onOpen={isReadOnly ? undefined : () => setEdited(shortcut)}
            tools={
              <>
                <IconButton
                  size="sm"
                  icon={ArrowUp}
                  label={t('row.up', { name: shortcut.command_name })}
                  disabled={index === 0}
                  onClick={() => move(shortcut.command_id, -1)}
                />
                <IconButton
                  size="sm"
                  icon={ArrowDown}
                  label={t('row.down', { name: shortcut.command_name })}
                  disabled={index === shortcuts.length - 1}
                  onClick={() => move(shortcut.command_id, 1)}
                />
              </>
            }
            onRemove={() => setSort(sort.filter((id) => id !== shortcut.command_id))}
          />
        ))}
      </SkillBlock>
      {edited && <ShortcutDialog shortcut={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </>
  )
}
