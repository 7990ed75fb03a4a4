import { LimitsForm } from './limits-form.tsx'
import { ModelsPanel } from './models-panel.tsx'

/** A tab of the administrator: models for every space, and the limits of a turn. */
export function InstanceModelsTab() {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ModelsPanel scope={null} />
      <LimitsForm />
    </div>
  )
}
