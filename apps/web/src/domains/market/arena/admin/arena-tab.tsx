import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { BanksView } from './banks-view.tsx'
import { EditionsView } from './editions-view.tsx'
import { ModelsView } from './models-view.tsx'
import { RulesView } from './rules-view.tsx'
import { VotesView } from './votes-view.tsx'

const views = {
  models: ModelsView,
  banks: BanksView,
  editions: EditionsView,
  votes: VotesView,
  rules: RulesView,
} as const
type View = keyof typeof views

/** The administration of the arena. */
export function ArenaTab() {
  const t = useT('arena')
  const [view, setView] = useState<View>('models')
  const Shown = views[view]
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <FilterBar search={null}>
        <Segmented
          label={t('admin.view')}
          items={(Object.keys(views) as View[]).map((value) => ({ value, label: t(`admin.${value}`) }))}
          value={view}
          onChange={setView}
        />
      </FilterBar>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Shown />
      </div>
    </div>
  )
}
