import { NodeResizeControl, type NodeProps } from '@xyflow/react'
import { memo, useEffect, useRef, useState } from 'react'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useReadOnly } from '../../document/document-context.tsx'
import { useCanvas } from '../canvas-context.ts'
import type { CardFlowNode } from '../flow/flow-model.ts'
import type { NodeLayout } from '../layout/canvas-layout.ts'
import { commentText } from '../layout/comment-note.ts'

/** A note on the canvas, edited in place. Runs ignore it. */
export function CommentCard({ id, data, selected }: NodeProps<CardFlowNode>) {
  return <Card id={id} layout={data} selected={selected} />
}

const Card = memo(function Card({ id, layout, selected }: { id: string; layout: NodeLayout; selected: boolean }) {
  const t = useT('workflow')
  const isReadOnly = useReadOnly()
  const { commands } = useCanvas()
  const text = commentText(layout.node)
  const { author, time } = layout.node.data as { author?: unknown; time?: unknown }
  const byline = [typeof author === 'string' && author, typeof time === 'number' && formatTime(time)].filter(Boolean)
  return (
    <div data-selected={selected || undefined} data-comment className="node-card flex flex-col">
      <CommentField
        key={text}
        text={text}
        label={t('comment.title')}
        placeholder={t('comment.placeholder')}
        isReadOnly={isReadOnly}
        isFresh={selected && text === ''}
        onChange={(next) => commands.writeComment(id, next)}
      />
      {byline.length > 0 && <div className="truncate px-2.5 pb-2 text-caption text-warn">{byline.join(' · ')}</div>}
      {selected && !isReadOnly && (
        <NodeResizeControl
          minWidth={120}
          minHeight={56}
          className="!size-3 !border-0 !bg-transparent"
          onResizeEnd={(_, { width, height }) =>
            commands.resizeComment(id, { width: Math.round(width), height: Math.round(height) }, { x: 0, y: 0 })
          }
        >
          <span className="absolute right-1 bottom-1 size-2 border-r-2 border-b-2 border-warn" />
        </NodeResizeControl>
      )}
    </div>
  )
})

interface CommentFieldProps {
  text: string
  label: string
  placeholder: string
  isReadOnly: boolean
  /** Just created: it receives the focus. */
  isFresh: boolean
  onChange: (text: string) => void
}

/** Saves on blur, so that a comment is one undo step. */
function CommentField({ text, label, placeholder, isReadOnly, isFresh, onChange }: CommentFieldProps) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFresh) field.current?.focus({ preventScroll: true })
  }, [isFresh])
  return (
    <textarea
      ref={field}
      value={typed}
      readOnly={isReadOnly}
      aria-label={label}
      placeholder={placeholder}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed !== text && onChange(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('.react-flow__node')?.focus()
        event.stopPropagation()
      }}
      className="nodrag nopan nowheel min-h-0 flex-1 resize-none bg-transparent px-2.5 py-2 text-[12px]/[17px] outline-none"
    />
  )
}
