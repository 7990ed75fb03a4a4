import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { Chat, type ChatStore } from '#domains/chat/chat/index.ts'
import { ModelPopover } from '#domains/chat/model/index.ts'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import type { Comparison, DiffMode, SideName } from '../../compare/compare.queries.ts'

type Setting = Comparison['diff_mode_config_a']
const noOpening = { prologue: '', questions: [], showsAll: true }

interface CompareSideProps {
  side: SideName
  mode: DiffMode
  setting: Setting
  store: ChatStore
  onChange: (setting: Setting) => void
  onTake: () => void
}

/** One side: the compared setting, its conversation, and the button that applies it to the draft. */
export function CompareSide({ side, mode, setting, store, onChange, onTake }: CompareSideProps) {
  const t = useT('bot')
  const { botId, spaceId } = useEditor()
  const name = useDraft((draft) => draft.info.name)
  const iconUrl = useDraft((draft) => draft.info.icon_url)
  const draftModel = useDraft((draft) => draft.info.model_info)
  const title = t(`compare.${side}`)
  return (
    <section aria-label={title} className="flex min-h-0 min-w-0 flex-col max-sm:min-h-96">
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-1">
        <h3 className="min-w-0 flex-1 truncate font-semibold">{title}</h3>
        {mode === 'model' && (
          <ModelPopover
            spaceId={spaceId}
            value={setting.model_info ?? draftModel}
            onChange={(model_info) => onChange({ model_info })}
          />
        )}
        <Button size="sm" kind="ghost" onClick={onTake}>
          {t('compare.take')}
        </Button>
      </div>
      {mode === 'prompt' && (
        <div className="px-4 pb-2">
          <Textarea
            aria-label={t('compare.promptOf', { side: title })}
            rows={4}
            maxRows={10}
            maxLength={BOT_LIMITS.persona}
            value={setting.prompt ?? ''}
            onChange={(event) => onChange({ prompt: event.target.value })}
          />
        </div>
      )}
      <Chat frame={{ store, bot: { id: botId, name, iconUrl }, isReadOnly: true }} opening={noOpening} placeholder="" />
    </section>
  )
}
