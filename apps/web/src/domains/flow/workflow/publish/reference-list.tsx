import type { Workflow } from '@orrery/contract'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { kindOf } from '../create-workflow.ts'

/** Workflows by name, each with the way to it. */
export function ReferenceList({ workflows }: { workflows: readonly Workflow[] }) {
  const t = useT('workflow-run')
  if (workflows.length === 0) return <p className="text-small text-mute">{t('references.none')}</p>
  return (
    <ul className="flex flex-col rounded-md border border-line">
      {workflows.map((workflow) => (
        <li key={workflow.workflow_id} className="border-b border-line last:border-b-0">
          <a
            href={workflowLink({ space_id: workflow.space_id, workflow_id: workflow.workflow_id })}
            target="_blank"
            rel="noreferrer"
            className="focus-inset flex h-9 items-center gap-2 px-2.5 hover:bg-hover"
          >
            <TypeTile kind={kindOf(workflow.flow_mode)} size={20} />
            <span className="min-w-0 flex-1 truncate font-medium">{workflow.name}</span>
            {workflow.latest_version && (
              <Tag mono tone="ok">
                {workflow.latest_version}
              </Tag>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
