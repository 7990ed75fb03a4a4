import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useDocument } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { useRunTools } from '../run-context.ts'
import { mayUseTarget, needsTarget, type RunTarget } from './run-target.ts'

interface Listed {
  value: string
  label: string
  description: string
  target: RunTarget
}
const atOnce = 50

/** Whether a run still needs a bot or project. A workflow of a project, or created for a bot, already has one. */
export function useTargetMissing(): boolean {
  const { loaded } = useEditor()
  const target = useRunTools().target.use()
  const isNeeded = useDocument((document) => needsTarget(document.canvas))
  return isNeeded && !target && !loaded.workflow.project_id && !loaded.bind_biz_id
}

/** Selects the bot or project whose variables a test run uses. */
export function TargetField({ showsFault }: { showsFault: boolean }) {
  const t = useT('workflow-run')
  const { spaceId, loaded } = useEditor()
  const store = useRunTools().target
  const target = store.use()
  const isUsed = useDocument((document) => mayUseTarget(document.canvas))
  const isMissing = useTargetMissing()
  const name = useNameOf(target)
  const search = useCallback(
    async (query: string, signal: AbortSignal): Promise<Listed[]> => {
      const input = { space_id: spaceId, name: query, size: atOnce }
      const { intelligences } = await api.intelligences.list(input, { signal })
      return intelligences.map(({ type, basic_info }) => {
        const kind = type === IntelligenceType.bot ? ('bot' as const) : ('project' as const)
        return { ...listed({ kind, id: basic_info.id, name: basic_info.name }), description: t(`target.${kind}`) }
      })
    },
    [spaceId, t],
  )
  if (loaded.workflow.project_id || (!isUsed && !target)) return null
  return (
    <SheetSection title={t('target.title')}>
      <Field
        label={t('target.label')}
        help={t('target.help')}
        error={showsFault && isMissing ? t('target.missing') : undefined}
        required={isMissing}
      >
        <Combobox
          label={t('target.label')}
          placeholder={t('target.none')}
          search={search}
          value={target && listed({ ...target, name })}
          onChange={(next) => store.set(next?.target ?? null)}
          tile={(choice) => <TypeTile kind={choice.target.kind} size={18} />}
          clearable
        />
      </Field>
    </SheetSection>
  )
}

const listed = (target: RunTarget): Listed => ({ value: target.id, label: target.name, description: '', target })

/** The name of the target, loaded if only its id is known from the URL. */
function useNameOf(target: RunTarget | null): string {
  const { data } = useQuery({
    queryKey: ['workflow-run-target', target?.kind, target?.id],
    enabled: target !== null && target.name === '',
    queryFn: ({ signal }) =>
      api.intelligences.info(
        { intelligence_id: target!.id, intelligence_type: IntelligenceType[target!.kind] },
        { signal },
      ),
  })
  return target?.name || data?.basic_info.name || target?.id || ''
}
