import { OnOff } from '@orrery/contract/shared/bot-enums'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Braces, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { WhyEmpty } from '#domains/resources/memory/index.ts'
import { LocationShare, VariableValues } from '#domains/resources/variable/index.ts'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import { forgetMemory, memoriesQuery } from '../../preview/memory.queries.ts'

const locationKeys = new Set(['sys_country', 'sys_subdivision', 'sys_city'])

/** What the bot remembers about the current user. */
export function MemoryDrawer({ onClose }: { onClose: () => void }) {
  const t = useT('bot')
  const { botId } = useEditor()
  const variables = useDraft((draft) => draft.info.variable_list)
  const remembers = useDraft((draft) => draft.info.bot_tag_info.time_capsule_info.time_capsule_mode === OnOff.on)
  return (
    <SideSheet kind="memory" place="over" title={t('memory.title')} caption={t('memory.caption')} onClose={onClose}>
      {variables.length === 0 && !remembers && (
        <EmptyState icon={Braces} title={t('memory.empty')} text={t('block.variable.hint')} />
      )}
      {variables.length > 0 && <VariableValues owner={{ bot_id: botId }} variables={variables} />}
      {variables.some(({ key }) => locationKeys.has(key)) && <LocationShare botId={botId} />}
      <Memories isOn={remembers} />
    </SideSheet>
  )
}

function Memories({ isOn }: { isOn: boolean }) {
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
      {data?.length === 0 && <WhyEmpty spaceId={spaceId} botId={botId} isOn={isOn} compact />}
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
