import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { DeskSettings } from './desk-setting.service.ts'
import type { DeskInstances } from './instance.service.ts'
import type { DeskPapers } from './paper.service.ts'
import type { DeskTranslations } from './translation.service.ts'
import { targetOf, type Translator } from './translator.ts'

export interface PaperRoutesDeps {
  instances: DeskInstances
  papers: DeskPapers
  translations: DeskTranslations
  translate: Translator
  settings: DeskSettings
  spaces: Pick<SpaceService, 'personalOf'>
  uploads: Pick<UploadService, 'store'>
  links: FileLinks
}

/** Reading papers. */
export function deskPaperRoutes(deps: PaperRoutesDeps): Handlers<typeof contract.deskPaper> {
  const { instances, papers, translations, settings, links } = deps
  return {
    upload: async ({ data }, ctx) => {
      const name = data instanceof File ? data.name : 'paper'
      const bytes = Buffer.from(await data.arrayBuffer())
      const row = await deps.uploads.store({ userId: ctx.userId, scene: 'file', name, bytes })
      const picture = row.width ? links.make(row.key) : ''
      return {
        name: row.name,
        size: row.size,
        content_type: row.contentType,
        uri: row.key,
        thumbnail_uri: picture,
        coze_uri: row.key,
        tiny_uri: picture,
      }
    },
    analyse: async ({ uri, name }, ctx) => {
      const paper = await papers.analyse(ctx.userId, uri, name, ctx.locale)
      return { paper_id: paper.id, dataset_id: paper.datasetId, document_id: paper.documentId ?? '' }
    },
    progress: async ({ dataset_id, document_ids }, ctx) => ({
      data_list: (await papers.progress(ctx.userId, dataset_id, [...new Set(document_ids)], ctx.locale)).map(
        ({ id, progress, status, problem }) => ({ document_id: id, progress, status, status_descript: problem }),
      ),
    }),
    chunks: async (input, ctx) => {
      const row = await instances.own(input.agent_id, input.InstanceID, ctx.userId)
      const found = await papers.of(row)
      if (!found || found.paper.datasetId !== input.dataset_id || found.document.id !== input.document_id)
        throw errors.notFound({ what: 'document' })
      const { rows, total } = await papers.chunks(input.document_id, input.page, input.size)
      return {
        slices: rows.map(({ id, content, state, sequence, page, titles }) => ({
          slice_id: id,
          content,
          Status: state,
          sequence: String(sequence),
          chunk_meta_info: JSON.stringify({ page, titles }),
        })),
        total: String(total),
        hasmore: input.page * input.size < total,
      }
    },
    translate: async ({ agent_id, instance_id }, ctx) => {
      const row = await instances.own(agent_id, instance_id, ctx.userId)
      if (!row.paperId) throw errors.notFound({ what: 'document' })
      const { target_language } = await settings.all(ctx.userId, agent_id)
      await translations.begin(row, row.initParam['target_language'] || target_language || 'auto')
      return {}
    },
    translation: async ({ agent_id, instance_id }, ctx) => {
      const row = await instances.own(agent_id, instance_id, ctx.userId)
      const pages = await translations.pages(row.id)
      const language = ctx.locale === 'zh-CN' ? 'zh' : 'en'
      return {
        task_status: row.translation,
        page_count: pages.length,
        problem: row.problem?.[language] ?? '',
        result: pages.map((page) => ({
          image_url: links.make(page.translatedKey),
          text_blocks_url: links.make(page.blocksKey),
          ori_image_url: links.make(page.originalKey),
          page_no: page.pageNo,
          status: page.status,
          problem: page.problem?.[language] ?? '',
          is_word_by_word: page.isWordByWord,
        })),
      }
    },
    translateText: async (input, ctx) => {
      const row = input.instance_id ? await instances.own(input.agent_id, input.instance_id, ctx.userId) : undefined
      const { target_language } = await settings.all(ctx.userId, 'reader')
      const to = targetOf(row?.initParam['target_language'] || target_language, input.text.join(' '))
      const spaceId = row
        ? await instances.spaceOf(row)
        : (input.space_id ?? (await deps.spaces.personalOf(ctx.userId)))
      const { texts, isWordByWord } = await deps.translate(input.text, to, spaceId, ctx.signal)
      return {
        trans_result: Object.fromEntries(input.text.map((text, at) => [text, texts[at]!])),
        is_word_by_word: isWordByWord,
      }
    },
  }
}
