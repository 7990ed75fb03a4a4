import { MOCK_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { JsonView } from '#ui/json-view.tsx'
import { contextOf, refreshMocks, subjectOf, type ToolPlace } from '../mocks/mock.queries.ts'

interface CaseDialogProps {
  place: ToolPlace
  input: string
  onClose: () => void
  onKept: (name: string) => void
}

/** Saves arguments as a named test case for everyone in the space. */
export function CaseDialog({ place, input, onClose, onKept }: CaseDialogProps) {
  const t = useT('plugin')
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: () =>
      api.testCase.save({
        bizCtx: contextOf(place),
        bizComponentSubject: subjectOf(place),
        caseBase: { name: name.trim(), input },
      }),
    onSuccess: async () => {
      await refreshMocks()
      onKept(name.trim())
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('example.keep')}
      description={t('case.text')}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !save.isPending) save.mutate()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="solid" disabled={name.trim() === ''} busy={save.isPending}>
            {t('case.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('case.name')} required>
          <Input value={name} limit={MOCK_LIMITS.name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <JsonView label={t('debug.arguments')} text={input} />
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </Dialog>
  )
}
