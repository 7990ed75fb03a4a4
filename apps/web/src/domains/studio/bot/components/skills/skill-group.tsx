import type { ReactNode } from 'react'

/** Blocks that belong together: a label over one bordered list. */
export function SkillGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mb-5 has-[>div:empty]:hidden">
      <h3 className="group-label mb-2">{label}</h3>
      <div className="overflow-hidden rounded-lg border border-line bg-card">{children}</div>
    </div>
  )
}
