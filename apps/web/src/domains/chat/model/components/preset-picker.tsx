import { presetIds } from '@orrery/contract/shared/provider-presets'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import type { PresetChoice } from '../provider-form.ts'
import { ProviderMark } from './provider-mark.tsx'

const choices: readonly PresetChoice[] = [...presetIds, 'other']

/** Providers to choose from, as a radio group with arrow keys. */
export function PresetPicker({ value, onChange }: { value: PresetChoice; onChange: (next: PresetChoice) => void }) {
  const t = useT('model')
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('provider.kind')}</legend>
      <div className="grid grid-cols-3 gap-2 max-sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice}
            className={cn(
              'flex cursor-pointer items-center gap-2 rounded-md border border-line p-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-brand',
              choice === value && 'border-brand bg-brand-soft',
            )}
          >
            <input
              type="radio"
              name="provider-preset"
              className="sr-only"
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            <ProviderMark preset={choice === 'other' ? undefined : choice} className="size-7 text-small" />
            <span className="min-w-0 truncate">{t(`preset.${choice}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
