import type { Space } from '@orrery/contract'
import { OFFLINE_MODEL_ID } from '@orrery/contract/shared/model-support'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelGuide, useModels } from '#domains/chat/model/index.ts'
import { importing } from '#domains/library/bundle/index.ts'
import { type DraftStage, draftBot, DESCRIPTION_LIMIT } from '../first-bot.ts'
import { FirstParts } from './first-parts.tsx'
import { FirstSketch } from './first-sketch.tsx'
import { FirstStep } from './first-step.tsx'

interface FirstStepsProps {
  space: Space
  onSkip: () => void
}

/** Whether it is the built-in model, which is only good enough for trying things out. */
const isOffline = (model: { model_type: number }) => String(model.model_type) === OFFLINE_MODEL_ID

/** Shown in a space without bots: three steps to the first working bot. The steps can be skipped at any time. */
export function FirstSteps({ space, onSkip }: FirstStepsProps) {
  const t = useT('home')
  const account = useAccount()
  const navigate = useNavigate()
  const models = useModels(space.id)
  const model = models.find((model) => !isOffline(model)) ?? models[0]
  const [input, setRequest] = useState('')
  const [stage, setStage] = useState<DraftStage>('make')
  const draft = useMutation({
    mutationFn: () => draftBot(space.id, input, setStage),
    onSuccess: (botId) =>
      navigate({ to: '/space/$space_id/bot/$bot_id', params: { space_id: space.id, bot_id: botId } }),
  })
  const isReady = input.trim().length > 0 && !draft.isPending
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isReady) draft.mutate()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
  }
  return (
    <section aria-label={t('first.title')} className="mx-auto w-full max-w-5xl py-8">
      <div className="mb-4 flex items-end gap-4">
        <div className="min-w-0">
          <h2 className="text-greeting font-semibold">{t('first.hi', { name: account.name })}</h2>
          <p className="text-mute">{t('first.text')}</p>
        </div>
        <button
          type="button"
          onClick={onSkip}
          className="ml-auto shrink-0 text-small text-mute underline underline-offset-2 hover:text-ink"
        >
          {t('first.skip')}
        </button>
      </div>
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] overflow-hidden rounded-lg border border-line bg-card max-lg:grid-cols-1">
        <ol>
          <FirstStep
            number={1}
            state={model ? 'done' : 'now'}
            title={
              <>
                {t('first.model')}
                {model && <Tag tone="ok">{t('first.done')}</Tag>}
              </>
            }
            text={
              model
                ? t(isOffline(model) ? 'first.modelOffline' : 'first.modelReady', { name: model.name })
                : t('first.modelNone')
            }
            action={
              mayInSpace(space, 'manageModels') ? (
                <Link
                  to="/space/$space_id/members"
                  params={{ space_id: space.id }}
                  search={{ tab: 'models' }}
                  className="text-small font-medium hover:text-brand"
                >
                  {t(model ? 'first.modelMore' : 'first.modelAdd')}
                </Link>
              ) : (
                <ModelGuide spaceId={space.id} className="text-small text-mute" />
              )
            }
          />
          <FirstStep number={2} state={model ? 'now' : 'next'} title={t('first.wish')} text={t('first.wishText')}>
            <form onSubmit={submit} className="mt-3">
              <Textarea
                aria-label={t('first.wish')}
                value={input}
                rows={3}
                maxLength={DESCRIPTION_LIMIT}
                limit={DESCRIPTION_LIMIT}
                disabled={draft.isPending}
                onChange={(event) => setRequest(event.target.value)}
                onKeyDown={onKey}
              />
              <div className="mt-2.5 flex items-start gap-3 max-sm:flex-col max-sm:items-stretch">
                <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
                  <span className="text-small text-mute">{t('first.orTry')}</span>
                  {(['docs', 'mail', 'sales'] as const).map((idea) => (
                    <button
                      key={idea}
                      type="button"
                      disabled={draft.isPending}
                      onClick={() => setRequest(t(`first.idea.${idea}.text`))}
                      className="rounded-full border border-line-strong px-2.5 py-0.5 text-small hover:bg-hover"
                    >
                      {t(`first.idea.${idea}`)}
                    </button>
                  ))}
                </div>
                <Button type="submit" kind="solid" icon={Sparkles} disabled={!isReady} busy={draft.isPending}>
                  {draft.isPending ? t(`first.stage.${stage}`) : t('first.draft')}
                </Button>
              </div>
              {draft.error && <ErrorPanel title={t('first.failed')} error={draft.error} className="mt-3" />}
            </form>
          </FirstStep>
          <FirstStep number={3} state="next" title={t('first.try')} text={t('first.tryText')} />
        </ol>
        <div className="border-l border-line bg-page max-lg:hidden">
          <FirstSketch idea={input} />
        </div>
      </div>
      <FirstParts spaceId={space.id} />
      <p className="mt-5 flex flex-wrap items-center gap-x-1.5 text-small text-mute">
        {t('first.comingFrom')}
        <button
          type="button"
          onClick={() => importing.set({ spaceId: space.id })}
          className="font-medium text-brand hover:underline"
        >
          {t('first.import')}
        </button>
        <span aria-hidden>·</span>
        <KeyCap keys="mod+k" /> {t('first.palette')} <KeyCap keys="?" /> {t('first.shortcuts')}
      </p>
    </section>
  )
}
