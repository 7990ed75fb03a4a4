import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { TitleBar } from '#ui/title-bar.tsx'
import { ComparePanel } from '../components/compare-panel.tsx'
import { objectOf } from '../compare-form.ts'

/** Comparisons that do not start from a bot. The pages of workflows and models link here. */
export function ComparisonsPage() {
  const t = useT('checkup')
  const space = useSpace()
  const navigate = useNavigate()
  const { batch = '', workflow, model } = useSearch({ from: '/signed/space/$space_id/evaluate/comparisons' })
  const first = workflow
    ? objectOf('workflow', workflow, '', 'draft')
    : model
      ? objectOf('model', model, '', 'draft')
      : undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('compare.page')}
        back={<Link to="/space/$space_id/evaluate/experiments" params={{ space_id: space.id }} />}
      />
      <ComparePanel
        spaceId={space.id}
        batchId={batch}
        onOpen={(id) =>
          void navigate({
            to: '/space/$space_id/evaluate/comparisons',
            params: { space_id: space.id },
            search: id ? { batch: id } : {},
          })
        }
        first={first}
      />
    </div>
  )
}
