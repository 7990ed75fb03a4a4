import { useMutation } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelErrorPanel, ModelNeeded } from '#domains/chat/model/index.ts'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { useEditor } from '../../draft/draft-context.ts'

interface OptimiseDialogProps {
  current: string
  onUse: (text: string) => void
  onClose: () => void
}

/** Lets a model rewrite the persona. The person reviews the difference before it is applied. */
export function OptimiseDialog({ current, onUse, onClose }: OptimiseDialogProps) {
  const t = useT('bot')
  const { botId, spaceId } = useEditor()
  const [input, setRequest] = useState('')
  const work = useMutation({
    mutationFn: (hint: string) => api.bot.optimisePrompt({ bot_id: botId, original_prompt: current, hint }),
  })
  const { mutate } = work
  useEffect(() => mutate(''), [mutate])
  const written = work.data?.optimized_prompt
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('optimise.title')}
      description={t('optimise.text')}
      keepOnOutsidePress
      footer={
        <>
          <Button icon={WandSparkles} busy={work.isPending} onClick={() => mutate(input.trim())} className="mr-auto">
            {t('optimise.again')}
          </Button>
          <Button onClick={onClose}>{t('optimise.discard')}</Button>
          <Button
            kind="solid"
            disabled={written === undefined || work.isPending}
            onClick={() => {
              if (written !== undefined) onUse(written)
              onClose()
            }}
          >
            {t('optimise.accept')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('optimise.wish')}>
          <Textarea
            rows={1}
            value={input}
            placeholder={t('optimise.wish.placeholder')}
            onChange={(event) => setRequest(event.target.value)}
          />
        </Field>
        {work.isPending && (
          <div className="flex flex-col gap-2 py-1">
            {['w-2/5', 'w-full', 'w-11/12', 'w-4/5', 'w-1/3', 'w-full', 'w-3/4'].map((width, index) => (
              <Skeleton key={index} className={`h-5 ${width}`} />
            ))}
          </div>
        )}
        {work.error && <ModelErrorPanel spaceId={spaceId} title={t('optimise.failed')} error={work.error} />}
        <ModelNeeded spaceId={spaceId} />
        {!work.isPending && written !== undefined && <TextDiff before={current} after={written} />}
      </div>
    </Dialog>
  )
}
