import { ModelType } from '@orrery/contract/shared/model-support'
import type { FieldOf } from '@orrery/engine/describe'
import { X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ModelSelect } from '#domains/chat/model/index.ts'
import { useEditor } from '../../document/editor-context.ts'
import { useFieldTexts } from '../field-texts.ts'
import { useNodeForm } from '../form-context.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { useSlot } from '../use-slot.ts'

const types = { image: ModelType.image, rerank: ModelType.rerank }

/** Selects a model that is not a chat model; by default the first one of the space. */
export function OtherModelField({ field }: { field: FieldOf<'otherModel'> }) {
  const t = useT('workflow-node')
  const { label, help } = useFieldTexts(field)
  const { spaceId } = useEditor()
  const { isReadOnly } = useNodeForm()
  const [value, set] = useSlot(field.slot)
  const chosen = typeof value === 'string' ? value : ''
  return (
    <Labelled label={label} help={help ?? (chosen ? undefined : t(`otherModel.${field.of}`))}>
      <div className="flex min-w-0 items-center gap-2">
        <ModelSelect
          spaceId={spaceId}
          label={label}
          value={chosen}
          type={types[field.of]}
          disabled={isReadOnly}
          onChange={(model) => set(String(model.model_type))}
          className="min-w-0 flex-1"
        />
        {chosen && !isReadOnly && <IconButton icon={X} label={t('otherModel.clear')} onClick={() => set('')} />}
      </div>
    </Labelled>
  )
}
