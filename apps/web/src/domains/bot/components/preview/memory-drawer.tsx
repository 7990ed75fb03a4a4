import { OnOff } from '@orrery/contract/shared/bot-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Braces, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { buttonStyle } from '../../../../ui/button-style.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Field } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Input } from '../../../../ui/input.tsx'
import { SheetSection, SideSheet } from '../../../../ui/side-sheet.tsx'
import { useDraft, useEditor } from '../../draft-context.ts'
import { forgetMemory, memoriesQuery, resetValues, saveValue, valuesQuery } from '../../memory.queries.ts'

/** What the bot remembers of the person who tries it. */
export function MemoryDrawer({ onClose }: { onClose: () => void }) {
  const t = useT('bot')
  const variables = useDraft((draft) => draft.info.variable_list)
  const remembers = useDraft((draft) => draft.info.bot_tag_info.time_capsule_info.time_capsule_mode === OnOff.on)
  return (
    <SideSheet kind="memory" place="over" title={t('memory.title')} caption={t('memory.caption')} onClose={onClose}>
      {variables.length === 0 && !remembers && (
        <EmptyState icon={Braces} title={t('memory.empty')} text={t('block.variable.hint')} />
      )}
      {variables.length > 0 && <Values />}
      {remembers && <Memories />}
    </SideSheet>
  )
}

function Values() {
  const t = useT('bot')
  const { botId } = useEditor()
  const variables = useDraft((draft) => draft.info.variable_list)
  const { data, error } = useQuery(valuesQuery(botId))
  const reset = useMutation({ mutationFn: () => resetValues(botId) })
  return (
    <SheetSection
      title={t('block.variable')}
      tools={
        <Button size="xs" kind="ghost" icon={RotateCcw} busy={reset.isPending} onClick={() => reset.mutate()}>
          {t('memory.reset')}
        </Button>
      }
    >
      {(error ?? reset.error) && <ErrorPanel error={error ?? reset.error} />}
      <div className="flex flex-col gap-3">
        {variables.map(({ key, default_value: first, description }) => (
          <Value
            key={key + (data?.get(key) ?? '')}
            name={key}
            value={data?.get(key)}
            first={first}
            help={description}
          />
        ))}
      </div>
    </SheetSection>
  )
}

interface ValueProps {
  name: string
  value: string | undefined
  first: string
  help: string
}

/** Written when one leaves the field; the next reply already knows it. */
function Value({ name, value, first, help }: ValueProps) {
  const t = useT('bot')
  const { botId } = useEditor()
  const [text, setText] = useState(value ?? '')
  const save = useMutation({ mutationFn: () => saveValue(botId, name, text) })
  const leave = () => {
    if (text !== (value ?? '')) save.mutate()
  }
  return (
    <Field label={<code>{name}</code>} help={help || undefined} error={save.error?.message}>
      <Input
        value={text}
        placeholder={first ? t('variable.defaultIs', { value: first }) : t('memory.unset')}
        onChange={(event) => setText(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
    </Field>
  )
}

function Memories() {
  const t = useT('bot')
  const manage = useT('memory')('open')
  const { botId, spaceId } = useEditor()
  const { data, error } = useQuery(memoriesQuery(botId))
  return (
    <SheetSection
      title={t('block.long_term_memory')}
      tools={
        <Link
          to="/space/$space_id/bot/$bot_id/memory"
          params={{ space_id: spaceId, bot_id: botId }}
          className={buttonStyle('ghost', 'xs')}
        >
          {manage}
        </Link>
      }
    >
      {error && <ErrorPanel error={error} />}
      {data?.length === 0 && <p className="text-small text-mute">{t('memory.nothing')}</p>}
      <ul className="flex flex-col">
        {data?.map((item) => (
          <li key={item.iid} className="flex items-start gap-2 border-b border-line py-2 last:border-b-0">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {item.text}
              <DateTime at={item.event_ms} className="block text-small text-mute" />
            </span>
            <IconButton
              size="sm"
              kind="danger"
              icon={Trash2}
              label={t('memory.forget')}
              onClick={() => void forgetMemory(botId, item.iid)}
            />
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
