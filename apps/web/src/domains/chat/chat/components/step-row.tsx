import { ArrowRightLeft, Brain, Check, CirclePause, LibraryBig, LoaderCircle, Webhook, X } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import type { Step } from '../steps.ts'
import { JsonView } from '#ui/json-view.tsx'
import { SourceList } from './sources.tsx'

const marks = {
  running: { icon: LoaderCircle, style: 'text-info animate-spin' },
  done: { icon: Check, style: 'text-ok' },
  failed: { icon: X, style: 'text-err' },
  asking: { icon: CirclePause, style: 'text-warn' },
}
const kinds = { tool: null, knowledge: LibraryBig, memory: Brain, jump: ArrowRightLeft, hook: Webhook }

/** Tools that every bot has, whose names are translated. */
const builtInTools = [
  'setKeywordMemory',
  'recallKnowledge',
  'listFiles',
  'readFile',
  'searchFiles',
  'listAlbums',
  'create_task',
  'list_tasks',
  'delete_task',
] as const

function knowledgeName({ chunks, processing }: Step, t: ReturnType<typeof useT<'chat'>>): string {
  if (chunks.length > 0) return t('step.knowledge', { count: chunks.length })
  return processing > 0 ? t('step.processing', { count: processing }) : t('step.noKnowledge')
}

/** A step, whose input and output are shown on click. */
export function StepRow({ step }: { step: Step }) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  const mark = marks[step.state]
  const kindIcon = kinds[step.kind]
  const builtIn = step.toolKind === 'plugin' ? undefined : builtInTools.find((name) => name === step.name)
  const names = {
    tool: builtIn ? t(`tool.${builtIn}`) : step.title,
    knowledge: knowledgeName(step, t),
    memory: t('step.memory'),
    jump: t('step.jump', { name: step.name }),
    hook: t('step.hook', { name: step.name }),
  }
  const hasMore = step.args !== '' || step.result !== '' || step.chunks.length > 0
  return (
    <li>
      <button
        type="button"
        disabled={!hasMore}
        aria-expanded={hasMore ? isOpen : undefined}
        onClick={() => setOpen(!isOpen)}
        className="focus-inset flex min-h-6 w-full items-center gap-2 px-3 py-0.5 text-left text-small enabled:hover:bg-hover"
      >
        <Icon
          of={step.state === 'done' && kindIcon ? kindIcon : mark.icon}
          size={14}
          className={cn('shrink-0', mark.style)}
        />
        <span className="min-w-0 flex-1 truncate" title={step.name}>
          {names[step.kind]}
        </span>
        <span className={cn('shrink-0 tabular-nums', step.state === 'failed' ? 'text-err' : 'text-mute')}>
          <StepNote step={step} />
        </span>
      </button>
      {isOpen && (
        <div className="flex flex-col gap-2 px-3 pt-1 pb-2">
          {step.kind === 'knowledge' ? (
            <SourceList chunks={step.chunks} />
          ) : (
            <>
              {step.args && <JsonView label={t('step.input')} text={step.args} />}
              {step.result && (
                <JsonView label={t('step.output')} text={step.result} isFailed={step.state === 'failed'} />
              )}
            </>
          )}
        </div>
      )}
      {step.state === 'failed' && !isOpen && step.result && (
        <p className="mx-3 mb-1 line-clamp-3 rounded-md bg-err-soft px-2 py-1 text-small text-err wrap-anywhere">
          {step.result}
        </p>
      )}
    </li>
  )
}

function StepNote({ step }: { step: Step }) {
  const t = useT('chat')
  if (step.state === 'running') return <>{t('step.running')}</>
  if (step.state === 'asking') return <>{t('step.asking')}</>
  return <>{step.milliseconds === null ? '' : formatDuration(step.milliseconds)}</>
}
