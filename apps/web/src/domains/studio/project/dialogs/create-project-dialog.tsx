import type { Space } from '@orrery/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceName } from '#lib/spaces.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { creatingProject } from '../create-project.ts'
import { refreshProjectLists } from '../project.queries.ts'
import { emptyProject, isReadyProject, ProjectFields } from './project-form.tsx'
import { type ProjectTemplate, TemplateChoice } from './template-choice.tsx'

/** Opened from the create menu, the develop page and the palette. */
export function CreateProjectDialog() {
  const space = creatingProject.use()
  return space && <OpenDialog key={space.id} space={space} />
}

function OpenDialog({ space }: { space: Space }) {
  const t = useT('project')
  const spaceName = useSpaceName()
  const navigate = useNavigate()
  const [from, setFrom] = useState<'blank' | 'template'>('blank')
  const [form, setForm] = useState(emptyProject)
  const [template, setTemplate] = useState<ProjectTemplate | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const close = () => creatingProject.set(null)
  const create = useMutation({
    mutationFn: async (): Promise<{ id: string; refusal?: string }> => {
      if (from === 'template') {
        const made = await api.market.duplicate({ product_id: template!.meta_info.id, space_id: space.id })
        return { id: made.new_entity_id }
      }
      const { project_id: id, audit_data: audit } = await api.project.create({
        space_id: space.id,
        name: form.name.trim(),
        description: form.description.trim(),
        icon_uri: form.icon?.uri,
        create_from: 'studio',
      })
      return audit.check_not_pass ? { id, refusal: audit.check_not_pass_msg } : { id }
    },
    onSuccess: (made) => {
      if (made.refusal !== undefined) return setRefusal(made.refusal)
      void refreshProjectLists()
      close()
      return void navigate({
        to: '/space/$space_id/project-ide/$project_id',
        params: { space_id: space.id, project_id: made.id },
      })
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('create.title')}
      description={t('create.text', { space: spaceName(space) })}
      isDirty={form !== emptyProject || template !== null}
      isReady={from === 'blank' ? isReadyProject(form) : template !== null}
      call={create}
      action={t('create.action')}
      onSubmit={() => create.mutate()}
      onClose={close}
    >
      <Segmented
        label={t('create.from')}
        items={[
          { value: 'blank', label: t('create.blank') },
          { value: 'template', label: t('create.template') },
        ]}
        value={from}
        onChange={setFrom}
      />
      {from === 'template' ? (
        <TemplateChoice chosen={template} onChoose={setTemplate} />
      ) : (
        <ProjectFields
          id={`new:${space.id}`}
          form={form}
          refusal={refusal}
          onChange={(next) => {
            setRefusal(undefined)
            setForm(next)
          }}
        />
      )}
    </FormDialog>
  )
}
