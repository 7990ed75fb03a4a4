import type { IntelligenceData } from '@orrery/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { editedProject } from '../edited-project.ts'
import { refreshProject, refreshProjectLists } from '../project.queries.ts'
import { isReadyProject, ProjectFields, type ProjectForm } from './project-form.tsx'

/** The settings dialog, opened from lists that contain projects. */
export function EditedProjectDialog() {
  const project = editedProject.use()
  return project && <ProjectDialog key={project.id} project={project} onClose={() => editedProject.set(null)} />
}

interface ProjectDialogProps {
  project: IntelligenceData['basic_info']
  onClose: () => void
}

/** Edits the name, description and picture of a project. */
function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const t = useT('project')
  const first: ProjectForm = {
    name: project.name,
    description: project.description,
    icon: { uri: project.icon_uri, url: project.icon_url },
  }
  const [form, setForm] = useState(first)
  const [refusal, setRefusal] = useState<string>()
  const save = useMutation({
    mutationFn: () =>
      api.project.update({
        project_id: project.id,
        name: form.name.trim(),
        description: form.description.trim(),
        icon_uri: form.icon?.uri,
      }),
    onSuccess: async ({ audit_data: audit }) => {
      if (audit.check_not_pass) return setRefusal(audit.check_not_pass_msg)
      await Promise.all([refreshProject(project.id), refreshProjectLists()])
      return onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('settings.title')}
      isDirty={JSON.stringify(form) !== JSON.stringify(first)}
      isReady={isReadyProject(form)}
      call={save}
      action={t('settings.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <ProjectFields
        id={project.id}
        form={form}
        refusal={refusal}
        onChange={(next) => {
          setRefusal(undefined)
          setForm(next)
        }}
      />
    </FormDialog>
  )
}
