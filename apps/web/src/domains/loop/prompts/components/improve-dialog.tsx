import { useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { readStream } from '#lib/sse.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { TextDiff } from '#domains/resources/prompt/index.ts'

interface ImproveDialogProps {
  spaceId: string
  promptId: string
  current: string
  onUse: (text: string) => void
  onClose: () => void
}
interface Sent {
  item?: { stream_state: number; content: string }
  record_id?: string
}

/** A model improves a message; nothing changes before the difference was seen and accepted. */
export function ImproveDialog({ spaceId, promptId, current, onUse, onClose }: ImproveDialogProps) {
  const t = useT('prompts')
  const [wish, setWish] = useState('')
  const [text, setText] = useState('')
  const [record, setRecord] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  async function write() {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setBusy(true)
    setError(null)
    setRecord('')
    let soFar = ''
    try {
      const feedback = wish.trim()
      const input = {
        space_id: spaceId,
        prompt_id: promptId,
        original_prompt: current,
        generate_prompt_type: feedback ? (3 as const) : (2 as const),
        ...(feedback && { feedback }),
        is_retry: text !== '',
      }
      for await (const { data } of readStream(() => api.promptAssist.generate(input, { signal: stop.signal }))) {
        const { item, record_id: id } = data as Sent
        // A text that lost a variable is begun again.
        if (item) soFar = item.stream_state === 3 ? soFar + item.content : item.content
        setText(soFar)
        if (id) setRecord(id)
      }
    } catch (cause) {
      if (!stop.signal.aborted) setError(cause)
    }
    setBusy(false)
  }
  const tell = (outcome: { is_accepted?: boolean; is_canceled?: boolean }) => {
    if (record) void api.promptAssist.rate({ space_id: spaceId, record_id: record, ...outcome })
  }
  const leave = () => {
    running.current?.abort()
    tell({ is_canceled: true })
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
          <Button className="mr-auto" busy={isBusy} onClick={() => void write()}>
            {t(text ? 'improve.again' : 'improve.write')}
          </Button>
          <Button onClick={leave}>{t('improve.discard')}</Button>
          <Button
            kind="solid"
            disabled={!record || isBusy}
            onClick={() => {
              tell({ is_accepted: true })
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
        <Field label={t('improve.wish')}>
          <Textarea rows={1} value={wish} onChange={(event) => setWish(event.target.value)} />
        </Field>
        {error !== null && <ErrorPanel error={error} />}
        {text && <TextDiff before={current} after={text} />}
      </div>
    </Dialog>
  )
}
