import type { NodeProps } from '@xyflow/react'
import { memo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useReadOnly } from '../../document/document-context.tsx'
import type { CanvasGroup } from '../../document/canvas.ts'
import { useCanvas } from '../canvas-context.ts'
import type { FrameFlowNode } from '../flow/flow-model.ts'

/** A frame around nodes that belong together; dragging its header moves them all. */
export function GroupFrame({ data, selected }: NodeProps<FrameFlowNode>) {
  return <Frame group={data.group} selected={selected} />
}

const Frame = memo(function Frame({ group, selected }: { group: CanvasGroup; selected: boolean }) {
  const t = useT('workflow')
  const isReadOnly = useReadOnly()
  const { commands } = useCanvas()
  const [isRenaming, setRenaming] = useState(false)
  return (
    <div
      className={`absolute inset-0 rounded-xl border bg-[color-mix(in_oklab,var(--card)_45%,transparent)] ${selected ? 'border-focus' : 'border-line-strong border-dashed'}`}
    >
      <div
        className="frame-head flex h-8 items-center px-3 text-small font-medium text-mute"
        onDoubleClick={(event) => {
          event.stopPropagation()
          if (!isReadOnly) setRenaming(true)
        }}
      >
        {isRenaming ? (
          <input
            // Focus is expected here: the person opened the field with a double click.
            autoFocus
            defaultValue={group.title}
            aria-label={t('group.name')}
            className="nodrag h-6 w-full rounded-sm border border-line bg-card px-1.5 text-ink"
            onBlur={(event) => {
              setRenaming(false)
              if (event.target.value !== group.title) commands.renameGroup(group.id, event.target.value)
            }}
            onKeyDown={(event) => {
              event.stopPropagation()
              if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
            }}
          />
        ) : (
          <span className="truncate">{group.title}</span>
        )}
      </div>
    </div>
  )
})
