import { SideEffect, ToolAuthMode, ToolRunMode } from '@orrery/contract/shared/plugin-enums'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { isToolName } from '../tool-rules.ts'
import type { ToolDraft } from './tool-draft.ts'

interface SettingsDialogProps {
  draft: ToolDraft
  isCode: boolean
  onChange: (change: Partial<ToolDraft>) => void
  onClose: () => void
}
const authModes = ['required', 'supported', 'disabled'] as const
const runModes = ['sync', 'async', 'streaming'] as const
const effects = ['byMethod', 'none', 'some'] as const
const bodies = ['json', 'form', 'multipart'] as const
const nameOf = <K extends string>(keys: readonly K[], numbers: Record<K, number>, value: number | undefined): K =>
  keys.find((key) => numbers[key] === value) ?? keys[0]!

/** The name and execution settings of a tool, saved while the person types. */
export function SettingsDialog({ draft, isCode, onChange, onClose }: SettingsDialogProps) {
  const t = useT('plugin')
  const { extend } = draft
  const set = (change: Partial<ToolDraft['extend']>) => onChange({ extend: { ...extend, ...change } })
  const isNamed = isToolName(draft.name)
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.title')}
      description={t('settings.text')}
      footer={
        <Button kind="solid" disabled={!isNamed} onClick={onClose}>
          {t('settings.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('tool.name')}
          required
          error={isNamed ? undefined : t('tool.name.rule')}
          help={t('tool.name.rule')}
        >
          <Input mono value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />
        </Field>
        {isCode && (
          <Field label={t('settings.function')} help={t('settings.function.help')}>
            <Input
              mono
              value={draft.functionName}
              placeholder="handler"
              onChange={(event) => onChange({ functionName: event.target.value })}
            />
          </Field>
        )}
        <div className="grid grid-cols-2 gap-4">
          <Field
            label={t('settings.run')}
            help={t(`settings.run.${nameOf(runModes, ToolRunMode, extend.run_mode)}.text`)}
          >
            <Select
              items={runModes.map((value) => ({ value, label: t(`settings.run.${value}`) }))}
              value={nameOf(runModes, ToolRunMode, extend.run_mode)}
              onChange={(mode) => set({ run_mode: ToolRunMode[mode] })}
            />
          </Field>
          <Field label={t('settings.effect')} help={t('settings.effect.help')}>
            <Select
              items={effects.map((value) => ({ value, label: t(`settings.effect.${value}`) }))}
              value={nameOf(effects, SideEffect, extend.side_effect)}
              onChange={(effect) => set({ side_effect: SideEffect[effect] })}
            />
          </Field>
          {!isCode && (
            <>
              <Field label={t('settings.auth')}>
                <Select
                  items={authModes.map((value) => ({ value, label: t(`settings.auth.${value}`) }))}
                  value={nameOf(authModes, ToolAuthMode, extend.auth_mode)}
                  onChange={(mode) => set({ auth_mode: ToolAuthMode[mode] })}
                />
              </Field>
              <Field label={t('settings.body')}>
                <Select
                  items={bodies.map((value) => ({ value, label: t(`settings.body.${value}`) }))}
                  value={extend.body_type ?? 'json'}
                  onChange={(body_type) => set({ body_type })}
                />
              </Field>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
