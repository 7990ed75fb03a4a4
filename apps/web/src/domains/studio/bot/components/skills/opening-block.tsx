import { BOT_LIMITS, OnboardingMode, SuggestedQuestionsShowMode } from '@orrery/contract/shared/bot-enums'
import { ModelFunction } from '@orrery/contract/shared/model-support'
import { WandSparkles } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { useWriteOpening } from '../../persona/use-write-opening.ts'
import { LimitedText } from '../dialogs/limited-text.tsx'
import { QuestionList } from './question-list.tsx'
import { SkillBlock } from './skill-block.tsx'

/** Opening message and suggested questions. */
export function OpeningBlock() {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const [opening, change] = useGroup('onboarding_info')
  const mode = opening.onboarding_mode
  const isSet = opening.prologue !== '' || opening.suggested_questions.length > 0 || mode === OnboardingMode.model
  const names = {
    [OnboardingMode.none]: t('opening.none'),
    [OnboardingMode.manual]: t('opening.manual'),
    [OnboardingMode.model]: t('opening.model'),
  }
  return (
    <SkillBlock
      tab="opening_dialog"
      title={t('block.opening_dialog')}
      hint={t('block.opening_dialog.hint')}
      hasData={isSet}
      isForm
      state={isSet || mode === OnboardingMode.none ? names[mode] : undefined}
      needs={ModelFunction.onboarding}
    >
      <div className="flex flex-col gap-3 px-4 pt-1 pb-2">
        <Segmented
          size="sm"
          wide
          label={t('opening.mode')}
          disabled={isReadOnly}
          items={Object.entries(names).map(([value, label]) => ({ value, label }))}
          value={String(mode)}
          onChange={(next) => change({ onboarding_mode: Number(next) as typeof mode })}
        />
        {mode === OnboardingMode.manual && <ManualOpening />}
        {mode === OnboardingMode.model && <ModelNeeded spaceId={spaceId} />}
        {mode === OnboardingMode.model && (
          <LimitedText
            label={t('opening.prompt')}
            help={t('opening.prompt.help')}
            lines={3}
            limit={BOT_LIMITS.suggestionPrompt}
            value={opening.customized_onboarding_prompt}
            disabled={isReadOnly}
            onChange={(prompt) => change({ customized_onboarding_prompt: prompt })}
          />
        )}
      </div>
    </SkillBlock>
  )
}

function ManualOpening() {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const [opening, change] = useGroup('onboarding_info')
  const writer = useWriteOpening()
  return (
    <>
      <LimitedText
        label={t('opening.prologue')}
        lines={3}
        limit={BOT_LIMITS.prologue}
        value={opening.prologue}
        placeholder={t('opening.prologue.placeholder')}
        disabled={isReadOnly}
        onChange={(prologue) => change({ prologue })}
      />
      <QuestionList
        questions={opening.suggested_questions}
        isReadOnly={isReadOnly}
        onChange={(questions) => change({ suggested_questions: questions })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          size="sm"
          label={t('opening.show')}
          disabled={isReadOnly}
          items={[
            { value: String(SuggestedQuestionsShowMode.random), label: t('opening.show.random') },
            { value: String(SuggestedQuestionsShowMode.all), label: t('opening.show.all') },
          ]}
          value={String(opening.suggested_questions_show_mode)}
          onChange={(next) => change({ suggested_questions_show_mode: Number(next) as 0 | 1 })}
        />
        {!isReadOnly && (
          <Button
            size="sm"
            kind="ghost"
            icon={WandSparkles}
            busy={writer.isBusy}
            className="ml-auto"
            onClick={writer.write}
          >
            {t('opening.write')}
          </Button>
        )}
      </div>
    </>
  )
}
