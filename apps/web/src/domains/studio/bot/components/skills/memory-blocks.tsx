import { OnOff } from '@orrery/contract/shared/bot-enums'
import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import { FileBoxButton } from '#domains/resources/filebox/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { SwitchBlock } from './switch-block.tsx'

const DAY = 24 * 3600
const keepDays = [0, 30, 90, 365]

/** Long-term memory: the bot remembers what people say about themselves across conversations. */
export function LongTermMemoryBlock() {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const [tags, setTags] = useGroup('bot_tag_info')
  const memory = tags.time_capsule_info
  const kept = Math.ceil(Number(memory.time_capsule_time_to_live || 0) / DAY)
  // Includes a retention time that a program has set.
  const choices = [...new Set([...keepDays, kept])].toSorted((a, b) => a - b)
  const nameOf = (days: number) => (days === 0 ? t('memory.keep.0') : t('memory.keep.after', { count: days }))
  const change = (fields: Partial<typeof memory>) => setTags({ time_capsule_info: { ...memory, ...fields } })
  return (
    <SwitchBlock
      tab="long_term_memory"
      title={t('block.long_term_memory')}
      hint={t('block.long_term_memory.hint')}
      needs={ModelFunction.longTermMemory}
      isOn={memory.time_capsule_mode === OnOff.on}
      onChange={(on) => change({ time_capsule_mode: on ? OnOff.on : OnOff.off })}
    >
      <div className="flex flex-col gap-2 px-4 pb-1 pl-8">
        <Switch
          checked={memory.disable_prompt_calling === OnOff.off}
          disabled={isReadOnly}
          onChange={(on) => change({ disable_prompt_calling: on ? OnOff.off : OnOff.on })}
        >
          {t('memory.inPrompt')}
        </Switch>
        <Field label={t('memory.keep')} className="mt-2">
          <Select
            size="sm"
            disabled={isReadOnly}
            items={choices.map((days) => ({ value: String(days), label: nameOf(days) }))}
            value={String(kept)}
            onChange={(days) => change({ time_capsule_time_to_live: days === '0' ? '' : String(Number(days) * DAY) })}
          />
        </Field>
        <ModelNeeded spaceId={spaceId} />
      </div>
    </SwitchBlock>
  )
}

/** The file box: stores files that people send, so that the bot can read them later. */
export function FileBoxBlock() {
  const t = useT('bot')
  const { botId } = useEditor()
  const [box, setBox] = useGroup('filebox_info')
  return (
    <SwitchBlock
      tab="filebox"
      title={t('block.filebox')}
      hint={t('block.filebox.hint')}
      needs={ModelFunction.fileBox}
      isOn={box.Mode === OnOff.on}
      onChange={(on) => setBox({ Mode: on ? OnOff.on : OnOff.off })}
    >
      <p className="px-4 pb-2 pl-8 text-small text-mute">{t('block.filebox.hint')}</p>
      <div className="px-4 pb-1 pl-8">
        <FileBoxButton botId={botId} />
      </div>
    </SwitchBlock>
  )
}
