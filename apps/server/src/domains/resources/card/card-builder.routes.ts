import { CardCategory, CardChannel, type CardDesign, type contract } from '@orrery/contract'
import { buttonsOf, type CardFormat, fieldsOf, previewCard } from '@orrery/engine/card'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { APPROVED, hashOf, toBasic, toTemplate } from './card-builder.view.ts'
import { cardErrors } from './card.errors.ts'
import { designOf } from './card.service.ts'
import { type CardSupportDeps, cardSupportRoutes } from './card-support.routes.ts'
import type { OfficialTemplates } from './card-official.service.ts'
import type { CardThumbnails } from './card-thumbnail.service.ts'
import type { CardTemplates } from './card-template.service.ts'
import type { CardRow } from './card.table.ts'
import { officialTemplates } from './official-templates.ts'

export interface CardBuilderDeps extends CardSupportDeps {
  templates: CardTemplates
  people: Pick<PassportService, 'getMany'>
  official: OfficialTemplates
  thumbnails: Pick<CardThumbnails, 'of' | 'order'>
}
const formats = Object.entries(CardChannel).filter(([name]) => name !== 'default') as [CardFormat, number][]

export function cardBuilderRoutes(deps: CardBuilderDeps): Handlers<typeof contract.cardBuilder> {
  const { cards, templates, people, thumbnails } = deps
  async function named(rows: CardRow[]) {
    const makers = new Map(
      (await people.getMany(rows.map(({ createdBy }) => createdBy))).map((user) => [user.id, user.name]),
    )
    const pictures = await thumbnails.of(rows.map(({ id }) => id))
    return rows.map((row) => {
      const picture = pictures.get(row.id)
      return {
        ...toBasic(row, makers.get(row.createdBy) ?? ''),
        thumbnail: deps.links.make(picture?.blobKey),
        thumb_status: picture?.status ?? 0,
      }
    })
  }
  /** Checks that buttons run only workflows of the same space that the user may view. */
  async function requireWorkflows(design: CardDesign, ctx: Ctx) {
    for (const { button } of buttonsOf(design)) {
      if (button.action.type !== 'run') continue
      const found = await ctx.access
        .require(ctx.actor!, 'workflow', button.action.workflow_id, 'view')
        .catch(() => undefined)
      if (found?.spaceId !== ctx.located!.spaceId) throw cardErrors.foreignWorkflow({ label: button.label })
    }
  }
  return {
    ...cardSupportRoutes(deps),
    list: async ({ space_id, page, size, condition }, ctx) => {
      const sort = condition.sort_condition
      const { rows, total } = await cards.list(
        {
          spaceId: space_id,
          ownerId: condition.only_myself ? ctx.userId : undefined,
          status: condition.status,
          keyword: condition.keyword,
          order: {
            by: sort?.field === 2 ? 'publishedAt' : 'updatedAt',
            isAscending: sort?.order_type === 1,
          },
        },
        false,
        page,
        size,
      )
      return { card_info_list: await named(rows), total }
    },
    mget: async ({ space_id, card_ids }) => {
      if (!card_ids.length) return { card_basic_infos: [] }
      const { rows } = await cards.list({ spaceId: space_id, ids: card_ids }, false, 1, card_ids.length)
      return { card_basic_infos: await named(rows) }
    },
    get: async ({ card_id, channel_type, version_num }) => {
      const [{ head, draft }, shown] = await Promise.all([cards.requireDraft(card_id), cards.shown(card_id)])
      const version = version_num ? await cards.version(card_id, Number(version_num) || 0) : undefined
      if (version_num && !version) throw errors.notFound({ what: 'version' })
      const design = designOf(version ?? draft)
      const [basic] = await named([shown!])
      const meta = (channel: number, dsl: unknown) => ({
        dsl_content: JSON.stringify(dsl),
        channel_type: channel,
        version_num,
        audit_status: APPROVED,
      })
      const all = [
        meta(CardChannel.default, design),
        ...formats.map(([format, channel]) => meta(channel, previewCard(format, design).payload)),
      ]
      const properties = JSON.stringify(
        version?.properties ?? (draft.design ? fieldsOf(draft.design) : draft.properties),
      )
      return {
        card_id,
        draft_card_id: card_id,
        name: head.name,
        creator_id: head.ownerId,
        card_category: CardCategory.custom,
        card_display_type: version?.displayType ?? draft.displayType,
        version_num,
        version_name: version?.name ?? '',
        description: version?.description ?? '',
        update_time: secondsText(head.updatedAt),
        properties,
        properties_hash: hashOf(properties),
        card_status: draft.status,
        audit_status: APPROVED,
        card_meta_info: all.filter((one) => channel_type === undefined || one.channel_type === channel_type),
        card_basic_info: basic!,
      }
    },
    update: async (input, ctx) => {
      if (input.edit_card) await cards.resumeLast(input.card_id)
      if (input.card_status !== undefined) await cards.takeDown(input.card_id, ctx.userId)
      if (input.name !== undefined) await cards.rename(input.card_id, ctx.userId, input.name)
      return {}
    },
    publish: async (input, ctx) => {
      await requireWorkflows(designOf((await cards.requireDraft(input.card_id)).draft), ctx)
      const num = await cards.publish(input.card_id, ctx.userId, {
        name: input.version_name,
        description: input.description,
      })
      await thumbnails.order([{ cardId: input.card_id, channel: CardChannel.default }])
      return { card_id: input.card_id, version_num: String(num), audit_status: APPROVED }
    },
    history: async ({ card_id, page, size }) => {
      const { head } = await cards.requireDraft(card_id)
      const { rows, total } = await cards.history(card_id, page, size)
      return {
        total,
        history_infos: rows.map((row) => ({
          card_id,
          draft_id: card_id,
          name: head.name,
          version_num: String(row.num),
          publish_time: secondsText(row.createdAt),
          version_name: row.name,
          description: row.description,
          audit_status: APPROVED,
        })),
      }
    },
    checkLength: async ({ DraftID }) => {
      const design = designOf((await cards.requireDraft(DraftID)).draft)
      const over = formats.map(([format, channel]) => [String(channel), previewCard(format, design).isOver] as const)
      // Designs that exceed the limits of our own cards are refused on saving, so they cannot occur here.
      return { is_over_length: { [CardChannel.default]: false, ...Object.fromEntries(over) } }
    },
    saveTemplate: async (input, ctx) => ({
      template_id: await templates.save(input.space_id, ctx.userId, input.name, input.dsl_content),
    }),
    templates: async ({ space_id, page, size, category }, ctx) => {
      if (category === CardCategory.official) {
        const added = (await deps.official.live()).map((one) => ({
          ...one,
          spaceId: '0',
          createdBy: '0',
          createdAt: 0,
        }))
        const all = [...added, ...officialTemplates(ctx.locale)]
        const shown = all.slice((page - 1) * size, page * size)
        return { total: all.length, card_templates: shown.map((row) => toTemplate(row, category)) }
      }
      const { rows, total } = await templates.list(space_id, page, size)
      return { total, card_templates: rows.map((row) => toTemplate(row, category)) }
    },
    deleteTemplate: async ({ space_id, template_id }) => {
      await templates.remove(space_id, template_id)
      return { success: true }
    },
    draft: async ({ card_id }, ctx) => {
      const { head, draft, lastName } = await cards.requireDraft(card_id)
      return {
        card_id,
        space_id: head.spaceId,
        name: head.name,
        design: designOf(draft),
        version: draft.draft,
        card_status: draft.status,
        has_edits: draft.draft !== draft.publishedDraft,
        last_version_name: lastName,
        can_edit: await ctx.access.require(ctx.actor!, 'card', card_id, 'editInfo').then(
          () => true,
          () => false,
        ),
      }
    },
    save: async ({ card_id, version, design }, ctx) => {
      await requireWorkflows(design, ctx)
      return { version: await cards.save(card_id, ctx.userId, design, version) }
    },
    restore: async ({ card_id, version, version_num }, ctx) => ({
      version: await cards.restore(card_id, ctx.userId, version_num, version),
    }),
  }
}
