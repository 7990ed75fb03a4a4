import { type ModelFunction, SupportLevel } from '@orrery/contract/shared/model-support'
import { TriangleAlert } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { useSupport } from '../../skills/use-support.ts'

/** A warning if the selected model supports a feature poorly or not at all. Poor support matters only if it is used. */
export function SupportNote({ needs, isUsed = true }: { needs: ModelFunction; isUsed?: boolean }) {
  const t = useT('bot')
  const { level, model } = useSupport(needs)
  if (level === SupportLevel.full || (level === SupportLevel.poor && !isUsed)) return null
  const text = level === SupportLevel.none ? t('support.none', { model }) : t('support.poor', { model })
  return (
    <Tooltip text={text}>
      <button type="button" aria-label={text} className="flex size-7 items-center justify-center rounded-md text-warn">
        <Icon of={TriangleAlert} size={14} />
      </button>
    </Tooltip>
  )
}
