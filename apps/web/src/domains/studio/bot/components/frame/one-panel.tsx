import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'

interface OnePanelProps {
  panels: readonly { id: string; title: string; content: ReactNode }[]
}

/** On phones only one panel fits: initially the preview, with tabs for the others. */
export function OnePanel({ panels }: OnePanelProps) {
  const t = useT('bot')
  const [chosen, setChosen] = useState('preview')
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="border-b border-line bg-card px-4 py-2">
        <Segmented
          wide
          size="sm"
          label={t('panel.choose')}
          items={panels.map(({ id, title }) => ({ value: id, label: title }))}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      {panels.find(({ id }) => id === chosen)?.content}
    </div>
  )
}
