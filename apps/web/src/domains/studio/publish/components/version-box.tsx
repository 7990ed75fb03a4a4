import { nextVersions } from '@orrery/contract/shared/version-name'
import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { useMutation } from '@tanstack/react-query'
import { ArrowRight, CircleAlert, WandSparkles } from 'lucide-react'
import { useId } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Counter } from '#ui/counter.tsx'
import { Icon } from '#ui/icon.tsx'

const steps = ['patch', 'minor', 'major'] as const

interface VersionBoxProps {
  lastName: string
  /** The version name that the draft already has; empty if it has none. */
  ownName: string
  version: string
  fault: 'form' | 'order' | undefined
  note: string
  summary: string
  /** Generates a better description than the summary, if available. */
  describe?: (() => Promise<string>) | undefined
  isReadOnly: boolean
  onVersion: (version: string) => void
  onNote: (note: string) => void
}

/** Name and changelog of the version. */
export function VersionBox(props: VersionBoxProps) {
  const { lastName, ownName, version, fault, note, summary, describe, isReadOnly, onVersion, onNote } = props
  const t = useT('publish')
  const id = useId()
  const write = useMutation({
    // Falls back to the rule-based summary.
    mutationFn: async () => (await describe?.().catch(() => '')) || summary,
    onSuccess: (text) => onNote(text.slice(0, BOT_LIMITS.versionNote)),
  })
  const next = nextVersions(lastName)
  const offered = lastName ? steps : (['major'] as const)
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex h-8 items-center gap-2.5">
        <h2 id={id} className="font-semibold">
          {t('version')}
        </h2>
        <span className="flex items-center gap-1.5 text-small text-mute tabular-nums">
          {lastName && !ownName && (
            <>
              {lastName} <Icon of={ArrowRight} size={12} />
            </>
          )}
          <span className="text-ink">{version}</span>
        </span>
        {!isReadOnly && summary && (
          <Button
            size="sm"
            kind="ghost"
            icon={WandSparkles}
            className="ml-auto"
            busy={write.isPending}
            onClick={() => write.mutate()}
          >
            {t('fromChanges')}
          </Button>
        )}
      </div>
      <div className="flex min-h-44 flex-1 flex-col overflow-hidden rounded-md border border-line bg-card focus-within:border-focus">
        <div className="flex min-h-9 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
          {ownName ? (
            <span className="px-1 text-small text-mute">{t('ownName', { version: ownName })}</span>
          ) : (
            <>
              <input
                value={version}
                readOnly={isReadOnly}
                aria-label={t('versionName')}
                aria-invalid={fault !== undefined}
                aria-describedby={fault && `${id}-fault`}
                spellCheck={false}
                onChange={(event) => onVersion(event.target.value)}
                className={cn(
                  'h-6 w-20 rounded-sm bg-hover px-2 font-mono text-code',
                  fault && 'outline outline-err-solid',
                )}
              />
              <div role="group" aria-label={t('nextVersion')} className="flex gap-0.5">
                {offered.map((step) => (
                  <Button
                    key={step}
                    size="xs"
                    kind={version === next[step] ? 'soft' : 'quiet'}
                    aria-pressed={version === next[step]}
                    disabled={isReadOnly}
                    onClick={() => onVersion(next[step])}
                  >
                    {lastName ? t(`step.${step}`, { version: next[step] }) : t('step.first', { version: next[step] })}
                  </Button>
                ))}
              </div>
            </>
          )}
          <Counter length={note.length} limit={BOT_LIMITS.versionNote} className="ml-auto" />
        </div>
        <textarea
          value={note}
          readOnly={isReadOnly}
          maxLength={BOT_LIMITS.versionNote}
          aria-label={t('note')}
          placeholder={t('note.placeholder')}
          onChange={(event) => onNote(event.target.value)}
          className="min-h-32 flex-1 resize-none bg-transparent px-3 py-2.5 text-prose outline-none"
        />
      </div>
      {fault && (
        <p id={`${id}-fault`} role="alert" className="flex gap-1.5 text-small text-err">
          <Icon of={CircleAlert} size={14} className="mt-0.5 shrink-0" />
          {t(`fault.${fault}`, { version: lastName || 'v0.0.0' })}
        </p>
      )}
    </section>
  )
}
