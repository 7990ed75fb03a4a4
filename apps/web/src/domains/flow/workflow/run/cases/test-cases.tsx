import { useMutation, useQuery } from '@tanstack/react-query'
import { BookmarkPlus, CircleDashed, Ellipsis, ListChecks, Play, Rows3, Trash2, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { addingToDataset } from '#lib/add-to-dataset.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { RunState } from '#ui/run-state.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { useReadOnly } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import type { InputField } from '../inputs/input-field.ts'
import { type InputValues, toInput } from '../inputs/input-values.ts'
import { type CaseResult, casesQuery, refreshCases, refreshRuns, type TestCase } from '../run.queries.ts'
import { useRunActions } from '../run-actions.ts'
import { useRunTools } from '../run-context.ts'
import { targetInput } from '../target/run-target.ts'
import { CaseDialog } from './case-dialog.tsx'

interface TestCasesProps {
  fields: readonly InputField[]
  values: InputValues
  onTake: (values: InputValues) => void
}

/** Saved inputs, each with an expected result. One or all of them can be run. */
export function TestCases({ fields, values, onTake }: TestCasesProps) {
  const t = useT('workflow-run')
  const { workflowId, flush } = useEditor()
  const isReadOnly = useReadOnly()
  const { target } = useRunTools()
  const { data: cases = [], error } = useQuery(casesQuery(workflowId))
  const [edited, setEdited] = useState<Partial<TestCase> | null>(null)
  const [results, setResults] = useState<ReadonlyMap<string, CaseResult>>(new Map())
  const running = useMutation({
    mutationFn: async (caseId: string | undefined) => {
      await flush()
      return api.workflowRun.runCases(
        { workflow_id: workflowId, ...targetInput(target.current()), ...(caseId ? { case_id: caseId } : {}) },
        { toast: true },
      )
    },
    onSuccess: async (answer) => {
      setResults(new Map([...results, ...answer.results.map((result) => [result.case_id, result] as const)]))
      await Promise.all([refreshCases(workflowId), refreshRuns(workflowId)])
    },
  })
  const isRunning = (id: string) => running.isPending && (running.variables === undefined || running.variables === id)
  return (
    <SheetSection
      title={t('cases.title')}
      tools={
        <span className="flex items-center gap-1">
          {cases.length > 0 && (
            <Button
              size="xs"
              kind="ghost"
              icon={ListChecks}
              busy={running.isPending && running.variables === undefined}
              onClick={() => running.mutate(undefined)}
            >
              {t('cases.runAll')}
            </Button>
          )}
          {!isReadOnly && (
            <Button
              size="xs"
              kind="ghost"
              icon={BookmarkPlus}
              onClick={() => setEdited({ input: toInput(fields, values) })}
            >
              {t('cases.save')}
            </Button>
          )}
        </span>
      }
    >
      {error && <ErrorPanel error={error} />}
      {cases.length === 0 && !error && <p className="text-small text-mute">{t('cases.empty')}</p>}
      {running.data && !running.isPending && (
        <p role="status" className="mb-1 text-small text-mute">
          {t('cases.result', { passed: running.data.passed, total: running.data.results.length })}
        </p>
      )}
      <ul aria-label={t('cases.title')} className="-mx-2 flex flex-col">
        {cases.map((testCase) => (
          <CaseRow
            key={testCase.case_id}
            one={testCase}
            result={results.get(testCase.case_id)}
            isRunning={isRunning(testCase.case_id)}
            onTake={() => onTake(testCase.input)}
            onRun={() => running.mutate(testCase.case_id)}
            onEdit={isReadOnly ? undefined : () => setEdited(testCase)}
          />
        ))}
      </ul>
      {edited && <CaseDialog edited={edited} onClose={() => setEdited(null)} />}
    </SheetSection>
  )
}

interface CaseRowProps {
  one: TestCase
  result: CaseResult | undefined
  isRunning: boolean
  onTake: () => void
  onRun: () => void
  onEdit: (() => void) | undefined
}

/** The inputs and the expected result of a case. */
const caseValues = ({ input, expected }: TestCase) =>
  [...Object.entries(input), ['expected', expected] as const].flatMap(([name, text]) => (text ? [{ name, text }] : []))

function CaseRow({ one: item, result, isRunning, onTake, onRun, onEdit }: CaseRowProps) {
  const t = useT('workflow-run')
  const { workflowId, spaceId } = useEditor()
  const actions = useRunActions()
  const lastRun = result?.execute_id || item.last_execute_id
  const remove = () =>
    void confirm({
      title: t('cases.remove.title', { name: item.name }),
      text: t('cases.remove.text'),
      action: t('cases.remove'),
      danger: true,
      onConfirm: async () => {
        await api.workflowRun.deleteCase({ workflow_id: workflowId, case_id: item.case_id })
        await refreshCases(workflowId)
      },
    })
  return (
    <li className="flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <CaseState passed={item.last_passed} isRunning={isRunning} />
      <button
        type="button"
        title={t('cases.take')}
        onClick={onTake}
        className="focus-inset flex min-w-0 flex-1 flex-col rounded-sm py-1 text-left"
      >
        <span className="truncate font-medium">{item.name}</span>
        {result && !result.passed && <span className="truncate text-small text-err">{result.reason}</span>}
      </button>
      <IconButton size="sm" icon={Play} label={t('cases.run', { name: item.name })} busy={isRunning} onClick={onRun} />
      <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={t('cases.more', { name: item.name })} />}>
        <MenuItem icon={CircleDashed} onClick={onTake}>
          {t('cases.take')}
        </MenuItem>
        <MenuItem
          icon={Rows3}
          onClick={() => addingToDataset.set({ spaceId, from: 'workflow', values: caseValues(item) })}
        >
          {t('addToDataset')}
        </MenuItem>
        {lastRun && <MenuItem onClick={() => actions.open(lastRun)}>{t('cases.open')}</MenuItem>}
        {onEdit && (
          <>
            <MenuItem icon={SquarePen} onClick={onEdit}>
              {t('cases.edit')}
            </MenuItem>
            <MenuLine />
            <MenuItem icon={Trash2} danger onClick={remove}>
              {t('cases.remove')}
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  )
}

function CaseState({ passed, isRunning }: { passed: boolean | null; isRunning: boolean }) {
  const t = useT('workflow-run')
  if (isRunning) return <RunState state="running" iconOnly />
  if (passed === null) return <Icon of={CircleDashed} size={14} className="shrink-0 text-mute" />
  return <RunState state={passed ? 'done' : 'failed'} text={t(passed ? 'cases.passed' : 'cases.failed')} iconOnly />
}
