import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { PanelsTopLeft, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { interfaceQuery } from '../interface.queries.ts'
import { InterfaceEditorView } from './interface-editor.tsx'

interface InterfacePageProps {
  projectId: string
  name: string
  mayEdit: boolean
}
/** The interface of a project for browsers or phones: its editor, or a button to create it. */
export function InterfacePage({ projectId, name, mayEdit }: InterfacePageProps) {
  const t = useT('interface')
  const [channel, chooseChannel] = useState<InterfaceChannel>(InterfaceChannel.web)
  const query = useQuery(interfaceQuery(projectId, channel))
  const create = useMutation({
    mutationFn: () =>
      api.projectInterface.create({ project_id: projectId, ui_name: name.slice(0, 100), channel }, { toast: true }),
    onSuccess: () => queryClient.invalidateQueries(interfaceQuery(projectId, channel)),
  })
  const isWeb = channel === InterfaceChannel.web
  return (
    <QueryPage key={channel} query={query} failed={t('load.failed')} missing={t('load.failed')}>
      {({ drawn }) =>
        drawn ? (
          <InterfaceEditorView
            key={drawn.sandboxId}
            projectId={projectId}
            found={drawn}
            mayEdit={mayEdit}
            channel={channel}
            chooseChannel={chooseChannel}
          />
        ) : (
          <EmptyState
            icon={isWeb ? PanelsTopLeft : Smartphone}
            title={t(isWeb ? 'none.title' : 'none.phone')}
            text={mayEdit ? t(isWeb ? 'none.text' : 'none.phone.text') : t('none.readOnly')}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {!isWeb && <Button onClick={() => chooseChannel(InterfaceChannel.web)}>{t('none.toWeb')}</Button>}
                {mayEdit && (
                  <Button kind="solid" busy={create.isPending} onClick={() => create.mutate()}>
                    {t(isWeb ? 'none.create' : 'none.createPhone')}
                  </Button>
                )}
              </div>
            }
          />
        )
      }
    </QueryPage>
  )
}
