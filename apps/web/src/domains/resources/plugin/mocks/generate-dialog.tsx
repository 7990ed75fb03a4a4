import { MOCK_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import { contextOf, GenStatus, refreshMocks, type ToolPlace } from './mock.queries.ts'

interface GenerateDialogProps {
  place: ToolPlace
  setId: string
  count: number
  onClose: () => void
}
const pollMs = 400

/** Generates responses that fit the tool: with a model, or by rules if there is none. */
export function GenerateDialog({ place, setId, count, onClose }: GenerateDialogProps) {
  const t = useT('mock')
  const [quantity, setQuantity] = useState<number | null>(3)
  const [input, setRequest] = useState('')
  const [task, setTask] = useState<string | null>(null)
  const write = useMutation({
    mutationFn: async (): Promise<number> => {
      const { taskID } = await api.mockSet.generate({ mockSetID: setId, quantity: quantity ?? 1, desc: input.trim() })
      setTask(taskID)
      const made = await written(taskID)
      const bizCtx = contextOf(place)
      for (const [n, content] of made.entries())
        await api.mockSet.saveRule({
          bizCtx,
          mocksetID: setId,
          name: t('rules.nth', { n: count + n + 1 }),
          responseExpect: { responseExpectType: 1, responseExpectRule: content },
        })
      return made.length
    },
    onSuccess: async (made) => {
      await refreshMocks()
      toast.ok(t('generate.done', { count: made }))
      onClose()
    },
    onSettled: () => setTask(null),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('generate.title')}
      description={t('generate.text')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!write.isPending) write.mutate()
      }}
      footer={
        <>
          {task ? (
            <Button
              onClick={() => void api.mockSet.cancelGenerate({ taskID: task }, { toast: true }).catch(() => undefined)}
            >
              {t('generate.stop')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('cancel')}</Button>
          )}
          <Button type="submit" kind="solid" busy={write.isPending}>
            {t('generate.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('generate.count')}>
          <NumberInput value={quantity} min={1} max={MOCK_LIMITS.generated} onChange={setQuantity} className="w-24" />
        </Field>
        <Field label={t('generate.wish')} help={t('generate.wish.help')}>
          <Textarea
            rows={2}
            value={input}
            limit={MOCK_LIMITS.description}
            onChange={(event) => setRequest(event.target.value)}
          />
        </Field>
        <ModelNeeded spaceId={place.spaceId} />
        {write.error && <ErrorPanel error={write.error} />}
      </div>
    </Dialog>
  )
}

/** Waits for the generated responses. If the task is stopped, returns those generated so far. */
async function written(taskID: string): Promise<string[]> {
  for (;;) {
    const { status, choices } = await api.mockSet.generated({ taskID })
    if (status === GenStatus.failed) throw new Error('')
    if (status !== GenStatus.running && status !== GenStatus.pending) return choices.map((choice) => choice.content)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
