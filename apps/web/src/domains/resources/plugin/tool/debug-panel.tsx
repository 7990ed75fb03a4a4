import { Play, Save, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { MockChoice } from '../mocks/mock-choice.tsx'
import type { ToolPlace } from '../mocks/mock.queries.ts'
import type { PluginTool } from '../plugin.queries.ts'
import { type ArgFault, type FormValues, readArgs, toArgs, toForm } from './debug-args.ts'
import { DebugForm } from './debug-form.tsx'
import { DebugResult } from './debug-result.tsx'
import { ExampleBar } from './example-bar.tsx'
import type { ParamNode } from './param-tree.ts'
import type { Debug } from './use-debug.ts'
import type { Undeclared } from './value-nodes.ts'

interface DebugPanelProps {
  place: ToolPlace
  tool: PluginTool
  request: readonly ParamNode[]
  isCode: boolean
  mayRun: boolean
  debug: Debug
  undeclared: readonly Undeclared[]
  onDeclare?: (undeclared: Undeclared) => void
  onIgnore: (undeclared: Undeclared) => void
  /** Undefined if nothing may be saved. */
  onSaveExample?: () => Promise<void>
}
const none: ReadonlyMap<string, ArgFault> = new Map()
const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** Runs the tool with real arguments, beside its parameters. */
export function DebugPanel(props: DebugPanelProps) {
  const { place, tool, request, isCode, mayRun, debug, undeclared, onDeclare, onIgnore, onSaveExample } = props
  const t = useT('plugin')
  const first = readArgs(tool.debug_example.req_example) ?? {}
  const [mode, setMode] = useState<'form' | 'json'>('form')
  const [values, setValues] = useState<FormValues>(() => toForm(request, first))
  const [text, setText] = useState(() => pretty(first))
  const [isTried, setTried] = useState(false)
  const read = toArgs(request, values)
  const typed = readArgs(text)
  const change = (next: 'form' | 'json') => {
    if (next === 'json') setText(pretty(read.args))
    else setValues(toForm(request, typed ?? {}))
    setMode(next)
  }
  const fill = (args: Record<string, unknown>) => {
    setValues(toForm(request, args))
    setText(pretty(args))
    setTried(false)
  }
  const isFit = mode === 'json' ? typed !== undefined : read.faults.size === 0
  const args = mode === 'json' ? (typed ?? {}) : read.args
  const run = () => {
    setTried(true)
    if (mayRun && isFit && !debug.isRunning) debug.run(JSON.stringify(args))
  }
  useKeys('mod+enter', run)
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-page">
      <div className="flex h-11 shrink-0 items-center gap-2 px-4">
        <h2 className="font-semibold">{t('debug.title')}</h2>
        {tool.debug_status === 1 ? <Tag tone="ok">{t('debug.tried')}</Tag> : <Tag>{t('debug.untried')}</Tag>}
        <Segmented
          size="sm"
          className="ml-auto"
          label={t('debug.mode')}
          items={[
            { value: 'form', label: t('debug.form') },
            { value: 'json', label: 'JSON' },
          ]}
          value={mode}
          onChange={change}
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pb-4">
        <section
          aria-label={t('debug.arguments')}
          className="flex flex-col gap-3 rounded-lg border border-line bg-card p-3"
        >
          {mode === 'form' ? (
            <DebugForm nodes={request} values={values} onChange={setValues} faults={isTried ? read.faults : none} />
          ) : (
            <>
              <Textarea
                mono
                rows={6}
                spellCheck={false}
                aria-label={t('debug.arguments')}
                aria-invalid={typed === undefined}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              {typed === undefined && <p className="text-small text-err">{t('debug.fault.object')}</p>}
            </>
          )}
          <MockChoice place={place} />
          <div className="flex items-center gap-2">
            <ExampleBar place={place} tool={tool} args={args} onFill={fill} />
            <Button
              kind="solid"
              size="sm"
              icon={Play}
              keys="mod+enter"
              className="ml-auto"
              disabled={!mayRun}
              busy={debug.isRunning}
              onClick={run}
            >
              {t('debug.run')}
            </Button>
          </div>
        </section>
        {debug.error && <ErrorPanel error={debug.error} />}
        {debug.last && <DebugResult run={debug.last} isCode={isCode} />}
        {undeclared.slice(0, 3).map((item) => (
          <Hint
            key={item.path}
            one={item}
            onDeclare={onDeclare && (() => onDeclare(item))}
            onIgnore={() => onIgnore(item)}
          />
        ))}
      </div>
      {onSaveExample && (
        <Foot isReady={debug.last?.answer.success === true} onSave={onSaveExample}>
          {t('debug.exampleHint')}
        </Foot>
      )}
    </div>
  )
}

function Hint({ one: item, onDeclare, onIgnore }: { one: Undeclared; onDeclare?: () => void; onIgnore: () => void }) {
  const t = useT('plugin')
  return (
    <div role="status" className="flex gap-2 rounded-lg border border-line bg-card p-3">
      <Icon of={TriangleAlert} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="wrap-anywhere">{t('debug.undeclared', { name: item.path })}</p>
        <div className="mt-2 flex gap-2">
          {onDeclare && (
            <Button size="sm" onClick={onDeclare}>
              {t('debug.declare')}
            </Button>
          )}
          <Button size="sm" kind="quiet" onClick={onIgnore}>
            {t('debug.ignore')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Foot({ isReady, onSave, children }: { isReady: boolean; onSave: () => Promise<void>; children: ReactNode }) {
  const t = useT('plugin')
  const [isSaving, setSaving] = useState(false)
  const save = () => {
    setSaving(true)
    void onSave().finally(() => setSaving(false))
  }
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-t border-line bg-card px-4 text-small text-mute">
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Button size="sm" icon={Save} disabled={!isReady} busy={isSaving} onClick={save}>
        {t('debug.saveExample')}
      </Button>
    </div>
  )
}
