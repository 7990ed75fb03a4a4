import { KNOWLEDGE_LIMITS, KnowledgeStatus } from '@orrery/contract/shared/knowledge-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { BaseFacts } from './base-facts.tsx'
import { type Base, embeddingsQuery, refreshKnowledge, usersQuery } from '../knowledge.queries.ts'

/** Name, use, embedding model and end of a base. Beside the page, which stays in use. */
export function SettingsSheet({ base, onClose }: { base: Base; onClose: () => void }) {
  const t = useT('knowledge')
  const navigate = useNavigate()
  const [name, setName] = useState(base.name)
  const [description, setDescription] = useState(base.description)
  const [model, setModel] = useState(base.embedding_model)
  const { data: models } = useQuery(embeddingsQuery(base.space_id))
  const { data: bots } = useQuery(usersQuery(base.dataset_id))
  const update = useMutation({
    mutationFn: (change: { name?: string; description?: string; status?: 1 | 3 }) =>
      api.knowledge.update({ dataset_id: base.dataset_id, ...change }),
    onSuccess: () => {
      toast.ok(t('settings.saved'))
      return refreshKnowledge()
    },
  })
  const reindex = useMutation({
    mutationFn: () => api.knowledge.reindex({ dataset_id: base.dataset_id, model }),
    onSuccess: ({ documents }) => {
      toast.ok(t('settings.reindexing', { count: documents }))
      return refreshKnowledge()
    },
  })
  const isOn = base.status !== KnowledgeStatus.forbid
  const mayEdit = base.can_edit
  const remove = () =>
    confirm({
      title: t('settings.delete.title', { name: base.name }),
      text: t('settings.delete.text', { count: base.doc_count, bots: formatNumber(base.bot_used_count) }),
      action: t('settings.delete.action'),
      danger: true,
      askName: base.name,
      onConfirm: async () => {
        await api.knowledge.remove({ dataset_id: base.dataset_id })
        toast.ok(t('settings.deleted', { name: base.name }))
        await navigate({ to: '/space/$space_id/library/knowledge', params: { space_id: base.space_id } })
        void refreshKnowledge()
      },
    })
  const isChanged = name.trim() !== base.name || description.trim() !== base.description
  return (
    <SideSheet kind="knowledge-settings" place="over" title={t('settings.title')} caption={base.name} onClose={onClose}>
      <SheetSection title={t('settings.about')}>
        <div className="flex flex-col gap-3">
          <Field label={t('create.name')}>
            <Input
              value={name}
              disabled={!mayEdit}
              limit={KNOWLEDGE_LIMITS.name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field label={t('create.description')} help={t('create.descriptionHelp')}>
            <Textarea
              value={description}
              disabled={!mayEdit}
              limit={500}
              onChange={(event) => setDescription(event.target.value)}
            />
          </Field>
          {mayEdit && (
            <Button
              className="self-end"
              disabled={!isChanged || !name.trim()}
              busy={update.isPending}
              onClick={() => update.mutate({ name: name.trim(), description: description.trim() })}
            >
              {t('save')}
            </Button>
          )}
          {update.error && <ErrorPanel error={update.error} />}
        </div>
      </SheetSection>
      <SheetSection title={t('settings.use')}>
        <Switch
          checked={isOn}
          disabled={!mayEdit || update.isPending}
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
      <SheetSection title={t('settings.embedding')}>
        <Field label={t('settings.model')} help={t('settings.modelHelp')}>
          <Select
            value={model}
            disabled={!mayEdit}
            onChange={setModel}
            items={(models ?? [{ id: model, name: model }]).map((model) => ({ value: model.id, label: model.name }))}
          />
        </Field>
        {mayEdit && (
          <Button
            className="mt-2"
            busy={reindex.isPending}
            disabled={base.processing_file_list.length > 0}
            onClick={() => reindex.mutate()}
          >
            {t('settings.reindex')}
          </Button>
        )}
        {base.processing_file_list.length > 0 && (
          <p className="mt-2 text-small text-info">
            {t('settings.inWork', { count: base.processing_file_list.length })}
          </p>
        )}
        {reindex.error && <ErrorPanel error={reindex.error} className="mt-2" />}
      </SheetSection>
      <SheetSection title={t('settings.size')}>
        <p className="text-small text-mute">
          <BaseFacts base={base} />
        </p>
      </SheetSection>
      {mayEdit && (
        <SheetSection title={t('settings.end')}>
          <Button kind="danger-quiet" onClick={() => void remove()}>
            {t('settings.delete.action')}
          </Button>
        </SheetSection>
      )}
    </SideSheet>
  )
}
