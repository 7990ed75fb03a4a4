import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { fromJsonSchema } from '#kit/json-schema/json-schema.ts'
import { sampleOf } from '#kit/json-schema/sample-value.ts'
import { mockErrors } from './mock.errors.ts'
import type { TestCaseRow } from './mock.table.ts'
import type { TestCaseService } from './test-case.service.ts'
import type { CreatorOf, MockView } from './mock.view.ts'
import type { SeeSubject } from './see-subject.ts'

export interface TestCaseRoutesDeps {
  cases: TestCaseService
  view: MockView
  see: SeeSubject
}
export function testCaseRoutes({ cases, view, see }: TestCaseRoutesDeps): Handlers<typeof contract.testCase> {
  const shownCase = (row: TestCaseRow) => ({
    caseID: row.id,
    name: row.name,
    description: row.description,
    input: row.input,
    isDefault: row.isDefault,
  })
  const detail = (row: TestCaseRow, schema: JsonSchema, creatorOf: CreatorOf) => ({
    caseBase: shownCase(row),
    creatorID: row.createdBy,
    createTimeInSec: secondsText(row.createdAt),
    updateTimeInSec: secondsText(row.updatedAt),
    schemaIncompatible: !cases.isFit(row, schema),
    updater: creatorOf(row.updatedBy),
  })
  return {
    save: async ({ bizCtx, bizComponentSubject: subject, caseBase }, ctx) => {
      await see(subject, ctx)
      const schema = await cases.schemaOf(subject)
      const row = await cases.save(bizCtx.bizSpaceID, ctx.userId, subject, {
        id: caseBase.caseID,
        name: caseBase.name,
        description: caseBase.description,
        input: caseBase.input,
        isDefault: caseBase.isDefault,
      })
      return { caseDetail: detail(row, schema, await view.creators([row.updatedBy])) }
    },
    list: async ({ bizCtx, bizComponentSubject: subject, caseName, nextToken, pageLimit }, ctx) => {
      await see(subject, ctx)
      const schema = await cases.schemaOf(subject)
      const { rows, hasMore } = await cases.list(bizCtx.bizSpaceID, subject, caseName, nextToken, pageLimit)
      const creatorOf = await view.creators(rows.map((row) => row.updatedBy))
      return {
        cases: rows.map((row) => detail(row, schema, creatorOf)),
        hasNext: hasMore,
        nextToken: hasMore ? rows.at(-1)!.id : '',
      }
    },
    remove: async ({ bizCtx, caseIDs }) => ({ deletedCaseIDS: await cases.remove(bizCtx.bizSpaceID, caseIDs) }),
    check: async ({ bizCtx, bizComponentSubject: subject, caseName }, ctx) => {
      await see(subject, ctx)
      const isFree = caseName !== '' && (await cases.isFree(bizCtx.bizSpaceID, subject, caseName))
      const error = mockErrors.nameTaken({ name: caseName })
      return { isPass: isFree, failReason: isFree ? '' : error.text(ctx.locale), failCode: isFree ? 0 : error.code }
    },
    generate: async ({ bizComponentSubject: subject, count }, ctx) => {
      await see(subject, ctx)
      const params = fromJsonSchema(await cases.schemaOf(subject))
      return {
        genCaseData: Array.from({ length: count }, (_, n) => ({
          caseID: '0',
          name: `case_${n + 1}`,
          description: '',
          input: JSON.stringify(sampleOf(params, n + 1)),
          isDefault: false,
        })),
      }
    },
    schema: async ({ bizComponentSubject: subject }, ctx) => {
      await see(subject, ctx)
      return { schemaJson: JSON.stringify(await cases.schemaOf(subject)) }
    },
    setDefault: async ({ bizCtx, bizComponentSubject: subject, caseID }, ctx) => {
      await see(subject, ctx)
      await cases.setDefault(bizCtx.bizSpaceID, subject, caseID)
      return {}
    },
  }
}
