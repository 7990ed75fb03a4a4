import type { ModelFunction } from '@orrery/contract/shared/model-support'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Switch } from '#ui/switch.tsx'
import { useEditor } from '../../draft/draft-context.ts'
import type { SkillTab } from '../../skills/tab-status.ts'
import { SkillBlock } from './skill-block.tsx'

interface SwitchBlockProps {
  tab: SkillTab
  title: string
  hint: string
  needs?: ModelFunction
  isOn: boolean
  onChange: (on: boolean) => void
  /** The settings can be opened while the skill is off. */
  isForm?: boolean
  /** The settings of the skill. */
  children?: ReactNode
}

/** A skill that can be switched on or off. */
export function SwitchBlock({ tab, title, hint, needs, isOn, isForm, onChange, children }: SwitchBlockProps) {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  return (
    <SkillBlock
      tab={tab}
      title={title}
      hint={hint}
      hasData={isOn}
      isForm={isForm}
      state={isOn ? t('on') : undefined}
      needs={needs}
      tools={<Switch label={title} checked={isOn} disabled={isReadOnly} onChange={onChange} className="mx-1.5" />}
    >
      {children}
    </SkillBlock>
  )
}
