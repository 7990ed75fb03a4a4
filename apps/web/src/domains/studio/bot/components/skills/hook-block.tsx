import { ModelFunction } from '@orrery/contract/shared/model-support'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { type Hook, hookPlaces, listHooks, type PlacedHook, removeHook, setHook } from '../../skills/hook-list.ts'
import { HookDialog } from '../dialogs/hook-dialog.tsx'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'

/** Hooks: URLs that are called at fixed points of a turn. */
export function HookBlock() {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const [info, change] = useGroup('hook_info')
  const [edited, setEdited] = useState<PlacedHook | 'new' | null>(null)
  const hooks = listHooks(info)
  const save = (next: { place: PlacedHook['place']; hook: Hook }) =>
    change(setHook(info, edited === 'new' || edited === null ? undefined : edited, next))
  return (
    <>
      <SkillBlock
        tab="hook_info"
        title={t('block.hook_info')}
        hint={t('block.hook_info.hint')}
        hasData={hooks.length > 0}
        count={hooks.length}
        needs={ModelFunction.hook}
        onAdd={() => setEdited('new')}
        addLabel={t('block.hook_info.add')}
      >
        {hooks.map((hook) => (
          <SkillRow
            key={`${hook.place}.${hook.index}`}
            tile={
              <span className="flex size-6.5 shrink-0 items-center justify-center rounded-md bg-kind-other text-white">
                <Icon of={Webhook} />
              </span>
            }
            name={t(`hook.${hookPlaces[hook.place]}`)}
            note={`${hook.hook.uri} · ${formatDuration(hook.hook.timeout_ms)}`}
            copyText={hook.hook.uri}
            beside={hook.hook.strong_dep && <Tag tone="warn">{t('hook.strong')}</Tag>}
            onOpen={isReadOnly ? undefined : () => setEdited(hook)}
            onRemove={() => change(removeHook(info, hook))}
          />
        ))}
      </SkillBlock>
      {edited && (
        <HookDialog value={edited === 'new' ? undefined : edited} onSave={save} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
