import { useMutation, useQuery } from '@tanstack/react-query'
import { PanelsTopLeft } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { interfaceQuery } from '../interface.queries.ts'
import { InterfaceEditorView } from './interface-editor.tsx'

/** The interface of a project: drawn here, or begun. */
export function InterfacePage({ projectId, name, mayEdit }: { projectId: string; name: string; mayEdit: boolean }) {
  const t = useT('interface')
  const query = useQuery(interfaceQuery(projectId))
  const create = useMutation({
    mutationFn: () =>
      api.projectInterface.create({ project_id: projectId, ui_name: name.slice(0, 100) }, { toast: true }),
    onSuccess: () => queryClient.invalidateQueries(interfaceQuery(projectId)),
  })
  return (
    <QueryPage query={query} failed={t('load.failed')} missing={t('load.failed')}>
      {({ drawn }) =>
        drawn ? (
          <InterfaceEditorView key={drawn.sandboxId} projectId={projectId} found={drawn} mayEdit={mayEdit} />
        ) : (
          <EmptyState
            icon={PanelsTopLeft}
            title={t('none.title')}
            text={mayEdit ? t('none.text') : t('none.readOnly')}
            action={
              mayEdit && (
                <Button kind="solid" busy={create.isPending} onClick={() => create.mutate()}>
                  {t('none.create')}
                </Button>
              )
            }
          />
        )
      }
    </QueryPage>
  )
}
