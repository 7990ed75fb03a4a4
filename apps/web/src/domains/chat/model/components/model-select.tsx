import type { ListedModel } from '@orrery/contract'
import type { ModelType } from '@orrery/contract/shared/model-support'
import { useQuery } from '@tanstack/react-query'
import { Brain, Eye, MessageSquare, Wrench } from 'lucide-react'
import { useMemo } from 'react'
import { formatContext } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Icon } from '#ui/icon.tsx'
import { modelListQuery, useModelsClosed } from '../model.queries.ts'
import { ModelGuide } from './model-guide.tsx'

interface ModelSelectProps {
  spaceId: string
  value: string
  onChange: (model: ListedModel) => void
  label?: string
  disabled?: boolean
  /** The kind of models to choose from; by default chat. */
  type?: ModelType
  className?: string
}

/** The models of a space, with their abilities. */
export function ModelSelect({ spaceId, value, onChange, label, disabled, type, className }: ModelSelectProps) {
  const t = useT('model')
  const { data } = useQuery(modelListQuery(spaceId, type))
  const isClosed = useModelsClosed(spaceId) && value !== ''
  const items = useMemo(
    () =>
      (data?.model_list ?? []).map((model) => ({
        value: String(model.model_type),
        label: model.name,
        description: [
          model.model_series.series_name || model.model_class_name,
          t('context', { tokens: formatContext(model.model_quota.token_limit) }),
        ]
          .filter(Boolean)
          .join(' · '),
        model,
      })),
    [data, t],
  )
  const chosen = items.find((item) => item.value === value) ?? null
  return (
    <Combobox
      label={label ?? t('choose')}
      placeholder={isClosed ? t('closed') : value ? t('gone') : t('choose')}
      searchPlaceholder={t('search')}
      items={items}
      value={chosen}
      onChange={(next) => next && onChange(next.model)}
      footer={<ModelGuide spaceId={spaceId} className="text-small text-mute" />}
      tile={(item) => <Abilities model={item.model} />}
      disabled={disabled || isClosed}
      className={className}
    />
  )
}

/** An icon for the most notable ability; the description names it. */
function Abilities({ model }: { model: ListedModel }) {
  const ability = model.model_ability
  const glyph = ability.cot_display
    ? Brain
    : ability.image_understanding
      ? Eye
      : ability.function_call
        ? Wrench
        : MessageSquare
  return <Icon of={glyph} className="shrink-0 text-mute" />
}
