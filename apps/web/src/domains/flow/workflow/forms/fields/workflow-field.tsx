import { type FieldOf, readPath, writePath } from '@orrery/engine/describe'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { paramsForInputs, calledShapeOf, isUpToDate, readShapes, withCalled } from '../called-shape.ts'
import { useNodeForm } from '../form-context.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { ResourceRow } from '../parts/resource-row.tsx'
import { ResourceSelect } from '../parts/resource-select.tsx'
import { calledWorkflowQuery } from '../../nodes/resources.queries.ts'
import type { Param } from '@orrery/engine/describe'

/** Selects another workflow and its version; its inputs and outputs become those of the node. */
export function WorkflowField({ field }: { field: FieldOf<'workflow'> }) {
  return field.own ? <TriggeredWorkflow field={field} /> : <CalledWorkflow field={field} />
}

function CalledWorkflow({ field }: { field: FieldOf<'workflow'> }) {
  const t = useT('workflow-node')
  const { spaceId, workflowId: self } = useEditor()
  const { data, isReadOnly, change } = useNodeForm()
  const raw = readPath(data, field.path) as { workflowId?: string; workflowVersion?: string } | undefined
  const id = String(raw?.workflowId ?? '')
  const version = String(raw?.workflowVersion ?? '')
  const detail = useQuery({ ...calledWorkflowQuery(id, version), enabled: id !== '' }).data
  const latest = detail?.latest_flow_version ?? ''
  const without = useMemo(() => new Set([self]), [self])
  async function choose(nextId: string, nextVersion: string): Promise<void> {
    const found = await queryClient.fetchQuery(calledWorkflowQuery(nextId, nextVersion)).catch(() => null)
    if (!found) return
    change((before) =>
      withCalled(before, { workflowId: nextId, version: nextVersion, spaceId, ...calledShapeOf(found) }),
    )
  }
  const versions = [...new Set(['', latest, version])].map((value) => ({ value, label: value || t('flow.draft') }))
  return (
    <div className="flex flex-col gap-2">
      {id ? (
        <ResourceRow
          kind="workflow"
          id={id}
          tools={
            <IconButton
              size="sm"
              icon={ExternalLink}
              label={t('flow.open')}
              onClick={() => window.open(workflowLink({ space_id: spaceId, workflow_id: id }), '_blank', 'noopener')}
            />
          }
          onRemove={
            isReadOnly
              ? undefined
              : () =>
                  change((before) =>
                    withCalled(before, {
                      workflowId: '',
                      version: '',
                      spaceId: '',
                      returnsText: false,
                      inputs: [],
                      outputs: [],
                    }),
                  )
          }
        />
      ) : (
        <ResourceSelect
          kind="workflow"
          label={t('flow.choose')}
          placeholder={t('flow.choose')}
          value={null}
          without={without}
          disabled={isReadOnly}
          onChange={(next) => void choose(next.value, '')}
        />
      )}
      {id && (
        <Labelled label={t('flow.version')} inline>
          <Select
            size="sm"
            label={t('flow.version')}
            disabled={isReadOnly}
            items={versions}
            value={version}
            onChange={(next) => void choose(id, next)}
            className="w-40"
          />
        </Labelled>
      )}
      {detail && !isUpToDate(data, calledShapeOf(detail)) && (
        <div className="flex items-center justify-between gap-2 rounded-md bg-warn-soft px-2 py-1 text-small text-warn">
          {t('flow.changed')}
          {!isReadOnly && (
            <Button kind="ghost" size="xs" icon={RefreshCw} onClick={() => void choose(id, version)}>
              {t('flow.update')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The workflow that a trigger starts; its inputs become the values that the trigger passes. */
function TriggeredWorkflow({ field }: { field: FieldOf<'workflow'> }) {
  const t = useT('workflow-node')
  const { data, isReadOnly, change } = useNodeForm()
  const id = String((readPath(data, field.path) as { workflowId?: string } | undefined)?.workflowId ?? '')
  async function choose(next: string): Promise<void> {
    const found = next ? await queryClient.fetchQuery(calledWorkflowQuery(next)).catch(() => null) : null
    change((before) => {
      const payload = (readPath(before, 'inputs.payload') ?? []) as Param[]
      const chosen = writePath(before, `${field.path}.workflowId`, next)
      return found ? writePath(chosen, 'inputs.payload', paramsForInputs(payload, readShapes(found.inputs))) : chosen
    })
  }
  return (
    <Labelled label={t('field.triggerWorkflow')}>
      {id ? (
        <ResourceRow kind="workflow" id={id} onRemove={isReadOnly ? undefined : () => void choose('')} />
      ) : (
        <ResourceSelect
          kind="workflow"
          label={t('flow.choose')}
          placeholder={t('flow.choose')}
          value={null}
          disabled={isReadOnly}
          onChange={(next) => void choose(next.value)}
        />
      )}
    </Labelled>
  )
}
