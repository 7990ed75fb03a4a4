import type { ExportRequest, FieldMapping } from '@orrery/contract'
import { DatasetCategory, FieldStatus, ItemSource } from '@orrery/contract/shared/dataset-enums'
import { badInput, errors } from '#kit/errors.ts'
import { sha256 } from '#kit/secrets.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { FoundProblem, ItemService } from '#domains/loop/dataset/item.service.ts'
import type { FullSpan } from '#domains/loop/observation/observation.service.ts'
import type { Reader } from '#domains/loop/observation/shared/reader.ts'
import type { SpanSource } from '#domains/loop/observation/span-source.service.ts'
import { automationErrors } from './automation.errors.ts'
import { checkMappings, targetOf } from './field-mapping.ts'
import { dataOf } from './workers.ts'

export interface ExportDeps {
  source: Pick<SpanSource, 'byIds'>
  datasets: Pick<DatasetService, 'create' | 'get'>
  items: Pick<ItemService, 'add' | 'check' | 'replaceAll'>
}
interface Range {
  start_time?: number | undefined
  end_time?: number | undefined
}
const OVERWRITE = 2
const options = { skipInvalid: true, allowPartial: true, source: ItemSource.program }

/** Exports spans as rows of datasets. */
export function createExportService({ source, datasets, items }: ExportDeps) {
  async function spansOf(reader: Reader, ids: string[], { start_time, end_time }: Range): Promise<FullSpan[]> {
    const spans = await source.byIds(reader, [...new Set(ids)], {
      ...(start_time && { from: start_time * 1000 }),
      ...(end_time && { to: end_time * 1000 + 1000 }),
    })
    if (!spans.length) throw automationErrors.spansMissing()
    return spans
  }
  /** Loads a dataset of this space; a dataset of another space is reported as not found. */
  async function setOf(spaceId: string, id: string) {
    const found = await datasets.get(id)
    if (found.head.spaceId !== spaceId) throw errors.notFound({ what: 'dataset' })
    return found
  }
  function rowOf(span: FullSpan, mappings: FieldMapping[], isKey: (name: string) => boolean) {
    const data = dataOf(span, mappings, isKey)
    // The key depends on the content, so exporting the same span twice adds only one row.
    const itemKey = `span-${sha256(JSON.stringify([span.traceId, span.spanId, data])).slice(0, 40)}`
    return { itemKey, traceID: span.traceId, data }
  }
  function keysOf(request: ExportRequest): Set<string> {
    const given = request.evaluation_set.evaluation_set_schema?.field_schemas ?? []
    return new Set(given.flatMap(({ key }) => key ?? []))
  }
  function newFields({ evaluation_set, field_mappings }: ExportRequest) {
    const given = evaluation_set.evaluation_set_schema?.field_schemas ?? []
    if (given.length) return given
    return [...new Set(field_mappings.map(targetOf))].map((name) => ({ name }))
  }
  async function plan(reader: Reader, request: ExportRequest) {
    checkMappings(request.field_mappings, 'field_mappings')
    request.field_mappings.forEach((mapping, at) => {
      if (!targetOf(mapping))
        throw badInput(`field_mappings[${at}].field_schema`, 'give a key or a name', '请提供 key 或 name')
    })
    const { is_new_evaluation_set: isNew, evaluation_set_id: id, evaluation_set_name: name } = request.evaluation_set
    if (isNew && !name) throw badInput('evaluation_set.evaluation_set_name', 'is missing', '不能为空')
    if (!isNew && !id) throw badInput('evaluation_set.evaluation_set_id', 'is missing', '不能为空')
    const found = isNew ? undefined : await setOf(reader.spaceId, id!)
    const spans = await spansOf(reader, request.span_ids, request)
    const keys = found ? new Set(found.schema.fields.map(({ key }) => key)) : keysOf(request)
    const rows = spans.map((span) => rowOf(span, request.field_mappings, (one) => keys.has(one)))
    return { found, name, rows }
  }
  return {
    async run(reader: Reader, request: ExportRequest) {
      const { found, name, rows } = await plan(reader, request)
      const id =
        found?.head.id ??
        (await datasets.create(reader.spaceId, reader.userId, {
          name: name!,
          description: '',
          category: DatasetCategory.evaluation,
          bizCategory: '',
          features: { editSchema: true, repeatedData: false },
          spec: {},
          fields: newFields(request),
        }))
      const setName = found?.head.name ?? name!
      if (request.export_type === OVERWRITE && found) {
        const { added, problems } = await items.replaceAll(id, reader.userId, rows, ItemSource.program)
        return { count: added, problems, id, name: setName }
      }
      const { added, problems } = await items.add(id, reader.userId, rows, options)
      return { count: added.size, problems, id, name: setName }
    },
    /** Returns the rows that an export would write, each with its problems. */
    async preview(reader: Reader, request: ExportRequest) {
      const { found, rows } = await plan(reader, request)
      const problems: FoundProblem[] = found
        ? (await items.check(found.head.id, rows, request.export_type === OVERWRITE)).problems
        : []
      return {
        rows: rows.map(({ data }, index) => ({
          fields: Object.fromEntries(data.map((one) => [one.name, one.content])),
          problems: problems.filter((problem) => problem.index === index),
        })),
        problems,
      }
    },
    /** Exports input and output of the spans to the fields with these names. */
    async simple(reader: Reader, spanIds: string[], datasetIds: string[], range: Range): Promise<void> {
      const sets = await Promise.all(datasetIds.map((id) => setOf(reader.spaceId, id)))
      const spans = await spansOf(reader, spanIds, range)
      const plans = sets.map(({ head, schema }) => {
        const mappings = ['input', 'output'].flatMap((name): FieldMapping[] => {
          const field = schema.fields.find(
            (one) => one.status === FieldStatus.available && (one.key === name || one.name.toLowerCase() === name),
          )
          return field ? [{ field_schema: { key: field.key }, trace_field_key: name, trace_field_jsonpath: '' }] : []
        })
        if (!mappings.length)
          throw badInput(
            'datasets',
            `${head.name} has no field called input or output`,
            `${head.name} 没有名为 input 或 output 的字段`,
          )
        return { id: head.id, rows: spans.map((span) => rowOf(span, mappings, () => true)) }
      })
      for (const { id, rows } of plans) {
        const { problems } = await items.add(id, reader.userId, rows, {
          ...options,
          skipInvalid: false,
          allowPartial: false,
        })
        const [problem] = problems
        if (problem) throw badInput(`spans[${problem.index}]`, problem.en, problem.zh)
      }
    },
  }
}
export type ExportService = ReturnType<typeof createExportService>
