import { MOCK_LIMITS } from '@orrery/contract/shared/limits'
import type { Extension } from '@codemirror/state'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { useLoaded } from '#lib/use-loaded.ts'
import { Button } from '#ui/button.tsx'
import { controlStyle } from '#ui/control-style.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { LazyEditor } from '#ui/lazy-editor.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { readArgs, readJson } from '../tool/debug-args.ts'
import { contextOf, type MockRule, refreshMocks, type ToolPlace } from './mock.queries.ts'
import { type Mismatch, mismatchesOf, sampleOf, type Schema } from './schema-check.ts'

interface RuleEditorProps {
  place: ToolPlace
  setId: string
  /** Undefined: a new rule. */
  rule: MockRule | undefined
  count: number
  schema: Schema
  isReadOnly: boolean
  onSaved: (id: string) => void
}
const pretty = (text: string) => {
  const value = readJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
const none: readonly Extension[] = []
const loadJson = async (): Promise<readonly Extension[]> => [(await import('@codemirror/lang-javascript')).javascript()]

/** Edits a mocked response: its name, the arguments that it matches, and its content. */
export function RuleEditor({ place, setId, rule, count, schema, isReadOnly, onSaved }: RuleEditorProps) {
  const t = useT('mock')
  const [name, setName] = useState(rule?.name ?? t('rules.nth', { n: count + 1 }))
  const [priority, setPriority] = useState<number | null>(rule?.priority ?? 0)
  const [filter, setFilter] = useState(rule?.requestFilter.requestFilterRule ?? '')
  const [text, setText] = useState(() =>
    rule ? pretty(rule.responseExpect.responseExpectRule) : JSON.stringify(sampleOf(schema), null, 2),
  )
  const colours = useLoaded(loadJson) ?? none
  const value = readJson(text)
  const mismatches = value === undefined ? [] : mismatchesOf(value, schema)
  const isFilterBad = filter.trim() !== '' && readArgs(filter) === undefined
  const save = useMutation({
    mutationFn: () =>
      api.mockSet.saveRule({
        bizCtx: contextOf(place),
        mocksetID: setId,
        name: name.trim(),
        priority: priority ?? 0,
        requestFilter: { requestFilterType: 1, requestFilterRule: filter.trim() },
        responseExpect: { responseExpectType: 1, responseExpectRule: JSON.stringify(value) },
        ...(rule && { id: rule.id }),
      }),
    onSuccess: async ({ id }) => {
      await refreshMocks()
      onSaved(id)
    },
  })
  const isChanged =
    !rule ||
    name.trim() !== rule.name ||
    (priority ?? 0) !== rule.priority ||
    filter.trim() !== rule.requestFilter.requestFilterRule ||
    JSON.stringify(value) !== JSON.stringify(readJson(rule.responseExpect.responseExpectRule))
  const isReady = !isReadOnly && isChanged && name.trim() !== '' && value !== undefined && !isFilterBad
  const send = () => isReady && !save.isPending && save.mutate()
  useKeys('mod+enter', send)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 grid-cols-[1fr_8rem] gap-4 px-5 py-4">
        <Field label={t('rules.name')} required>
          <Input
            value={name}
            limit={MOCK_LIMITS.name}
            readOnly={isReadOnly}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('rules.priority')}>
          <NumberInput
            value={priority}
            min={0}
            max={MOCK_LIMITS.priority}
            disabled={isReadOnly}
            onChange={setPriority}
          />
        </Field>
        <Field
          label={t('rules.filter')}
          help={t('rules.filter.help')}
          error={isFilterBad ? t('rules.filter.bad') : undefined}
          className="col-span-2"
        >
          <Input
            mono
            value={filter}
            readOnly={isReadOnly}
            placeholder='{ "name": "…" }'
            spellCheck={false}
            onChange={(event) => setFilter(event.target.value)}
          />
        </Field>
      </div>
      <div className="flex shrink-0 items-center gap-2 px-5 pb-1">
        <h2 className="font-medium">{t('rules.answer')}</h2>
        <FitNote isJson={value !== undefined} mismatches={mismatches} />
      </div>
      <div className={controlStyle('mx-5 min-h-40 flex-1 overflow-hidden has-[.cm-focused]:border-focus')}>
        <LazyEditor
          isCode
          isProgram
          label={t('rules.answer')}
          value={text}
          onChange={setText}
          isReadOnly={isReadOnly}
          extensions={colours}
        />
      </div>
      {mismatches.length > 0 && (
        <ul aria-label={t('fit.title')} className="mx-5 mt-2 max-h-28 overflow-y-auto text-small text-warn">
          {mismatches.map((misfit) => (
            <li key={`${misfit.kind} ${misfit.path}`}>
              <code className="text-code">{misfit.path}</code> {t(`fit.${misfit.kind}`, { wanted: misfit.wanted })}
            </li>
          ))}
        </ul>
      )}
      {save.error && <ErrorPanel className="mx-5 mt-2" error={save.error} />}
      {!isReadOnly && (
        <div className="flex h-14 shrink-0 items-center justify-end gap-3 px-5">
          <Button kind="solid" keys="mod+enter" disabled={!isReady} busy={save.isPending} onClick={send}>
            {t(isChanged ? 'rules.save' : 'rules.saved')}
          </Button>
        </div>
      )}
    </div>
  )
}

function FitNote({ isJson, mismatches }: { isJson: boolean; mismatches: readonly Mismatch[] }) {
  const t = useT('mock')
  const isFit = isJson && mismatches.length === 0
  return (
    <span
      role="status"
      className={isFit ? 'flex items-center gap-1 text-small text-ok' : 'flex items-center gap-1 text-small text-warn'}
    >
      <Icon of={isFit ? CircleCheck : TriangleAlert} size={14} />
      {isFit ? t('fit.ok') : isJson ? t('fit.misfits', { count: mismatches.length }) : t('fit.noJson')}
    </span>
  )
}
