import { useMutation } from '@tanstack/react-query'
import { Play, Plug } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type Answer, cannedFor, isCallable, promptOf, type ToolUse } from '../try-step.ts'

/** Tool calls that wait for the person: the arguments of each, and its response. */
export function ToolStep({
  answer,
  onContinue,
}: {
  answer: Answer
  onContinue: (responses: readonly string[]) => void
}) {
  const t = useT('prompts')
  const waiting = answer.tools.filter(({ response }) => response === undefined)
  const [responses, setResponses] = useState(() => waiting.map((tool) => cannedFor(answer, tool)))
  const put = (at: number, response: string) =>
    setResponses((all) => all.map((one, index) => (index === at ? response : one)))
  return (
    <section aria-label={t('toolStep.title')} className="flex flex-col gap-3 rounded-md border border-line-strong p-3">
      <p className="text-small text-mute">{t('toolStep.text')}</p>
      {waiting.map((tool, at) => (
        <div key={tool.id || at} className="flex flex-col gap-1.5">
          <p className="rounded-sm bg-page p-2 font-mono text-code wrap-anywhere">
            {tool.name}({tool.arguments})
          </p>
          <Field label={t('toolStep.response', { name: tool.name })}>
            <Textarea mono rows={2} value={responses[at]} onChange={(event) => put(at, event.target.value)} />
          </Field>
          {isCallable(answer, tool) && <CallTool answer={answer} tool={tool} onSaid={(said) => put(at, said)} />}
        </div>
      ))}
      <Button kind="solid" icon={Play} className="self-start" onClick={() => onContinue(responses)}>
        {t('toolStep.goOn')}
      </Button>
    </section>
  )
}

interface CallToolProps {
  answer: Answer
  tool: ToolUse
  onSaid: (response: string) => void
}
/** Really calls the tool; the person can still edit the response. */
function CallTool({ answer: { step, traceId }, tool, onSaid }: CallToolProps) {
  const t = useT('prompts')
  const call = useMutation({
    mutationFn: () =>
      api.promptRun.callTool({
        space_id: step.asked.spaceId,
        prompt: promptOf(step, step.detail!),
        name: tool.name,
        arguments: tool.arguments || '{}',
        debug_trace_key: traceId,
      }),
    onSuccess: ({ response }) => onSaid(response),
  })
  return (
    <>
      <Button size="sm" icon={Plug} className="self-start" busy={call.isPending} onClick={() => call.mutate()}>
        {t('toolStep.call', { name: tool.name })}
      </Button>
      {call.error && <ErrorPanel error={call.error} />}
    </>
  )
}
