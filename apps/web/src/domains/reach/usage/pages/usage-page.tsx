import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { LimitDialog } from '../components/limit-dialog.tsx'
import { LimitList } from '../components/limit-list.tsx'
import { ModelUse } from '../components/model-use.tsx'
import { OutsideCalls } from '../components/outside-calls.tsx'
import { type Scope, scopes } from '../model-use.queries.ts'

const periods = ['7', '30', '90'] as const

/** The usage of a space: models, outside calls, and its limits. */
export function UsagePage() {
  const t = useT('usage')
  const space = useSpace()
  const [period, setPeriod] = useState<(typeof periods)[number]>('30')
  const [scope, setScope] = useState<Scope>('all')
  const [isAdding, setAdding] = useState(false)
  const days = Number(period)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('title')}
        note={t('note.all')}
        actions={
          <Button kind="solid" icon={Plus} onClick={() => setAdding(true)}>
            {t('limit.add')}
          </Button>
        }
      />
      <div className="border-b border-line bg-card">
        <FilterBar>
          <Segmented
            label={t('period')}
            value={period}
            onChange={setPeriod}
            items={periods.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
          />
          <Segmented
            label={t('source')}
            value={scope}
            onChange={setScope}
            items={scopes.map((value) => ({ value, label: t(`source.${value}`) }))}
          />
        </FilterBar>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto bg-page">
        <div className="flex flex-col gap-3 p-5 max-sm:p-3">
          <ModelUse spaceId={space.id} days={days} scope={scope} />
          <OutsideCalls spaceId={space.id} days={days} />
          <div className="rounded-lg border border-line bg-card">
            <LimitList spaceId={space.id} />
          </div>
        </div>
      </div>
      {isAdding && <LimitDialog spaceId={space.id} onClose={() => setAdding(false)} />}
    </div>
  )
}
