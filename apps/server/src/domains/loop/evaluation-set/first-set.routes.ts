import type { contract } from '@orrery/contract'
import { DatasetCategory } from '@orrery/contract/shared/dataset-enums'
import type { Clock } from '#kit/clock.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { datasetErrors } from '#domains/loop/dataset/dataset.errors.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemRow } from '#domains/loop/dataset/dataset.table.ts'
import { LOCKED_BY_PERSON } from '#domains/loop/dataset/shared/lock-reasons.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import {
  columnId,
  columnsOf,
  copied,
  groupOf,
  itemOf,
  liveFields,
  plainFields,
  setInfo,
  tagged,
} from './first-set.view.ts'
import { treeOf } from './shared/tag-tree.ts'

export interface FirstSetDeps {
  datasets: DatasetService
  items: ItemService
  clock: Clock
  /** Issues a temporary token for uploads of a person. */
  uploadToken(userId: string): { keyId: string; secret: string; token: string; expires: number; now: number }
}
const AT_ONCE = 500
const UpdateField = { name: 3, desc: 4 } as const
function requireSame(spaceId: string, { located }: Ctx) {
  if (spaceId !== located?.spaceId) throw datasetErrors.otherSpace()
}

/** Evaluation datasets in the format of the first API version. */
export function firstSetRoutes({
  datasets,
  items,
  clock,
  uploadToken,
}: FirstSetDeps): Handlers<typeof contract.evaluationFirstSet> {
  interface Asked {
    spaceId: string
    name: string | undefined
    maker: string | undefined
    page: number
    size: number
  }
  async function found({ spaceId, name, maker, page, size }: Asked) {
    const makers = maker === undefined ? undefined : [maker]
    const by = { spaceId, name, makers, categories: [DatasetCategory.evaluation] }
    const { rows, total } = await datasets.search(by, page, size)
    return {
      dataset_infos: rows.map((row) => setInfo(row, clock.now())),
      total: String(total),
      has_more: page * size < total,
    }
  }
  async function open(id: string, spaceId: string, ctx: Ctx) {
    requireSame(spaceId, ctx)
    const { dataset, schema } = await datasets.get(id)
    return { dataset, schema, isMultiTurn: dataset.features.repeatedData }
  }
  type Column = { key?: string; name: string; description?: string; status?: 1 }
  /** Replaces the columns; columns that are left out are deleted. */
  async function setColumns(id: string, ctx: Ctx, change: (now: Column[]) => Column[]) {
    const { schema } = await datasets.get(id)
    const now = liveFields(schema)
    const next = change(now.map(({ key, name, description }) => ({ key, name, description })))
    const kept = new Set(next.flatMap(({ key }) => key ?? []))
    const deleted = now.filter(({ key }) => !kept.has(key)).map(({ key, name }) => ({ key, name, status: 2 as const }))
    await datasets.setFields(id, ctx.userId, [...next, ...deleted])
    return { column_schema: columnsOf((await datasets.get(id)).schema) }
  }
  function requireColumn(now: Column[], id: string) {
    if (!now.some(({ key }) => columnId(key!) === id)) throw errors.notFound({ what: 'field' })
  }
  /** Yields all rows of a dataset, or the rows with these ids, page by page. */
  async function* pages(datasetId: string, ids: string[] | undefined): AsyncGenerator<ItemRow[]> {
    if (ids?.length) {
      yield await items.byIds({ datasetId }, ids)
      return
    }
    let after: { pos: number; itemId: string } | undefined
    for (;;) {
      const rows = await items.list({ datasetId }, { size: AT_ONCE, page: 1, after })
      const last = rows.at(-1)
      if (!last) return
      yield rows
      after = { pos: last.pos, itemId: last.itemId }
    }
  }
  const removeItems = (id: string, userId: string, remove: string[]) =>
    items.change(id, userId, { add: [], change: [], remove })
  return {
    ping: ({ ping_message }) => ({ pong_message: ping_message }),
    pingServer: ({ ping_message }) => ({ pong_message: ping_message }),
    create: async (input, ctx) => {
      const { space_id, name, desc, column_schema, row_groups, publish_option, security_level } = input
      const dataset_id = await datasets.create(space_id, ctx.userId, {
        name,
        description: desc,
        category: DatasetCategory.evaluation,
        bizCategory: '',
        features: { editSchema: true, repeatedData: true },
        spec: {},
        fields: column_schema.map((column) => ({ name: column.name, description: column.describe ?? '' })),
        listing: publish_option,
        securityLevel: security_level,
      })
      if (!row_groups.length) return { dataset_id }
      const { schema } = await datasets.get(dataset_id)
      try {
        const rows = row_groups.map((group, at) => itemOf(group, schema, true, `row_groups[${at}]`))
        const { problems } = await items.add(dataset_id, ctx.userId, rows, { skipInvalid: false, allowPartial: false })
        const [problem] = problems
        if (problem) throw badInput(`row_groups[${problem.index}]`, problem.en, problem.zh)
      } catch (cause) {
        // Delete the dataset if its rows could not be added.
        await datasets.remove(dataset_id, ctx.userId)
        throw cause
      }
      return { dataset_id }
    },
    list: ({ space_id: spaceId, fuzzy_name: name, creator_id: maker, page, page_size: size }) =>
      found({ spaceId, name, maker, page, size }),
    listTwo: ({ space_id: spaceId, fuzzy_name: name, creator_id: maker, page, page_size: size }) =>
      found({ spaceId, name, maker, page, size }),
    search: async ({ space_id: spaceId, name, creator: maker, page, page_size: size }) => {
      const { dataset_infos, total } = await found({ spaceId, name, maker, page, size })
      return { dataset_infos, total }
    },
    getMany: async ({ space_id, dataset_ids }) => {
      if (!dataset_ids.length) return { dataset_infos: [] }
      const { rows } = await datasets.search({ spaceId: space_id, ids: dataset_ids }, 1, dataset_ids.length)
      return { dataset_infos: rows.map((row) => setInfo(row, clock.now())) }
    },
    removeMany: async ({ space_id, dataset_ids }, ctx) => {
      if (!dataset_ids.length) return {}
      const { rows } = await datasets.search({ spaceId: space_id, ids: dataset_ids }, 1, dataset_ids.length)
      if (rows.length < new Set(dataset_ids).size) throw errors.notFound({ what: 'dataset' })
      for (const id of dataset_ids)
        if (!(await ctx.access.can(ctx.actor!, 'dataset', id, 'delete'))) throw errors.noAccess()
      for (const id of new Set(dataset_ids)) await datasets.remove(id, ctx.userId)
      return {}
    },
    trim: async ({ dataset_id, space_id, row_group_id }, ctx) => {
      await open(dataset_id, space_id, ctx)
      const [last] = await items.byIds({ datasetId: dataset_id }, [row_group_id])
      if (!last) throw errors.notFound({ what: 'item' })
      const after = { pos: last.pos, itemId: last.itemId }
      for (;;) {
        const rows = await items.list({ datasetId: dataset_id }, { size: AT_ONCE, page: 1, after })
        if (!rows.length) return {}
        await removeItems(
          dataset_id,
          ctx.userId,
          rows.map(({ itemId }) => itemId),
        )
      }
    },
    replaceMany: async ({ dataset_id, space_id, row_groups }, ctx) => {
      const { schema, isMultiTurn } = await open(dataset_id, space_id, ctx)
      const change = row_groups.map((group, at) => {
        if (!group.row_group_id)
          throw badInput(`row_groups[${at}].row_group_id`, 'say which one to replace', '请指定要替换的数据组')
        const { itemKey: _, ...content } = itemOf(group, schema, isMultiTurn, `row_groups[${at}]`)
        return { itemID: group.row_group_id, ...content }
      })
      await items.change(dataset_id, ctx.userId, { add: [], change, remove: [] })
      return { row_group_ids: change.map(({ itemID }) => itemID) }
    },
    lock: async ({ dataset_id, space_id, expiration }, ctx) => {
      requireSame(space_id, ctx)
      const until = clock.now() + expiration * 1000
      await datasets.lock(dataset_id, ctx.userId, until, LOCKED_BY_PERSON, ctx.userId)
      return {}
    },
    release: async ({ dataset_id, space_id }, ctx) => {
      requireSame(space_id, ctx)
      const { dataset } = await datasets.get(dataset_id)
      if (dataset.lockReason !== LOCKED_BY_PERSON) return {}
      const mayRelease =
        dataset.lockBy === ctx.userId || (await ctx.access.can(ctx.actor!, 'dataset', dataset_id, 'delete'))
      if (!mayRelease) throw errors.noAccess()
      await datasets.unlock(dataset_id, LOCKED_BY_PERSON)
      return {}
    },
    token: (_, ctx) => {
      const { keyId, secret, token, expires, now } = uploadToken(ctx.userId)
      const time = (millis: number) => new Date(millis).toISOString()
      return {
        security_token: {
          access_key_id: keyId,
          secret_access_key: secret,
          session_token: token,
          expired_time: time(expires),
          current_time: time(now),
        },
      }
    },
    copy: async ({ dataset_id, space_id, to_space_id = space_id, clone_name, row_group_ids, publish_option }, ctx) => {
      requireSame(space_id, ctx)
      await ctx.access.require(ctx.actor!, 'space', to_space_id, 'createResource')
      const { head, dataset, schema } = await datasets.get(dataset_id)
      const id = await datasets.create(to_space_id, ctx.userId, {
        name: clone_name || `${head.name} (copy)`,
        description: head.description,
        category: dataset.category,
        bizCategory: '',
        features: dataset.features,
        spec: dataset.spec,
        fields: plainFields(schema),
        listing: publish_option ?? dataset.listing,
        securityLevel: dataset.securityLevel,
      })
      const fresh = (await datasets.get(id)).schema
      const keyOf = new Map(liveFields(schema).map(({ key }, at) => [key, liveFields(fresh)[at]!.key]))
      try {
        for await (const rows of pages(dataset_id, row_group_ids))
          await items.add(
            id,
            ctx.userId,
            rows.map((row) => copied(row, keyOf, dataset.features.repeatedData)),
            { skipInvalid: false, allowPartial: false },
          )
      } catch (cause) {
        await datasets.remove(id, ctx.userId)
        throw cause
      }
      return { dataset_info: setInfo(await datasets.get(id), clock.now()) }
    },
    overwrite: async ({ dataset_id, space_id, column_schema, row_groups = [], source_dataset_id }, ctx) => {
      const { isMultiTurn } = await open(dataset_id, space_id, ctx)
      if (source_dataset_id) {
        await ctx.access.require(ctx.actor!, 'dataset', source_dataset_id, 'view')
        const source = await datasets.get(source_dataset_id)
        const rows: ItemRow[] = []
        for await (const some of pages(source_dataset_id, undefined)) rows.push(...some)
        const names = liveFields(source.schema).map(({ key, name }) => [key, name] as const)
        await items.overwrite(dataset_id, ctx.userId, plainFields(source.schema), (now) => {
          const keys = new Map(
            names.map(([key, name]) => [key, now.find((one) => one.name === name && one.status === 1)!.key]),
          )
          return rows.map((row) => copied(row, keys, isMultiTurn))
        })
        return {}
      }
      const fields = column_schema?.map(({ name, describe = '' }) => ({ name, description: describe }))
      await items.overwrite(dataset_id, ctx.userId, fields, (now) =>
        row_groups.map((group, at) => itemOf(group, { fields: now }, isMultiTurn, `row_groups[${at}]`)),
      )
      return {}
    },
    tagTree: async ({ dataset_id, space_id }, ctx) => {
      await open(dataset_id, space_id, ctx)
      return { node: treeOf(await items.tags({ datasetId: dataset_id })) }
    },
    get: async ({ dataset_id, space_id }, ctx) => {
      requireSame(space_id, ctx)
      return { dataset_info: setInfo(await datasets.get(dataset_id), clock.now()) }
    },
    update: async ({ dataset_id, space_id, name, desc, update_fields }, ctx) => {
      requireSame(space_id, ctx)
      const isNamed = (field: 3 | 4) => update_fields === undefined || update_fields.includes(field)
      await datasets.update(dataset_id, ctx.userId, {
        ...(isNamed(UpdateField.name) && { name }),
        ...(isNamed(UpdateField.desc) && { description: desc }),
      })
      return {}
    },
    remove: async ({ dataset_id, space_id }, ctx) => {
      requireSame(space_id, ctx)
      await datasets.remove(dataset_id, ctx.userId)
      return {}
    },
    columns: async ({ dataset_id, space_id }, ctx) => {
      const { schema } = await open(dataset_id, space_id, ctx)
      return { column_schema: columnsOf(schema) }
    },
    addColumn: async ({ dataset_id, space_id, column_info: { name, describe = '' } }, ctx) => {
      requireSame(space_id, ctx)
      return setColumns(dataset_id, ctx, (now) => [...now, { name, description: describe }])
    },
    setColumn: async ({ dataset_id, space_id, column_id, column_info: { name, describe } }, ctx) => {
      requireSame(space_id, ctx)
      return setColumns(dataset_id, ctx, (now) => {
        requireColumn(now, column_id)
        return now.map((one) =>
          columnId(one.key!) === column_id
            ? { ...one, name, ...(describe !== undefined && { description: describe }) }
            : one,
        )
      })
    },
    removeColumn: async ({ dataset_id, space_id, column_id }, ctx) => {
      requireSame(space_id, ctx)
      return setColumns(dataset_id, ctx, (now) => {
        requireColumn(now, column_id)
        return now.filter(({ key }) => columnId(key!) !== column_id)
      })
    },
    scan: async ({ dataset_id, space_id, filter_rows, tags, cursor, limit }, ctx) => {
      const { schema, dataset } = await open(dataset_id, space_id, ctx)
      const view = { datasetId: dataset_id }
      const [last] = cursor ? await items.byIds(view, [cursor]) : []
      if (cursor && !last)
        throw badInput('cursor', 'send next_cursor of the page before', '请使用上一页返回的 next_cursor')
      const after = last && { pos: last.pos, itemId: last.itemId }
      const rows = await items.list(view, { size: limit + 1, page: 1, after, where: tagged(tags) })
      const page = rows.slice(0, limit)
      const groups = page.map((row) => groupOf(row, schema))
      const hasText = ({ cells }: { cells: string[] }) => cells.some((text) => text !== '')
      return {
        row_groups: filter_rows
          ? groups.map((group) => ({ ...group, rows: group.rows.filter(hasText) })).filter((group) => group.rows.length)
          : groups,
        column_schema: columnsOf(schema),
        has_more: rows.length > limit,
        next_cursor: rows.length > limit ? page.at(-1)!.itemId : '0',
        total: String(dataset.itemCount),
      }
    },
    rows: async ({ dataset_id, space_id, tags, page, page_size }, ctx) => {
      const { schema, dataset } = await open(dataset_id, space_id, ctx)
      const [view, where] = [{ datasetId: dataset_id }, tagged(tags)]
      const rows = await items.list(view, { size: page_size, page, where })
      return {
        row_groups: rows.map((row) => groupOf(row, schema)),
        column_schema: columnsOf(schema),
        total: String(where ? await items.count(view, where) : dataset.itemCount),
      }
    },
    rowsByIds: async ({ dataset_id, space_id, row_group_ids }, ctx) => {
      const { schema } = await open(dataset_id, space_id, ctx)
      const rows = row_group_ids.length ? await items.byIds({ datasetId: dataset_id }, row_group_ids) : []
      return {
        row_groups: Object.fromEntries(rows.map((row) => [row.itemId, groupOf(row, schema)])),
        column_schema: columnsOf(schema),
      }
    },
    addRows: async ({ dataset_id, space_id, row_groups, before_row_group_id, skip_limit_check }, ctx) => {
      const { schema, isMultiTurn } = await open(dataset_id, space_id, ctx)
      const given = row_groups.map((group, at) => itemOf(group, schema, isMultiTurn, `row_groups[${at}]`))
      const options = {
        skipInvalid: skip_limit_check,
        allowPartial: skip_limit_check,
        beforeId: before_row_group_id,
      }
      const { added, problems } = await items.add(dataset_id, ctx.userId, given, options)
      const [problem] = problems
      if (problem && !skip_limit_check) throw badInput(`row_groups[${problem.index}]`, problem.en, problem.zh)
      return {
        row_group_ids: row_groups.flatMap((_, at) => added.get(at) ?? []),
        total: String((await datasets.get(dataset_id)).dataset.itemCount),
        skip_limit_check_infos: problems.map(({ type, en, zh }) => ({
          skip_error_code: type,
          skip_reason: ctx.locale === 'zh-CN' ? zh : en,
        })),
      }
    },
    removeRows: async ({ dataset_id, space_id, row_group_ids }, ctx) => {
      requireSame(space_id, ctx)
      await removeItems(dataset_id, ctx.userId, row_group_ids)
      return {}
    },
    patchRow: async ({ dataset_id, space_id, row_group_id, row_group }, ctx) => {
      const { schema, isMultiTurn } = await open(dataset_id, space_id, ctx)
      const [before] = await items.byIds({ datasetId: dataset_id }, [row_group_id])
      if (!before) throw errors.notFound({ what: 'item' })
      const shown = groupOf(before, schema)
      // Replace the rows named by their position; keep the others.
      const given = new Map(row_group.rows.map((row, at) => [row.row_id ?? String(at + 1), row]))
      const unknown = [...given.keys()].find((rowId) => !shown.rows.some(({ row_id }) => row_id === rowId))
      if (unknown !== undefined)
        throw badInput('row_group.rows', `there is no row ${unknown} in this group`, `该数据组没有第 ${unknown} 行`)
      const rows = shown.rows.map(({ row_id, cells }) => given.get(row_id) ?? { cells })
      const { itemKey: _, ...content } = itemOf({ tags: row_group.tags, rows }, schema, isMultiTurn, 'row_group')
      await items.set(dataset_id, ctx.userId, row_group_id, content)
      return { row_group_id }
    },
    replaceRow: async ({ dataset_id, space_id, row_group_id, row_group }, ctx) => {
      const { schema, isMultiTurn } = await open(dataset_id, space_id, ctx)
      const { itemKey: _, ...content } = itemOf(row_group, schema, isMultiTurn, 'row_group')
      await items.set(dataset_id, ctx.userId, row_group_id, content)
      return { row_group_id }
    },
  }
}
