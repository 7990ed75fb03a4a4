import { useQuery } from '@tanstack/react-query'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmbeddingForm } from './embedding-form.tsx'
import { setupQuery } from './setup.queries.ts'
import { StepModelForm } from './step-model-form.tsx'

/** Settings for all knowledge bases of the instance. */
export function InstanceKnowledgeTab() {
  const query = useQuery(setupQuery)
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <SettingsPage>
      {query.data ? (
        <>
          <EmbeddingForm setup={query.data} />
          <StepModelForm setup={query.data} />
        </>
      ) : (
        <Skeleton className="h-48" />
      )}
    </SettingsPage>
  )
}
