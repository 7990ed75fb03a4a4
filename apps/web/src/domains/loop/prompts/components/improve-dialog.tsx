import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { useWritten, type Written } from '../use-written.ts'
import { AssistantTalk } from './assistant-talk.tsx'
import { formFields, StructuredForm } from './structured-form.tsx'

interface ImproveDialogProps {
  spaceId: string
  promptId: string
  current: string
  /** The variables that the text must contain. */
  variables: readonly string[]
  /** An unsatisfactory answer, to improve the message with. */
  about?: { question: string; answer: string } | undefined
  onUse: (text: string) => void
  onClose: () => void
}
const ways = ['improve', 'basic', 'crispe', 'assistant'] as const
type Way = (typeof ways)[number]

/** A model writes or improves a message. Nothing changes until the person has seen and accepted the differences. */
export function ImproveDialog(props: ImproveDialogProps) {
  const { spaceId, promptId, current, variables, about, onUse, onClose } = props
  const t = useT('prompts')
  // An empty message cannot be improved.
  const [way, setWay] = useState<Way>(current.trim() ? 'improve' : 'basic')
  const [feedbackText, setFeedbackText] = useState('')
  const [form, setForm] = useState<Record<string, string>>({})
  const [assistantText, setAssistantText] = useState('')
  const written = useWritten(spaceId)
  const text = way === 'assistant' ? assistantText : written.text
  const feedback = feedbackText.trim()
  const isReady =
    way === 'improve'
      ? current.trim() !== '' && (!about || feedback !== '')
      : way !== 'assistant' && formFields[way].some((name) => form[name]?.trim())
  const write = () =>
    void written.write(
      way === 'improve'
        ? {
            prompt_id: promptId,
            original_prompt: current,
            generate_prompt_type: feedback ? 3 : 2,
            ...(feedback && { feedback }),
            ...(about && {
              user_message: { message_type: 2, content: about.question },
              assistant_message: { message_type: 3, content: about.answer },
            }),
          }
        : {
            prompt_id: promptId,
            generate_prompt_type: 1,
            structured_prompt_type: way === 'crispe' ? 2 : 1,
            structured_context: JSON.stringify(form),
            variables: variables.map((key) => ({ key })),
          },
    )
  const leave = () => {
    written.stop()
    written.reportOutcome({ is_canceled: true })
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && leave()}
      title={t('improve.title')}
      description={t('improve.text')}
      keepOnOutsidePress
      footer={
        <>
          {way !== 'assistant' && (
            <Button className="mr-auto" busy={written.isBusy} disabled={!isReady} onClick={write}>
              {t(written.text ? 'improve.again' : way === 'improve' ? 'improve.write' : 'improve.compose')}
            </Button>
          )}
          <Button onClick={leave}>{t('improve.discard')}</Button>
          <Button
            kind="solid"
            disabled={way === 'assistant' ? !assistantText : !written.record || written.isBusy}
            onClick={() => {
              written.reportOutcome({ is_accepted: true })
              onUse(text)
              onClose()
            }}
          >
            {t('improve.accept')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {!about && (
          <Segmented
            label={t('improve.way')}
            items={ways.map((value) => ({ value, label: t(`way.${value}`) }))}
            value={way}
            onChange={(next) => {
              written.reset()
              setForm({})
              setWay(next)
            }}
          />
        )}
        {about && <Answered {...about} />}
        {way === 'improve' && (
          <Field label={t(about ? 'improve.wrong' : 'improve.wish')} required={Boolean(about)}>
            <Textarea rows={1} value={feedbackText} onChange={(event) => setFeedbackText(event.target.value)} />
          </Field>
        )}
        {(way === 'basic' || way === 'crispe') && <StructuredForm form={way} values={form} onChange={setForm} />}
        {way === 'assistant' && <AssistantTalk current={current} text={assistantText} onText={setAssistantText} />}
        {written.error !== null && <ErrorPanel error={written.error} />}
        {text && <TextDiff before={current} after={text} />}
        {written.record && <Opinion key={written.record} written={written} />}
      </div>
    </Dialog>
  )
}

function Answered({ question, answer }: { question: string; answer: string }) {
  return (
    <div className="flex max-h-40 flex-col gap-2 overflow-y-auto rounded-md bg-page p-3 wrap-anywhere whitespace-pre-wrap">
      {question && <p className="text-mute">{question}</p>}
      <p>{answer}</p>
    </div>
  )
}

/** Rates the text, even if it was not used. */
function Opinion({ written }: { written: Written }) {
  const t = useT('prompts')
  const [opinion, setOpinion] = useState<'liked' | 'disliked' | null>(null)
  const rate = (next: 'liked' | 'disliked') => {
    setOpinion(next)
    written.reportOutcome(next === 'liked' ? { is_liked: true } : { is_disliked: true })
  }
  return (
    <div className="flex gap-1">
      <IconButton
        size="sm"
        icon={ThumbsUp}
        label={t('improve.like')}
        pressed={opinion === 'liked'}
        onClick={() => rate('liked')}
      />
      <IconButton
        size="sm"
        icon={ThumbsDown}
        label={t('improve.dislike')}
        pressed={opinion === 'disliked'}
        onClick={() => rate('disliked')}
      />
    </div>
  )
}
