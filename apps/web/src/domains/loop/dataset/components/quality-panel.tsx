import type { Dataset } from '../dataset.queries.ts'
import { DuplicatesSection } from './duplicates-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { ScoresSection } from './scores-section.tsx'

/** The quality of the rows: a profile of the fields, duplicates, and scores. */
export function QualityPanel({ dataset, mayEdit }: { dataset: Dataset; mayEdit: boolean }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-page p-5">
      <div className="flex flex-col gap-4">
        <ProfileSection dataset={dataset} />
        <DuplicatesSection dataset={dataset} mayEdit={mayEdit} />
        {!dataset.features.repeatedData && <ScoresSection dataset={dataset} mayEdit={mayEdit} />}
      </div>
    </div>
  )
}
