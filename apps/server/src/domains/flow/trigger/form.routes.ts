import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { Forms } from './form.service.ts'

export const formRoutes = (forms: Forms): Handlers<typeof contract.workflowForm> => ({
  get: ({ key }) => forms.get(key),
  submit: ({ key, submission, values }, ctx) => forms.submit(key, submission, values, ctx.logId),
  result: ({ key, submission }) => forms.result(key, submission),
  upload: ({ key, file }) => forms.upload(key, file),
})
