import { type FieldOf, writePath } from '@orrery/engine/describe'
import { timeUnit } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelSelect } from '#domains/chat/model/index.ts'
import { useEditor } from '../../document/editor-context.ts'
import { emptyData, withErrorOutputs } from '../error-outputs.ts'
import { useNodeForm } from '../form-context.tsx'
import { modelText, settingFor } from '../../nodes/model-setting.ts'
import { Labelled } from '../parts/labelled.tsx'
import { usePath } from '../use-path.ts'

interface Setting {
  switch?: boolean
  processType?: number
  dataOnErr?: string
  retryTimes?: number
  timeoutMs?: number
  ext?: { backupLLMParam?: string } & Record<string, unknown>
}

const mostRetries = 10

/** Timeout, retries and fallback of a node. */
export function ErrorsField({ field }: { field: FieldOf<'errors'> }) {
  const t = useT('workflow-node')
  const { data, isReadOnly, change, gaps } = useNodeForm()
  const [raw] = usePath(field.path)
  const setting = (raw ?? {}) as Setting
  const process = setting.processType ?? (setting.switch && setting.dataOnErr ? 2 : 1)
  const set = (next: Partial<Setting>, merge?: string) =>
    change(
      (before) => {
        const merged = { processType: process, ...setting, ...next }
        const isHandled = merged.processType === 2 || merged.processType === 3
        const on = isHandled || (merged.retryTimes ?? 0) > 0
        return withErrorOutputs(writePath(before, field.path, { ...merged, switch: on }), isHandled)
      },
      merge && `${field.path}/${merge}`,
    )
  const items = [
    { value: '1', label: t('errors.throw') },
    { value: '2', label: t('errors.data') },
    { value: '3', label: t('errors.branch') },
  ]
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        {field.maxMs > 0 && (
          <Labelled label={t('errors.timeout')} className="w-24">
            <NumberInput
              size="sm"
              label={t('errors.timeout')}
              unit={timeUnit('s')}
              min={0.1}
              max={field.maxMs / 1000}
              value={(setting.timeoutMs ?? field.defaultMs) / 1000}
              disabled={isReadOnly}
              onChange={(next) => next !== null && set({ timeoutMs: Math.round(next * 1000) }, 'timeout')}
            />
          </Labelled>
        )}
        <Labelled label={t('errors.retries')} className="w-20">
          <NumberInput
            size="sm"
            label={t('errors.retries')}
            min={0}
            max={mostRetries}
            value={setting.retryTimes ?? 0}
            disabled={isReadOnly}
            onChange={(next) => next !== null && set({ retryTimes: next }, 'retries')}
          />
        </Labelled>
        <Labelled label={t('errors.then')} className="min-w-0 flex-1">
          <Select
            size="sm"
            label={t('errors.then')}
            items={items}
            value={String(process)}
            disabled={isReadOnly}
            onChange={(next) =>
              set({
                processType: Number(next),
                ...(next === '2' && !setting.dataOnErr ? { dataOnErr: emptyData(data.outputs) } : {}),
              })
            }
          />
        </Labelled>
      </div>
      {process === 2 && (
        <Labelled
          label={t('errors.dataLabel')}
          help={t('errors.dataHelp')}
          error={gaps.some((gap) => gap.field === field.id) && t('gap.empty', { field: t('errors.dataLabel') })}
          aside={
            !isReadOnly && (
              <Button kind="ghost" size="xs" onClick={() => set({ dataOnErr: emptyData(data.outputs) })}>
                {t('errors.fill')}
              </Button>
            )
          }
        >
          <Textarea
            mono
            rows={3}
            aria-label={t('errors.dataLabel')}
            disabled={isReadOnly}
            value={setting.dataOnErr ?? ''}
            onChange={(event) => set({ dataOnErr: event.target.value }, 'data')}
          />
        </Labelled>
      )}
      {field.backup && (setting.retryTimes ?? 0) > 0 && (
        <Backup
          text={setting.ext?.backupLLMParam ?? ''}
          disabled={isReadOnly}
          onChange={(text) => set({ ext: { ...setting.ext, backupLLMParam: text } })}
        />
      )}
    </div>
  )
}

function Backup({ text, onChange, disabled }: { text: string; onChange: (text: string) => void; disabled: boolean }) {
  const t = useT('workflow-node')
  const { spaceId } = useEditor()
  return (
    <Labelled
      label={t('errors.backup')}
      aside={
        text &&
        !disabled && (
          <Button kind="ghost" size="xs" onClick={() => onChange('')}>
            {t('errors.none')}
          </Button>
        )
      }
    >
      <ModelSelect
        spaceId={spaceId}
        label={t('errors.backup')}
        value={modelIdIn(text)}
        disabled={disabled}
        onChange={(model) => onChange(modelText(settingFor(model)))}
      />
    </Labelled>
  )
}

function modelIdIn(text: string): string {
  try {
    return String((JSON.parse(text) as { modelType?: unknown }).modelType ?? '')
  } catch {
    return ''
  }
}
