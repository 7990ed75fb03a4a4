import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useNextVersion, VersionField } from '#ui/version-field.tsx'
import { toWire } from '../detail.ts'
import type { DraftStore } from '../draft-store.ts'
import { type Conflict, resolved, type Side } from '../merge-choice.ts'
import type { Merge, Prompt } from '../prompts.queries.ts'

interface CommitDialogProps {
  prompt: Prompt
  store: DraftStore
  onDone: () => Promise<void>
  onClose: () => void
}

/** Saves the draft as a version. A newer version by somebody else is merged into it first. */
export function CommitDialog(props: CommitDialogProps) {
  const { prompt, store } = props
  const { data } = useQuery({
    queryKey: ['prompts', 'check', prompt.id, store.current().savedAt],
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      await store.flush()
      return api.promptManage.checkPublish({ prompt_id: prompt.id })
    },
  })
  return data ? <CommitForm {...props} merge={data} /> : null
}

function CommitForm({ prompt, merge, onDone, onClose }: CommitDialogProps & { merge: Merge }) {
  const t = useT('prompts')
  const isBehind = merge.conflict_type === 1
  const latest = isBehind ? merge.prompt!.version : prompt.latest_version
  const choice = useNextVersion(latest)
  // SemVer numbers have no leading v.
  const version = choice.version.replace(/^v/i, '')
  const [note, setNote] = useState('')
  const [sides, setSides] = useState<Record<string, Side>>({})
  const commit = useMutation({
    mutationFn: async () => {
      if (isBehind)
        await api.promptManage.save({
          prompt_id: prompt.id,
          ...toWire(resolved(merge, sides)),
          draft_base_version: latest,
        })
      await api.promptManage.publish({ prompt_id: prompt.id, version, publish_description: note.trim() })
    },
    onSuccess: async () => {
      await onDone()
      toast.ok(t('commit.done', { version }))
      onClose()
    },
  })
  const labels = {
    version: t('commit.version'),
    patch: t('commit.patch'),
    minor: t('commit.minor'),
    major: t('commit.major'),
    own: t('commit.own'),
  }
  const isDecided = merge.conflicts.every(({ place }) => sides[place])
  return (
    <FormDialog
      size={isBehind ? 'lg' : undefined}
      title={t(isBehind ? 'commit.mergeTitle' : 'commit.title')}
      description={t('commit.text')}
      isReady={choice.isReady && isDecided}
      call={commit}
      action={t(isBehind ? 'commit.mergeAction' : 'commit.action')}
      onSubmit={() => commit.mutate()}
      onClose={onClose}
    >
      {isBehind && (
        <Banner inset tone={merge.conflicts.length ? 'warn' : 'info'}>
          {t(merge.conflicts.length ? 'commit.conflicts' : 'commit.merged', { version: latest })}
        </Banner>
      )}
      {merge.conflicts.map((conflict) => (
        <ConflictField
          key={conflict.place}
          conflict={conflict}
          side={sides[conflict.place]}
          onChange={(side) => setSides((now) => ({ ...now, [conflict.place]: side }))}
        />
      ))}
      <VersionField choice={choice} labels={labels} error={choice.fault && t(`commit.fault.${choice.fault}`)} />
      <Field label={t('commit.note')}>
        <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

interface ConflictFieldProps {
  conflict: Conflict
  side: Side | undefined
  onChange: (side: Side) => void
}
function ConflictField({ conflict, side, onChange }: ConflictFieldProps) {
  const t = useT('prompts')
  const place = usePlaceName(conflict.place)
  return (
    <section aria-label={place} className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex items-center gap-3">
        <span className="font-semibold wrap-anywhere">{place}</span>
        <span className="ml-auto">
          <Segmented
            label={place}
            value={side ?? ('' as Side)}
            onChange={onChange}
            items={[
              { value: 'theirs', label: t('commit.theirs') },
              { value: 'yours', label: t('commit.yours') },
            ]}
          />
        </span>
      </div>
      <div className="grid grid-cols-2 gap-3 text-prose">
        <SideText
          name={t('commit.theirs')}
          text={conflict.theirs}
          other={conflict.yours}
          isChosen={side === 'theirs'}
        />
        <SideText name={t('commit.yours')} text={conflict.yours} other={conflict.theirs} isChosen={side === 'yours'} />
      </div>
    </section>
  )
}
interface SideTextProps {
  name: string
  text: string
  other: string
  isChosen: boolean
}
/** The text of one side. Lines that the other side does not have are marked. */
function SideText({ name, text, other, isChosen }: SideTextProps) {
  const shared = new Set(other.split('\n'))
  return (
    <figure className={cn('min-w-0 rounded-sm border bg-page p-2', isChosen ? 'border-brand' : 'border-transparent')}>
      <figcaption className="text-small text-mute">{name}</figcaption>
      {/* Scrollable content needs keyboard focus. */}
      <div tabIndex={0} className="focus-inset max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
        {(text || '–').split('\n').map((line, at) => (
          <p key={at} className={shared.has(line) ? undefined : 'bg-warn-soft'}>
            {line || ' '}
          </p>
        ))}
      </div>
    </figure>
  )
}
/** The name of the place of a conflict. */
function usePlaceName(place: string): string {
  const t = useT('prompts')
  const [group, name = ''] = [place.split('.')[0], place.slice(place.indexOf('.') + 1)]
  if (place === 'messages') return t('write.messages')
  if (group === 'messages') return t('write.message', { n: Number(name) + 1 })
  if (group === 'variables') return t('commit.place.variable', { name })
  if (group === 'tools') return t('commit.place.tool', { name })
  if (group === 'mcp_servers') return t('commit.place.server')
  if (group === 'model') return t('commit.place.model', { name })
  return t(group === 'template_type' ? 'write.template' : 'commit.place.toolChoice')
}
