import type { BotConfig } from '@orrery/contract'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Slider } from '#ui/slider.tsx'
import { fromPosition, type PlaceSettings, toPosition } from './background-place.ts'

type BotBackground = NonNullable<BotConfig['background_image_info_list'][number]['web_background_image']>
interface BackgroundLookProps {
  picture: BotBackground
  disabled: boolean
  onChange: (change: Partial<BotBackground>) => void
}

/** How a picture is shown behind the chat: size, position, gradient at the sides, and surrounding colour. */
export function BackgroundLook({ picture, disabled, onChange }: BackgroundLookProps) {
  const t = useT('bot')
  const place = fromPosition(picture.canvas_position)
  const move = (change: Partial<PlaceSettings>) => onChange({ canvas_position: toPosition({ ...place, ...change }) })
  const percent = { size: 'sm', unit: '%' } as const
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Field label={t('background.size')}>
        <Slider
          {...percent}
          label={t('background.size')}
          min={20}
          max={100}
          disabled={disabled}
          value={place.size}
          onChange={(size) => move({ size })}
        />
      </Field>
      {place.size < 100 &&
        (['across', 'down'] as const).map((side) => (
          <Field key={side} label={t(`background.${side}`)}>
            <Slider
              {...percent}
              label={t(`background.${side}`)}
              min={0}
              max={100}
              disabled={disabled}
              value={place[side]}
              onChange={(value) => move({ [side]: value })}
            />
          </Field>
        ))}
      <Field label={t('background.fade')}>
        <Slider
          {...percent}
          label={t('background.fade')}
          min={0}
          max={50}
          disabled={disabled}
          value={Math.round((picture.gradient_position?.left ?? 0) * 100)}
          onChange={(share) => onChange({ gradient_position: { left: share / 100, right: share / 100 } })}
        />
      </Field>
      <Field label={t('background.color')} help={t('background.color.help')}>
        <Input
          mono
          placeholder="#5252d8"
          disabled={disabled}
          value={picture.theme_color}
          onChange={(event) => onChange({ theme_color: event.target.value })}
        />
      </Field>
    </div>
  )
}
