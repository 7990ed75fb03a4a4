import { Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { useDocument } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { useAttempt, useBlocking } from '../problems/problems.tsx'
import { BlockedNotice } from './blocked-notice.tsx'
import { TestCases } from './cases/test-cases.tsx'
import { startFields } from './inputs/input-field.ts'
import { InputForm } from './inputs/input-form.tsx'
import { faultsOf, type InputValues, toInput } from './inputs/input-values.ts'
import { saveLastInput, readLastInput } from './inputs/last-input.ts'
import { useRunActions } from './run-actions.ts'
import { usePins, useRun } from './run-context.ts'
import { isLive } from './run-model.ts'
import { TargetField, useTargetMissing } from './target/target-field.tsx'

/** The inputs of a run, typed or taken from a saved case. */
export function TestForm() {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const { user_id_str: userId } = useAccount()
  const actions = useRunActions()
  const canvas = useDocument((document) => document.canvas)
  const fields = useMemo(() => startFields(canvas), [canvas])
  const isBusy = useRun((run) => isLive(run.phase))
  const pinCount = usePins().size
  const [values, setValues] = useState<InputValues>(() => readLastInput(userId, workflowId))
  const [isTried, setTried] = useState(false)
  const faults = faultsOf(fields, values)
  const isTargetMissing = useTargetMissing()

  const attempt = useAttempt()
  const blocking = useBlocking()

  const start = async (isForced = false) => {
    setTried(true)
    if (isBusy || isTargetMissing || Object.keys(faults).length > 0) return
    // The latest input may not have been checked yet.
    if (!isForced && (await attempt())) return
    saveLastInput(userId, workflowId, values)
    actions.test(toInput(fields, values))
  }
  useKeys('mod+enter', () => void start())
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <SheetSection title={t('form.inputs')}>
          <InputForm
            fields={fields}
            values={values}
            onChange={setValues}
            faults={isTried ? faults : {}}
            empty={t('form.noInputs')}
          />
        </SheetSection>
        <TargetField showsFault={isTried} />
        <TestCases fields={fields} values={values} onTake={setValues} />
      </div>
      <BlockedNotice problems={blocking} onAnyway={() => void start(true)} />
      <footer className="flex h-14 shrink-0 items-center gap-3 border-t border-line px-4">
        <span className="min-w-0 flex-1 truncate text-small text-mute">
          {pinCount > 0 ? t('form.pins', { count: pinCount }) : t('form.hint')}
        </span>
        <Button kind="solid" icon={Play} keys="mod+enter" busy={isBusy} onClick={() => void start()}>
          {t('run')}
        </Button>
      </footer>
    </>
  )
}
