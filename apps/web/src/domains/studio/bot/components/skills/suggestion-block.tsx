import { BOT_LIMITS, SuggestReplyMode } from '@orrery/contract/shared/bot-enums'
import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { LimitedText } from '../dialogs/limited-text.tsx'
import { SkillBlock } from './skill-block.tsx'

/** Suggests three questions after each answer, with the standard prompt or a custom one. */
export function SuggestionBlock() {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const [suggest, change] = useGroup('suggest_reply_info')
  const mode = suggest.suggest_reply_mode
  const names = {
    [SuggestReplyMode.system]: t('suggest.system'),
    [SuggestReplyMode.custom]: t('suggest.custom'),
    [SuggestReplyMode.off]: t('suggest.off'),
  } as Record<number, string>
  return (
    <SkillBlock
      tab="suggestion"
      title={t('block.suggestion')}
      hint={t('block.suggestion.hint')}
      hasData={mode === SuggestReplyMode.custom}
      isForm
      state={names[mode]}
      needs={ModelFunction.suggestion}
    >
      <div className="flex flex-col gap-3 px-4 pt-1 pb-2">
        <Segmented
          size="sm"
          wide
          label={t('block.suggestion')}
          disabled={isReadOnly}
          items={Object.entries(names).map(([value, label]) => ({ value, label }))}
          value={String(mode)}
          onChange={(next) => change({ suggest_reply_mode: Number(next) as typeof mode })}
        />
        <p className="text-small text-mute">
          {mode === SuggestReplyMode.off ? t('suggest.off.help') : t('block.suggestion.hint')}
        </p>
        {mode !== SuggestReplyMode.off && <ModelNeeded spaceId={spaceId} />}
        {mode === SuggestReplyMode.custom && (
          <LimitedText
            label={t('suggest.prompt')}
            lines={3}
            limit={BOT_LIMITS.suggestionPrompt}
            value={suggest.customized_suggest_prompt}
            placeholder={t('suggest.prompt.placeholder')}
            disabled={isReadOnly}
            onChange={(prompt) => change({ customized_suggest_prompt: prompt })}
          />
        )}
      </div>
    </SkillBlock>
  )
}
