import { componentOf, inWords, type Node } from '@orrery/engine/interface'
import type { FormEvent, ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { useView, WithItem } from './view-context.tsx'
import { BarChart, Media, TabbedParts, ValueList } from './more-parts.tsx'
import { OwnComponent } from './own-component.tsx'
import { AnswerText, ChoiceInput, ChoiceMenu, choiceTypes, DataTable, FormInput, Overlay, ShownPart } from './parts.ts'
import { noState } from './runtime.ts'
import { textTones } from './tones.ts'
import { RunStepsLink } from './run-steps-link.tsx'

type Props = Record<string, unknown>
const tags = { normal: 'grey', good: 'ok', warning: 'warn', bad: 'err' } as const
const aligns: Record<string, string> = {
  start: 'justify-start',
  center: 'justify-center',
  end: 'justify-end',
  spread: 'justify-between',
}
const sizes: Record<string, string> = { '1': 'text-greeting', '2': 'text-figure', '3': 'text-dialog' }
const number = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback)
/** Allows only web URLs and uploaded files, because other URLs could run code. */
const safeUrl = (value: unknown): string => {
  const url = inWords(value).trim()
  return /^https?:\/\//i.test(url) || url.startsWith('/api/file/') ? url : ''
}

/** A component with its evaluated values. */
export function Drawn({ node, props, parts }: { node: Node; props: Props; parts: readonly ReactNode[] }) {
  const inside = parts
  const { runtime, chat, item, isPhone } = useView()
  const gap = { gap: number(props['gap'], 12) }
  const text = inWords(props['text'])
  switch (node.type) {
    case 'stack':
      return (
        <div className="flex flex-col" style={gap}>
          {inside}
        </div>
      )
    case 'row':
      return (
        <div className={cn('flex flex-wrap items-center', aligns[inWords(props['align'])])} style={gap}>
          {inside}
        </div>
      )
    case 'grid': {
      const columns = isPhone ? 1 : Math.min(12, Math.max(1, number(props['columns'], 2)))
      return (
        <div className="grid" style={{ ...gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {inside}
        </div>
      )
    }
    case 'card':
      return (
        <section className="rounded-lg border border-line bg-card p-4">
          {inWords(props['title']) && <h3 className="mb-3 font-semibold">{inWords(props['title'])}</h3>}
          <div className="flex flex-col" style={gap}>
            {inside}
          </div>
        </section>
      )
    case 'repeat': {
      const items = Array.isArray(props['items']) ? props['items'].slice(0, 500) : []
      if (items.length === 0) return <p className="text-mute">{inWords(props['empty'])}</p>
      return (
        <div className="flex flex-col" style={gap}>
          {items.map((one: unknown, index) => (
            <WithItem key={index} item={{ ...item, item: one, index }}>
              {inside}
            </WithItem>
          ))}
        </div>
      )
    }
    case 'divider':
      return <hr className="border-line" />
    case 'heading': {
      const level = inWords(props['level'])
      const Name = level === '3' ? 'h4' : level === '2' ? 'h3' : 'h2'
      return <Name className={cn('font-semibold', sizes[level])}>{text}</Name>
    }
    case 'text':
      return <p className={cn('whitespace-pre-wrap wrap-anywhere', textTones[inWords(props['tone'])])}>{text}</p>
    case 'markdown':
      return <AnswerText text={text} isStreaming={false} />
    case 'image': {
      const src = safeUrl(props['src'])
      const height = number(props['height'], 0)
      return src ? (
        <img
          src={src}
          alt={inWords(props['alt'])}
          style={height ? { height } : undefined}
          className="max-w-full rounded-md object-contain"
        />
      ) : (
        <div className="h-24 rounded-md border border-dashed border-line" />
      )
    }
    case 'link': {
      const url = safeUrl(props['url'])
      return url ? (
        <a href={url} target="_blank" rel="noreferrer noopener" className="text-brand underline">
          {text}
        </a>
      ) : (
        <button
          type="button"
          className="self-start text-brand underline"
          onClick={() => void runtime.fire(node.id, 'click', item)}
        >
          {text}
        </button>
      )
    }
    case 'tag':
      return (
        <span>
          <Tag tone={tags[inWords(props['tone']) as keyof typeof tags] ?? 'grey'}>{text}</Tag>
        </span>
      )
    case 'figure':
      return (
        <div className="rounded-lg border border-line p-3">
          <p className="text-mute">{inWords(props['label'])}</p>
          <p className="text-figure font-semibold">
            {inWords(props['value'])} <span className="text-body font-normal text-mute">{inWords(props['unit'])}</span>
          </p>
        </div>
      )
    case 'form':
      return (
        <form
          className="flex flex-col"
          style={gap}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void runtime.fire(node.id, 'submit', item)
          }}
        >
          {inside}
        </form>
      )
    case 'button':
      return (
        <Button
          kind={props['look'] === 'plain' ? 'plain' : 'solid'}
          type={props['submits'] === true ? 'submit' : 'button'}
          busy={props['isBusy'] === true}
          className="self-start"
          onClick={props['submits'] === true ? undefined : () => void runtime.fire(node.id, 'click', item)}
        >
          {inWords(props['label'])}
        </Button>
      )
    case 'table':
      return <DataTable node={node} props={props} />
    case 'answer':
      return (
        <Answer source={inWords(props['source'])} field={inWords(props['field'])} empty={inWords(props['empty'])} />
      )
    case 'chat':
      return (
        <div
          className="flex flex-col overflow-hidden rounded-lg border border-line"
          style={{ height: Math.max(240, number(props['height'], 480)) }}
        >
          {chat}
        </div>
      )
    case 'tabs':
      return <TabbedParts props={props} parts={parts} />
    case 'collapse':
      return (
        <details open={props['open'] === true} className="rounded-lg border border-line p-3">
          <summary className="cursor-pointer font-medium">{inWords(props['title']) || node.name}</summary>
          <div className="mt-3 flex flex-col" style={gap}>
            {inside}
          </div>
        </details>
      )
    case 'dialog':
    case 'drawer':
      return <Overlay node={node} props={props} parts={parts} />
    case 'menu':
      return <ChoiceMenu node={node} props={props} />
    case 'progress':
    case 'json':
    case 'icon':
    case 'code':
    case 'callout':
      return <ShownPart node={node} props={props} />
    case 'audio':
    case 'video':
      return <Media kind={node.type} src={safeUrl(props['src'])} label={inWords(props['label']) || node.name} />
    case 'empty':
      return (
        <div className="rounded-lg border border-dashed border-line p-6 text-center">
          <p className="font-medium">{inWords(props['title'])}</p>
          <p className="whitespace-pre-wrap text-mute">{text}</p>
        </div>
      )
    case 'list':
      return <ValueList props={props} />
    case 'chart':
      return <BarChart props={props} name={node.name} />
    case 'suggestions':
      return (
        <div className="flex flex-wrap gap-2">
          {(Array.isArray(props['options']) ? props['options'] : []).map((option: unknown, index) => (
            <Button
              key={index}
              size="sm"
              onClick={() => void runtime.fire(node.id, 'choose', { ...item, event: { value: inWords(option) } })}
            >
              {inWords(option)}
            </Button>
          ))}
        </div>
      )
    default:
      if (node.type.includes('/')) return <OwnComponent node={node} props={props} />
      // Unknown types are not shown; the editor reports them as problems.
      if (!componentOf(node.type)?.isInput) return null
      return choiceTypes.has(node.type) ? (
        <ChoiceInput node={node} props={props} />
      ) : (
        <FormInput node={node} props={props} />
      )
  }
}

/** The output of a workflow, streamed. */
function Answer({ source, field, empty }: { source: string; field: string; empty: string }) {
  const t = useT('interface')
  const { runtime } = useView()
  const { data, partial, loading, error, stepsAt } = runtime.store.use((state) => state.sources[source] ?? noState)
  if (error)
    return (
      <p role="alert" className="text-err">
        {error} <RunStepsLink stepsAt={stepsAt} />
      </p>
    )
  const shown = data === null ? partial : answerOf(data, field) || partial
  if (!shown)
    return (
      <p role="status" className="text-mute">
        {loading ? t('answer.loading') : empty}
      </p>
    )
  return (
    <div role="status" aria-busy={loading}>
      <AnswerText text={shown} isStreaming={loading} />
    </div>
  )
}
function answerOf(data: unknown, field: string): string {
  if (typeof data !== 'object' || data === null) return inWords(data)
  const values = data as Record<string, unknown>
  if (field) return inWords(values[field])
  const list = Object.values(values)
  return list.length === 1 ? inWords(list[0]) : `\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\``
}
