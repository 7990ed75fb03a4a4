import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { type Dataset, versionQuery } from '../dataset.queries.ts'

/** Tells the reader that an old version is shown, and links to the draft. */
export function VersionBanner({ dataset, versionId }: { dataset: Dataset; versionId: string }) {
  const t = useT('dataset')
  const version = useQuery(versionQuery(versionId)).data?.version.version ?? ''
  return (
    <Banner
      action={
        <Link
          to="/space/$space_id/evaluate/datasets/$dataset_id"
          params={{ space_id: dataset.spaceID, dataset_id: dataset.id }}
          search={{}}
          className="font-medium underline"
        >
          {t('version.toDraft')}
        </Link>
      }
    >
      {t('version.shown', { version })}
    </Banner>
  )
}
