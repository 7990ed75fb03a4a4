import { ChevronRight, Play } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { type ProductTool, TryTool } from './try-tool.tsx'

interface ToolRowProps {
  tool: ProductTool
  /** The plugin whose tools can be tried here; others cannot be called from the store. */
  triedOf?: string | undefined
}

/** A tool of a plugin, which opens to show its parameters and a form to try it. */
export function ToolRow({ tool, triedOf }: ToolRowProps) {
  const t = useT('explore')
  const [isOpen, setOpen] = useState(false)
  const [isTrying, setTrying] = useState(false)
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-2 py-2 text-left"
      >
        <span className="shrink-0 font-mono text-code font-semibold">{tool.name}</span>
        <span className="min-w-0 flex-1 truncate text-mute">{tool.description}</span>
        <Icon of={ChevronRight} size={16} className={cn('shrink-0 text-mute', isOpen && 'rotate-90')} />
      </button>
      {isOpen && !isTrying && triedOf && (
        <Button kind="ghost" size="xs" icon={Play} className="mb-2" onClick={() => setTrying(true)}>
          {t('try')}
        </Button>
      )}
      {isOpen && isTrying && triedOf && <TryTool pluginId={triedOf} tool={tool} />}
      {isOpen && !isTrying && tool.parameters.length > 0 && (
        <dl className="mb-2 rounded-md bg-page px-3 py-2">
          {tool.parameters.map((parameter) => (
            <div key={parameter.name} className="flex gap-3 py-0.5">
              <dt className="w-28 shrink-0 truncate font-mono text-code">
                {parameter.name}
                {parameter.required && <span className="text-err">*</span>}
              </dt>
              <dd className="w-16 shrink-0 text-small text-mute">{parameter.type}</dd>
              <dd className="min-w-0 flex-1 text-small">{parameter.description}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
