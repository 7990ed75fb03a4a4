import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'

interface Line {
  isBot: boolean
  text: string
}
/** The messages so far, in the format of the server. */
export type LabMessages = { is_bot: boolean; text: string }[]
interface LabAnswer {
  messages: { text: string }[]
  fault: string
}

/** A chat as a platform would show it. Nothing is stored. */
export function LabChat<A extends LabAnswer>({
  say,
  onAnswer,
}: {
  say: (said: LabMessages) => Promise<A>
  onAnswer?: (answer: A) => void
}) {
  const t = useT('channel')
  const [lines, setLines] = useState<readonly Line[]>([])
  const [text, setText] = useState('')
  const call = useMutation({
    mutationFn: (said: Line[]) => say(said.map((line) => ({ is_bot: line.isBot, text: line.text }))),
    onSuccess: (answer, said) => {
      setLines([...said, ...answer.messages.map((message) => ({ isBot: true, text: message.text }))])
      onAnswer?.(answer)
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    const said = [...lines, { isBot: false, text: text.trim() }]
    setLines(said)
    setText('')
    call.mutate(said)
  }
  return (
    <>
      <div
        role="log"
        aria-label={t('lab.chat')}
        // Focusable, so that a long chat can be scrolled by keyboard.
        tabIndex={0}
        className="max-h-80 min-h-24 overflow-y-auto rounded-md border border-line bg-page p-3"
      >
        <ol className="flex flex-col gap-2">
          {lines.map((line, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added
              key={index}
              className={
                line.isBot
                  ? 'self-start rounded-md bg-card px-3 py-2 wrap-anywhere'
                  : 'self-end rounded-md bg-brand-soft px-3 py-2 wrap-anywhere'
              }
            >
              {line.text}
            </li>
          ))}
        </ol>
      </div>
      {call.data?.fault && (
        <Banner tone="warn" inset>
          {call.data.fault}
        </Banner>
      )}
      {call.error && (
        <Banner tone="err" inset>
          {describeError(call.error).message}
        </Banner>
      )}
      <form onSubmit={send} className="flex items-center gap-2">
        <Input
          aria-label={t('lab.message')}
          value={text}
          maxLength={2000}
          onChange={(event) => setText(event.target.value)}
        />
        <Button kind="solid" type="submit" icon={FlaskConical} busy={call.isPending}>
          {t('lab.send')}
        </Button>
      </form>
    </>
  )
}
