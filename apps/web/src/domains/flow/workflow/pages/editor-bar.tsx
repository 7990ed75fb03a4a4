import { Link } from '@tanstack/react-router'
import { Ellipsis, History, ListChecks, Pencil, Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useEmbedded } from '#lib/embedded.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { PublishTag, publishState } from '#ui/publish-tag.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ListingTag } from '#ui/listing-tag.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useBackLink } from '#ui/back-link.tsx'
import { useDocument, useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { useEditor, useEditorUi } from '../document/editor-context.ts'
import { useProblemList } from '../document/problem-host.ts'
import { sortProblems } from '../problems/problem.ts'
import { useProblems } from '../problems/problems.tsx'
import { PublishButton } from '../publish/publish-button.tsx'
import { MoreItems } from '../publish/more-items.tsx'
import { People } from '../save/people.tsx'
import { SavedState } from '../save/saved-state.tsx'
import { useSaved } from '../save/saver-context.ts'
import { useHasFeature } from '../workflow.queries.ts'
import { ChangesSince } from './changes-since.tsx'
import { FileItems } from './file-items.tsx'
import { WorkflowInfoDialog } from './workflow-info-dialog.tsx'

/** Name, save state, view switch, and the actions for the whole workflow. */
export function EditorBar() {
  const t = useT('workflow')
  const { loaded, kind, spaceId, ui, version } = useEditor()
  const view = useEditorUi((state) => state.view)
  const isReadOnly = useReadOnly()
  const hasJobs = useHasFeature(spaceId, 'table_jobs')
  const [isRenaming, setRenaming] = useState(false)
  // A workflow in a project is published with the project.
  const back = useBackLink('workflow', <Link to="/space/$space_id/library/workflow" params={{ space_id: spaceId }} />)
  const isPublishable = !useEmbedded() && !isReadOnly
  return (
    <>
      <TitleBar
        back={back}
        tile={<TypeTile kind={kind} size={36} />}
        title={loaded.workflow.name}
        beside={
          <>
            {!isReadOnly && (
              <IconButton size="sm" icon={Pencil} label={t('info.edit')} onClick={() => setRenaming(true)} />
            )}
            <StateTag />
          </>
        }
        note={
          version ? (
            <BackToDraft />
          ) : (
            <>
              <SavedState />
              <ChangesSince />
            </>
          )
        }
        centre={
          <Segmented
            label={t('view.label')}
            items={[
              { value: 'canvas', label: t('view.canvas') },
              { value: 'runs', label: t('view.runs') },
              { value: 'triggers', label: t('view.triggers') },
              ...(hasJobs ? [{ value: 'jobs' as const, label: t('view.jobs') }] : []),
              { value: 'versions', label: t('view.versions') },
            ]}
            value={view}
            onChange={ui.setView}
          />
        }
        actions={
          <>
            <People />
            <StepButtons />
            <IconButton size="lg" icon={History} label={t('history')} onClick={() => ui.setView('versions')} />
            <ProblemsButton />
            <Menu align="end" className="min-w-56" trigger={<IconButton size="lg" icon={Ellipsis} label={t('more')} />}>
              <FileItems />
              <MenuLine />
              <MoreItems />
            </Menu>
            {isPublishable && <PublishButton />}
          </>
        }
      />
      {isRenaming && <WorkflowInfoDialog onClose={() => setRenaming(false)} />}
    </>
  )
}

function StateTag() {
  const t = useT('workflow')
  const { loaded, version } = useEditor()
  const isReadOnly = useReadOnly()
  const saved = useSaved((state) => state.version)
  const { latest_version: latest } = loaded.workflow
  const isPublished = latest !== '' && loaded.vcs_data.submit_commit_id === saved
  return (
    <>
      {version ? (
        <Tag tone="brand">{version}</Tag>
      ) : isPublished ? (
        <Tag tone="ok">{t('state.published', { version: latest })}</Tag>
      ) : (
        <PublishTag state={publishState(latest !== '', true)} />
      )}
      <ListingTag status={loaded.workflow.product_status} draft={loaded.workflow.product_draft_status} />
      {isReadOnly && <Tag>{t('state.readOnly')}</Tag>}
    </>
  )
}

function BackToDraft() {
  const t = useT('workflow')
  const { workflowId, spaceId } = useEditor()
  return (
    <Link to="/work_flow" search={{ space_id: spaceId, workflow_id: workflowId }} className="text-brand">
      {t('version.back')}
    </Link>
  )
}

function StepButtons() {
  const t = useT('workflow')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const canUndo = useDocument((document) => document.canUndo)
  const canRedo = useDocument((document) => document.canRedo)
  const undoLabel = useDocument((document) => document.undoLabel)
  const redoLabel = useDocument((document) => document.redoLabel)
  useKeys('mod+z', () => store.undo(), !isReadOnly)
  useKeys('mod+shift+z', () => store.redo(), !isReadOnly)
  useKeys('mod+y', () => store.redo(), !isReadOnly)
  if (isReadOnly) return null
  return (
    <>
      <IconButton
        size="lg"
        icon={Undo2}
        keys="mod+z"
        label={undoLabel ? t('undo.what', { what: undoLabel }) : t('undo')}
        disabled={!canUndo}
        onClick={() => store.undo()}
      />
      <IconButton
        size="lg"
        icon={Redo2}
        keys="mod+shift+z"
        label={redoLabel ? t('redo.what', { what: redoLabel }) : t('redo')}
        disabled={!canRedo}
        onClick={() => store.redo()}
      />
    </>
  )
}

function ProblemsButton() {
  const t = useT('workflow')
  const list = useProblemList()
  const problems = useProblems()
  const { todo } = sortProblems(problems)
  const count = problems.length - todo.length
  if (!problems.length) return null
  const label = count ? t('problems', { count }) : t('todo', { count: todo.length })
  return (
    <button
      type="button"
      aria-expanded={list.isOpen}
      aria-label={label}
      title={label}
      onClick={() => list.setOpen(!list.isOpen)}
      className={buttonStyle('quiet', 'md', 'px-2')}
    >
      <Icon of={count ? TriangleAlert : ListChecks} className={count ? 'text-warn' : 'text-mute'} />
      <span className="tabular-nums">{count || todo.length}</span>
    </button>
  )
}
