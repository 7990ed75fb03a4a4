import { useQuery } from '@tanstack/react-query'
import { Play, StepForward } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDocumentStore } from '../document/document-context.tsx'
import type { InputField } from './inputs/input-field.ts'
import { InputForm } from './inputs/input-form.tsx'
import { faultsOf, type InputValues, toInput, valueText } from './inputs/input-values.ts'
import { readObject } from './node-facts.ts'
import { useRunActions } from './run-actions.ts'
import { useRun } from './run-context.ts'
import { isLive, type RunSnapshot } from './run-model.ts'
import type { RerunCanvas } from './run-port.ts'
import { TargetField } from './target/target-field.tsx'

interface NodeFormProps {
  nodeId: string
  from: 'alone' | 'here'
}

/** The inputs of one node, initially those of the last run. The person can change them before the node runs again. */
export function NodeForm({ nodeId, from }: NodeFormProps) {
  const store = useDocumentStore()
  // The code of the engine that determines the inputs is loaded with the first form.
  const { data: fields } = useQuery({
    queryKey: ['workflow-node-fields', nodeId, store.get()],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await import('./inputs/node-fields.ts')).nodeFields(store.get(), nodeId),
  })
  if (!fields) return <Skeleton className="m-4 h-32" />
  return <Filled nodeId={nodeId} from={from} fields={fields} />
}

function Filled({ nodeId, from, fields }: NodeFormProps & { fields: readonly InputField[] }) {
  const t = useT('workflow-run')
  const actions = useRunActions()
  const last = useRun((run) => lastInput(run, nodeId))
  const isBusy = useRun((run) => isLive(run.phase))
  const [values, setValues] = useState<InputValues>(() => valuesOf(fields, last))
  const [isTried, setTried] = useState(false)
  const [canvas, setCanvas] = useState<RerunCanvas>('current')
  const faults = faultsOf(fields, values)
  const start = () => {
    setTried(true)
    if (isBusy || Object.keys(faults).length > 0) return
    if (from === 'alone') return actions.startNode(nodeId, toInput(fields, values))
    const changed = fields.filter(({ name }) => (values[name] ?? '') !== (valuesOf(fields, last)[name] ?? ''))
    actions.startFrom(nodeId, changed.length > 0 ? toInput(changed, values) : undefined, canvas)
  }
  useKeys('mod+enter', start)
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <SheetSection title={t('form.inputs')}>
          <p className="mb-3 text-small text-mute">{t(from === 'alone' ? 'node.aloneText' : 'node.hereText')}</p>
          <InputForm
            fields={fields}
            values={values}
            onChange={setValues}
            faults={isTried ? faults : {}}
            empty={t('node.noInputs')}
          />
        </SheetSection>
        {from === 'here' && (
          <SheetSection title={t('rerun.canvas')}>
            <RadioGroup
              label={t('rerun.canvas')}
              items={(['current', 'recorded'] as const).map((value) => ({
                value,
                label: t(`rerun.${value}`),
                description: t(`rerun.${value}Text`),
              }))}
              value={canvas}
              onChange={setCanvas}
            />
          </SheetSection>
        )}
        <TargetField showsFault={false} />
      </div>
      <footer className="flex h-14 shrink-0 items-center justify-end gap-2 border-t border-line px-4">
        <Button
          kind="solid"
          icon={from === 'alone' ? Play : StepForward}
          keys="mod+enter"
          busy={isBusy}
          onClick={start}
        >
          {t(from === 'alone' ? 'run' : 'rerun')}
        </Button>
      </footer>
    </>
  )
}

function lastInput(run: RunSnapshot, nodeId: string): string {
  const entry = run.nodes.get(nodeId)
  return (entry?.rounds.at(-1) ?? entry?.result)?.input ?? ''
}

const valuesOf = (fields: readonly InputField[], last: string): InputValues => {
  const given = readObject(last)
  return Object.fromEntries(fields.map(({ name }) => [name, valueText(given[name])]))
}
