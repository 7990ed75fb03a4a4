import { inWords } from '@orrery/engine/interface'
import { Star } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Slider } from '#ui/slider.tsx'

interface MoreInputProps {
  type: 'multiselect' | 'rating' | 'slider'
  props: Record<string, unknown>
  label: string
  value: unknown
  onChange: (value: unknown) => void
}
const MOST_STARS = 10

/** A slider, a rating, or a multiple choice. */
export function MoreInput({ type, props, label, value, onChange }: MoreInputProps) {
  const t = useT('interface')
  const number = Number(value) || 0
  const [min, max] = [Number(props['min']) || 0, Number(props['max']) || 0]
  if (type === 'slider')
    return (
      <div className="flex flex-col gap-1">
        <span>{label}</span>
        <Slider
          label={label}
          value={Math.min(Math.max(number, min), max)}
          min={min}
          max={Math.max(min + 1, max)}
          onChange={onChange}
        />
      </div>
    )
  if (type === 'rating')
    return (
      <fieldset>
        <legend>{label}</legend>
        {Array.from({ length: Math.min(MOST_STARS, Math.max(1, max)) }, (_, index) => (
          <button
            key={index}
            type="button"
            aria-pressed={number === index + 1}
            aria-label={t('rating.stars', { count: index + 1 })}
            className={index < number ? 'p-1 text-brand' : 'p-1 text-mute'}
            onClick={() => onChange(index + 1)}
          >
            <Star size={20} fill={index < number ? 'currentColor' : 'none'} />
          </button>
        ))}
      </fieldset>
    )
  const chosen = Array.isArray(value) ? value.map(inWords) : []
  return (
    <fieldset className="flex flex-col gap-1">
      <legend>{label}</legend>
      {(Array.isArray(props['options']) ? props['options'] : []).map((option: unknown, index) => {
        const text = inWords(option)
        return (
          <Checkbox
            key={index}
            checked={chosen.includes(text)}
            onChange={(isOn) => onChange(isOn ? [...chosen, text] : chosen.filter((one) => one !== text))}
          >
            {text}
          </Checkbox>
        )
      })}
    </fieldset>
  )
}
