import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { MethodTag } from '#ui/method-tag.tsx'
import { type ImportTool, keyOf } from './import-choice.ts'
import type { Converted } from './import-source.tsx'

interface ImportPreviewProps {
  converted: Converted
  /** The keys of the selected operations, such as `GET /path`. */
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** The keys of existing tools; selected ones are replaced. */
  known?: ReadonlySet<string>
}

/** Preview of an import, operation by operation, with its problems. */
export function ImportPreview({ converted, chosen, onChange, known }: ImportPreviewProps) {
  const t = useT('plugin')
  const [word, setWord] = useState('')
  const [view, setView] = useState<'all' | 'problems'>('all')
  const { tools, left_out: leftOut } = converted
  const faulty = tools.filter((tool) => tool.problems.length > 0)
  const wanted = word.trim().toLowerCase()
  const shown = (view === 'problems' ? faulty : tools).filter((tool) =>
    `${tool.name} ${tool.path} ${tool.desc}`.toLowerCase().includes(wanted),
  )
  const set = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    onChange(next)
  }
  const keys = shown.map(keyOf)
  const on = keys.filter((key) => chosen.has(key)).length
  return (
    <section aria-label={t('import.preview')} className="flex min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          size="sm"
          label={t('import.preview')}
          items={[
            { value: 'all', label: t('import.all'), count: tools.length },
            { value: 'problems', label: t('import.faulty'), count: faulty.length },
          ]}
          value={view}
          onChange={setView}
        />
        <div className="ml-auto w-56">
          <SearchInput size="sm" value={word} onChange={setWord} placeholder={t('import.search')} />
        </div>
      </div>
      <div className="flex h-8 items-center gap-2.5 px-3 text-small text-mute">
        <Checkbox
          checked={on > 0 && on === keys.length}
          mixed={on > 0 && on < keys.length}
          label={t('import.chooseAll')}
          onChange={(isOn) => set(keys, isOn)}
        />
        {t('import.chosen', { count: chosen.size, total: formatNumber(tools.length) })}
      </div>
      <ul aria-label={t('import.preview')} className="max-h-80 min-h-24 overflow-y-auto rounded-lg border border-line">
        {shown.map((tool) => (
          <ToolLine
            key={keyOf(tool)}
            tool={tool}
            isChosen={chosen.has(keyOf(tool))}
            isKnown={known?.has(keyOf(tool)) ?? false}
            onChoose={(isOn) => set([keyOf(tool)], isOn)}
          />
        ))}
        {shown.length === 0 && <li className="p-3 text-small text-mute">{t('import.noMatch')}</li>}
      </ul>
      {leftOut.length > 0 && (
        <details className="text-small">
          <summary className="cursor-pointer text-warn">{t('import.leftOut', { count: leftOut.length })}</summary>
          <ul className="mt-1 flex flex-col gap-0.5 pl-4">
            {leftOut.map((item) => (
              <li key={keyOf(item)} className="wrap-anywhere">
                <code className="text-code">{keyOf(item)}</code>{' '}
                <span className="text-mute">{t(`import.leftOut.${item.reason}`)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface ToolLineProps {
  tool: ImportTool
  isChosen: boolean
  isKnown: boolean
  onChoose: (isOn: boolean) => void
}

function ToolLine({ tool, isChosen, isKnown, onChoose }: ToolLineProps) {
  const t = useT('plugin')
  return (
    <li className="flex items-start gap-2.5 border-b border-line px-3 py-2 last:border-b-0">
      <span className="flex h-5 items-center">
        <Checkbox checked={isChosen} label={t('import.choose', { name: tool.name })} onChange={onChoose} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{tool.name}</span>
          <MethodTag method={tool.method} />
          <code className="truncate text-code text-mute">{tool.path}</code>
          {isKnown && <Tag tone={isChosen ? 'warn' : 'grey'}>{t(isChosen ? 'import.replaces' : 'import.known')}</Tag>}
        </div>
        <p className="truncate text-small text-mute">
          {tool.desc || t('tools.noDescription')} · {t('tools.parameters', { count: tool.parameters })}
        </p>
        {tool.problems.map((problem) => (
          <p key={`${problem.kind} ${problem.about}`} className="flex gap-1.5 text-small text-warn">
            <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {t(`problem.${problem.kind}`, { about: problem.about, name: tool.name })}
            </span>
          </p>
        ))}
      </div>
      {tool.problems.length === 0 && <Icon of={CircleCheck} size={14} className="mt-1 shrink-0 text-ok" />}
    </li>
  )
}
