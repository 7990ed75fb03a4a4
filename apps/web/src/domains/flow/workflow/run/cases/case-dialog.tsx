import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { readJson } from '../inputs/input-values.ts'
import { recentRunsQuery, refreshCases, type TestCase } from '../run.queries.ts'

interface CaseDialogProps {
  /** An existing case, or inputs for a new one. */
  edited: Partial<TestCase>
  onClose: () => void
}
const succeeded = 2

export function CaseDialog({ edited, onClose }: CaseDialogProps) {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const [name, setName] = useState(edited.name ?? '')
  const [expected, setExpected] = useState(edited.expected ?? '')
  const { data: recent } = useQuery(recentRunsQuery(workflowId))
  const last = recent?.runs.find((run) => run.status === succeeded && !run.is_trimmed)?.output
  const isBad = expected.trim() !== '' && readJson(expected) === undefined
  const save = useMutation({
    mutationFn: async () => {
      const input = {
        name,
        input: edited.input ?? {},
        expected: expected.trim(),
        is_default: edited.is_default ?? false,
      }
      const where = { workflow_id: workflowId, ...(edited.case_id ? { case_id: edited.case_id } : {}) }
      await api.workflowRun.saveCase({ ...where, ...input })
      await refreshCases(workflowId)
    },
    onSuccess: onClose,
  })
  const isReady = name.trim() !== '' && !isBad
  return (
    <FormDialog
      size="md"
      title={t(edited.case_id ? 'case.edit' : 'case.new')}
      description={t('case.text')}
      isReady={isReady}
      call={save}
      action={t('case.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('case.name')} required>
        <Input value={name} limit={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label={t('case.expected')}
        help={t('case.expected.help')}
        error={isBad ? t('fault.json') : undefined}
        aside={
          last && (
            <Button size="xs" kind="ghost" onClick={() => setExpected(last)}>
              {t('case.fromLast')}
            </Button>
          )
        }
      >
        <Textarea
          mono
          rows={4}
          spellCheck={false}
          value={expected}
          onChange={(event) => setExpected(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
