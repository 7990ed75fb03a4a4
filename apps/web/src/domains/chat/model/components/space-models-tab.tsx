import type { Space } from '@orrery/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Catalogue } from '../catalogue/catalogue.tsx'
import { ModelsPanel } from './models-panel.tsx'

/** A tab of the space settings: every model it can use, and for managers the providers of the space. */
export function SpaceModelsTab({ space }: { space: Space }) {
  const t = useT('model')
  const navigate = useNavigate()
  const { view } = useSearch({ strict: false })
  if (!mayInSpace(space, 'manageModels')) return <Catalogue key={space.id} />
  const shown = view === 'all' ? 'all' : 'providers'
  return (
    <>
      <FilterBar>
        <Segmented
          label={t('view')}
          value={shown}
          onChange={(next) =>
            void navigate({
              to: '/space/$space_id/members',
              params: { space_id: space.id },
              search: { tab: 'models', ...(next === 'all' && { view: next }) },
            })
          }
          items={[
            { value: 'providers', label: t('view.providers') },
            { value: 'all', label: t('view.all') },
          ]}
        />
      </FilterBar>
      {shown === 'all' ? <Catalogue key={space.id} /> : <ModelsPanel key={space.id} scope={{ spaceId: space.id }} />}
    </>
  )
}
