import type { ReactNode } from 'react'

/** Related blocks with a label above their list. */
export function SkillGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mb-5 has-[>div:empty]:hidden">
      <h3 className="group-label mb-2">{label}</h3>
      <div className="overflow-hidden rounded-lg border border-line bg-card">{children}</div>
    </div>
  )
}
