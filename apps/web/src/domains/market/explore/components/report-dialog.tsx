import { OPINION_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { reportReasonsQuery } from '../explore.queries.ts'
import type { Product } from '../product-place.ts'

/** The number of products as a report type on the wire. */
const PRODUCT = 8

/** Reports a product to the instance owner. */
export function ReportDialog({ meta, onClose }: { meta: Product['meta_info']; onClose: () => void }) {
  const t = useT('explore')
  const [language] = useLanguage()
  const { data: reasons = [], error } = useQuery(reportReasonsQuery(language))
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () =>
      api.report.submit({
        object_type: PRODUCT,
        object_id: meta.id,
        detail: { reason_codes: [...chosen], description: text.trim() },
      }),
    onSuccess: () => {
      toast.ok(t('report.sent'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('report.title', { name: meta.name })}
      description={t('report.text')}
      isDirty={chosen.length > 0 || text !== ''}
      isReady={chosen.length > 0 && text.trim().length <= OPINION_LIMITS.report}
      call={send}
      error={send.error ?? error}
      action={t('report.do')}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">{t('report.reasons')}</legend>
        {reasons.map((reason) => (
          <Checkbox
            key={reason.reason_code}
            checked={chosen.includes(reason.reason_code)}
            onChange={(isOn) =>
              setChosen(isOn ? [...chosen, reason.reason_code] : chosen.filter((code) => code !== reason.reason_code))
            }
          >
            {reason.text}
          </Checkbox>
        ))}
      </fieldset>
      <Field label={t('report.detail')}>
        <Textarea
          rows={3}
          limit={OPINION_LIMITS.report}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
