import type { BotAgent } from '@orrery/contract'
import { Backtrack, BOT_LIMITS, JudgeTiming, Recognition, RecognitionModel } from '@orrery/contract/shared/bot-enums'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import { LimitedText } from '../dialogs/limited-text.tsx'

type Jump = BotAgent['jump_config']
type Independent = NonNullable<Jump['independent_conf']>

const firstIndependent: Independent = {
  judge_timing: JudgeTiming.before,
  history_round: 3,
  model_type: RecognitionModel.small,
  model_id: '',
  prompt: '',
}

/** Who decides on a hand-over, and who speaks next. */
export function JumpRules({ agent, onChange }: { agent: BotAgent; onChange: (jump: Jump) => void }) {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const jump = agent.jump_config
  const own = jump.independent_conf ?? firstIndependent
  const set = (fields: Partial<Jump>) => onChange({ ...jump, ...fields })
  const setOwn = (fields: Partial<Independent>) => set({ independent_conf: { ...own, ...fields } })
  const backs = [
    { value: String(Backtrack.current), label: t('jump.current') },
    { value: String(Backtrack.previous), label: t('jump.previous') },
    { value: String(Backtrack.start), label: t('jump.start') },
    { value: String(Backtrack.mostSuitable), label: t('jump.suitable') },
  ]
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-4">
      <Field label={t('jump.back')} help={t('jump.back.help')}>
        <Select
          items={backs}
          value={String(jump.backtrack)}
          disabled={isReadOnly}
          onChange={(next) => set({ backtrack: Number(next) as Jump['backtrack'] })}
        />
      </Field>
      <Field
        label={t('jump.recognition')}
        help={jump.recognition === Recognition.functionCall ? t('jump.byModel.help') : t('jump.independent.help')}
      >
        <Segmented
          label={t('jump.recognition')}
          disabled={isReadOnly}
          items={[
            { value: String(Recognition.functionCall), label: t('jump.byModel') },
            { value: String(Recognition.independent), label: t('jump.independent') },
          ]}
          value={String(jump.recognition)}
          onChange={(next) =>
            set({
              recognition: Number(next) as Jump['recognition'],
              independent_conf: Number(next) === Recognition.independent ? own : jump.independent_conf,
            })
          }
        />
      </Field>
      {jump.recognition === Recognition.independent && (
        <>
          <Field label={t('jump.timing')}>
            <Segmented
              label={t('jump.timing')}
              disabled={isReadOnly}
              items={[
                { value: String(JudgeTiming.before), label: t('jump.before') },
                { value: String(JudgeTiming.after), label: t('jump.after') },
                { value: String(JudgeTiming.both), label: t('jump.both') },
              ]}
              value={String(own.judge_timing)}
              onChange={(next) => setOwn({ judge_timing: Number(next) as Independent['judge_timing'] })}
            />
          </Field>
          <Field label={t('jump.rounds')}>
            <Slider
              label={t('jump.rounds')}
              min={0}
              max={20}
              value={own.history_round}
              disabled={isReadOnly}
              onChange={(rounds) => setOwn({ history_round: rounds })}
            />
          </Field>
          <LimitedText
            label={t('jump.prompt')}
            lines={3}
            limit={BOT_LIMITS.suggestionPrompt}
            value={own.prompt}
            disabled={isReadOnly}
            onChange={(prompt) => setOwn({ prompt })}
          />
        </>
      )}
    </div>
  )
}
