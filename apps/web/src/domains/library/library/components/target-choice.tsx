import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpaceName, useSpaces } from '#lib/spaces.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import type { Place, Way } from '../transfer.ts'
import { useProjects } from '../transfer.queries.ts'

/** The target of a transfer. The chosen project or space is kept while another kind of target is selected. */
export interface Target {
  to: Place
  project: string | null
  space: string | null
}
interface TargetChoiceProps {
  way: Way
  spaceId: string
  value: Target
  onChange: (target: Target) => void
}

export function TargetChoice({ way, spaceId, value, onChange }: TargetChoiceProps) {
  const t = useT('library')
  const nameOf = useSpaceName()
  const spaces = useSpaces().filter((space) => space.id !== spaceId && mayInSpace(space, 'createResource'))
  const projects = useProjects(spaceId)
  return (
    <RadioGroup
      label={t('transfer.where')}
      value={value.to}
      onChange={(to) => onChange({ ...value, to })}
      items={[
        {
          value: 'library',
          label: t('transfer.library'),
          description: t('transfer.twinText'),
          disabled: way === 'move',
        },
        {
          value: 'project',
          label: t('transfer.project'),
          description: t('transfer.projectText'),
          disabled: projects.length === 0,
          settings: (
            <Select
              label={t('transfer.project')}
              items={projects.map(({ id, name }) => ({ value: id, label: name }))}
              value={value.project}
              onChange={(project) => onChange({ ...value, project })}
            />
          ),
        },
        {
          value: 'space',
          label: t('transfer.space'),
          description: t('transfer.spaceText'),
          disabled: spaces.length === 0,
          settings: (
            <Select
              label={t('transfer.space')}
              items={spaces.map((space) => ({ value: space.id, label: nameOf(space) }))}
              value={value.space}
              onChange={(space) => onChange({ ...value, space })}
            />
          ),
        },
      ]}
    />
  )
}
