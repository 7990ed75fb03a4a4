import { KNOWLEDGE_LIMITS, KnowledgeStatus } from '@orrery/contract/shared/knowledge-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { AppendSection } from './append-section.tsx'
import { EngineSection } from './engine-section.tsx'
import { BaseFacts } from './base-facts.tsx'
import { ModelGuide } from '#domains/chat/model/index.ts'
import { askToDelete } from '#domains/library/reference/index.ts'
import { type Base, embeddingsQuery, refreshKnowledge, usersQuery } from '../knowledge.queries.ts'

/** Name, use, embedding model and deletion of a base. The page beside the sheet remains usable. */
export function SettingsSheet({ base, onClose }: { base: Base; onClose: () => void }) {
  const t = useT('knowledge')
  const update = useMutation({
    mutationFn: (change: BaseChange) => api.knowledge.update({ dataset_id: base.dataset_id, ...change }),
    onSuccess: () => {
      toast.ok(t('settings.saved'))
      return refreshKnowledge()
    },
  })
  return (
    <SideSheet kind="knowledge-settings" place="over" title={t('settings.title')} caption={base.name} onClose={onClose}>
      <AboutSection base={base} update={update} />
      <UseSection base={base} update={update} />
      <EmbeddingSection base={base} />
      <EngineSection base={base} />
      <AppendSection datasetId={base.dataset_id} mayEdit={base.can_edit} />
      <SheetSection title={t('settings.size')}>
        <p className="text-small text-mute">
          <BaseFacts base={base} />
        </p>
      </SheetSection>
      {base.can_edit && <DeleteSection base={base} />}
    </SideSheet>
  )
}

interface BaseChange {
  name?: string
  description?: string
  status?: 1 | 3
}
interface SectionProps {
  base: Base
  update: { mutate: (change: BaseChange) => void; isPending: boolean; error: unknown }
}

function AboutSection({ base, update }: SectionProps) {
  const t = useT('knowledge')
  const [name, setName] = useState(base.name)
  const [description, setDescription] = useState(base.description)
  const isChanged = name.trim() !== base.name || description.trim() !== base.description
  return (
    <SheetSection title={t('settings.about')}>
      <div className="flex flex-col gap-3">
        <Field label={t('create.name')}>
          <Input
            value={name}
            disabled={!base.can_edit}
            limit={KNOWLEDGE_LIMITS.name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('create.description')} help={t('create.descriptionHelp')}>
          <Textarea
            value={description}
            disabled={!base.can_edit}
            limit={500}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        {base.can_edit && (
          <Button
            className="self-end"
            disabled={!isChanged || !name.trim()}
            busy={update.isPending}
            onClick={() => update.mutate({ name: name.trim(), description: description.trim() })}
          >
            {t('save')}
          </Button>
        )}
        {update.error ? <ErrorPanel error={update.error} /> : null}
      </div>
    </SheetSection>
  )
}

function UseSection({ base, update }: SectionProps) {
  const t = useT('knowledge')
  const { data: bots } = useQuery(usersQuery(base.dataset_id))
  return (
    <SheetSection title={t('settings.use')}>
      <Switch
        checked={base.status !== KnowledgeStatus.forbid}
        disabled={!base.can_edit || update.isPending}
        onChange={(on) => update.mutate({ status: on ? KnowledgeStatus.ready : KnowledgeStatus.forbid })}
      >
        {t('settings.on')}
      </Switch>
      <p className="mt-1 text-small text-mute">{t('settings.onHelp')}</p>
      {bots && bots.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-1">
          {bots.map((bot) => (
            <li key={bot.bot_id}>
              <Link
                to="/space/$space_id/bot/$bot_id"
                params={{ space_id: base.space_id, bot_id: bot.bot_id }}
                className="text-brand hover:underline"
              >
                {bot.name}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-small text-mute">{t('settings.noBots')}</p>
      )}
    </SheetSection>
  )
}

function EmbeddingSection({ base }: { base: Base }) {
  const t = useT('knowledge')
  const [model, setModel] = useState(base.embedding_model)
  const { data: models } = useQuery(embeddingsQuery(base.space_id))
  const processingCount = base.processing_file_list.length
  const reindex = useMutation({
    mutationFn: () => api.knowledge.reindex({ dataset_id: base.dataset_id, model }),
    onSuccess: ({ documents }) => {
      toast.ok(t('settings.reindexing', { count: documents }))
      return refreshKnowledge()
    },
  })
  return (
    <SheetSection title={t('settings.embedding')}>
      <Field label={t('settings.model')} help={t('settings.modelHelp')}>
        <Select
          value={model}
          disabled={!base.can_edit}
          onChange={setModel}
          items={(models ?? [{ id: model, name: model }]).map((model) => ({ value: model.id, label: model.name }))}
        />
      </Field>
      {base.can_edit && <ModelGuide spaceId={base.space_id} className="mt-2 text-small text-mute" />}
      {base.can_edit && (
        <Button
          className="mt-2"
          busy={reindex.isPending}
          disabled={processingCount > 0}
          onClick={() => reindex.mutate()}
        >
          {t('settings.reindex')}
        </Button>
      )}
      {processingCount > 0 && (
        <p className="mt-2 text-small text-info">{t('settings.inWork', { count: processingCount })}</p>
      )}
      {reindex.error && <ErrorPanel error={reindex.error} className="mt-2" />}
    </SheetSection>
  )
}

function DeleteSection({ base }: { base: Base }) {
  const t = useT('knowledge')
  const navigate = useNavigate()
  const remove = () =>
    askToDelete({
      spaceId: base.space_id,
      ids: [base.dataset_id],
      title: t('settings.delete.title', { name: base.name }),
      note: t('settings.delete.text', { count: base.doc_count }),
      action: t('settings.delete.action'),
      onConfirm: async () => {
        await api.knowledge.remove({ dataset_id: base.dataset_id })
        toast.ok(t('settings.deleted', { name: base.name }))
        await navigate({ to: '/space/$space_id/library/knowledge', params: { space_id: base.space_id } })
        void refreshKnowledge()
      },
    })
  return (
    <SheetSection title={t('settings.end')}>
      <Button kind="danger-quiet" onClick={() => void remove()}>
        {t('settings.delete.action')}
      </Button>
    </SheetSection>
  )
}
