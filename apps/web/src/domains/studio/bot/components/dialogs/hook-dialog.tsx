import { HOOK_LIMITS } from '@orrery/contract/shared/limits'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import {
  emptyHook,
  type Hook,
  hookPlaces,
  type HookPlace,
  isHookAddress,
  type PlacedHook,
  hookPlaceNames,
} from '../../skills/hook-list.ts'

interface HookDialogProps {
  value?: PlacedHook
  onSave: (next: { place: HookPlace; hook: Hook }) => void
  onClose: () => void
}

export function HookDialog({ value, onSave, onClose }: HookDialogProps) {
  const t = useT('bot')
  const [place, setPlace] = useState<HookPlace>(value?.place ?? 'llm_call_hook')
  const [hook, setHook] = useState<Hook>(value?.hook ?? emptyHook)
  const set = (change: Partial<Hook>) => setHook({ ...hook, ...change })
  const isReady = isHookAddress(hook.uri.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    onSave({ place, hook: { ...hook, uri: hook.uri.trim(), filter_rules: hook.filter_rules.filter(Boolean) } })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={value ? t('hook.edit') : t('block.hook_info.add')}
      description={t('block.hook_info.hint')}
      keepOnOutsidePress
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={!isReady}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('hook.place')}>
          <Select
            items={hookPlaceNames.map((place) => ({ value: place, label: t(`hook.${hookPlaces[place]}`) }))}
            value={place}
            onChange={setPlace}
          />
        </Field>
        <Field
          label={t('hook.uri')}
          required
          error={hook.uri.trim() !== '' && !isReady && t('hook.uri.fault')}
          help={t('hook.uri.help')}
        >
          <Input mono value={hook.uri} placeholder="https://" onChange={(event) => set({ uri: event.target.value })} />
        </Field>
        <Field label={t('hook.rules')} help={t('hook.rules.help')}>
          <Input
            value={hook.filter_rules.join(', ')}
            onChange={(event) => set({ filter_rules: event.target.value.split(/[,，]\s*/) })}
          />
        </Field>
        <Field label={t('hook.timeout')}>
          <NumberInput
            label={t('hook.timeout')}
            min={100}
            max={HOOK_LIMITS.timeoutMs}
            step={100}
            unit="ms"
            value={hook.timeout_ms}
            onChange={(timeout) => set({ timeout_ms: timeout ?? emptyHook.timeout_ms })}
            className="w-32"
          />
        </Field>
        <Switch checked={hook.strong_dep} onChange={(on) => set({ strong_dep: on })}>
          {t('hook.strong.help')}
        </Switch>
      </div>
    </Dialog>
  )
}
