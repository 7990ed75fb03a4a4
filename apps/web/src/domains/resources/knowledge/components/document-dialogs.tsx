import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import type { KnowledgeDocument } from '../knowledge.queries.ts'
import type { DocumentActions } from '../use-document-actions.ts'
import { ChunkFields } from './chunk-fields.tsx'
import { UpdateRuleFields } from './update-rule-fields.tsx'

interface DialogProps {
  document: KnowledgeDocument
  actions: DocumentActions
  onClose: () => void
}
type Done = { onSuccess: () => void }

function Frame(props: {
  title: string
  text?: string
  action: string
  busy: boolean
  error: unknown
  ready?: boolean
  onSubmit: () => void
  onClose: () => void
  children: React.ReactNode
}) {
  const t = useT('knowledge')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (props.ready !== false && !props.busy) props.onSubmit()
  }
  return (
    <Dialog
      open
      size="md"
      title={props.title}
      description={props.text}
      onOpenChange={(open) => !open && props.onClose()}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={props.ready === false} busy={props.busy}>
            {props.action}
          </Button>
        </>
      }
    >
      {props.children}
      {props.error !== null && props.error !== undefined && <ErrorPanel error={props.error} className="mt-3" />}
    </Dialog>
  )
}

export function RenameDialog({ document, actions, onClose }: DialogProps) {
  const t = useT('knowledge')
  const [name, setName] = useState(document.name)
  const done: Done = { onSuccess: onClose }
  return (
    <Frame
      title={t('document.rename')}
      action={t('save')}
      busy={actions.update.isPending}
      error={actions.update.error}
      ready={name.trim() !== ''}
      onClose={onClose}
      onSubmit={() => actions.update.mutate({ document, document_name: name.trim() }, done)}
    >
      <Field label={t('create.name')}>
        <Input value={name} limit={KNOWLEDGE_LIMITS.documentName} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Frame>
  )
}

/** Segments a document again. Old slices are searched until the new ones are ready. Manual edits are lost. */
export function ResegmentDialog({ document, actions, onClose }: DialogProps) {
  const t = useT('knowledge')
  const [chunk, setChunk] = useState(document.chunk_strategy)
  return (
    <Frame
      title={t('resegment.title', { name: document.name })}
      text={t('resegment.text')}
      action={t('resegment.action')}
      busy={actions.again.isPending}
      error={actions.again.error}
      onClose={onClose}
      onSubmit={() => actions.again.mutate({ document, chunk }, { onSuccess: onClose })}
    >
      <ChunkFields value={chunk} onChange={setChunk} />
    </Frame>
  )
}

export function UpdateRuleDialog({ document, actions, onClose }: DialogProps) {
  const t = useT('knowledge')
  const [rule, setRule] = useState({ type: document.update_type, interval: document.update_interval })
  return (
    <Frame
      title={t('rule.title')}
      text={document.web_url}
      action={t('save')}
      busy={actions.update.isPending}
      error={actions.update.error}
      onClose={onClose}
      onSubmit={() =>
        actions.update.mutate(
          {
            document,
            update_rule: {
              update_type: rule.type as 0 | 1 | 2,
              update_interval: rule.interval as 0 | 1 | 2 | 3,
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <UpdateRuleFields value={rule} onChange={setRule} />
    </Frame>
  )
}

/** The metadata of a document, by which searches can be filtered. */
export function MetadataDialog({ document, actions, onClose }: DialogProps) {
  const t = useT('knowledge')
  const [rows, setRows] = useState(() => [...Object.entries(document.metadata), ['', '']] as [string, string][])
  const set = (at: number, change: [string, string]) => setRows(rows.with(at, change))
  const metadata = Object.fromEntries(rows.filter(([key]) => key.trim()).map(([key, value]) => [key.trim(), value]))
  return (
    <Frame
      title={t('metadata.title')}
      text={t('metadata.text')}
      action={t('save')}
      busy={actions.update.isPending}
      error={actions.update.error}
      onClose={onClose}
      onSubmit={() => actions.update.mutate({ document, metadata }, { onSuccess: onClose })}
    >
      <div className="flex flex-col gap-2">
        {rows.map(([key, value], at) => (
          <div key={at} className="flex items-center gap-2">
            <Input
              aria-label={t('metadata.key')}
              placeholder={t('metadata.key')}
              maxLength={KNOWLEDGE_LIMITS.metadataKey}
              value={key}
              onChange={(event) => set(at, [event.target.value, value])}
            />
            <Input
              aria-label={t('metadata.value')}
              placeholder={t('metadata.value')}
              maxLength={KNOWLEDGE_LIMITS.metadataValue}
              value={value}
              onChange={(event) => set(at, [key, event.target.value])}
            />
            <IconButton icon={Trash2} label={t('metadata.remove')} onClick={() => setRows(rows.toSpliced(at, 1))} />
          </div>
        ))}
        {rows.length < KNOWLEDGE_LIMITS.metadata && (
          <Button size="sm" kind="quiet" icon={Plus} onClick={() => setRows([...rows, ['', '']])}>
            {t('metadata.add')}
          </Button>
        )}
      </div>
    </Frame>
  )
}
