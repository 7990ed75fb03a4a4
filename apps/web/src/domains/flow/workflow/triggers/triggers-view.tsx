import { triggerKinds, type TriggerKind } from '@orrery/contract/shared/triggers'
import { useQuery } from '@tanstack/react-query'
import { Plus, Zap } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { useEditor } from '../document/editor-context.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { kindIcons } from './trigger-kinds.ts'
import { TriggerSheet } from './trigger-sheet.tsx'
import { TriggerTable } from './trigger-table.tsx'
import { type Trigger, triggersQuery } from './trigger.queries.ts'

const TriggerDialog = lazy(() => import('./trigger-dialog.tsx').then((m) => ({ default: m.TriggerDialog })))

/** How often the list is refreshed: runs end and scheduled times pass without any action here. */
const pollMs = 5000

/** The triggers of the workflow and their results. */
export function TriggersView() {
  const t = useT('workflow-trigger')
  const { workflowId, loaded } = useEditor()
  // Triggers belong to the workflow, whichever version is displayed.
  const isReadOnly = !loaded.vcs_data.can_edit
  const { data, error } = useQuery({ ...triggersQuery(workflowId), refetchInterval: pollMs })
  const [edited, setEdited] = useState<Trigger | TriggerKind | null>(null)
  const [openId, setOpenId] = useState('')
  const [secret, setSecret] = useState('')
  const opened = data?.find((item) => item.trigger_id === openId)
  // A workflow in a project is published with the project.
  const isUnpublished = !loaded.workflow.latest_version && !loaded.workflow.project_id
  const add = !isReadOnly && <AddMenu onAdd={setEdited} />
  return (
    <div className="relative flex min-h-0 flex-1 bg-card">
      <section aria-label={t('title')} className="flex min-w-0 flex-1 flex-col">
        {isUnpublished && <Banner tone="warn">{t('unpublished')}</Banner>}
        {error && <ErrorPanel error={error} className="m-5" />}
        {data?.length === 0 ? (
          <EmptyState icon={Zap} title={t('none.title')} text={t('none.text')} action={add} />
        ) : (
          <>
            <div className="flex h-12 shrink-0 items-center justify-between gap-3 px-5">
              <p className="truncate text-small text-mute">{t('note')}</p>
              {data && add}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <TriggerTable
                triggers={data}
                isReadOnly={isReadOnly}
                onOpen={(trigger) => setOpenId(trigger.trigger_id)}
                onEdit={setEdited}
              />
            </div>
          </>
        )}
      </section>
      {opened && (
        <TriggerSheet
          key={opened.trigger_id}
          trigger={opened}
          isReadOnly={isReadOnly}
          onEdit={() => setEdited(opened)}
          onSecret={setSecret}
          onClose={() => setOpenId('')}
        />
      )}
      <Suspense>
        {edited && (
          <TriggerDialog
            edited={edited}
            onSaved={(id, made) => {
              setOpenId(id)
              setSecret(made)
            }}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret('')} />}
    </div>
  )
}

function AddMenu({ onAdd }: { onAdd: (kind: TriggerKind) => void }) {
  const t = useT('workflow-trigger')
  return (
    <Menu
      align="end"
      className="min-w-64"
      trigger={
        <Button kind="solid" icon={Plus}>
          {t('add')}
        </Button>
      }
    >
      {triggerKinds.map((kind) => (
        <MenuItem key={kind} icon={kindIcons[kind]} onClick={() => onAdd(kind)}>
          {t(`kind.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
