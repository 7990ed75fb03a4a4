import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import type { SetupSettings } from '../publish.queries.ts'

interface SetupBehaviourProps {
  settings: SetupSettings
  onChange: (settings: SetupSettings) => void
}

/** Settings for when the bot answers, and which messages it combines into one question. */
export function SetupBehaviour({ settings, onChange }: SetupBehaviourProps) {
  const t = useT('channel')
  const set = (change: Partial<SetupSettings>) => onChange({ ...settings, ...change })
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{t('behaviour')}</summary>
      <div className="mt-3 flex flex-col gap-3">
        <Field label={t('groups')}>
          <Select
            items={(['mention', 'all', 'never'] as const).map((value) => ({ value, label: t(`groups.${value}`) }))}
            value={settings.in_groups}
            onChange={(value) => set({ in_groups: value })}
          />
        </Field>
        {settings.in_groups === 'mention' && (
          <Field label={t('prefix')} help={t('prefix.help')}>
            <Input value={settings.prefix} maxLength={20} onChange={(event) => set({ prefix: event.target.value })} />
          </Field>
        )}
        <Field label={t('onNew')}>
          <Select
            items={(['queue', 'newest'] as const).map((value) => ({ value, label: t(`onNew.${value}`) }))}
            value={settings.on_new}
            onChange={(value) => set({ on_new: value })}
          />
        </Field>
        <Field label={t('voiceReplies')} help={t('voiceReplies.help')}>
          <Select
            items={(['spoken', 'always', 'never'] as const).map((value) => ({
              value,
              label: t(`voiceReplies.${value}`),
            }))}
            value={settings.voice_replies}
            onChange={(value) => set({ voice_replies: value })}
          />
        </Field>
        <Field label={t('burst')} help={t('burst.help')}>
          <NumberInput
            value={settings.burst_ms}
            min={0}
            max={10_000}
            step={100}
            unit="ms"
            onChange={(value) => set({ burst_ms: value ?? 0 })}
          />
        </Field>
        <Field label={t('idle')} help={t('idle.help')}>
          <NumberInput
            value={settings.idle_hours}
            min={0}
            max={8760}
            unit="h"
            onChange={(value) => set({ idle_hours: value ?? 0 })}
          />
        </Field>
      </div>
    </details>
  )
}
