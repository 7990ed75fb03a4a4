import { CurrencyForm } from './currency-form.tsx'
import { LimitsForm } from './limits-form.tsx'
import { ModelsPanel } from './models-panel.tsx'

/** A tab of the administration: models for every space, and the limits of a turn. */
export function InstanceModelsTab() {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-page">
      <div className="bg-card">
        <ModelsPanel scope={null} />
      </div>
      <div className="mx-auto flex w-full max-w-220 flex-col gap-4 p-5">
        <LimitsForm />
        <CurrencyForm />
      </div>
    </div>
  )
}
